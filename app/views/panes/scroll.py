"""A thin scroll bar that stays in the text's margin."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QStyle, QStyleOptionSlider, QWidget

from app.theme import Theme

THICKNESS = 12
HANDLE = 6


class ThinScrollBar(QScrollBar):
    """A rounded handle without a track; always takes its room, so that text never wraps anew."""

    def __init__(self, theme: Theme, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._theme = theme
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Twelve points across."""
        return QSize(THICKNESS, THICKNESS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Only the handle, where there is something to scroll."""
        painter = QPainter(self)
        self.paint_ground(painter)
        if self.maximum() <= self.minimum():
            return
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ScrollBarSlider
        slider = self.style().subControlRect(QStyle.ComplexControl.CC_ScrollBar, option, part, self)
        # Four points from the pane's edge, as in the design.
        if self.orientation() == Qt.Orientation.Vertical:
            handle = QRectF(self.width() - 4 - HANDLE, slider.y(), HANDLE, slider.height())
        else:
            handle = QRectF(slider.x(), self.height() - 4 - HANDLE, slider.width(), HANDLE)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("dimmed", 0.6 if self.isSliderDown() else 0.35))
        painter.drawRoundedRect(handle, HANDLE / 2, HANDLE / 2)

    def paint_ground(self, painter: QPainter) -> None:
        """What lies under the handle: the colour of the text's own ground."""
        painter.fillRect(self.rect(), self._theme.colour("surface"))
