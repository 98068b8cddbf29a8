"""The heat map: speed-up by draft length and TV budget, with the break-even line along the edges of cells."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPaintEvent,
)

from app.models.sweep.board import Board
from app.models.sweep.cell import Cell, budget_words, row_words
from app.models.sweep.table import times
from app.theme import Theme
from app.views.sweep.heat_paint import GAP, even, faster, line_sample, paint_break_even, paint_cell, paint_frame, slower
from app.views.sweep.picture import Picture
from app.views.sweep.words import spoken
from engine.sweep.plan import Setting

NAME = "Speed-up heat map"
LEFT, TOP, RIGHT, BOTTOM = 63, 45, 21, 48
#: Room for the longest word beside a row, points.
LONGEST_ROW = 48
_MOVES = {Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, 1), Qt.Key.Key_Down: (0, -1)}


class HeatMap(Picture):
    """A click or the arrow keys choose a cell; a double click or Return opens it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__(theme, NAME)
        self.show_board(self.board, None)

    def show_board(self, board: Board, selected: Setting | None) -> None:
        """Show a sweep, with one of its settings selected."""
        self.board, self.selected = board, selected
        if not board.rows:
            words = "No cells yet."
        elif board.square(selected) is None:
            words = f"{len(board.rows)} draft lengths by {len(board.columns)} TV budgets. No cell selected."
        else:
            words = spoken(board.cells.get(selected) if selected else None)
        self.setAccessibleDescription(words)
        self.update()

    # Places

    def area(self) -> QRectF:
        """Where the cells are."""
        left = LEFT if all(policy == "fixed" for policy, _ in self.board.rows) else LEFT + LONGEST_ROW - 22
        return QRectF(left, TOP, max(40, self.width() - left - RIGHT), max(40, self.height() - TOP - BOTTOM))

    def box(self, column: int, row: int) -> QRectF:
        """The square of a cell, without the gap to its neighbours."""
        area = self.area()
        columns, rows = max(1, len(self.board.columns)), max(1, len(self.board.rows))
        wide, high = (area.width() + GAP) / columns, (area.height() + GAP) / rows
        return QRectF(area.x() + column * wide, area.y() + (rows - 1 - row) * high, wide - GAP, high - GAP)

    def square_at(self, point: QPointF) -> tuple[int, int] | None:
        """Column and row under a point."""
        for column in range(len(self.board.columns)):
            for row in range(len(self.board.rows)):
                if self.box(column, row).adjusted(-1, -1, 1, 1).contains(point):
                    return column, row
        return None

    def setting_at(self, point: QPointF) -> Setting | None:
        """The setting of the square under a point."""
        square = self.square_at(point)
        return None if square is None else self.board.setting(*square)

    # Hand and keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move, Return opens."""
        key = Qt.Key(event.key())
        square = self.board.square(self.selected)
        if key in _MOVES and self.board.rows:
            across, up = _MOVES[key] if square else (0, 0)
            column, row = square or (0, 0)
            column = min(max(0, column + across), len(self.board.columns) - 1)
            self._choose(column, min(max(0, row + up), len(self.board.rows) - 1))
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and square and self.selected is not None:
            self.opened.emit(self.selected)
        else:
            super().keyPressEvent(event)

    def copy_data(self) -> None:
        """Put the grid on the clipboard: a line a row from the top, with tabs."""
        lines = ["\t".join(["draft length \\ TV budget", *(budget_words(b) for b in self.board.columns)])]
        for row in reversed(range(len(self.board.rows))):
            cells = [self.board.at(column, row) for column in range(len(self.board.columns))]
            figures = ["" if cell is None or cell.speedup is None else times(cell.speedup) for cell in cells]
            lines.append("\t".join([row_words(self.board.setting(0, row)), *figures]))
        QGuiApplication.clipboard().setText("\n".join(lines) + "\n")

    def _choose(self, column: int, row: int) -> None:
        self.chosen.emit(self.board.setting(column, row))

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Everything."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_ground(painter)
        names = ("slower", "even", "faster", "1.0×")
        samples = (slower(self.theme), even(self.theme), faster(self.theme), line_sample(self.theme))
        legend = [(name, 20.0, sample) for name, sample in zip(names, samples, strict=True)]
        self.paint_title(painter, ("Speed-up against target only", "Speed-up"), legend)
        if not self.board.rows:
            self.paint_hint(painter, "One cell for each draft length and TV budget.")
            return
        for column in range(len(self.board.columns)):
            for row in range(len(self.board.rows)):
                self._paint_cell(painter, self.board.at(column, row), column, row)
        self._paint_axes(painter)
        paint_break_even(painter, self.theme, self.board, self.box)
        square = self.board.square(self.selected)
        if square is not None:
            paint_frame(painter, self.theme, self.box(*square), self.hasFocus())

    def _paint_cell(self, painter: QPainter, cell: Cell | None, column: int, row: int) -> None:
        running = self.board.running == self.board.setting(column, row)
        paint_cell(painter, self.theme, self.box(column, row), cell, running, self.board.full)

    def _paint_axes(self, painter: QPainter) -> None:
        area = self.area()
        painter.setFont(self.theme.font(12))
        painter.setPen(self.theme.colour("text"))
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        high, last = painter.fontMetrics().ascent(), 1e9
        for row in range(len(self.board.rows)):
            box = self.box(0, row)
            if last - box.center().y() < high:
                continue
            last = box.center().y()
            words = QRectF(24, box.center().y() - 10, area.x() - 11.5 - 24, 20)
            painter.drawText(words, right, row_words(self.board.setting(0, row)))
        wide = max(painter.fontMetrics().horizontalAdvance(budget_words(b)) for b in self.board.columns) + 8
        last = -1e9
        for column, budget in enumerate(self.board.columns):
            box = self.box(column, 0)
            if box.center().x() - last >= wide:
                last = box.center().x()
                under = QRectF(last - 40, area.bottom() + 2, 80, 22)
                painter.drawText(under, Qt.AlignmentFlag.AlignCenter, budget_words(budget))
        self.paint_axis_title(painter, "TV budget", QPointF(area.center().x(), area.bottom() + 31))
        self.paint_axis_title(painter, "Draft length, tokens", QPointF(22, area.center().y()), upright=True)
