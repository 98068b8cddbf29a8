"""The race replay: both panes at their recorded speeds, from runs alone."""

from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.models.replay.race import RaceModel, script_of
from app.models.runs.pane import PaneState
from engine.events import Finished, Round, Token
from tests.frame.conftest import Desk
from tests.panes.fakes import draft_record, mentored_record, target_record

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support", extend=True)
LEFT, CTRL, SHIFT = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class Watch:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 50.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def full(desk: Desk) -> Desk:
    """Both panes as in the design."""
    desk.comparison.panes["target"].show(target_record())
    desk.comparison.panes["mentored"].show(mentored_record())
    desk.comparison.refresh()
    return desk


@pytest.fixture
def race(full: Desk) -> RaceModel:
    """The window's race, on a clock of the test's."""
    model = full.window.additions.race.model
    model._clock = Watch()
    return model


def pass_time(race: RaceModel, seconds: float) -> None:
    """Let the clock move, and the race see it."""
    clock = race._clock
    assert isinstance(clock, Watch)
    clock.now += seconds
    race.tick()


def test_a_script_has_every_event_in_order() -> None:
    record = mentored_record()
    script = script_of(record)
    times = [at for at, _ in script]
    assert times == sorted(times) and isinstance(script[-1][1], Finished)
    assert [event for _, event in script if isinstance(event, Token)] == record.tokens
    assert [event for _, event in script if isinstance(event, Round)] == record.rounds


def test_a_file_without_times_is_spread_evenly() -> None:
    from dataclasses import replace

    record = mentored_record()
    record.tokens = [replace(token, at_s=0.0, round=None) for token in record.tokens]
    times = [at for at, event in script_of(record) if isinstance(event, Token)]
    steps = {round(b - a, 6) for a, b in pairwise(times)}
    assert len(steps) == 1 and times[-1] <= record.stats.total_s + 1e-9


def test_the_faster_one_is_ahead_and_ends_first(full: Desk, race: RaceModel, qtbot: QtBot) -> None:
    panes = full.comparison.panes
    whole = {name: panes[name].record for name in ("target", "mentored")}
    qtbot.keyClick(full.window, Qt.Key.Key_R, CTRL | SHIFT)
    assert race.playing and full.window.additions.race.bar.isVisible()
    assert full.window.actions_by_name["race"].isChecked()
    pass_time(race, 2.0)
    counts = {name: len(panes[name].record.tokens) for name in whole}
    assert counts["mentored"] > counts["target"] > 0
    for name in whole:
        assert counts[name] == sum(token.at_s <= 2.0 for token in whole[name].tokens)
        assert panes[name].state is PaneState.RUNNING
        assert panes[name].figures().total_s == pytest.approx(2.0)
    pass_time(race, 2.0)
    assert panes["mentored"].state is PaneState.DONE and panes["target"].state is PaneState.RUNNING
    assert race.standing() == f"Mentored {whole['mentored'].stats.total_s:.2f} s"
    pass_time(race, 9.0)
    assert race.over and not race.playing
    assert all(panes[name].record is whole[name] for name in whole)
    assert full.comparison.status.startswith("Race over: Mentored")
    assert panes["mentored"].speedup == pytest.approx(
        whole["mentored"].stats.tokens_per_s / whole["target"].stats.tokens_per_s
    )
    race.stop()


@pytest.mark.parametrize(("speed", "seconds"), [("0.5", 1.0), ("2.0", 4.0)])
def test_speeds(full: Desk, race: RaceModel, qtbot: QtBot, speed: str, seconds: float) -> None:
    full.window.actions_by_name["race"].trigger()
    qtbot.mouseClick(full.window.additions.race.bar.speeds.segment(speed), LEFT)
    pass_time(race, 2.0)
    assert race.now == pytest.approx(seconds)
    assert full.window.additions.race.bar.time.text().startswith(f"{seconds:.1f} of ")
    race.stop()


def test_stop_restores_and_keys_pause(full: Desk, race: RaceModel, qtbot: QtBot) -> None:
    panes = full.comparison.panes
    whole, speedup = panes["mentored"].record, panes["mentored"].speedup
    bar = full.window.additions.race.bar
    full.window.actions_by_name["race"].trigger()
    pass_time(race, 1.0)
    qtbot.keyClick(bar, Qt.Key.Key_Space)
    assert not race.playing and bar.play.accessibleName() == "Go on with the race"
    pass_time(race, 0.0)
    qtbot.keyClick(bar, Qt.Key.Key_Space)
    assert race.playing
    qtbot.keyClick(bar, Qt.Key.Key_Escape)
    assert not race.active and not bar.isVisible() and not full.window.actions_by_name["race"].isChecked()
    assert panes["mentored"].record is whole and panes["mentored"].speedup == speedup
    assert full.window.panes.panes["mentored"].text.toPlainText().startswith("As Mara")
    assert len(full.window.additions.history.model.entries) == 1


def test_it_can_be_raced_again(full: Desk, race: RaceModel, qtbot: QtBot) -> None:
    full.window.actions_by_name["race"].trigger()
    pass_time(race, 20.0)
    assert race.over
    qtbot.mouseClick(full.window.additions.race.bar.play, LEFT)
    assert race.playing and race.now == 0.0 and not full.comparison.panes["target"].record.tokens
    race.stop()


def test_a_run_ends_the_race(full: Desk, race: RaceModel) -> None:
    wholes = [full.comparison.panes[name].record for name in ("target", "mentored")]
    full.window.actions_by_name["race"].trigger()
    pass_time(race, 1.0)
    full.comparison.run()
    assert not race.active and full.comparison.running
    full.comparison.stop()
    full.finish()
    assert [full.comparison.panes[name].record for name in ("target", "mentored")] == wholes


def test_showing_another_run_ends_the_race(full: Desk, race: RaceModel) -> None:
    full.window.actions_by_name["race"].trigger()
    pass_time(race, 1.0)
    history = full.window.additions.history.model
    history.show(history.entries[0])
    pass_time(race, 0.1)
    assert not race.active
    assert all(full.comparison.panes[name].record.finished for name in ("target", "mentored"))


def test_the_third_pane_races_too(full: Desk, race: RaceModel) -> None:
    full.settings.set("draft_pane", True)
    full.comparison.panes["draft"].show(draft_record())
    full.window.actions_by_name["race"].trigger()
    assert race.finishes()[0][1] == "Draft only" and len(race.finishes()) == 3
    pass_time(race, 20.0)
    race.stop()


def test_an_opened_file_races_without_a_model(full: Desk, open_desk: object, tmp_path: Path) -> None:
    file = tmp_path / "run.mentorscope"
    full.window.additions.files.save(file)
    other = open_desk()  # type: ignore[operator]
    other.window.additions.files.open(file)
    race = other.window.additions.race.model
    race._clock = Watch()
    other.window.actions_by_name["race"].trigger()
    assert other.comparison.pair is None and race.playing and len(race.finishes()) == 2
    pass_time(race, 20.0)
    assert race.over and other.comparison.panes["mentored"].record.text == mentored_record().text
    race.stop()


def test_nothing_to_race(desk: Desk) -> None:
    desk.window.actions_by_name["race"].trigger()
    assert "needs finished runs" in desk.comparison.status
    assert not desk.window.actions_by_name["race"].isChecked()


def test_grid_lines_stay_the_same_objects(full: Desk) -> None:
    times = full.window.bottom.times
    before = list(times.grid)
    times.take(None, None)
    times.take(mentored_record(), 20.0)
    assert times.grid == before


@pytest.mark.parametrize("end", ["key", "button"])
def test_the_focus_goes_back_to_where_it_was(full: Desk, race: RaceModel, qtbot: QtBot, end: str) -> None:
    window = full.window
    text, bar = window.panes.panes["mentored"].text, window.additions.race.bar
    text.setFocus()
    window.actions_by_name["race"].trigger()
    assert bar.hasFocus()
    if end == "key":
        qtbot.keyClick(bar, Qt.Key.Key_Escape)
    else:
        bar.end.setFocus()
        qtbot.mouseClick(bar.end, LEFT)
    assert not race.active and text.hasFocus()


def test_runs_of_different_settings_do_not_race(full: Desk, race: RaceModel) -> None:
    full.comparison.panes["target"].show(target_record(seed=5))
    full.window.actions_by_name["race"].trigger()
    assert not race.active and "same settings" in full.comparison.status
