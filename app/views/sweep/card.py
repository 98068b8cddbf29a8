"""A white card with a title, and samples of what its signs mean."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.theme import Theme
from app.views.controls.glyphs import rounded

TITLE_MIDDLE, EDGE = 21.0, 16.0

#: Paints a sample in the box that it is given.
Sample = Callable[[QPainter, QRectF], None]
#: Words, the width of their sample in points, and the sample.
Legend = Sequence[tuple[str, float, Sample]]


class Card(QWidget):
    """A rounded surface with a hairline around it."""

    def __init__(self, theme: Theme, radius: float = 6) -> None:
        super().__init__()
        self.theme, self._radius = theme, radius
        theme.changed.connect(self.update)

    def hold(self, inner: QWidget) -> "Card":
        """Show one widget inside the hairline."""
        layout = QVBoxLayout(self)
        layout.setContentsMargins(1, 1, 1, 1)
        layout.addWidget(inner)
        return self

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground and border."""
        painter = QPainter(self)
        self.paint_ground(painter)

    def paint_ground(self, painter: QPainter) -> None:
        """For cards that paint more."""
        colour = self.theme.colour
        rounded(painter, QRectF(self.rect()), colour("surface"), colour("line"), radius=self._radius)

    def paint_title(self, painter: QPainter, titles: tuple[str, str], legend: Legend) -> None:
        """The title at the left, samples with their words at the right.

        Where they do not fit together, samples shrink, then the second, shorter title is taken.
        """
        strong, small = self.theme.font(12, semibold=True), QFontMetricsF(self.theme.font(11))
        room = self.width() - 2 * EDGE
        for title, scale in ((titles[0], 1.0), (titles[0], 0.6), (titles[1], 1.0), (titles[1], 0.6)):
            wide = sum(sample * scale + 5 + small.horizontalAdvance(word) for word, sample, _ in legend)
            wide += 12 * scale * (len(legend) - 1)
            if QFontMetricsF(strong).horizontalAdvance(title) + 14 + wide <= room:
                break
        row = QRectF(EDGE, TITLE_MIDDLE - 10, room, 20)
        painter.setFont(strong)
        painter.setPen(self.theme.colour("text"))
        painter.drawText(row, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(self.theme.font(11))
        x = row.right() - wide
        for word, natural, sample in legend:
            width, words = natural * scale, small.horizontalAdvance(word)
            painter.save()
            sample(painter, QRectF(x, TITLE_MIDDLE - 5.5, width, 11))
            painter.restore()
            painter.setPen(self.theme.colour("secondary"))
            painter.drawText(QRectF(x + width + 5, row.y(), words + 4, 20), Qt.AlignmentFlag.AlignVCenter, word)
            x += width + 5 + words + 12 * scale

    def paint_hint(self, painter: QPainter, words: str) -> None:
        """What will be here."""
        painter.setFont(self.theme.font(13))
        painter.setPen(self.theme.colour("dimmed"))
        painter.drawText(QRectF(self.rect()).adjusted(20, 40, -20, -20), Qt.AlignmentFlag.AlignCenter, words)

    def paint_axis_title(self, painter: QPainter, words: str, centre: QPointF, upright: bool = False) -> None:
        """A quiet word beside an axis."""
        painter.save()
        painter.setFont(self.theme.font(11))
        painter.setPen(self.theme.colour("secondary"))
        painter.translate(centre)
        if upright:
            painter.rotate(-90)
        painter.drawText(QRectF(-150, -10, 300, 20), Qt.AlignmentFlag.AlignCenter, words)
        painter.restore()
