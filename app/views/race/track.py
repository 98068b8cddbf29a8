"""How far a race has come, and where each run crosses the line."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.models.replay.race import RaceModel
from app.theme import Theme
from app.views.controls.glyphs import rounded
from app.views.panes.token_paint import paint_diamond

HEIGHT, GROOVE = 40, 13
#: Room at both ends, so that a mark at the end is whole.
PAD = 6


class RaceTrack(QWidget):
    """A groove that fills with time; a diamond and a caption for each run's end."""

    def __init__(self, theme: Theme, race: RaceModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._race = theme, race
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Race progress")
        self.setToolTip("Recorded time. Diamonds: when each run ended, prompt included.")
        race.ticked.connect(self._refresh)
        race.changed.connect(self._refresh)
        theme.changed.connect(self.update)

    def minimumSizeHint(self) -> QSize:
        """Enough for two captions."""
        return QSize(220, HEIGHT)

    def x_of(self, seconds: float) -> float:
        """Where a time stands."""
        length = self._race.length or 1.0
        return PAD + (self.width() - 2 * PAD) * min(1.0, seconds / length)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Groove, fill, marks, captions."""
        painter, colour = QPainter(self), self._theme.colour
        rounded(painter, QRectF(PAD, GROOVE - 2, self.width() - 2 * PAD, 4), colour("groove"), None, radius=2)
        now = self.x_of(self._race.now)
        rounded(painter, QRectF(PAD, GROOVE - 2, max(4.0, now - PAD), 4), colour("accent"), None, radius=2)
        painter.setFont(self._theme.font(11))
        for (at, name), box in zip(self._race.finishes(), self._captions(painter), strict=True):
            done = at <= self._race.now
            paint_diamond(painter, QPointF(self.x_of(at), GROOVE), colour("text" if done else "dimmed"), 5)
            painter.setPen(colour("text" if done else "secondary"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{name} {at:.2f} s")

    def _captions(self, painter: QPainter) -> list[QRectF]:
        """A box under each mark, moved aside where two would meet."""
        boxes: list[QRectF] = []
        for at, name in self._race.finishes():
            wide = painter.fontMetrics().horizontalAdvance(f"{name} {at:.2f} s") + 10
            left = min(max(0.0, self.x_of(at) - wide / 2), self.width() - wide)
            boxes.append(QRectF(left, GROOVE + 7, wide, 16))
        for index in range(len(boxes) - 2, -1, -1):
            boxes[index].moveLeft(min(boxes[index].left(), boxes[index + 1].left() - boxes[index].width()))
        return boxes

    def _refresh(self) -> None:
        self.setAccessibleDescription(f"{self._race.now:.1f} of {self._race.length:.1f} s. {self._race.standing()}")
        self.update()
