"""Where the window stands and how it is divided: kept between starts, and fitted to its size until moved by hand."""

from PySide6.QtCore import QByteArray, QPoint, QSettings, QSize
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QSplitter, QWidget

from app.views.controls.column import NARROW, WIDTH

DEFAULT_SIZE = QSize(1440, 900)
MINIMUM_SIZE = QSize(1100, 700)
#: Below these the column and the plots take less.
WIDE, TALL = 1280, 800
BOTTOM, LOW_BOTTOM = 262, 180


class Division:
    """The two splitters. A divider that the user has moved stays where it was put."""

    def __init__(self, columns: QSplitter, rows: QSplitter) -> None:
        self._columns, self._rows = columns, rows
        self._moved = {"columns": False, "rows": False}
        columns.splitterMoved.connect(lambda *_: self._moved.update(columns=True))
        rows.splitterMoved.connect(lambda *_: self._moved.update(rows=True))

    def fit(self, size: QSize) -> None:
        """Give column and plots what the design gives them in a window of that size."""
        if not self._moved["columns"]:
            column = WIDTH - 1 if size.width() >= WIDE else NARROW - 1
            self._columns.setSizes([column, max(1, size.width() - column - 1)])
        if not self._moved["rows"]:
            bottom = BOTTOM if size.height() >= TALL else LOW_BOTTOM
            whole = sum(self._rows.sizes()) or size.height()
            self._rows.setSizes([max(1, whole - bottom), bottom])

    def save(self, store: QSettings) -> None:
        """Keep the dividers that were moved."""
        for name, splitter in (("columns", self._columns), ("rows", self._rows)):
            if self._moved[name]:
                store.setValue(f"window/{name}", splitter.saveState())
            else:
                store.remove(f"window/{name}")

    def restore(self, store: QSettings) -> None:
        """Put the dividers where they were."""
        for name, splitter in (("columns", self._columns), ("rows", self._rows)):
            state = store.value(f"window/{name}")
            if isinstance(state, QByteArray) and splitter.restoreState(state):
                self._moved[name] = True


def save_place(window: QWidget, store: QSettings) -> None:
    """Keep the window's size and place, as they are when it does not fill the screen."""
    frame = window.normalGeometry() if window.isFullScreen() or window.isMaximized() else window.geometry()
    store.setValue("window/size", frame.size())
    store.setValue("window/position", frame.topLeft())
    store.setValue("window/full_screen", window.isFullScreen())


def restore_place(window: QWidget, store: QSettings) -> None:
    """Bring size and place back; a place that no screen shows any more is left out."""
    size, place = store.value("window/size"), store.value("window/position")
    if isinstance(size, QSize) and size.isValid():
        window.resize(size.expandedTo(MINIMUM_SIZE))
    if isinstance(place, QPoint) and QGuiApplication.screenAt(place + QPoint(80, 10)) is not None:
        window.setGeometry(place.x(), place.y(), window.width(), window.height())
    if store.value("window/full_screen", False, bool):
        window.showFullScreen()
