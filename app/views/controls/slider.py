"""The two sliders: a drawn track and handle over `QSlider`, which brings keys and accessibility."""

from math import ceil
from typing import ClassVar

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSlider, QWidget

from app.theme import Theme

#: From the widget's edge to the centre of the handle at either end, points.
INSET = 14
HANDLE = 18
TRACK = 4


class TrackSlider(QSlider):
    """A horizontal slider. A click on the track jumps there and drags on.

    Signals:
        drag_began, drag_ended: the mouse took hold of the handle, and let go.
        drag_undone: Esc was pressed while it was held; the value is back where the drag began.
    """

    drag_began = Signal()
    drag_ended = Signal()
    drag_undone = Signal()

    #: Where the track lies, points from the top; and the widget's height.
    TRACK_Y: ClassVar[float] = 13
    HEIGHT: ClassVar[int] = 26
    FILL: ClassVar[str] = "neutral"

    def __init__(self, theme: Theme, name: str, low: int, high: int, large: int, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._theme = theme
        self._ghost: float | None = None
        self._before: int | None = None
        self._large = large
        self.setRange(low, high)
        self.setSingleStep(1)
        self.setPageStep(large)
        self.setFixedHeight(self.HEIGHT)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        theme.changed.connect(self.update)

    @property
    def dragging(self) -> bool:
        """Whether the mouse holds the handle."""
        return self._before is not None

    @property
    def ghost(self) -> float | None:
        """Where the dashed ring is, in the slider's own units."""
        return self._ghost

    def set_ghost(self, value: float | None) -> None:
        """Draw a dashed ring at a value (the slider's own units), or none."""
        self._ghost = value
        self.update()

    def show_value(self, value: int) -> None:
        """Show a value that came from elsewhere, without telling anyone."""
        blocked = self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(blocked)
        self.update()

    def x_of(self, value: float) -> float:
        """Where a value lies, points from the left."""
        low, high = self.minimum(), self.maximum()
        return INSET + (self.width() - 2 * INSET) * (value - low) / (high - low)

    def value_at(self, x: float) -> int:
        """The value nearest to a place, points from the left."""
        share = (x - INSET) / max(1, self.width() - 2 * INSET)
        value = round(self.minimum() + share * (self.maximum() - self.minimum()))
        return min(self.maximum(), max(self.minimum(), value))

    def sizeHint(self) -> QSize:
        return QSize(200, self.HEIGHT)

    def minimumSizeHint(self) -> QSize:
        return QSize(120, self.HEIGHT)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() != Qt.MouseButton.LeftButton:
            return
        event.accept()
        self._before = self.value()
        self.setSliderDown(True)
        self.drag_began.emit()
        self.setValue(self.value_at(event.position().x()))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self.dragging:
            self.setValue(self.value_at(event.position().x()))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self.dragging and event.button() == Qt.MouseButton.LeftButton:
            self._let_go()

    def _let_go(self) -> None:
        self._before = None
        self.setSliderDown(False)
        self.drag_ended.emit()
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Down: -1, Qt.Key.Key_Right: 1, Qt.Key.Key_Up: 1}
        if event.key() == Qt.Key.Key_Escape and self._before is not None:
            self.setValue(self._before)
            self.drag_undone.emit()
            self._let_go()
        elif event.key() in steps:
            large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            self.setValue(self.value() + steps[Qt.Key(event.key())] * (self._large if large else 1))
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        # The wheel scrolls the column; a slider that moves under it would start a run unasked.
        event.ignore()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_track(painter)
        self._paint_scale(painter)
        if self._ghost is not None:
            self._paint_ghost(painter, self._ghost)
        self._paint_handle(painter)

    def _paint_track(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        left, right, top = INSET - 2, self.width() - INSET + 2, self.TRACK_Y - TRACK / 2
        painter.setBrush(self._theme.colour("groove"))
        painter.drawRoundedRect(QRectF(left, top, right - left, TRACK), TRACK / 2, TRACK / 2)
        painter.setBrush(self._theme.colour(self.FILL if self.isEnabled() else "dimmed"))
        painter.drawRoundedRect(QRectF(left, top, self.x_of(self.value()) - left, TRACK), TRACK / 2, TRACK / 2)

    def _paint_scale(self, painter: QPainter) -> None:
        """What lies beside the track: marks or ticks."""

    def _paint_ghost(self, painter: QPainter, value: float) -> None:
        pen = QPen(self._theme.colour("secondary"), 1.5)
        pen.setDashPattern([1.6, 1.4])
        painter.setPen(pen)
        painter.setBrush(self._theme.colour("side"))
        painter.drawEllipse(QPointF(self.x_of(value), self.TRACK_Y), 7.25, 7.25)

    def _paint_handle(self, painter: QPainter) -> None:
        centre = QPointF(self.x_of(self.value()), self.TRACK_Y)
        lit = self.hasFocus() or self.dragging
        if lit:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._theme.colour("accent", 0.3))
            painter.drawEllipse(centre, HANDLE / 2 + 3.5, HANDLE / 2 + 3.5)
        width = 2.0 if lit else 1.0
        painter.setPen(QPen(self._theme.colour("accent" if lit else "border"), width))
        painter.setBrush(self._theme.colour("knob"))
        painter.drawEllipse(centre, (HANDLE - width) / 2, (HANDLE - width) / 2)


class BudgetSlider(TrackSlider):
    """TV budget, in hundredths, with a mark above the track at every critical budget of the last run."""

    TRACK_Y: ClassVar[float] = 28
    HEIGHT: ClassVar[int] = 41
    FILL: ClassVar[str] = "draft"

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, "TV budget", 0, 100, 10, parent)
        self._marks: tuple[float, ...] = ()
        self._places: list[float] = []

    @property
    def marks(self) -> tuple[float, ...]:
        """The critical budgets that are marked, TV."""
        return self._marks

    def set_marks(self, budgets: list[float]) -> None:
        """Mark budgets (TV, 0 to 1): orange up to the handle, grey above it."""
        marks = tuple(sorted(budgets))
        if marks != self._marks:
            self._marks = marks
            # Thousands of tokens share few places: one mark for each thousandth, which is less than a point.
            self._places = sorted({ceil(1000 * budget - 1e-6) / 1000 for budget in marks})
            self.update()

    def _paint_scale(self, painter: QPainter) -> None:
        below, above = self._theme.colour("draft_mark"), self._theme.colour("neutral")
        painter.setPen(Qt.PenStyle.NoPen)
        for budget in self._places:
            painter.setBrush(below if budget * 100 <= self.value() + 1e-9 else above)
            painter.drawRect(QRectF(self.x_of(budget * 100) - 0.625, 4, 1.25, 12))


class LengthSlider(TrackSlider):
    """Draft length in tokens, with a tick at each."""

    def __init__(self, theme: Theme, high: int, parent: QWidget | None = None) -> None:
        super().__init__(theme, "Draft length", 1, high, 4, parent)

    def _paint_scale(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("neutral"))
        for value in range(self.minimum(), self.maximum() + 1):
            painter.drawRect(QRectF(self.x_of(value) - 0.5, self.TRACK_Y + 9.5, 1, 2.5))
