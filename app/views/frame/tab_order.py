"""The order in which Tab goes through the window: as it is read, from the top down and from left to right.

Qt goes in the order in which the widgets were made, and several are made after what they stand before.
"""

from collections.abc import Sequence
from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QWidget


def put_in_order(anchor: QWidget, parts: Sequence[QWidget]) -> None:
    """Let Tab go from `anchor` through these parts one after the other, within each in the order that it has.

    What is in none of the parts comes after them.
    """
    stops: dict[QWidget, list[QWidget]] = {part: [] for part in parts}
    widget = anchor.nextInFocusChain()
    while widget is not None and widget is not anchor:
        part = _part_of(widget, stops)
        if part is not None and widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.focusProxy() is None:
            stops[part].append(widget)
        widget = widget.nextInFocusChain()
    for one, other in pairwise([anchor, *(stop for part in parts for stop in stops[part])]):
        QWidget.setTabOrder(one, other)


def in_layout(whole: QWidget) -> list[QWidget]:
    """The parts of a splitter, or of what has a layout, in the order in which they stand; also what is hidden now."""
    if isinstance(whole, QSplitter):
        widgets = [whole.widget(place) for place in range(whole.count())]
    else:
        layout = whole.layout()
        items = [layout.itemAt(place) for place in range(layout.count())] if layout is not None else []
        widgets = [item.widget() for item in items if item is not None]
    return [widget for widget in widgets if widget is not None]


def _part_of(widget: QWidget, parts: dict[QWidget, list[QWidget]]) -> QWidget | None:
    at: QWidget | None = widget
    while at is not None and at not in parts:
        at = at.parentWidget()
    return at
