"""What a finished sweep shows: one selection in three places, opening in Compare, sorting, copying, exporting."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, QRect, QSize, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontMetricsF, QImage
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.views.controls.labels import Sentence
from app.views.sweep.words import tooltip
from tests.sweepview.conftest import Sweeping, cell

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)
LEFT, CTRL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


def middle(sweep: Sweeping, length: int, budget: float) -> QPoint:
    square = sweep.page.heat.board.square(cell(length, budget))
    assert square is not None
    return sweep.page.heat.box(*square).center().toPoint()


def test_a_click_selects_everywhere(done: Sweeping, qtbot: QtBot) -> None:
    page = done.page
    assert not page.open_button.isEnabled()
    qtbot.mouseClick(page.heat, LEFT, pos=middle(done, 4, 1.0))
    assert done.model.selected == page.heat.selected == page.frontier.selected == cell(4, 1.0)
    value = done.desk.settings.value
    assert (value("draft_length"), value("tv_budget")) == (4, 1.0) and done.tab.shown
    assert "sliders in Compare" in done.desk.comparison.status
    assert page.table.rows.cells[page.table.currentIndex().row()].setting == cell(4, 1.0)
    spot = page.frontier.spot(cell(2, 0.0))
    assert spot is not None and page.open_button.isEnabled()
    qtbot.mouseClick(page.frontier, LEFT, pos=spot.toPoint())
    assert page.heat.selected == cell(2, 0.0)
    assert (value("draft_length"), value("tv_budget")) == (2, 0.0)
    row = page.table.rows.row_of(cell(4, 0.0))
    at = page.table.visualRect(page.table.rows.index(row, 2)).center()
    qtbot.mouseClick(page.table.viewport(), LEFT, pos=at)
    assert page.heat.selected == page.frontier.selected == cell(4, 0.0)


def test_arrows_move_and_return_opens_in_compare(done: Sweeping, qtbot: QtBot) -> None:
    heat = done.page.heat
    heat.setFocus()
    for key, at in (
        (Qt.Key.Key_Right, cell(2, 0.0)),
        (Qt.Key.Key_Right, cell(2, 1.0)),
        (Qt.Key.Key_Up, cell(4, 1.0)),
        (Qt.Key.Key_Up, cell(4, 1.0)),
        (Qt.Key.Key_Left, cell(4, 0.0)),
    ):
        qtbot.keyClick(heat, key)
        assert done.model.selected == at
    assert heat.accessibleName() == "Speed-up heat map"
    assert heat.accessibleDescription().startswith("4 drafted tokens, TV budget 0.00: ")
    assert "times as fast as target only" in heat.accessibleDescription()
    qtbot.keyClick(heat, Qt.Key.Key_Return)
    column = done.desk.window.column
    assert not done.tab.shown
    assert (column.length.slider.value(), column.budget.slider.value()) == (4, 0)
    assert done.desk.comparison.status == "From the sweep: 4 drafted tokens, TV budget 0.00. Press Run."


def test_opening_a_cell_brings_the_sweeps_prompt_and_seed_and_is_one_step_of_undo(done: Sweeping) -> None:
    settings = done.desk.settings
    asked = settings.value("prompt")
    settings.set("prompt", "Another story.")
    settings.set("seed", 99)
    settings.settle()
    done.model.select(cell(2, 1.0))
    done.page.open_button.click()
    assert (settings.value("prompt"), settings.value("seed")) == (asked, 0)
    assert (settings.value("draft_length"), settings.value("tv_budget")) == (2, 1.0)
    settings.undo_stack.undo()
    assert (settings.value("prompt"), settings.value("tv_budget")) == ("Another story.", 0.4)


def double_click(qtbot: QtBot, widget: QWidget, pos: QPoint) -> None:
    """A second press hides the page, and the button is let go over what comes to stand there."""
    qtbot.mouseDClick(widget, LEFT, pos=pos)
    qtbot.mouseRelease(widget.window(), LEFT)


def test_double_clicks_open_too(done: Sweeping, qtbot: QtBot) -> None:
    double_click(qtbot, done.page.heat, middle(done, 2, 0.0))
    assert not done.tab.shown and done.desk.settings.value("draft_length") == 2
    done.tab.show_view("sweep")
    spot = done.page.frontier.spot(cell(4, 1.0))
    assert spot is not None
    double_click(qtbot, done.page.frontier, spot.toPoint())
    assert not done.tab.shown and done.desk.settings.value("draft_length") == 4


def test_the_frontier_by_keys(done: Sweeping, qtbot: QtBot) -> None:
    frontier = done.page.frontier
    frontier.setFocus()
    seen = []
    for _ in range(5):
        qtbot.keyClick(frontier, Qt.Key.Key_Right)
        seen.append(done.model.selected)
    assert len(set(seen)) == 4 and seen[-1] == seen[-2]
    assert ("Nothing beats it." in frontier.accessibleDescription()) == (seen[-1] in frontier.board.frontier)


def test_exports(done: Sweeping, tmp_path: Path) -> None:
    files = done.tab.files
    for kind, name in (("csv", "a.csv"), ("json", "a.json"), ("markdown", "a.md")):
        files.export(kind, tmp_path / name)
    prompt = done.desk.settings.value("prompt")
    assert len((tmp_path / "a.csv").read_text().splitlines()) == 7 and prompt in (tmp_path / "a.csv").read_text()
    assert json.loads((tmp_path / "a.json").read_text())["plan"]["base"]["prompt"] == prompt
    assert "| Setting |" in (tmp_path / "a.md").read_text() and "Storypair 22M" in (tmp_path / "a.md").read_text()
    files.export_picture(tmp_path / "a.png")
    picture = QImage(str(tmp_path / "a.png"))
    assert picture.width() >= 2 * done.page.width() and done.desk.comparison.status == "Exported as a.png."
    files.save(tmp_path / "copy.mentorscope-sweep")
    cells = len(done.model.results.board.cells)
    done.model.open(tmp_path / "copy.mentorscope-sweep")
    assert done.model.state == "finished" and len(done.model.results.board.cells) == cells


def test_what_cannot_be_written_or_read_is_told(done: Sweeping, tmp_path: Path) -> None:
    notice = done.page.notice.sentence
    for kind in ("csv", "json", "markdown"):
        done.tab.files.export(kind, tmp_path / "none" / "a")
        assert "could not be written" in notice.text()
    done.tab.files.export_picture(tmp_path / "none" / "a.png")
    assert "could not be written" in notice.text()
    bad = tmp_path / "bad.mentorscope-sweep"
    bad.write_bytes(b"\xff\x00 no sweep\n")
    shown = done.model.results
    done.model.open(bad)
    assert "not a sweep" in notice.text() and done.model.results is shown


def test_menu_commands_belong_to_the_view_in_front(done: Sweeping) -> None:
    actions = done.desk.window.actions_by_name
    assert actions["export_csv"].isEnabled() and not actions["save_run"].isEnabled()
    assert not actions["open_cell"].isEnabled() and actions["run"].text() == "Run sweep"
    done.model.select(cell(2, 0.0))
    assert actions["open_cell"].isEnabled()
    actions["view_compare"].trigger()
    assert not actions["export_csv"].isEnabled() and actions["save_run"].isEnabled()
    assert actions["run"].text() == "Run"


def test_opening_an_old_sweep_takes_its_axes_and_prompt(done: Sweeping) -> None:
    path, settings = done.model.path, done.desk.settings
    asked = settings.value("prompt")
    done.column.axes.lists["lengths"].field.setText("16")
    done.model.form.set("lengths", "16")
    settings.set("prompt", "Another story.")
    assert path is not None
    done.model.open(path)
    assert done.column.axes.lists["lengths"].field.text() == "2, 4" and settings.value("prompt") == asked
    assert done.tab.chooser.text().endswith("Sweep · 4 cells")
    assert done.tab.chooser.menu().actions()[0].isChecked()


def test_the_list_of_sweeps_has_room_for_an_older_day(done: Sweeping, monkeypatch: pytest.MonkeyPatch) -> None:
    chooser = done.tab.chooser
    narrow = chooser.width()
    monkeypatch.setattr("app.views.sweep.chooser.when", lambda *_: "30 Nov 2026 10:16")
    done.model.changed.emit()
    QApplication.processEvents()
    words = QFontMetricsF(done.desk.theme.font(13)).horizontalAdvance(chooser.text())
    assert chooser.width() > narrow and chooser.width() - 28 - 11 >= words
    assert chooser.geometry().right() < chooser.parentWidget().width()


def test_a_dropped_sweep_is_opened_wherever_it_falls(done: Sweeping) -> None:
    path, window, form = done.model.path, done.desk.window, done.model.form
    assert path is not None
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    for place in (window, window.column.prompt.editor.viewport(), done.column.prompt.editor.viewport()):
        prompt = done.desk.settings.value("prompt")
        form.set("lengths", "16")
        done.tab.show_view("compare")
        button, keys, act = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
        QApplication.sendEvent(place, QDragEnterEvent(QPoint(5, 5), act, data, button, keys))
        QApplication.sendEvent(place, QDropEvent(QPointF(5, 5), act, data, button, keys))
        assert done.tab.shown and form.value("lengths") == "2, 4"
        assert done.desk.settings.value("prompt") == prompt


def test_the_tooltip_has_every_figure_and_what_it_means(done: Sweeping) -> None:
    words = tooltip(done.model.board.cells[cell(4, 1.0)])
    for part in (
        "4 drafted tokens, TV budget 1.00",
        "2 of 2 timed runs",
        "tokens/s",
        "ms a round",
        "nats a token",
        "TV",
    ):
        assert part in words
    assert "Tokens/s divided by those of the target-only runs beside it" in words
    assert tooltip(None) == "This setting is not part of the sweep."


@pytest.mark.parametrize("size", [QSize(1440, 872), QSize(1100, 700)])
def test_nothing_is_clipped(done: Sweeping, qtbot: QtBot, size: QSize) -> None:
    window = done.desk.window
    window.resize(size)
    QApplication.processEvents()
    page = done.page
    for words in (page.finding, page.second, page.foot):
        assert words.height() >= words.heightForWidth(words.width()), words.text()
    for part in (page.copy_button, page.open_button):
        assert page.rect().contains(QRect(part.mapTo(page, QPoint(0, 0)), part.size()))
    assert page.heat.box(0, 0).height() > 30 and page.table.viewport().height() > 60
    for child in done.column.findChildren(QWidget):
        words = getattr(child, "text", None)
        if callable(words) and words() and child.isVisible() and not isinstance(child, Sentence):
            assert child.height() >= min(child.sizeHint().height(), 34), words()
            if isinstance(child, (QAbstractSpinBox, QLineEdit)):
                assert child.width() >= child.fontMetrics().horizontalAdvance(words()) + 2, words()


def test_every_part_has_a_name_and_tab_reaches_it(done: Sweeping) -> None:
    done.model.select(cell(2, 0.0))
    done.column.more.fold.set_unfolded(True)
    QApplication.processEvents()
    view = done.tab.view
    kinds = (QAbstractButton, QAbstractSpinBox, QLineEdit)
    parts = [child for kind in kinds for child in view.findChildren(kind) if child.isVisible() and child.isEnabled()]
    parts = [part for part in parts if not part.objectName().startswith("qt_")]
    parts += [done.page.heat, done.page.frontier, done.page.table, done.tab.chooser]
    assert len(parts) > 25 and [part for part in parts if not part.accessibleName()] == []
    chain, widget = set(), done.tab.chooser
    for _ in range(2000):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            chain.add(widget)
        widget = widget.nextInFocusChain()
    assert [part.accessibleName() for part in parts if part not in chain] == []
