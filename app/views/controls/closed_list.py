"""A closed list in the header: it looks as a combo box does, and a click opens what its owner shows."""

from math import ceil

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from app.theme import Theme
from app.views.controls.glyphs import chevron, rounded

WIDTH, HEIGHT = 226, 26
#: Points left of the words, and on both sides of them, the chevron's among them.
LEFT, BESIDE = 11, 42


class ClosedList(QAbstractButton):
    """Its text says what is chosen; wider than usual where that is long."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self.update)

    def say(self, words: str) -> None:
        """Show these words."""
        self.setText(words)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the words, and never narrower than usual."""
        words = QFontMetricsF(self._theme.font(13)).horizontalAdvance(self.text())
        return QSize(max(WIDTH, ceil(words) + BESIDE), HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """As a combo box looks; without a chevron where there is nothing to open."""
        painter, colour, usable = QPainter(self), self._theme.colour, self.isEnabled()
        focus = self.hasFocus()
        ground, edge = colour("field" if usable else "side"), colour("accent" if focus else "border")
        rounded(painter, QRectF(self.rect()), ground, edge, width=1 + focus)
        painter.setFont(self._theme.font(13))
        painter.setPen(colour("text" if usable else "dimmed"))
        middle = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.drawText(self.rect().adjusted(LEFT, 0, LEFT - BESIDE, 0), middle, self.text())
        if usable:
            chevron(painter, QPointF(self.width() - 14.5, self.height() / 2), colour("secondary"))
