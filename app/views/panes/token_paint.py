"""Marks of the token classes and overlays, painted around real text.

Shapes carry the class, colour only repeats it: none accepted, dotted relaxed, solid resampled, overline bonus,
dashed chosen.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from app.theme import Theme
from engine.events import Kind

#: A mark reaches from this far above the baseline to this far below it, in points.
ABOVE = 14.0
BELOW = 4.0
MARKED: frozenset[Kind] = frozenset({"relaxed", "resampled", "bonus", "chosen"})


def tint(kind: Kind, theme: Theme) -> QColor | None:
    """The tint behind a token of that class, if it has one."""
    return theme.colour(f"{kind}_tint") if kind in ("relaxed", "resampled") else None


def paint_tint(painter: QPainter, kind: Kind, rect: QRectF, theme: Theme) -> None:
    """The part of a mark that lies under the text."""
    colour = tint(kind, theme)
    if colour is not None:
        painter.fillRect(rect, colour)


def paint_line(painter: QPainter, kind: Kind, rect: QRectF, theme: Theme, dimmed: bool = False) -> None:
    """The part of a mark that lies over the text: dotted or solid below, or a line above."""
    name = {"relaxed": "relaxed_line", "resampled": "resampled_line", "chosen": "accent"}.get(kind, "text")
    colour = theme.colour("line" if dimmed and kind == "bonus" else "dimmed" if dimmed else name)
    if kind == "relaxed":
        paint_dots(painter, rect.left(), rect.right(), rect.bottom() + 1, colour)
    elif kind == "resampled":
        painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 2), colour)
    elif kind == "chosen":
        paint_dashes(painter, rect.left(), rect.right(), rect.bottom(), colour)
    elif kind == "bonus":
        painter.fillRect(QRectF(rect.left(), rect.top() - 0.5, rect.width(), 1), colour)


def paint_dots(painter: QPainter, left: float, right: float, y: float, colour: QColor) -> None:
    """Round dots of two points, about four apart, both ends full."""
    steps = max(1, round((right - left - 2) / 4))
    step = (right - left - 2) / steps
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    pen = QPen(colour, 2)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    painter.setPen(pen)
    painter.drawPoints([QPointF(left + 1 + i * step, y) for i in range(steps + 1)])
    painter.restore()


def paint_dashes(painter: QPainter, left: float, right: float, y: float, colour: QColor) -> None:
    """Dashes of two points' height, about seven apart, both ends full."""
    steps = max(1, round((right - left - 4) / 7))
    step = (right - left - 4) / steps
    for i in range(steps + 1):
        painter.fillRect(QRectF(left + i * step, y, 4, 2), colour)


def paint_diamond(painter: QPainter, centre: QPointF, colour: QColor, half: float = 4.0) -> None:
    """A filled diamond."""
    x, y = centre.x(), centre.y()
    corners = [QPointF(x, y - half), QPointF(x + half, y), QPointF(x, y + half), QPointF(x - half, y)]
    _fill(painter, corners, colour)


def paint_flag(painter: QPainter, top: QPointF, colour: QColor, half: float = 4.0) -> None:
    """A filled flag that flies to the right of its bar's top."""
    x, y = top.x(), top.y()
    _fill(painter, [QPointF(x - 1, y - half), QPointF(x + 2 * half - 1, y), QPointF(x - 1, y + half)], colour)


def _fill(painter: QPainter, corners: list[QPointF], colour: QColor) -> None:
    """A filled shape with smooth edges and no outline."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    painter.drawPolygon(QPolygonF(corners))
    painter.restore()


def paint_bar(painter: QPainter, rect: QRectF, colour: QColor, flag: bool) -> None:
    """A bar before a token, with a diamond on it, or a flag."""
    # The first difference has a gap of its own in the text, a flag only the space before its token.
    x = round(2 * rect.left() - (4.2 if flag else 6)) / 2
    top = rect.top() - 3
    painter.fillRect(QRectF(x - 1, top, 2, rect.bottom() - top - 1), colour)
    (paint_flag if flag else paint_diamond)(painter, QPointF(x, top), colour)


def paint_frame(painter: QPainter, rects: list[QRectF], colour: QColor) -> None:
    """A frame of two points around a token, one piece for each line that it is on."""
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(colour, 2)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(pen)
    for rect in rects:
        painter.drawRect(rect.adjusted(-1, -1, 1, 3))
    painter.restore()
