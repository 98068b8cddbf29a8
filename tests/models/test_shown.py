"""What stays shown: a third pane that is hidden, and a run that was refused before it began."""

from pathlib import Path

import pytest

from app.models.runs import words
from app.models.runs.comparison import ComparisonModel
from app.models.runs.pane import PaneState
from engine.events import Failed
from tests.models.conftest import Bench


def until_draft_runs(bench: Bench) -> None:
    bench.settings.set("draft_pane", True)
    bench.comparison.run()
    while bench.comparison.panes["draft"].state is not PaneState.RUNNING:
        bench.step()
    bench.modes()


def test_hiding_the_draft_pane_stops_its_run(bench: Bench) -> None:
    until_draft_runs(bench)
    bench.step(2)
    bench.settings.set("draft_pane", False)
    assert bench.comparison.status == words.DRAFT_LEFT
    bench.step()
    assert not bench.comparison.running
    draft = bench.comparison.panes["draft"]
    assert draft.state is PaneState.STOPPED and draft.record is not None and 0 < len(draft.record.tokens) < 24
    bench.settings.set("draft_pane", True)
    bench.finish()
    assert bench.modes() == ["draft"]
    assert draft.state is PaneState.DONE


def test_hiding_the_draft_pane_leaves_the_other_runs_alone(bench: Bench) -> None:
    bench.settings.set("draft_pane", True)
    bench.comparison.run()
    bench.step(5)
    bench.settings.set("draft_pane", False)
    bench.finish()
    assert bench.modes() == ["target", "mentored"]
    assert bench.comparison.panes["target"].state is PaneState.DONE
    assert bench.comparison.panes["draft"].state is PaneState.EMPTY


def test_what_waits_behind_a_hidden_draft_runs_at_once(bench: Bench) -> None:
    until_draft_runs(bench)
    bench.commit("tv_budget", 0.7)
    bench.settings.set("draft_pane", False)
    bench.finish()
    assert bench.modes() == ["mentored"]
    record = bench.comparison.panes["mentored"].record
    assert record is not None and record.request.tv_budget == 0.7 and record.finished
    assert bench.comparison.status == words.FINISHED


def test_what_another_pair_said_is_not_taken_for_what_was_asked_for(bench: Bench, tmp_path: Path) -> None:
    """Of the first pair, target only is kept at these settings and mentored is not: its pane has the second pair's."""
    second = tmp_path / "second"
    second.mkdir()
    bench.commit("tv_budget", 0.3)
    bench.comparison.run()
    bench.finish()
    bench.comparison.load(second, second)
    bench.finish()
    bench.commit("tv_budget", 0.7)
    bench.comparison.run()
    bench.finish()
    bench.modes()
    bench.comparison.load(tmp_path, tmp_path)
    bench.finish()
    target, mentored = (bench.comparison.panes[name].record for name in ("target", "mentored"))
    assert target is not None and target.target == str(tmp_path)
    assert mentored is not None and mentored.target == str(second)
    assert bench.comparison.status == words.SHOWN_IN_PART and bench.modes() == []
    for seed in (9, bench.settings.value("seed")):
        bench.commit("seed", seed)
    bench.finish()
    again = bench.comparison.panes["mentored"].record
    assert again is not None and again.target == str(tmp_path) and bench.modes() == ["mentored"]


def refuse_next(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next run is refused as the engine refuses a prompt that is too long."""
    take = bench.engine._take
    refusal = Failed("The prompt's 1,100 tokens leave no room: shorten the prompt.", "", "prompt")

    def refused(_bursts: object, *arguments: object) -> int:
        monkeypatch.setattr(bench.engine, "_take", take)
        return take(iter([[refusal]]), *arguments)

    monkeypatch.setattr(bench.engine, "_take", refused)


def speedups(comparison: ComparisonModel) -> list[float | None]:
    return [comparison.panes[name].speedup for name in ("target", "mentored")]


def test_a_refused_run_leaves_older_runs_as_they_were(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.comparison.run()
    bench.finish()
    panes = bench.comparison.panes
    before = bench.text("target"), bench.text("mentored"), speedups(bench.comparison)
    bench.commit("prompt", "word " * 1100)
    refuse_next(bench, monkeypatch)
    bench.comparison.run()
    bench.finish()
    assert panes["target"].state is PaneState.DONE and panes["mentored"].state is PaneState.DONE
    assert (bench.text("target"), bench.text("mentored"), speedups(bench.comparison)) == before
    assert None not in before[2]
    notice = bench.notices[-1]
    assert notice is not None and notice.field == "prompt" and "shorten" in notice.sentence and not notice.remedy
    assert bench.comparison.status == notice.sentence


def test_a_refused_first_run_has_nothing_to_come_back_to(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_next(bench, monkeypatch)
    bench.comparison.run()
    bench.finish()
    assert bench.comparison.panes["target"].state is PaneState.FAILED
    assert bench.comparison.panes["mentored"].state is PaneState.EMPTY
