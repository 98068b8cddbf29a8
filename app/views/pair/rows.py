"""A row of the chooser's lists, painted: name, facts, a sign and the verdict under them."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QAbstractScrollArea, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.models.pair.choices import Row
from app.theme import Theme
from app.views.controls.glyphs import cross, pen, rounded, tick

ROW = Qt.ItemDataRole.UserRole
HEADING, NAME, SMALL = 30, 20, 16
PAD, SIGN, INDENT = 10, 16, 34
MOST_LINES = 3
Index = QModelIndex | QPersistentModelIndex


class RowDelegate(QStyledItemDelegate):
    """Paints a `Row`, or a group's heading where the item holds a text."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """As high as its words need at the list's width."""
        row = index.data(ROW)
        if not isinstance(row, Row):
            return QSize(0, HEADING)
        return QSize(0, 2 * PAD - 4 + NAME + SMALL * (bool(row.facts) + self._lines(row, self._width())))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Heading or row."""
        row, box = index.data(ROW), option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(row, Row):
            state = option.state
            self._paint_ground(painter, box, state)
            self._paint_row(painter, box, row)
        else:
            painter.setFont(self._theme.font(11, semibold=True))
            painter.setPen(self._theme.colour("secondary"))
            painter.drawText(box.adjusted(PAD, 8, -PAD, 0), Qt.AlignmentFlag.AlignVCenter, str(row))
        painter.restore()

    def _paint_ground(self, painter: QPainter, box: QRect, state: QStyle.StateFlag) -> None:
        inner = QRectF(box).adjusted(1, 1, -1, -1)
        if state & QStyle.StateFlag.State_Selected:
            focused = state & QStyle.StateFlag.State_HasFocus
            border = self._theme.colour("accent") if focused else None
            rounded(painter, inner, self._theme.colour("selection"), border, width=2)
        elif state & QStyle.StateFlag.State_MouseOver:
            rounded(painter, inner, self._theme.colour("text", 0.04), None)

    def _paint_row(self, painter: QPainter, box: QRect, row: Row) -> None:
        left, top, width = box.left() + INDENT, box.top() + PAD - 2, box.width() - INDENT - PAD
        self._sign(painter, QRectF(box.left() + PAD, top + 2, SIGN, SIGN), row)
        dimmed = row.state == "bad"
        badge = "in use" if row.in_use else ""
        room = width - (self._metrics(11).horizontalAdvance(badge) + 12 if badge else 0)
        name = self._metrics(13, True).elidedText(row.name, Qt.TextElideMode.ElideMiddle, room)
        self._text(painter, QRect(left, top, room, NAME), name, 13, "secondary" if dimmed else "text", True)
        if badge:
            self._text(painter, QRect(left, top, width, NAME), badge, 11, "secondary", right=True)
        top += NAME
        if row.facts:
            self._text(painter, QRect(left, top, width, SMALL), row.facts, 11, "secondary")
            top += SMALL
        tone = "text" if row.state in ("good", "bad", "fetch") else "secondary"
        lines = self._wrapped(row.words, width)
        for i, line in enumerate(lines):
            self._text(painter, QRect(left, top + SMALL * i, width, SMALL), line, 11, tone)

    def _sign(self, painter: QPainter, box: QRectF, row: Row) -> None:
        """A ticked disc for what fits, a crossed ring for what does not, an arrow for what can be fetched."""
        if row.state == "good":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent"))
            painter.drawEllipse(box.adjusted(1, 1, -1, -1))
            tick(painter, box, self._theme.colour("on_accent"), 1.6)
            return
        colour = self._theme.colour("secondary")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pen(colour, 1.4))
        if row.state == "bad":
            painter.drawEllipse(box.adjusted(1.7, 1.7, -1.7, -1.7))
            cross(painter, box.center(), colour, 2.4)
        elif row.state == "fetch":
            _down_arrow(painter, box.center())
        elif row.state == "waiting":
            painter.setPen(pen(self._theme.colour("border"), 1.4))
            painter.drawEllipse(box.adjusted(1.7, 1.7, -1.7, -1.7))
        else:
            _stack(painter, box, colour)

    def _text(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        size: int,
        tone: str,
        semibold: bool = False,
        right: bool = False,
    ) -> None:
        painter.setFont(self._font(size, semibold))
        painter.setPen(self._theme.colour(tone))
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        fitted = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, box.width())
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | side, fitted)

    def _lines(self, row: Row, width: int) -> int:
        return len(self._wrapped(row.words, width - INDENT - PAD)) if row.words else 0

    def _wrapped(self, words: str, width: int) -> list[str]:
        """Lines of the caption's size; what does not fit on the last is cut by the painter."""
        metrics = self._metrics(11)
        lines: list[str] = []
        for word in words.split():
            if (lines and metrics.horizontalAdvance(f"{lines[-1]} {word}") <= width) or len(lines) == MOST_LINES:
                lines[-1] += f" {word}"
            else:
                lines.append(word)
        return lines

    def _width(self) -> int:
        view = self.parent()
        return view.viewport().width() if isinstance(view, QAbstractScrollArea) else 360

    def _font(self, size: int, semibold: bool = False) -> QFont:
        return self._theme.font(size, semibold)

    def _metrics(self, size: int, semibold: bool = False) -> QFontMetrics:
        return QFontMetrics(self._font(size, semibold))


def _down_arrow(painter: QPainter, centre: QPointF) -> None:
    painter.drawLine(centre + QPointF(0, -5.5), centre + QPointF(0, 2.5))
    painter.drawPolyline([centre + QPointF(-3.2, -0.7), centre + QPointF(0, 2.5), centre + QPointF(3.2, -0.7)])
    painter.drawLine(centre + QPointF(-5, 5.8), centre + QPointF(5, 5.8))


def _stack(painter: QPainter, box: QRectF, colour: QColor) -> None:
    """Three bars: a model."""
    painter.setPen(pen(colour, 1.4))
    for y in (4.0, 8.0, 12.0):
        painter.drawLine(QPointF(box.left() + 3, box.top() + y), QPointF(box.right() - 3, box.top() + y))
