"""How one cell, the break-even line and the selection of the heat map are painted."""

from collections.abc import Callable

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from app.models.sweep.board import Board
from app.models.sweep.cell import Cell
from app.models.sweep.table import times
from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.sweep.card import Sample
from app.views.sweep.heat_colours import heat_colour, ink_on
from app.views.sweep.words import range_words

#: Between two cells, points.
GAP = 2.0
LINE = 3.0
#: From this height on a cell has room for a second line.
ROOM_FOR_RANGE = 34
_CENTRE = Qt.AlignmentFlag.AlignCenter


def paint_cell(painter: QPainter, theme: Theme, box: QRectF, cell: Cell | None, running: bool, full: float) -> None:
    """Ground and figures of one square.

    Args:
        cell: None for a setting that is not part of the sweep, which stays blank.
        running: whether it is being measured now. full: the speed-up at which the blue is full.
    """
    if cell is None:
        painter.fillRect(box, theme.colour("text", 0.025))
        return
    if cell.speedup is None:
        _paint_unknown(painter, theme, box, running)
        return
    ground = heat_colour(theme, cell.speedup, full)
    ink = ink_on(ground)
    painter.fillRect(box, ground)
    words = times(cell.speedup)
    small = ""
    if cell.known == "predicted":
        _hatch(painter, box, ink)
        words = f"≈ {words}"
    elif cell.known == "some":
        small = "running" if running else f"{cell.runs} of {cell.planned}"
    elif cell.straddles:
        small = range_words(cell.summary.speedup if cell.summary else None)
    _paint_words(painter, theme, box, words, small, ink, ground if cell.known == "predicted" else None)


def _paint_words(
    painter: QPainter, theme: Theme, box: QRectF, words: str, small: str, ink: QColor, behind: QColor | None
) -> None:
    two = bool(small) and box.height() >= ROOM_FOR_RANGE
    size = next((size for size in (14, 13, 12, 11, 10, 9) if _fits(theme, size, words, box)), 0)
    if not size:
        return  # colour, tooltip and table tell
    painter.setFont(theme.font(size, semibold=True))
    painter.setPen(ink)
    line = QRectF(box.x(), box.center().y() - 11 - (7 if two else 0), box.width(), 22)
    if behind is not None:
        wide = QFontMetricsF(painter.font()).horizontalAdvance(words) + 8
        painter.fillRect(QRectF(line.center().x() - wide / 2, line.y() + 1, wide, 20), behind)
    painter.drawText(line, _CENTRE, words)
    if two:
        painter.setFont(theme.font(11))
        if QFontMetricsF(painter.font()).horizontalAdvance(small) <= box.width():
            painter.drawText(line.translated(0, 16.5), _CENTRE, small)


def _fits(theme: Theme, size: int, words: str, box: QRectF) -> bool:
    wide = QFontMetricsF(theme.font(size, semibold=True)).horizontalAdvance(words)
    return wide <= box.width() - min(6, box.width() / 8) and size <= box.height()


def _paint_unknown(painter: QPainter, theme: Theme, box: QRectF, running: bool) -> None:
    """Nothing is known yet: a quiet dash, or the word that it runs."""
    painter.fillRect(box, theme.colour("text", 0.06 if running else 0.035))
    painter.setFont(theme.font(11))
    painter.setPen(theme.colour("text" if running else "dimmed"))
    painter.drawText(box, _CENTRE, "running" if running and box.width() > 46 else "–")


def _hatch(painter: QPainter, box: QRectF, ink: QColor) -> None:
    """Slanted lines, which say that a figure is predicted."""
    painter.save()
    painter.setClipRect(box)
    faint = QColor(ink)
    faint.setAlphaF(0.3)
    painter.setPen(QPen(faint, 1))
    reach, x = box.height(), box.x() - box.height()
    while x < box.right():
        painter.drawLine(QLineF(x, box.bottom(), x + reach, box.y()))
        x += 7
    painter.restore()


def paint_break_even(painter: QPainter, theme: Theme, board: Board, box: Callable[[int, int], QRectF]) -> None:
    """Along the edges between cells of 1.0× and above and cells below; dashed where one of them is predicted."""
    for (column, row, beside), measured in board.break_even():
        cell = box(column, row)
        half = GAP / 2
        if beside:
            x = cell.right() + half
            edge = QLineF(x, cell.y() - half, x, cell.bottom() + half)
        else:
            y = cell.y() - half
            edge = QLineF(cell.x() - half, y, cell.right() + half, y)
        painter.setPen(_line_pen(theme, measured))
        painter.drawLine(edge)


def _line_pen(theme: Theme, measured: bool = True) -> QPen:
    pen = QPen(theme.colour("text"), LINE)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap if measured else Qt.PenCapStyle.FlatCap)
    if not measured:
        pen.setDashPattern([1.6, 1.2])
    return pen


def paint_frame(painter: QPainter, theme: Theme, box: QRectF, focus: bool) -> None:
    """The selected cell; a second line in the accent says that the keyboard is here."""
    # In a small cell the frame stands around it, so that its colour is still seen.
    small = min(box.width(), box.height()) < 24
    inner = box.adjusted(-1, -1, 1, 1) if small else box.adjusted(1.5, 1.5, -1.5, -1.5)
    radius = 2 if small else 4
    if focus:
        outer = inner.adjusted(-4, -4, 4, 4) if small else box.adjusted(-3, -3, 3, 3)
        rounded(painter, outer, None, theme.colour("surface"), radius=radius + 2, width=4)
        rounded(painter, outer, None, theme.colour("accent"), radius=radius + 2, width=2)
    rounded(painter, inner, None, theme.colour("text"), radius=radius, width=2)


def slower(theme: Theme) -> Sample:
    """A sample of the grey side."""
    return lambda painter, box: painter.fillRect(box, QBrush(heat_colour(theme, 0.6)))


def even(theme: Theme) -> Sample:
    """A sample of 1.0×, with a hairline, since it is as bright as the card."""
    return lambda painter, box: painter.fillRect(box, QBrush(heat_colour(theme, 1.0)))


def faster(theme: Theme) -> Sample:
    """A sample of the blue side."""
    return lambda painter, box: painter.fillRect(box, QBrush(heat_colour(theme, 1.9)))


def line_sample(theme: Theme) -> Sample:
    """The break-even line."""

    def paint(painter: QPainter, box: QRectF) -> None:
        painter.setPen(QPen(theme.colour("text"), LINE))
        painter.drawLine(QPointF(box.left(), box.center().y()), QPointF(box.right(), box.center().y()))

    return paint
