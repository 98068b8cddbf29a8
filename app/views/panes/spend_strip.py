"""The spend strip: one bar a token, as high as the budget that it spent."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from app.theme import Theme
from app.views.controls.glyphs import rounded, triangle
from app.views.panes.spend_bars import BASE, INSET, TOP, SpendBars
from app.views.panes.token_paint import paint_diamond, paint_flag
from app.views.plots.series import place_ticks
from engine.record import RunRecord

#: Heights within the strip: the numbers' middle, and all of it.
NUMBERS, HEIGHT = 52, 61


class SpendStrip(QWidget):
    """Spent budget min(d, D) along the text, coloured by class, with the budget as a dashed line.

    Attributes:
        hovered: index of the token under the pointer, or None. clicked: index of the token that was clicked.
    """

    hovered = Signal(object)
    clicked = Signal(int)

    def __init__(self, theme: Theme, words: Callable[[int], str], parent: QWidget | None = None) -> None:
        """`words` tells a token's tooltip by its index."""
        super().__init__(parent)
        self._theme, self._words = theme, words
        self._bars = SpendBars(theme, self.width)
        self._difference: int | None = None
        self._hovered: int | None = None
        self._selected: int | None = None
        self._linked: range | None = None
        self._flag: int | None = None
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self.setAccessibleName("Spent budget per token")
        theme.changed.connect(self.update)

    def take(self, record: RunRecord | None) -> None:
        """Show a record, or what it has got since the last call."""
        if record is not self._bars.series.record:
            self._selected = self._linked = self._bars.preview = self._flag = None
        self._bars.series.take(record)
        self.setAccessibleDescription(_description(record))
        self.update()

    def set_difference(self, index: int | None) -> None:
        """Mark the first difference."""
        self._difference = index
        self.update()

    def set_preview(self, budget: float | None, first: int | None) -> None:
        """Show the spend at another budget, dimmed from one token on; None for the run's own."""
        self._bars.preview, self._flag = budget, first
        self.update()

    def set_selected(self, index: int | None) -> None:
        """Point at one token from below."""
        self._selected = index
        self.update()

    def set_linked(self, tokens: range | None) -> None:
        """Light up the tokens that the pointer is on here or elsewhere; only their band is painted anew."""
        if tokens != self._linked:
            before, self._linked = self._linked, tokens
            for part in (before, tokens):
                band = self._bars.band(part)
                if band is not None:
                    self.update(band.adjusted(-2, -2, 2, 2).toAlignedRect())

    def mean_spent(self) -> float | None:
        """Mean of min(d, D) over checked tokens, TV, at the previewed budget where there is one; None without any."""
        return self._bars.mean_spent()

    def token_at(self, x: float) -> int | None:
        """The token whose bar stands at that distance from the left edge."""
        return self._bars.token_at(x)

    def bar(self, index: int) -> QRectF:
        """A token's bar: where it stands, and how high."""
        return self._bars.bar(index)

    def colour(self, index: int) -> QColor:
        """A token's colour, by its class; pale where a preview would change it."""
        return self._bars.shade(self._bars.series.kinds[index], self._flag is not None and index >= self._flag)

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Base line, bars, the budget's line, the difference and the numbers."""
        painter = QPainter(self)
        self._paint_link(painter)
        painter.fillRect(QRectF(INSET, BASE, self.width() - 2 * INSET, 0.5), self._theme.colour("line"))
        for rect, colour in self._bars.laid_out(self._flag):
            painter.fillRect(rect, colour)
        if self._bars.series.record is not None:
            self._paint_budget(painter)
            self._paint_numbers(painter)
        if self._difference is not None and self._difference < len(self._bars):
            x = self.bar(self._difference).center().x()
            painter.fillRect(QRectF(x - 1, TOP - 4, 2, BASE - TOP + 7), self._theme.colour("text"))
            paint_diamond(painter, QPointF(x, TOP - 4), self._theme.colour("text"))
        self._paint_marks(painter)

    def event(self, event: QEvent) -> bool:
        """The tooltip of the token under the pointer."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.token_at(event.pos().x())
            if index is None:
                QToolTip.hideText()
            else:
                QToolTip.showText(event.globalPos(), self._words(index), self)
            return True
        if event.type() == QEvent.Type.Leave:
            self._hover(None)
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell which token was clicked."""
        index = self.token_at(event.position().x())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit(index)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Tell which token is under the pointer."""
        self._hover(self.token_at(event.position().x()))

    def _paint_link(self, painter: QPainter) -> None:
        """The band, in a thin frame."""
        band = self._bars.band(self._linked)
        if band is not None:
            rounded(painter, band, self._theme.colour("selection"), self._theme.colour("accent", 0.6), radius=2)

    def _paint_marks(self, painter: QPainter) -> None:
        """A triangle under the selected token, and a flag at the first that a preview changes."""
        accent = self._theme.colour("accent")
        if self._selected is not None and self._selected < len(self._bars):
            triangle(painter, QPointF(self.bar(self._selected).center().x(), BASE + 6), accent, up=True)
        if self._flag is not None and self._flag < len(self._bars):
            x = self.bar(self._flag).left()
            painter.fillRect(QRectF(x - 1, TOP - 4, 2, BASE - TOP + 5), accent)
            paint_flag(painter, QPointF(x, TOP - 4), accent)

    def _paint_budget(self, painter: QPainter) -> None:
        pen = QPen(self._theme.colour("text"), 1)
        pen.setDashPattern([4, 2.5])
        painter.setPen(pen)
        y = BASE - self._bars.budget_height()
        painter.drawLine(QPointF(INSET, y), QPointF(self.width() - INSET, y))

    def _paint_numbers(self, painter: QPainter) -> None:
        span = self._bars.series.span()
        painter.setFont(self._theme.font(11))
        painter.setPen(self._theme.colour("secondary"))
        metrics = painter.fontMetrics()
        for place in place_ticks(span, 4):
            wide = metrics.horizontalAdvance(str(place))
            left = INSET + self._bars.pitch() * (place - 0.5) - wide / 2
            left = min(max(float(INSET), left), self.width() - INSET - wide)
            box = QRectF(left, NUMBERS - 8, wide + 1, 16)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, str(place))

    def _hover(self, index: int | None) -> None:
        if index != self._hovered:
            self._hovered = index
            self.hovered.emit(index)


def _description(record: RunRecord | None) -> str:
    if record is None or record.mean_spent is None:
        return "No token was checked yet."
    return f"Mean {record.mean_spent:.2f} of {record.request.tv_budget:.2f} TV over {len(record.tokens)} tokens."
