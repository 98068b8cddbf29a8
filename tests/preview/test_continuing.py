"""Letting the budget slider go: the run is continued, restored, or run from scratch."""

import json

import pytest

from app.export.page import page
from app.models.preview.stakes import Stakes
from app.models.runs import words
from app.models.runs.pane import PaneState
from app.views.history.words import spoken, tooltip
from app.views.panes.figure_words import note_words
from engine import runfile
from tests.frame.conftest import Desk


def drag(desk: Desk, budget: float) -> None:
    """Hold the slider, move it, let it go."""
    desk.settings.begin_drag("tv_budget")
    desk.settings.set("tv_budget", budget)
    desk.settings.end_drag("tv_budget")


def ran(desk: Desk) -> Desk:
    """A finished comparison with short rounds."""
    desk.settings.set("draft_length", 3)
    desk.settings.set("tv_budget", 0.1)
    desk.settings.set("seed", 3)
    desk.comparison.run()
    desk.finish()
    desk.engine.prefixes.clear()
    return desk


def first_raising(desk: Desk) -> float:
    """A budget that changes a token, but none of the first round."""
    record = desk.comparison.panes["mentored"].record
    assert record is not None
    changes = {budget / 100: Stakes(record).first_change(budget / 100) for budget in range(101)}
    return next(budget for budget, change in changes.items() if change and change.position >= record.rounds[0].emitted)


def test_release_continues_from_the_round_of_the_first_change(desk: Desk) -> None:
    ran(desk)
    pane = desk.comparison.panes["mentored"]
    before = pane.record
    assert before is not None
    drag(desk, first_raising(desk))
    assert pane.record is not None and pane.record is not before
    kept = pane.record.kept
    assert 0 < kept < 24 and pane.record.text == "".join(token.text for token in before.tokens[:kept])
    assert desk.engine.prefixes == [tuple(token.id for token in before.tokens[:kept])]
    assert desk.comparison.status == f"Continuing from token {pane.record.first_change + 1}…"
    desk.finish()
    assert pane.state is PaneState.DONE and len(pane.record.tokens) == 24
    assert [token.position for token in pane.record.tokens] == list(range(24))
    assert [one.index for one in pane.record.rounds] == list(range(len(pane.record.rounds)))
    assert note_words(pane) == f"continued from token {pane.record.first_change + 1}"
    assert pane.record.stats is not None and pane.record.stats.tokens == 24
    assert pane.record.stats.tokens_per_s == pytest.approx((24 - kept) / pane.record.stats.decode_s)
    assert pane.speedup is not None
    again = runfile.from_json(json.loads(json.dumps(runfile.to_json(pane.record))))
    assert (again.kept, again.first_change, again.tokens) == (kept, pane.record.first_change, pane.record.tokens)


def test_dragging_back_restores_the_text_at_once(desk: Desk) -> None:
    ran(desk)
    pane = desk.comparison.panes["mentored"]
    before = pane.record
    drag(desk, first_raising(desk))
    desk.finish()
    drag(desk, 0.1)
    assert pane.record is before and not desk.comparison.running
    assert desk.comparison.status == words.SHOWN_AGAIN


def test_a_budget_that_changes_nothing_runs_nothing(desk: Desk) -> None:
    ran(desk)
    pane = desk.comparison.panes["mentored"]
    before = pane.record
    assert before is not None
    drag(desk, 0.1001)
    assert not desk.comparison.running and desk.engine.prefixes == []
    assert pane.record is not None and pane.record.request.tv_budget == 0.1001
    assert pane.record.text == before.text and note_words(pane) == "no token changed"
    assert desk.comparison.status == words.UNCHANGED


def test_block_verification_runs_from_scratch(desk: Desk) -> None:
    desk.settings.set("verify", "block")
    ran(desk)
    drag(desk, 0.9)
    assert desk.engine.prefixes == [()]


def test_run_starts_from_scratch(desk: Desk) -> None:
    ran(desk)
    drag(desk, first_raising(desk))
    desk.finish()
    desk.comparison.run()
    desk.finish()
    record = desk.comparison.panes["mentored"].record
    assert record is not None and record.kept == 0 and desk.engine.prefixes[-1] == ()


def test_a_stop_before_anything_new_brings_the_former_run_back(desk: Desk) -> None:
    ran(desk)
    pane = desk.comparison.panes["mentored"]
    before = pane.record
    drag(desk, first_raising(desk))
    desk.comparison.stop()
    desk.finish()
    assert pane.record is before


def test_a_continued_run_says_so_wherever_its_speed_is_told(desk: Desk) -> None:
    ran(desk)
    drag(desk, first_raising(desk))
    desk.finish()
    pane, history = desk.comparison.panes["mentored"], desk.window.additions.history
    assert pane.record is not None
    said = f"continued from token {pane.record.first_change + 1}"
    entry = history.model.entries[0]
    assert entry.record is pane.record and entry.speedup == pane.speedup
    assert said in spoken(entry, False) and said[1:] in tooltip(entry)
    html = page({"mentored": pane.record}, {"mentored": pane.speedup}, None, None)
    assert said in html and "what ran after them" in html
    assert "what ran after them" in desk.window.panes.panes["mentored"].header.figures.figure("speed").toolTip()
