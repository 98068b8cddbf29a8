"""The history: runs are listed, shown again with their settings, pinned and unpinned."""

from dataclasses import replace
from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.models.runs.history import MOST_ENTRIES, Entry
from app.views.history.button import HistoryButton
from app.views.history.words import short, tooltip
from engine.record import RunRecord
from engine.request import Request
from tests.frame.conftest import Desk
from tests.panes.fakes import mentored_record

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints|does not support", extend=True)
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def two(desk: Desk) -> Desk:
    """Two runs, at budgets 0.40 and 0.80; the second is shown."""
    desk.window.additions.history.model._now = lambda: datetime(2026, 1, 2, 14, 32)
    desk.comparison.run()
    desk.finish()
    desk.settings.begin_drag("tv_budget")
    desk.settings.set("tv_budget", 0.8)
    desk.settings.end_drag("tv_budget")
    desk.finish()
    return desk


def button(desk: Desk) -> HistoryButton:
    return desk.window.additions.history.button


def test_nothing_has_run(desk: Desk, qtbot: QtBot) -> None:
    assert button(desk).text() == "No runs yet" and not button(desk).isEnabled()
    qtbot.keyClick(desk.window, Qt.Key.Key_Y, CTRL)
    assert button(desk).popup is None


def test_every_run_is_listed_with_its_figures(two: Desk, qtbot: QtBot) -> None:
    entries = two.window.additions.history.model.entries
    assert [entry.record.request.tv_budget for entry in entries] == [0.8, 0.4]
    assert button(two).text() == f"14:32  TV 0.80 · K 8 · {entries[0].speedup:.2f}×"
    qtbot.keyClick(two.window, Qt.Key.Key_Y, CTRL)
    popup = button(two).popup
    assert popup is not None and popup.isVisible()
    row = popup.rows[1]
    stats = entries[1].record.stats
    assert row.accessibleName().startswith("14:32, TV budget 0.40, draft length 8, seed 0, accepted ")
    assert f"accepted {100 * stats.acceptance:.0f} %, speed-up {entries[1].speedup:.2f}×" in row.accessibleName()
    popup.close()


def test_a_click_shows_a_run_again_without_running(two: Desk, qtbot: QtBot) -> None:
    asked = len(two.engine.requests)
    old = two.window.additions.history.model.entries[1]
    button(two).click()
    popup = button(two).popup
    assert popup is not None
    qtbot.mouseClick(popup.rows[1], LEFT)
    qtbot.wait(500)
    assert len(two.engine.requests) == asked and not two.comparison.running
    assert two.comparison.panes["mentored"].record is old.record
    assert two.settings.value("tv_budget") == 0.4 and two.window.column.budget.slider.value() == 40
    assert two.comparison.panes["mentored"].speedup == pytest.approx(old.speedup)
    assert two.window.status.sentence.text() == "Shown again: the run of 14:32."
    assert "TV 0.40" in button(two).text()
    two.settings.undo_stack.undo()
    assert two.settings.value("tv_budget") == 0.8
    two.settings.settle()


def test_keys_move_show_and_close(two: Desk, qtbot: QtBot) -> None:
    button(two).click()
    popup = button(two).popup
    assert popup is not None and popup.focusWidget() in (popup.rows[0], None)
    popup.rows[0].setFocus()
    qtbot.keyClick(popup, Qt.Key.Key_Down)
    qtbot.keyClick(popup, Qt.Key.Key_Return)
    assert two.settings.value("tv_budget") == 0.4


def test_a_pinned_run_takes_the_left_and_says_so(two: Desk, qtbot: QtBot) -> None:
    history, panes = two.window.additions.history, two.window.panes.panes
    old = history.model.entries[1]
    button(two).click()
    popup = button(two).popup
    assert popup is not None
    qtbot.mouseClick(popup.pins[1], LEFT)
    pane = history.pinning.pane
    assert pane.isVisible() and not panes["target"].isVisible()
    assert pane.header._name.text() == "Pinned  TV 0.40 · K 8"
    assert pane.text.toPlainText() == old.record.text
    at = history.pinning.difference
    assert at is not None and pane.foot.title.text() == f"First difference: token {at + 1}"
    assert "the pinned run (TV 0.40, K 8)" in pane.foot.sentence.text()
    assert "Mentored (TV 0.80, K 8)" in pane.foot.sentence.text()
    assert "Pinned at the left: TV 0.40 · K 8." in two.comparison.status
    button(two).click()
    again = button(two).popup
    assert again is not None and again.pins[1].text() == "Unpin" and "pinned" in again.rows[1].accessibleName()
    again.close()
    qtbot.mouseClick(pane.unpin, LEFT)
    assert not pane.isVisible() and panes["target"].isVisible() and history.model.pinned is None


def test_a_pin_follows_a_new_run(two: Desk, qtbot: QtBot) -> None:
    history = two.window.additions.history
    history.model.pin(history.model.entries[0])
    two.settings.begin_drag("tv_budget")
    two.settings.set("tv_budget", 0.1)
    two.settings.end_drag("tv_budget")
    two.finish()
    assert history.pinning.pane.model.record.request.tv_budget == 0.8
    assert "Mentored (TV 0.10" in history.pinning.pane.foot.sentence.text()
    history.model.pin(None)


def test_other_prompts_are_not_compared(two: Desk) -> None:
    history = two.window.additions.history
    history.model.pin(history.model.entries[0])
    two.comparison.panes["mentored"].show(mentored_record())
    assert history.pinning.difference is None
    assert "so they are not compared" in history.pinning.pane.foot.sentence.text()
    history.model.pin(None)


def test_an_equal_run_is_the_same_entry_and_old_ones_go(two: Desk, qapp: QApplication) -> None:
    model = two.window.additions.history.model
    model.pin(model.entries[-1])
    for seed in range(MOST_ENTRIES + 3):
        two.comparison.panes["mentored"].show(mentored_record(seed=seed))
    two.comparison.panes["mentored"].show(mentored_record(seed=3))
    assert len(model.entries) == MOST_ENTRIES and model.pinned is model.entries[-1]
    model.pin(None)


def test_a_stopped_run_is_not_listed(desk: Desk) -> None:
    desk.comparison.run()
    while desk.comparison.panes["mentored"].record is None or not desk.comparison.panes["mentored"].record.tokens:
        desk.step()
    desk.comparison.stop()
    desk.finish()
    assert not desk.window.additions.history.model.entries


def test_showing_twice_selects_nothing(two: Desk) -> None:
    text = two.window.panes.panes["mentored"].text
    two.comparison.panes["mentored"].show(mentored_record())
    two.comparison.panes["mentored"].show(mentored_record(seed=2))
    assert not text.textCursor().hasSelection()


def test_the_tooltip_names_a_policy_that_chooses_the_length() -> None:
    request = Request("The moon", policy="cost-aware")
    entry = Entry(RunRecord(request), {}, datetime(2026, 1, 1, 14, 32), "")
    assert "Temperature 0.70, cost-aware draft lengths, independent draws" in tooltip(entry)
    assert short(entry) == "14:32  TV 0.40 · K cost 8"
    assert "cost-aware" not in tooltip(replace(entry, record=RunRecord(request.replace(policy="fixed"))))
