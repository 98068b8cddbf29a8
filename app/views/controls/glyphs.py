"""Small drawn signs: chevrons, triangles, a tick. Drawn, not pictures, so that they follow the theme."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPolygonF


def pen(colour: QColor, width: float = 1.0) -> QPen:
    """A round pen, `width` in points."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def chevron(painter: QPainter, centre: QPointF, colour: QColor, *, turned: float = 0.0) -> None:
    """A chevron 8 points wide, pointing down; `turned` is degrees clockwise, so -90 points right."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.translate(centre)
    painter.rotate(turned)
    painter.setPen(pen(colour, 1.5))
    painter.drawPolyline(QPolygonF([QPointF(-4, -2), QPointF(0, 2), QPointF(4, -2)]))
    painter.restore()


def triangle(painter: QPainter, centre: QPointF, colour: QColor, *, up: bool) -> None:
    """A filled triangle, 7 by 4.5 points."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(colour)
    tip = -2.25 if up else 2.25
    points = (QPointF(-3.6, -tip), QPointF(3.6, -tip), QPointF(0, tip))
    painter.drawPolygon(QPolygonF([centre + point for point in points]))
    painter.restore()


def tick(painter: QPainter, box: QRectF, colour: QColor, width: float = 1.7) -> None:
    """A tick inside a square."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(colour, width))
    shape = ((0.27, 0.52), (0.44, 0.68), (0.74, 0.34))
    painter.drawPolyline(QPolygonF([QPointF(box.x() + box.width() * x, box.y() + box.height() * y) for x, y in shape]))
    painter.restore()


def cross(painter: QPainter, centre: QPointF, colour: QColor, reach: float = 3.5) -> None:
    """A closing cross."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(pen(colour, 1.6))
    painter.drawLine(centre + QPointF(-reach, -reach), centre + QPointF(reach, reach))
    painter.drawLine(centre + QPointF(-reach, reach), centre + QPointF(reach, -reach))
    painter.restore()


def rounded(
    painter: QPainter, box: QRectF, fill: QColor | None, border: QColor | None, *, radius: float = 6, width: float = 1
) -> None:
    """A rounded rectangle whose border lies wholly inside `box`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    inner = box if border is None else box.adjusted(width / 2, width / 2, -width / 2, -width / 2)
    path = QPainterPath()
    path.addRoundedRect(inner, radius - width / 2, radius - width / 2)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    painter.setPen(pen(border, width) if border is not None else Qt.PenStyle.NoPen)
    painter.drawPath(path)
    painter.restore()
