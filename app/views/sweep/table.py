"""The sweep's table: sorted by a click on a head, right-aligned, one row selected with the rest of the tab."""

from PySide6.QtCore import QModelIndex, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QGuiApplication, QKeyEvent, QKeySequence, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QTableView, QWidget

from app.models.sweep.board import Board
from app.theme import Theme
from app.views.panes.scroll import ThinScrollBar
from app.views.sweep.table_model import DOWN, SweepTableModel
from engine.sweep.plan import Setting

ROW, HEAD, TALL_HEAD = 26, 34, 42
#: The least between two columns, points; and at the right end.
LEAST_GAP, END = 8, 14
#: What Qt itself leaves free around the words of a cell.
MARGIN = 8


class Heads(QHeaderView):
    """The heads, 11 points, on one or two lines."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self.tall = False
        self.setSectionsClickable(True)
        self.setHighlightSections(False)
        self.setAccessibleName("Columns")

    def sizeHint(self) -> QSize:
        """The height by the number of lines."""
        return QSize(super().sizeHint().width(), TALL_HEAD if self.tall else HEAD)

    def paintSection(self, painter: QPainter, rect: QRect, index: int) -> None:
        """Words at the right, a hairline below."""
        painter.save()
        painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, self._theme.colour("line"))
        painter.setFont(self._theme.font(11))
        words = str(self.model().headerData(index, Qt.Orientation.Horizontal) or "")
        sorted_here = isinstance(self.model(), SweepTableModel) and words.endswith((" ▴", DOWN))
        painter.setPen(self._theme.colour("text" if sorted_here else "secondary"))
        box = rect.adjusted(0, 0, -LEAST_GAP - 3, 0)
        painter.drawText(box, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, words)
        painter.restore()


class RowsBar(ThinScrollBar):
    """The scroll bar at the right of a table, whose rows run on beneath it to the card's edge."""

    def __init__(self, theme: Theme, table: QTableView) -> None:
        super().__init__(theme, Qt.Orientation.Vertical)
        self._table = table

    def paint_ground(self, painter: QPainter) -> None:
        """Each row's line and, where it is selected, its colour; the line under the heads."""
        super().paint_ground(painter)
        table, width = self._table, self.width()
        top = table.viewport().mapTo(table, QPoint()).y() - self.mapTo(table, QPoint()).y()
        painter.fillRect(0, top - 1, width, 1, self._theme.colour("line"))
        chosen = {index.row() for index in table.selectionModel().selectedRows()}
        for row in range(max(table.rowAt(0), 0), table.model().rowCount()):
            begin, height = top + table.rowViewportPosition(row), table.rowHeight(row)
            if begin > self.height():
                break
            if row in chosen:
                painter.fillRect(0, begin, width, height, self._theme.colour("selection"))
            painter.fillRect(0, begin + height - 1, width, 1, self._theme.colour("grid"))


class SweepTable(QTableView):
    """One row a setting.

    Signals:
        chosen, opened: a `Setting`.
    """

    chosen = Signal(object)
    opened = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._selected: Setting | None = None
        self._quiet = False
        self.rows = SweepTableModel(theme)
        self.heads = Heads(theme, self)
        self.setAccessibleName("Sweep, one row a setting")
        self._set_up(theme)
        self.setModel(self.rows)
        self.heads.sectionClicked.connect(self._sort)
        self.selectionModel().currentRowChanged.connect(self._on_row)
        self.selectionModel().selectionChanged.connect(self.verticalScrollBar().update)
        self.activated.connect(self._on_activated)
        theme.changed.connect(self._dress)
        self._dress()

    def show_board(self, board: Board, selected: Setting | None, preset: str = "") -> None:
        """Show a sweep's rows."""
        self._selected, self._quiet = selected, True
        self.rows.show_board(board, preset)
        self._fit()
        self._show_selection()
        self._quiet = False

    def copy(self) -> None:
        """Put the table on the clipboard, as lines of values with tabs between them."""
        QGuiApplication.clipboard().setText("\n".join("\t".join(line) for line in self.rows.lines()) + "\n")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The columns share the width."""
        super().resizeEvent(event)
        self._fit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Says what will be here while nothing is."""
        super().paintEvent(event)
        if not self.rows.cells:
            painter = QPainter(self.viewport())
            painter.setFont(self._theme.font(13))
            painter.setPen(self._theme.colour("dimmed"))
            area = self.viewport().rect()
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, "One row a setting, as soon as it is measured.")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return opens on every platform."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._on_activated(self.currentIndex())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy()
        else:
            super().keyPressEvent(event)

    def _set_up(self, theme: Theme) -> None:
        self.setHorizontalHeader(self.heads)
        self.setVerticalScrollBar(RowsBar(theme, self))
        self.setHorizontalScrollBar(ThinScrollBar(theme, Qt.Orientation.Horizontal))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.setWordWrap(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)  # no row is cut under the header
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(ROW)
        self.verticalHeader().setMinimumSectionSize(ROW)
        self.heads.setMinimumSectionSize(20)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    def _dress(self) -> None:
        colours = self._theme.colours
        self.setStyleSheet(
            f"QTableView {{ background: transparent; color: {colours.text}; outline: 0;"
            f" border: 2px solid {colours.surface}; border-radius: 5px; "
            f" selection-background-color: {colours.selection}; selection-color: {colours.text}; }}"
            f"QTableView::item {{ border: 0; border-bottom: 1px solid {colours.grid}; padding: 0 {LEAST_GAP}px 0 0; }}"
            f"QTableView::item:selected {{ background: {colours.selection}; color: {colours.text}; }}"
            f"QTableView:focus {{ border: 2px solid {colours.accent}; }}"
            "QHeaderView, QAbstractScrollArea::corner { background: transparent; border: 0; }"
        )

    def _fit(self) -> None:
        """Heads on one line where all fit, else on two; what is left over goes to all columns alike."""
        count = len(self.rows.columns)
        room = self.viewport().width() - END
        wide = self._natural(narrow=False)
        narrow = sum(wide) + LEAST_GAP * count > room
        if narrow:
            wide = self._natural(narrow=True)
        self.rows.set_narrow(narrow)
        self.heads.tall = narrow
        self.heads.updateGeometry()
        self.updateGeometries()
        spare = max(0.0, (room - sum(wide)) / count)
        gap = max(LEAST_GAP, int(spare))
        rest = max(0, room - sum(wide) - gap * count)
        for index, width in enumerate(wide):
            extra = END if index == count - 1 else 0
            self.setColumnWidth(index, width + gap + extra + (1 if index < rest else 0))

    def _natural(self, narrow: bool) -> list[int]:
        """What head and cells of each column need."""
        small = QFontMetrics(self._theme.font(11))
        plain, strong = QFontMetrics(self._theme.font(13)), QFontMetrics(self._theme.font(13, semibold=True))
        found = []
        for column in self.rows.columns:
            head = self.rows.head(column, narrow) + (DOWN if column.key == self.rows.sorted_by else "")
            metrics = strong if column.key == "speedup" else plain
            widths = [small.horizontalAdvance(line) for line in head.split("\n")]
            widths += [metrics.horizontalAdvance(column.text(cell)) for cell in self.rows.cells]
            found.append(max(widths) + MARGIN)
        return found

    def _sort(self, column: int) -> None:
        self._quiet = True
        self.rows.sort_by(column)
        self._fit()
        self._show_selection()
        self._quiet = False

    def _show_selection(self) -> None:
        row = self.rows.row_of(self._selected)
        if row is None:
            self.clearSelection()
            self.selectionModel().clearCurrentIndex()
            return
        index = self.rows.index(row, 0)
        seen = self.viewport().rect().contains(self.visualRect(index).center())
        self.setCurrentIndex(index)
        if not seen:
            self.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._quiet:
            self._selected = self.rows.cells[current.row()].setting
            self.chosen.emit(self._selected)

    def _on_activated(self, index: QModelIndex) -> None:
        if index.isValid():
            self.opened.emit(self.rows.cells[index.row()].setting)
