"""How many rounds drafted how many tokens: the histogram of chosen draft lengths."""

from collections.abc import Mapping

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.theme import Theme
from engine.record import RunRecord, length_words
from engine.request import MAX_DRAFT_LENGTH

#: Less than this many points of height show nothing.
LEAST = 60
#: How wide a bar is, in points.
BAR = 14
LINE, FOOT = 15, 18
TITLE = "Draft lengths"
TIP = (
    "Rounds of the mentored run by the tokens that they drafted; at 0, tokens that the target drew without a draft.\n"
    "The policy chooses the length; the last round of a run may be shorter than it."
)


class LengthBars(QWidget):
    """A bar for each draft length from 0 to the longest, with its count above it.

    Args:
        name: how wide the column of names at the left is, in points.
    """

    def __init__(self, theme: Theme, name: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._name = theme, name
        self.counts: Mapping[int, int] = {}
        self.setToolTip(TIP)
        self.setAccessibleName("Draft lengths, rounds by drafted tokens")
        theme.changed.connect(self.update)

    def take(self, record: RunRecord | None) -> None:
        """Show a mentored run's lengths; nothing where it has none yet."""
        self.counts = dict(record.lengths) if record is not None else {}
        self.setAccessibleDescription(f"{length_words(record)}." if record is not None else "No run yet.")
        self.update()

    def bar(self, length: int) -> QRectF:
        """The bar of a length, in points; without height where no round drafted so many."""
        wide = (self.width() - self._name) / (MAX_DRAFT_LENGTH + 1)
        room = self.height() - LINE - FOOT
        high = room * self.counts.get(length, 0) / max(self.counts.values(), default=1)
        left = self._name + length * wide
        # The least count can be seen beside the greatest.
        high = max(high, 2.0) if self.counts.get(length) else 0.0
        return QRectF(left, LINE + room - high, min(BAR, wide - 2), high)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Name, unit, bars, counts and lengths."""
        painter = QPainter(self)
        base = self.height() - FOOT
        self._write(painter, QRectF(0, base - 32, self._name, 16), TITLE, 13, "text", left=True, bold=True)
        self._write(
            painter, QRectF(0, base - 15, self._name, 14), "rounds by drafted tokens", 11, "secondary", left=True
        )
        for length in range(MAX_DRAFT_LENGTH + 1):
            bar = self.bar(length)
            painter.fillRect(bar, self._theme.colour("target" if length == 0 else "draft"))
            column = bar.adjusted(-10, 0, 10, 0)
            here = self.counts.get(length, 0)
            tone = "text" if here else "secondary"
            self._write(painter, QRectF(column.x(), base + 2, column.width(), 14), f"{length}", 11, tone)
            if here:
                self._write(painter, QRectF(column.x(), bar.y() - 15, column.width(), 14), f"{here:,}", 11, "text")
        painter.fillRect(QRectF(self._name, base, self.width() - self._name, 1), self._theme.colour("grid"))

    def _write(
        self, painter: QPainter, box: QRectF, words: str, points: int, tone: str, left: bool = False, bold: bool = False
    ) -> None:
        painter.setFont(self._theme.font(points, semibold=bold))
        painter.setPen(self._theme.colour(tone))
        side = Qt.AlignmentFlag.AlignLeft if left else Qt.AlignmentFlag.AlignHCenter
        painter.drawText(box, side | Qt.AlignmentFlag.AlignVCenter, words)
