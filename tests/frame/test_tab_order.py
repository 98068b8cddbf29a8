"""Tab goes through the window as it is read."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.models.notice import Notice
from app.views.frame.header import HEIGHT as HEADER
from tests.frame.conftest import Desk

pytestmark = pytest.mark.qt_log_ignore("propagateSizeHints", extend=True)


def walk(desk: Desk, qtbot: QtBot) -> list[QWidget]:
    """Where Tab leads, from the first press on until it comes round."""
    seen: list[QWidget] = []
    desk.window.centralWidget().setFocus()
    for _ in range(200):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        widget = QApplication.focusWidget()
        if widget is None or widget in seen:
            break
        seen.append(widget)
    return seen


def place(desk: Desk, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(desk.window, QPoint(0, 0)), widget.size())


def region(desk: Desk, widget: QWidget) -> int:
    """Header, column, and what is at its right."""
    if place(desk, widget).center().y() < HEADER:
        return 0
    return 2 if place(desk, widget).left() > desk.window.column.width() else 1


def against_the_order(desk: Desk, stops: list[QWidget]) -> list[str]:
    """Names of what Tab comes to although it stands above what it comes from, or left of it on the same row."""
    found = []
    for one, other in pairwise(stops):
        before, after = place(desk, one), place(desk, other)
        if region(desk, one) != region(desk, other):
            wrong = region(desk, one) > region(desk, other)
        else:
            beside = after.top() <= before.bottom() and before.top() <= after.bottom()
            wrong = after.left() < before.left() if beside else after.bottom() < before.top()
        found += [other.accessibleName()] if wrong else []
    return found


def test_tab_goes_as_the_window_is_read(desk: Desk, qtbot: QtBot) -> None:
    window, history = desk.window, desk.window.additions.history
    desk.comparison.run()
    desk.finish()
    desk.settings.set("draft_pane", True)
    desk.finish()
    window.resize(1440, 900)
    history.model.pin(history.model.entries[0])
    desk.comparison.notice.emit(Notice("Something is wrong.", "Mend it.", "details"))
    window.notice.details_button.setChecked(True)
    QApplication.processEvents()
    names = [stop.accessibleName() for stop in walk(desk, qtbot)]
    assert names[0] == "View: Compare" and names[1].startswith("Pair: ")
    assert names[2:5] == ["Draft only pane", "Run history", "Preset prompts"]
    at = names.index("Details of the message")
    assert names[at : at + 6] == [
        *("Details of the message", "Close the message", "Details"),
        *("Pinned text", "Unpin", "Mentored text"),
    ]
    # A pane is read to its foot before the next one.
    assert against_the_order(desk, walk(desk, qtbot)) == ["Mentored text"]


def test_the_race_and_both_views_have_their_place_in_it(desk: Desk, qtbot: QtBot) -> None:
    window = desk.window
    desk.comparison.run()
    desk.finish()
    window.additions.race._toggle(True)
    stops = walk(desk, qtbot)
    assert window.additions.race.bar in stops and against_the_order(desk, stops) == []
    window.additions.race._toggle(False)
    window.actions_by_name["view_sweep"].trigger()
    QApplication.processEvents()
    stops = walk(desk, qtbot)
    names = [stop.accessibleName() for stop in stops]
    # Tab comes to the view that is shown; an arrow key leads to the other one.
    assert names[0] == "View: Sweep" and names[2:4] == ["Kept sweeps", "Preset prompts"]
    assert against_the_order(desk, stops) == []
    stops[0].setFocus()
    qtbot.keyClick(stops[0], Qt.Key.Key_Left)
    assert not window.sweep.shown and window.sweep.switch.segment("compare").isChecked()
