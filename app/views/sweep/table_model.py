"""The rows and columns behind the sweep's table, and the order of its rows."""

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from app.models.sweep.board import Board
from app.models.sweep.cell import Cell, words
from app.models.sweep.table import Column, columns
from app.theme import Theme
from app.views.sweep.words import spoken
from engine.sweep.plan import Setting

Role = Qt.ItemDataRole
Index = QModelIndex | QPersistentModelIndex
UP, DOWN = " ▴", " ▾"


class SweepTableModel(QAbstractTableModel):
    """Measured settings, baselines included, sorted by a column; at first the fastest on top."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.columns: tuple[Column, ...] = columns(3)
        self.cells: list[Cell] = []
        self.sorted_by, self.falling = "speedup", True
        self.narrow = False

    def show_board(self, board: Board, preset: str = "") -> None:
        """Take a sweep's rows."""
        shown = columns(board.most_runs or 3, preset)
        cells = [cell for cell in board.cells.values() if cell.summary is not None]
        if [one.head for one in shown] != [one.head for one in self.columns] or len(cells) != len(self.cells):
            self.beginResetModel()
            self.columns, self.cells = shown, self._in_order(cells)
            self.endResetModel()
            return
        self.columns, self.cells = shown, self._in_order(cells)
        if cells:
            self.dataChanged.emit(self.index(0, 0), self.index(len(cells) - 1, len(self.columns) - 1))

    def sort_by(self, column: int) -> None:
        """Sort by a column; once more turns the order round."""
        key = self.columns[column].key
        self.falling = not self.falling if key == self.sorted_by else key not in ("length", "budget")
        self.sorted_by = key
        self.layoutAboutToBeChanged.emit()
        self.cells = self._in_order(self.cells)
        self.layoutChanged.emit()
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def set_narrow(self, narrow: bool) -> None:
        """Whether heads stand on two lines."""
        if narrow != self.narrow:
            self.narrow = narrow
            self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def row_of(self, setting: Setting | None) -> int | None:
        """A setting's row, or None."""
        return next((i for i, cell in enumerate(self.cells) if cell.setting == setting), None)

    def lines(self) -> list[list[str]]:
        """The table as words: heads, then rows."""
        heads = [self.head(column) for column in self.columns]
        return [heads, *([column.text(cell) for column in self.columns] for cell in self.cells)]

    def head(self, column: Column, narrow: bool = False) -> str:
        """A column's words, on one line or on two."""
        if narrow:
            return column.head
        return column.head.replace("-\n", "-").replace("\n", " ")

    # Qt's questions

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Settings with runs."""
        return 0 if parent.isValid() else len(self.cells)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """As many as the kind of sweep has."""
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Words, sides, the bold speed-up, and what is read out."""
        if not index.isValid():
            return None
        cell, column = self.cells[index.row()], self.columns[index.column()]
        if role == Role.DisplayRole:
            return column.text(cell)
        if role == Role.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        if role == Role.FontRole:
            return self._theme.font(13, semibold=column.key == "speedup")
        if role == Role.ToolTipRole:
            return f"{words(cell.setting)}\n{self.head(column)}: {column.text(cell)}\n{column.tip}"
        if role == Role.AccessibleTextRole:
            return f"{self.head(column)}: {column.text(cell)}"
        return spoken(cell) if role == Role.AccessibleDescriptionRole else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole) -> Any:
        """Heads with the sign of the order, and what each column means."""
        if orientation != Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        column = self.columns[section]
        if role == Role.DisplayRole:
            sign = (DOWN if self.falling else UP) if column.key == self.sorted_by else ""
            return self.head(column, self.narrow) + sign
        if role == Role.TextAlignmentRole:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return f"{column.tip}\nClick to sort." if role == Role.ToolTipRole else None

    def _in_order(self, cells: list[Cell]) -> list[Cell]:
        value = next(column.value for column in self.columns if column.key in (self.sorted_by, "speedup"))
        for column in self.columns:
            if column.key == self.sorted_by:
                value = column.value
        known = [cell for cell in cells if value(cell) is not None]
        unknown = [cell for cell in cells if value(cell) is None]
        return sorted(known, key=lambda cell: value(cell) or 0.0, reverse=self.falling) + unknown
