"""Dragging the budget slider: what is seen before it is let go."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.models.preview.stakes import Stakes
from app.views.controls.slider import TrackSlider
from engine.record import RunRecord
from tests.frame.conftest import Desk
from tests.panes.fakes import mentored_record, target_record
from tests.preview.test_continuing import first_raising, ran

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
LEFT = Qt.MouseButton.LeftButton


def hold(desk: Desk, qtbot: QtBot, budget: float) -> TrackSlider:
    """Take hold of the handle and move it."""
    slider = desk.window.column.budget.slider
    qtbot.mousePress(slider, LEFT, pos=QPoint(round(slider.x_of(slider.value())), 28))
    qtbot.mouseMove(slider, QPoint(round(slider.x_of(round(budget * 100))), 28))
    return slider


def test_a_drag_marks_the_first_change_everywhere_and_runs_nothing(desk: Desk, qtbot: QtBot) -> None:
    ran(desk)
    asked, budget = len(desk.engine.requests), round(first_raising(desk), 2)
    record = desk.comparison.panes["mentored"].record
    assert record is not None
    change = Stakes(record).first_change(budget)
    assert change is not None
    slider = hold(desk, qtbot, budget)
    at, pane = change.position, desk.window.panes.panes["mentored"]
    words = desk.window.column.budget.help.words
    assert words.startswith(f"Token {at + 1} is the first to change: ")
    assert f"Tokens 1–{at} stay. Release to continue from token {at + 1}." in words
    if change.becomes:
        assert f"becomes “{change.becomes.text.strip()}”" in words
    assert pane.text._over.flag == at and pane.foot.strip._flag == at and desk.window.bottom.distance._flag == at
    assert pane.header.note == "preview, nothing has run"
    assert pane.header.figures.figure("accepted").text().startswith("accepted, was ")
    assert "≈" in pane.header.hero.text() and "predicted, was" in pane.header.hero.text()
    assert (
        desk.comparison.status
        == f"Previewing {budget:.2f}. Release to continue from token {at + 1}; Esc returns to 0.10."
    )
    assert slider.ghost == pytest.approx(10) and len(desk.engine.requests) == asked
    qtbot.mouseRelease(slider, LEFT)
    assert desk.engine.requests[-1].tv_budget == budget and pane.text._over.flag is None
    assert slider.ghost is None and "≈" not in pane.header.hero.text()
    desk.finish()
    assert desk.window.column.budget.help.words.startswith("Each output token")


def test_the_legend_counts_the_tokens_that_stay_while_a_drag_dims_the_rest(desk: Desk, qtbot: QtBot) -> None:
    ran(desk)
    record, items = desk.comparison.panes["mentored"].record, desk.window.panes.legend.items
    assert record is not None
    whole, places = {kind: record.counts[kind] for kind in items}, [item.geometry() for item in items.values()]
    slider = hold(desk, qtbot, round(first_raising(desk), 2))
    at = desk.window.panes.panes["mentored"].text._over.flag
    assert at is not None and 0 < at < len(record.tokens)
    for kind, item in items.items():
        stays = sum(token.kind == kind for token in record.tokens[:at])
        assert item.count_words() == f"{stays} token{'' if stays == 1 else 's'}"
        assert item.toolTip().endswith(f"stay, and nothing else is counted; the run has {whole[kind]}.")
        assert f"tokens 1–{at} stay" in item.text()
    assert sum(int(item.count_words().split()[0]) for item in items.values()) == at
    assert [item.geometry() for item in items.values()] == places
    desk.comparison.panes["mentored"].figures_changed.emit()  # the run's figures are drawn again: the preview stands
    assert "Preview" in items["accepted"].toolTip()
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    assert {kind: int(item.count_words().split()[0]) for kind, item in items.items()} == whole
    assert not any("Preview" in item.toolTip() for item in items.values())
    hold(desk, qtbot, round(first_raising(desk), 2))
    qtbot.mouseRelease(slider, LEFT)
    assert not any("Preview" in item.toolTip() for item in items.values())


def test_escape_goes_back(desk: Desk, qtbot: QtBot) -> None:
    ran(desk)
    before, status = desk.comparison.panes["mentored"].record, desk.comparison.status
    asked = len(desk.engine.requests)
    slider = hold(desk, qtbot, round(first_raising(desk), 2))
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    qtbot.mouseRelease(slider, LEFT, pos=QPoint(4, 28))
    assert desk.settings.value("tv_budget") == 0.1 and desk.comparison.status == status
    assert desk.comparison.panes["mentored"].record is before and len(desk.engine.requests) == asked
    assert desk.window.panes.panes["mentored"].text._over.flag is None


def test_keys_preview_until_they_settle(desk: Desk, qtbot: QtBot) -> None:
    ran(desk)
    slider = desk.window.column.budget.slider
    slider.setFocus()
    qtbot.keyClick(slider, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert desk.comparison.status == "Previewing 0.20."
    assert "A moment’s pause" in desk.window.column.budget.help.words
    qtbot.waitUntil(lambda: not desk.settings.pending("tv_budget"), timeout=2000)
    assert "A moment’s pause" not in desk.window.column.budget.help.words


def test_where_there_is_no_preview_the_help_says_why(desk: Desk, qtbot: QtBot) -> None:
    desk.settings.set("policy", "acceptance-rate")
    ran(desk)
    slider = hold(desk, qtbot, 0.6)
    assert desk.window.column.budget.help.words.startswith("No preview: an adaptive policy")
    assert desk.window.panes.panes["mentored"].text._over.flag is None
    qtbot.mouseRelease(slider, LEFT)
    assert desk.window.column.budget.help.words.startswith("Each output token")


def test_every_move_of_a_long_run_is_followed_and_esc_goes_back(desk: Desk, qtbot: QtBot) -> None:
    story = mentored_record()
    long = RunRecord(story.request.replace(max_tokens=4000))
    tokens = [token for token in story.tokens if not token.special]
    for i in range(2000):
        long.add(replace(tokens[i % len(tokens)], position=i, stays_from=0.0, stays_below=2.0))
    long.reason, long.stats = "length", long.figures(0.2, 40.0)
    desk.settings.take(long.request.replace(prompt="Mara"), "test")
    desk.comparison.panes["target"].show(target_record())
    desk.comparison.panes["mentored"].show(long)
    slider = hold(desk, qtbot, 0.39)
    assert desk.window.inspection.previewing.model.budget == 0.39
    for step in range(2, 39):
        qtbot.mouseMove(slider, QPoint(round(slider.x_of(step)), 28))
        QApplication.processEvents()
        assert desk.window.inspection.previewing.model.budget == step / 100
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    qtbot.mouseRelease(slider, LEFT, pos=QPoint(4, 28))
    assert desk.window.inspection.previewing.model.budget is None
