"""The two lists of the chooser: rows by group, moved through with the arrows, chosen as one goes."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from app.models.pair.choices import Row
from app.theme import Theme
from app.views.pair.rows import ROW, RowDelegate


class ModelList(QListWidget):
    """Rows by group.

    Signals:
        chosen: the key of a row that the user went to. activated_row: Return or a double click on it.
        removed: Delete or Backspace on a row.
    """

    chosen = Signal(str)
    activated_row = Signal(str)
    removed = Signal(str)

    def __init__(self, theme: Theme, name: str, grouped: bool) -> None:
        super().__init__()
        self._theme, self._grouped = theme, grouped
        self._rows: tuple[Row, ...] = ()
        self.setObjectName("models")
        self.setAccessibleName(name)
        self.setItemDelegate(RowDelegate(theme, self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setMouseTracking(True)
        self.setUniformItemSizes(False)
        self.currentItemChanged.connect(self._on_current)
        self.itemActivated.connect(lambda item: self.activated_row.emit(self._key(item)))
        theme.changed.connect(self.viewport().update)

    @property
    def rows(self) -> tuple[Row, ...]:
        """What is shown, without the headings."""
        return self._rows

    @property
    def current(self) -> str:
        """The key of the row that is chosen, or ""."""
        return self._key(self.currentItem())

    def show_rows(self, rows: Sequence[Row], chosen: str) -> None:
        """Show these, with one of them chosen; the place that is scrolled to stays."""
        if tuple(rows) != self._rows:
            self._fill(tuple(rows))
        if chosen != self.current:
            blocked = self.blockSignals(True)
            item = next((item for item in self._items() if self._key(item) == chosen), None)
            self.setCurrentRow(self.row(item) if item is not None else -1)
            self.blockSignals(blocked)
            if item is not None:
                self.scrollToItem(item)
        self.viewport().update()

    def _fill(self, rows: tuple[Row, ...]) -> None:
        blocked, place, key = self.blockSignals(True), self.verticalScrollBar().value(), self.current
        same = [row.key for row in rows] == [row.key for row in self._rows]
        self._rows = rows
        if same:
            for item in self._items():
                if self._key(item):
                    self._dress(item, next(row for row in rows if row.key == self._key(item)))
            self.doItemsLayout()
        else:
            self.clear()
            group = ""
            for row in rows:
                if self._grouped and row.group != group:
                    group = row.group
                    self._add_heading(group)
                item = QListWidgetItem(self)
                self._dress(item, row)
                if row.key == key:
                    self.setCurrentItem(item)
        self.verticalScrollBar().setValue(place)
        self.blockSignals(blocked)

    def _add_heading(self, words: str) -> None:
        item = QListWidgetItem(self)
        item.setData(ROW, words)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, words)
        item.setFlags(Qt.ItemFlag.NoItemFlags)

    def _dress(self, item: QListWidgetItem, row: Row) -> None:
        item.setData(ROW, row)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, row.spoken)
        item.setToolTip(row.tip)

    def _items(self) -> list[QListWidgetItem]:
        return [self.item(i) for i in range(self.count())]

    def _key(self, item: QListWidgetItem | None) -> str:
        row = item.data(ROW) if item is not None else None
        return row.key if isinstance(row, Row) else ""

    def _on_current(self, item: QListWidgetItem | None) -> None:
        if self._key(item):
            self.chosen.emit(self._key(item))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace) and self.current:
            self.removed.emit(self.current)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.doItemsLayout()  # lines wrap anew
