"""The left column, driven as a person would."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QToolTip
from pytestqt.qtbot import QtBot

from app.models.settings.presets import OWN, PRESETS
from app.views.controls.slider import TrackSlider
from tests.frame.conftest import Desk

LEFT = Qt.MouseButton.LeftButton
SHIFT = Qt.KeyboardModifier.ShiftModifier


def at(slider: TrackSlider, value: float) -> QPoint:
    return QPoint(round(slider.x_of(value)), round(slider.TRACK_Y))


def test_a_typed_prompt_is_taken_and_shown_as_ones_own(desk: Desk, qtbot: QtBot) -> None:
    prompt = desk.window.column.prompt
    qtbot.keyClick(prompt.editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(prompt.editor, "A fox.")
    assert desk.settings.value("prompt") == "A fox."
    assert prompt.presets.currentText() == OWN


def test_a_preset_replaces_the_prompt_and_undo_brings_it_back(desk: Desk, qtbot: QtBot) -> None:
    prompt = desk.window.column.prompt
    prompt.presets.setFocus()
    qtbot.keyClick(prompt.presets, Qt.Key.Key_Down)
    assert desk.settings.value("prompt") == PRESETS[1].prompt == prompt.editor.toPlainText()
    qtbot.keyClick(prompt.editor, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert prompt.editor.toPlainText() == PRESETS[0].prompt
    assert prompt.presets.currentText() == PRESETS[0].name
    assert prompt.presets.findText(OWN) < 0


def test_an_empty_prompt_is_told_under_the_editor(desk: Desk, qtbot: QtBot) -> None:
    prompt = desk.window.column.prompt
    assert not prompt.message.isVisible()
    desk.settings.set("prompt", "  ")
    assert prompt.message.isVisible() and "empty" in prompt.message.words
    qtbot.keyClick(desk.window, Qt.Key.Key_R, Qt.KeyboardModifier.ControlModifier)
    assert not desk.comparison.running and not desk.window.notice.isVisible()
    qtbot.keyClicks(prompt.editor, "A fox.")
    assert not prompt.message.isVisible()


def test_dragging_the_budget_is_one_step_and_settles_at_the_end(desk: Desk, qtbot: QtBot) -> None:
    slider = desk.window.column.budget.slider
    settled = QSignalSpy(desk.settings.committed)
    qtbot.mousePress(slider, LEFT, pos=at(slider, 40))
    for value in (50, 60, 75):
        qtbot.mouseMove(slider, at(slider, value))
    assert slider.dragging and settled.count() == 0
    assert desk.window.column.budget.number.value() == desk.settings.value("tv_budget") == pytest.approx(0.75)
    qtbot.mouseRelease(slider, LEFT, pos=at(slider, 75))
    assert [settled.at(i)[0] for i in range(settled.count())] == ["tv_budget"]
    desk.window.actions_by_name["undo"].trigger()
    assert desk.settings.value("tv_budget") == 0.4 and slider.value() == 40


def test_a_click_on_the_track_jumps_there(desk: Desk, qtbot: QtBot) -> None:
    slider = desk.window.column.length.slider
    qtbot.mouseClick(slider, LEFT, pos=at(slider, 13))
    assert desk.settings.value("draft_length") == 13


def test_escape_takes_a_drag_back(desk: Desk, qtbot: QtBot) -> None:
    slider = desk.window.column.budget.slider
    qtbot.mousePress(slider, LEFT, pos=at(slider, 40))
    qtbot.mouseMove(slider, at(slider, 90))
    qtbot.keyClick(slider, Qt.Key.Key_Escape)
    assert desk.settings.value("tv_budget") == 0.4 and not slider.dragging
    qtbot.mouseMove(slider, at(slider, 70))
    qtbot.mouseRelease(slider, LEFT, pos=at(slider, 70))
    assert desk.settings.value("tv_budget") == 0.4


@pytest.mark.parametrize(
    ("key", "modifier", "budget", "length"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 0.41, 9),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, 0.39, 7),
        (Qt.Key.Key_Right, SHIFT, 0.50, 12),
        (Qt.Key.Key_Left, SHIFT, 0.30, 4),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 0.0, 1),
        (Qt.Key.Key_End, Qt.KeyboardModifier.NoModifier, 1.0, 16),
    ],
)
def test_keys_on_the_sliders(
    desk: Desk, qtbot: QtBot, key: Qt.Key, modifier: Qt.KeyboardModifier, budget: float, length: int
) -> None:
    column = desk.window.column
    qtbot.keyClick(column.budget.slider, key, modifier)
    qtbot.keyClick(column.length.slider, key, modifier)
    assert desk.settings.value("tv_budget") == pytest.approx(budget)
    assert desk.settings.value("draft_length") == length


def test_number_fields_step_and_take_typing(desk: Desk, qtbot: QtBot) -> None:
    column = desk.window.column
    qtbot.keyClick(column.budget.number, Qt.Key.Key_Up)
    qtbot.keyClick(column.budget.number, Qt.Key.Key_Up, SHIFT)
    assert desk.settings.value("tv_budget") == pytest.approx(0.51)
    assert column.budget.slider.value() == 51
    column.sampling.seed.selectAll()
    qtbot.keyClicks(column.sampling.seed, "4294967295")
    assert desk.settings.value("seed") == 2**32 - 1
    assert column.sampling.seed.width() > column.sampling.max_tokens.width()


def test_undo_in_a_number_field_is_the_windows(desk: Desk, qtbot: QtBot) -> None:
    field = desk.window.column.sampling.temperature
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, "1.20")
    assert desk.settings.value("temperature") == pytest.approx(1.2)
    qtbot.keyClick(field, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert desk.settings.value("temperature") == pytest.approx(0.7)
    assert field.value() == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("budget", "words"), [(0.0, "the target’s own law"), (0.4, "by up to 0.40 TV"), (1.0, "the draft’s own law")]
)
def test_the_help_says_what_the_budget_means(desk: Desk, budget: float, words: str) -> None:
    desk.settings.set("tv_budget", 0.2)
    desk.settings.set("tv_budget", budget)
    assert words in desk.window.column.budget.help.words


def test_new_seed(desk: Desk, qtbot: QtBot) -> None:
    before = desk.settings.value("seed")
    qtbot.mouseClick(desk.window.column.sampling.new_seed, LEFT)
    assert desk.settings.value("seed") != before
    assert desk.window.column.sampling.seed.number() == desk.settings.value("seed")


def test_shared_draws_put_block_verification_out_of_reach(desk: Desk, qtbot: QtBot) -> None:
    column = desk.window.column
    desk.settings.set("verify", "block")
    assert column.more.verify.currentData() == "block"
    qtbot.mouseClick(column.sampling.draws.segment("gumbel"), LEFT)
    assert (desk.settings.value("coupling"), desk.settings.value("verify")) == ("gumbel", "token")
    assert "only because of the budget" in column.sampling.draws_help.words
    assert not column.more.verify.isEnabled() and "independent draws" in column.more.verify.toolTip()
    desk.settings.undo_stack.undo()
    assert (desk.settings.value("coupling"), desk.settings.value("verify")) == ("independent", "block")
    assert "may be chance" in column.sampling.draws_help.words


def test_more_unfolds_and_sums_up(desk: Desk, qtbot: QtBot) -> None:
    more = desk.window.column.more
    assert more.heading.summary == "top-p 1.00 · linear" and not more.body.isVisible()
    qtbot.mouseClick(more.heading, LEFT)
    qtbot.waitUntil(lambda: more.body.isVisible() and more.body.height() >= more.body.sizeHint().height())
    desk.settings.set("top_p", 0.9)
    desk.settings.set("shape", "clipped")
    assert more.heading.summary == "top-p 0.90 · clipped"
    qtbot.mouseClick(more.checks["bonus"], LEFT)
    assert desk.settings.value("bonus") is True
    qtbot.mouseClick(more.heading, LEFT)
    qtbot.waitUntil(lambda: not more.body.isVisible())


def test_the_system_prompt_is_off_where_the_template_has_none(
    open_desk: Callable[[], Desk], tmp_path: Path, qtbot: QtBot
) -> None:
    desk = open_desk()
    editor = desk.window.column.more.system
    qtbot.keyClicks(editor, "Be terse.")
    assert desk.settings.request().system == "Be terse."
    desk.comparison.load(tmp_path, tmp_path)
    desk.finish()
    assert not editor.isEnabled() and "no place for a system prompt" in editor.toolTip()
    assert desk.settings.request().system == "" and editor.toPlainText() == "Be terse."
    desk.engine.has_system = True
    desk.comparison.load(tmp_path, tmp_path)
    desk.finish()
    assert editor.isEnabled() and desk.settings.request().system == "Be terse."
    assert desk.window.column.more.heading.summary.endswith("system")
    desk.settings.set("raw", True)
    assert not editor.isEnabled() and editor.toolTip().startswith("Raw prompts")


def test_marks_come_from_the_last_run_and_the_ring_only_while_dragging(desk: Desk, qtbot: QtBot) -> None:
    slider = desk.window.column.budget.slider
    desk.comparison.run()
    desk.finish()
    record = desk.comparison.panes["mentored"].record
    assert record is not None and slider.marks
    assert set(slider.marks) == {t.critical_budget for t in record.tokens if t.critical_budget}
    qtbot.mousePress(slider, LEFT, pos=at(slider, 60))
    assert slider.ghost == pytest.approx(40)
    qtbot.mouseRelease(slider, LEFT, pos=at(slider, 60))
    assert slider.ghost is None


def test_every_number_says_what_it_is(desk: Desk) -> None:
    column = desk.window.column
    fields = [column.budget.number, column.length.number, column.sampling.temperature, column.sampling.seed]
    for field in [*fields, column.sampling.max_tokens, *column.more.numbers.values()]:
        assert field.toolTip() and field.accessibleName()
    assert column.budget.slider.accessibleDescription() == "0.40 TV"
    assert column.length.slider.accessibleDescription() == "8 tokens"
    QToolTip.hideText()


def test_tab_goes_through_the_settings_before_run(desk: Desk) -> None:
    column, order = desk.window.column, []
    widget = column.prompt.editor.nextInFocusChain()
    while widget is not column.prompt.editor:
        order.append(widget)
        widget = widget.nextInFocusChain()
    assert order.index(column.budget.slider) < order.index(column.run_button)
    assert order.index(column.run_button) < order.index(desk.window.panes.panes["target"].text)
