"""Which runs a press, a drag or a typed setting asks for, and what the panes then say."""

from pathlib import Path

import pytest

from app.models.runs import words
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneState
from app.models.settings.model import SettingsModel
from engine.events import Loading
from tests.models.conftest import Bench
from tests.scripted import ScriptedEngine


def test_run_is_target_then_mentored_one_at_a_time(bench: Bench) -> None:
    bench.comparison.run()
    assert bench.modes() == ["target"]
    assert bench.comparison.panes["mentored"].state is PaneState.WAITING
    assert bench.comparison.running
    bench.finish()
    assert bench.modes() == ["mentored"]
    assert not bench.comparison.running
    assert [bench.comparison.panes[name].state for name in ("target", "mentored", "draft")] == [
        PaneState.DONE,
        PaneState.DONE,
        PaneState.EMPTY,
    ]
    assert bench.comparison.status == words.FINISHED


def test_baselines_are_kept_and_mentored_runs_again(bench: Bench) -> None:
    bench.settings.set("draft_pane", True)
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == ["target", "mentored", "draft"]
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == ["mentored"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("tv_budget", 0.9), ("draft_length", 3), ("bonus", True), ("shape", "clipped"), ("policy", "cost-aware")],
)
def test_a_mentored_setting_runs_the_mentored_pane_alone(bench: Bench, name: str, value: object) -> None:
    bench.comparison.run()
    bench.finish()
    bench.modes()
    target = bench.comparison.panes["target"].record
    bench.commit(name, value)
    bench.finish()
    assert bench.modes() == ["mentored"]
    assert bench.comparison.panes["target"].record is target
    record = bench.comparison.panes["mentored"].record
    assert record is not None and getattr(record.request, name) == value


def test_nothing_runs_before_the_first_press(bench: Bench) -> None:
    bench.commit("tv_budget", 0.9)
    bench.commit("draft_length", 3)
    assert bench.modes() == []


def test_other_settings_only_ask_for_run(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    bench.modes()
    before = bench.text("target"), bench.text("mentored")
    bench.commit("seed", 5)
    bench.commit("tv_budget", 0.8)
    assert bench.modes() == []
    assert bench.comparison.status == "Settings changed. Press Run."
    assert (bench.text("target"), bench.text("mentored")) == before


def test_going_back_shows_the_kept_runs_at_once(bench: Bench) -> None:
    bench.settings.set("draft_pane", True)
    bench.comparison.run()
    bench.finish()
    first = [bench.text(name) for name in ("target", "mentored", "draft")]
    bench.commit("seed", 5)
    bench.comparison.run()
    bench.finish()
    assert [bench.text(name) for name in ("target", "mentored", "draft")] != first
    bench.modes()
    bench.commit("seed", 0)
    assert [bench.text(name) for name in ("target", "mentored", "draft")] == first
    assert bench.modes() == []
    assert bench.comparison.status == words.SHOWN_AGAIN
    assert bench.comparison.panes["mentored"].speedup is not None


def test_going_back_to_an_earlier_budget_shows_its_run(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    first = bench.text("mentored")
    bench.commit("tv_budget", 0.0)
    bench.finish()
    assert bench.text("mentored") != first
    bench.modes()
    bench.commit("tv_budget", 0.4)
    assert bench.text("mentored") == first
    assert bench.modes() == []


def test_settings_that_went_elsewhere_and_back_bring_the_mentored_pane_along(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    bench.commit("seed", 5)
    bench.commit("tv_budget", 0.9)
    bench.modes()
    bench.commit("seed", 0)
    bench.finish()
    assert bench.modes() == ["mentored"]
    record = bench.comparison.panes["mentored"].record
    assert record is not None and record.request.tv_budget == 0.9


def test_a_commit_while_mentored_runs_starts_it_anew(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    bench.modes()
    bench.commit("tv_budget", 0.9)
    bench.step(4)
    assert bench.text("mentored")
    bench.commit("tv_budget", 0.1)
    assert bench.modes() == ["mentored"]  # the new one waits until the old one has ended
    assert bench.text("mentored") == ""
    bench.finish()
    assert bench.modes() == ["mentored"]
    record = bench.comparison.panes["mentored"].record
    assert record is not None and record.request.tv_budget == 0.1 and len(record.tokens) == 24


def test_a_commit_while_the_target_runs_changes_what_waits(bench: Bench) -> None:
    bench.comparison.run()
    bench.step(5)
    bench.commit("tv_budget", 0.7)
    bench.finish()
    assert bench.modes() == ["target", "mentored"]
    record = bench.comparison.panes["mentored"].record
    assert record is not None and record.request.tv_budget == 0.7


def test_a_commit_while_the_draft_runs_waits_for_it(bench: Bench) -> None:
    bench.settings.set("draft_pane", True)
    bench.comparison.run()
    while bench.comparison.panes["draft"].state is not PaneState.RUNNING:
        bench.step()
    bench.modes()
    bench.commit("tv_budget", 0.7)
    bench.finish()
    assert bench.modes() == ["mentored"]
    assert bench.comparison.panes["draft"].state is PaneState.DONE


def test_settings_changed_while_running_are_told_at_the_end(bench: Bench) -> None:
    bench.comparison.run()
    bench.step(5)
    bench.commit("seed", 7)
    bench.finish()
    assert bench.modes() == ["target", "mentored"]
    assert bench.comparison.status == words.CHANGED


def test_stop_keeps_the_text_and_drops_what_waits(bench: Bench) -> None:
    bench.comparison.run()
    bench.step(8)
    bench.comparison.stop()
    bench.finish()
    target, mentored = bench.comparison.panes["target"], bench.comparison.panes["mentored"]
    assert target.state is PaneState.STOPPED and target.record is not None
    assert bench.comparison.status == f"Stopped at token {len(target.record.tokens)}."
    assert mentored.state is PaneState.EMPTY
    assert not bench.comparison.running
    bench.modes()
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == ["target", "mentored"]  # a stopped baseline is not kept


def test_stop_before_the_first_token_brings_the_former_text_back(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    before = bench.text("target"), bench.text("mentored")
    bench.commit("seed", 5)
    bench.comparison.run()
    bench.step()
    bench.comparison.stop()
    bench.finish()
    assert (bench.text("target"), bench.text("mentored")) == before
    assert bench.comparison.status == "Stopped."


def test_showing_the_third_pane_fills_it(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    bench.modes()
    bench.settings.set("draft_pane", True)
    bench.finish()
    assert bench.modes() == ["draft"]
    bench.settings.set("draft_pane", False)
    bench.settings.set("draft_pane", True)
    assert bench.modes() == []


def test_showing_the_third_pane_during_a_run_queues_it_last(bench: Bench) -> None:
    bench.comparison.run()
    bench.step(4)
    bench.settings.set("draft_pane", True)
    bench.finish()
    assert bench.modes() == ["target", "mentored", "draft"]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({}, "Draft length 4: the text stays the same, the timing changes."),
        ({"bonus": True}, "Draft length 4: with the bonus token the text can change, as the timing does."),
        (
            {"policy": "accepted-length"},
            "Draft length 4 to begin with: the text stays the same, the timing changes.",
        ),
        (
            {"policy": "cost-aware"},
            "Draft length 4 to begin with: the policy goes by the clock, so the text can change, as the timing does.",
        ),
        (
            {"policy": "cost-aware", "tv_budget": 0.0, "coupling": "gumbel"},
            "Draft length 4 to begin with: the text stays the same, the timing changes.",
        ),
        ({"verify": "block"}, "Draft length 4: with block verification the text can change, as the timing does."),
    ],
)
def test_a_draft_length_says_what_it_changes(bench: Bench, changes: dict[str, object], sentence: str) -> None:
    for name, value in changes.items():
        bench.settings.set(name, value)
    bench.comparison.run()
    bench.finish()
    text = bench.text("mentored")
    bench.commit("draft_length", 4)
    assert bench.comparison.status == sentence
    bench.finish()
    assert bench.comparison.status == sentence
    assert bench.text("mentored") == text


def test_the_speed_up_is_a_ratio_of_decode_rates_of_finished_runs(bench: Bench) -> None:
    panes = bench.comparison.panes
    bench.comparison.run()
    while bench.comparison.running:
        assert panes["mentored"].speedup is None
        bench.step()
    target, mentored = panes["target"].figures(), panes["mentored"].figures()
    assert target and mentored and target.tokens_per_s and mentored.tokens_per_s
    assert panes["mentored"].speedup == pytest.approx(mentored.tokens_per_s / target.tokens_per_s)
    assert panes["target"].speedup == 1.0
    bench.commit("tv_budget", 0.6)
    assert panes["mentored"].speedup is None


def test_the_first_difference_is_found_while_running(bench: Bench) -> None:
    heard: list[int | None] = []
    bench.comparison.difference_changed.connect(lambda: heard.append(bench.comparison.first_difference))
    bench.settings.set("tv_budget", 1.0)
    bench.comparison.run()
    bench.finish()
    target, mentored = (bench.comparison.panes[name].record for name in ("target", "mentored"))
    assert target and mentored
    place = next(a.position for a, b in zip(target.tokens, mentored.tokens, strict=True) if a.id != b.id)
    assert heard == [place]
    bench.commit("seed", 5)
    bench.comparison.run()
    assert heard == [place, None]


def test_a_failed_run_is_told_and_drops_what_waits(bench: Bench) -> None:
    bench.engine.failures.append("The model gave no finite numbers.")
    bench.comparison.run()
    bench.finish()
    assert bench.comparison.panes["target"].state is PaneState.FAILED
    assert bench.comparison.panes["mentored"].state is PaneState.EMPTY
    assert bench.modes() == ["target"]
    notice = bench.notices[-1]
    assert notice is not None and notice.sentence == "The model gave no finite numbers." and notice.details
    assert not bench.comparison.running
    bench.comparison.run()
    assert bench.notices[-1] is None
    bench.finish()
    assert bench.comparison.panes["mentored"].state is PaneState.DONE


def test_a_failed_run_leaves_the_former_text(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    before = bench.text("mentored")
    bench.engine.failures.append("Out of memory.")
    bench.commit("tv_budget", 0.9)
    bench.finish()
    assert bench.comparison.panes["mentored"].state is PaneState.FAILED
    assert bench.text("mentored") == before


def test_an_empty_prompt_is_a_notice_that_names_its_field(bench: Bench) -> None:
    bench.settings.set("prompt", " ")
    bench.comparison.run()
    assert bench.modes() == []
    notice = bench.notices[-1]
    assert notice is not None and notice.field == "prompt"


def test_a_pair_that_fails_to_load_leaves_the_working_one(bench: Bench, tmp_path: Path) -> None:
    bench.comparison.run()
    bench.finish()
    before, pair = bench.text("mentored"), bench.comparison.pair
    bench.comparison.load(tmp_path / "nowhere", tmp_path)
    assert bench.comparison.loading is not None
    bench.finish()
    assert bench.comparison.loading is None
    assert bench.comparison.pair is pair
    assert bench.text("mentored") == before
    notice = bench.notices[-1]
    assert notice is not None and "nowhere" in notice.sentence and "stays in use" in notice.remedy
    bench.modes()
    bench.comparison.run()
    assert bench.modes() == ["mentored"]


def test_another_pair_does_not_share_kept_runs(bench: Bench, tmp_path: Path) -> None:
    bench.comparison.run()
    bench.finish()
    bench.modes()
    (tmp_path / "other").mkdir()
    bench.comparison.load(tmp_path / "other", tmp_path)
    bench.finish()
    assert bench.settings.value("target_dir") == str(tmp_path / "other")
    bench.commit("tv_budget", 0.9)
    assert bench.modes() == []
    assert bench.comparison.status == words.CHANGED
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == ["target", "mentored"]


def test_loading_tells_its_progress(qapp: object, tmp_path: Path) -> None:
    settings, engine = SettingsModel(), ScriptedEngine()
    comparison = ComparisonModel(settings, engine)
    comparison.load(tmp_path, tmp_path)
    seen = []
    for _ in range(3):
        engine.step()
        comparison.apply(engine.drain())
        seen.append(comparison.status)
    kernels = Loading("The kernels of the GPU", 3, 19, "kernels")
    assert words.loading(kernels) == "Preparing the GPU kernels, 3 of 19…"
    assert seen == ["Loading Storypair 22M, 0 of 44 MB", "Loading Storypair 22M, 31 of 44 MB", words.READY]
    settings.close()


def test_run_without_a_pair_says_so(qapp: object) -> None:
    settings, engine = SettingsModel(), ScriptedEngine()
    comparison = ComparisonModel(settings, engine)
    notices = []
    comparison.notice.connect(notices.append)
    comparison.run()
    assert engine.requests == []
    assert notices and "loaded" in notices[0].sentence


def test_stop_right_after_a_new_start_brings_the_former_text_back(bench: Bench) -> None:
    bench.comparison.run()
    bench.finish()
    before = bench.text("mentored")
    bench.commit("tv_budget", 0.9)
    bench.step(4)
    bench.commit("tv_budget", 0.1)
    bench.comparison.stop()
    bench.finish()
    assert bench.text("mentored") == before
    assert bench.comparison.status == "Stopped."
    assert not bench.comparison.running


def test_run_pressed_again_starts_over(bench: Bench) -> None:
    bench.comparison.run()
    bench.step(6)
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == ["target", "target", "mentored"]
    assert bench.comparison.status == words.FINISHED


def test_another_pair_stops_the_run(bench: Bench, tmp_path: Path) -> None:
    bench.comparison.run()
    bench.step(6)
    bench.comparison.load(tmp_path, tmp_path)
    bench.finish()
    assert bench.comparison.panes["target"].state is PaneState.STOPPED
    assert not bench.comparison.running


def test_run_waits_for_no_pair_that_is_being_loaded(bench: Bench, tmp_path: Path) -> None:
    bench.comparison.load(tmp_path, tmp_path)
    bench.comparison.run()
    bench.finish()
    assert bench.modes() == []
    assert not bench.comparison.running
