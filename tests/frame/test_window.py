"""The window: run and stop, menus, dialogs, themes, sizes, what is kept between starts."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.models.notice import Notice
from app.models.pair.bundled import bundled_pair
from app.theme import DARK, LIGHT
from app.views.controls.labels import Sentence
from app.views.frame.menus import MENUS
from app.views.frame.settings_dialog import SettingsDialog
from app.views.help.about import AboutDialog
from app.views.help.help import HelpWindow
from tests.frame.conftest import Desk

# The offscreen platform says so of every window that has a least or greatest size.
pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier


def test_run_becomes_stop_and_back(desk: Desk, qtbot: QtBot) -> None:
    button = desk.window.column.run_button
    assert (button.text(), button.keys) == ("Run", "⌘R")
    qtbot.keyClick(desk.window, Qt.Key.Key_R, CTRL)
    assert desk.comparison.running and (button.text(), button.keys) == ("Stop", "⌘.")
    desk.step(4)
    qtbot.keyClick(desk.window, Qt.Key.Key_Period, CTRL)
    desk.finish()
    assert not desk.comparison.running and button.text() == "Run"
    assert "Stopped at token" in desk.window.status.sentence.text()
    qtbot.mouseClick(button, LEFT)
    desk.finish()
    assert desk.window.status.sentence.text().startswith("Run finished.")


def test_loading_is_told_in_the_chip_and_the_bar(open_desk: Callable[[], Desk], tmp_path: Path) -> None:
    desk = open_desk()
    header = desk.window.header
    assert header.chip.words.startswith("No pair loaded")
    desk.comparison.load(tmp_path, tmp_path)
    desk.step(2)
    assert header.chip.words == "Loading Storypair 22M, 31 of 44 MB"
    assert header.loading_bar.isVisible() and header.loading_bar.share == pytest.approx(31 / 44)
    assert not desk.window.column.run_button.isEnabled()
    desk.step()
    assert header.chip.words == "Storypair 22M  ←  2M  compatible · same 8,192 tokens"
    assert not header.loading_bar.isVisible() and desk.window.column.run_button.isEnabled()
    assert desk.window.status.memory.text() == "Model memory 54 MB"
    assert desk.window.status.device.text() == "CPU"


def test_the_notice_shows_details_on_demand_and_closes(desk: Desk, qtbot: QtBot) -> None:
    notice = desk.window.notice
    desk.comparison.notice.emit(Notice("It broke.", "Try again.", "trace"))
    assert notice.isVisible() and notice.sentence.text() == "It broke." and not notice.details.isVisible()
    qtbot.mouseClick(notice.details_button, LEFT)
    assert notice.details.isVisible() and notice.details.toPlainText() == "trace"
    qtbot.mouseClick(notice.close_button, LEFT)
    assert not notice.isVisible()


def test_the_menus_have_the_keys_of_the_design(desk: Desk) -> None:
    actions = desk.window.actions_by_name
    keys = {
        "run": "Ctrl+R", "stop": "Ctrl+.", "settings": "Ctrl+,", "open_pair": "Ctrl+O", "draft_pane": "Ctrl+3",
        "undo": "Ctrl+Z", "redo": "Ctrl+Shift+Z", "focus_prompt": "Ctrl+L", "focus_budget": "Ctrl+B",
        "focus_length": "Ctrl+D", "quit": "Ctrl+Q",
    }  # fmt: skip
    for name, portable in keys.items():
        assert actions[name].shortcut() == QKeySequence(portable), name
    shortcuts = [action.shortcut().toString() for action in actions.all() if not action.shortcut().isEmpty()]
    assert len(shortcuts) == len(set(shortcuts))
    assert [action.text() for action in desk.window.menuBar().actions()] == [title for title, _ in MENUS]


def test_focus_keys(desk: Desk, qtbot: QtBot) -> None:
    column = desk.window.column
    for key, widget in (
        (Qt.Key.Key_L, column.prompt.editor),
        (Qt.Key.Key_B, column.budget.slider),
        (Qt.Key.Key_D, column.length.slider),
    ):
        qtbot.keyClick(desk.window.focusWidget() or desk.window, key, CTRL)
        assert desk.window.focusWidget() is widget


def test_the_third_pane_by_key_and_by_box(desk: Desk, qtbot: QtBot) -> None:
    qtbot.keyClick(desk.window, Qt.Key.Key_3, CTRL)
    assert desk.settings.draft_pane_shown and desk.window.header.draft_pane.isChecked()
    qtbot.mouseClick(desk.window.header.draft_pane, LEFT)
    assert not desk.settings.draft_pane_shown and not desk.window.actions_by_name["draft_pane"].isChecked()


def test_copying_a_whole_text(desk: Desk) -> None:
    desk.comparison.run()
    desk.finish()
    desk.window.actions_by_name["copy_mentored"].trigger()
    record = desk.comparison.panes["mentored"].record
    assert record is not None and QGuiApplication.clipboard().text() == record.text


def test_edit_commands_go_to_the_focus(desk: Desk) -> None:
    editor = desk.window.column.prompt.editor
    editor.setFocus()
    desk.window.actions_by_name["select_all"].trigger()
    desk.window.actions_by_name["cut"].trigger()
    assert desk.settings.value("prompt") == ""
    desk.window.actions_by_name["paste"].trigger()
    assert desk.settings.value("prompt").startswith("Mara")


def test_themes_change_live_and_are_kept(open_desk: Callable[[], Desk]) -> None:
    desk = open_desk()
    desk.window.actions_by_name["dark"].trigger()
    assert desk.theme.colours is DARK and DARK.side in QApplication.instance().styleSheet()
    assert desk.window.grab().toImage().pixelColor(4, 4).name().upper() == DARK.side
    desk.window.actions_by_name["light"].trigger()
    assert desk.window.grab().toImage().pixelColor(4, 4).name().upper() == LIGHT.side
    desk.window.actions_by_name["dark"].trigger()
    desk.window.close()
    desk.theme.choose("light")
    assert open_desk().theme.is_dark


def test_settings_dialog(desk: Desk, qtbot: QtBot) -> None:
    desk.settings.set("tv_budget", 0.9)
    desk.window.actions_by_name["settings"].trigger()
    dialog = desk.window.findChild(SettingsDialog)
    assert dialog is not None and dialog.isVisible()
    qtbot.mouseClick(dialog.appearance.segment("dark"), LEFT)
    assert desk.theme.is_dark
    qtbot.mouseClick(dialog.reset, LEFT)
    assert desk.settings.value("tv_budget") == 0.4
    desk.settings.undo_stack.undo()
    assert desk.settings.value("tv_budget") == 0.9
    qtbot.mouseClick(dialog.restore, LEFT)
    assert not desk.window.preferences.restores_window
    dialog.close()


def test_about_and_help(desk: Desk) -> None:
    desk.window.actions_by_name["about"].trigger()
    desk.window.actions_by_name["help"].trigger()
    about, page = desk.window.findChild(AboutDialog), desk.window.findChild(HelpWindow)
    assert about is not None and page is not None and about.isVisible() and page.isVisible()
    assert "Storypair" in about.words and "Kept only because of the budget." in page.words
    about.close()
    page.close()


def test_the_bundled_pair_is_one_click_away(desk: Desk) -> None:
    desk.window.actions_by_name["bundled_pair"].trigger()
    desk.finish()
    assert desk.comparison.pair is not None and desk.comparison.pair.target == str(bundled_pair()[0])


def test_the_window_is_restored(open_desk: Callable[[], Desk]) -> None:
    first = open_desk().window
    assert first.size() == QSize(1440, 900)
    first.resize(1300, 820)
    first.column.more.set_unfolded(True)
    splitter = first.column.parentWidget()
    splitter.moveSplitter(360, 1)
    QApplication.processEvents()
    width = first.column.width()
    first.close()
    second = open_desk().window
    assert second.size() == QSize(1300, 820) and second.column.more.unfolded
    assert second.column.width() == width > 340
    second.preferences.set_restores_window(False)
    second.close()
    assert open_desk().window.size() == QSize(1440, 900)


def test_closing_stops_what_runs(desk: Desk) -> None:
    desk.comparison.run()
    desk.step(3)
    desk.window.close()
    desk.finish()
    assert not desk.comparison.running


@pytest.mark.parametrize("size", [QSize(1440, 900), QSize(1100, 700)])
def test_no_words_are_clipped(desk: Desk, qtbot: QtBot, size: QSize) -> None:
    window = desk.window
    window.resize(size)
    window.column.more.set_unfolded(True)
    body = window.column.more.body
    qtbot.waitUntil(lambda: body.height() >= body.sizeHint().height())
    for part in (window.column, window.header, window.status):
        for child in part.findChildren(QWidget):
            words = getattr(child, "text", None)
            if callable(words) and words() and child.isVisible() and child is not window.status.sentence:
                need = child.heightForWidth(child.width()) if isinstance(child, Sentence) else child.sizeHint().height()
                assert child.height() >= min(need, 34), child.accessibleName() or words()
                if isinstance(child, (QAbstractSpinBox, QLineEdit)):
                    assert child.width() >= child.fontMetrics().horizontalAdvance(words()) + 2, words()
                elif not isinstance(child, Sentence):
                    assert child.width() >= child.minimumSizeHint().width(), words()


def test_the_column_is_as_wide_as_the_design_says(desk: Desk) -> None:
    for size, width in ((QSize(1440, 900), 319), (QSize(1100, 700), 279), (QSize(1440, 900), 319)):
        desk.window.resize(size)
        QApplication.processEvents()
        assert desk.window.column.width() == width
    button = desk.window.column.run_button
    desk.window.resize(1100, 700)
    QApplication.processEvents()
    assert button.height() == 34 and button.mapTo(desk.window, button.rect().bottomLeft()).y() < 700 - 26


def controls(window: QWidget) -> list[QWidget]:
    kinds = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox)
    found = [child for kind in kinds for child in window.findChildren(kind)]
    return [c for c in found if c.isVisible() and c.isEnabled() and c.focusPolicy() != Qt.FocusPolicy.NoFocus]


def test_every_control_has_a_name_and_tab_reaches_it(desk: Desk) -> None:
    desk.window.column.more.set_unfolded(True)
    QApplication.processEvents()
    named = [control for control in controls(desk.window) if not control.objectName().startswith("qt_")]
    assert len(named) > 25
    assert [c for c in named if not c.accessibleName()] == []
    chain, widget = set(), desk.window.header.chip
    for _ in range(2000):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            chain.add(widget)
        widget = widget.nextInFocusChain()
        if widget is desk.window.header.chip:
            break
    assert [c.accessibleName() for c in named if c not in chain] == []
