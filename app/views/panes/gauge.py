"""A small gauge: how much of the budget is spent on average."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.theme import Theme
from app.views.controls.glyphs import rounded

WIDTH, HEIGHT = 56, 17
TRACK = 6
#: From the words to the track.
GAP = 7
TIP = (
    "Mean spent budget: the mean of min(d, D) over checked tokens, in TV.\n"
    "The gauge goes from 0 to the budget D; filled to its end, every token would spend all of it."
)
PREVIEW_TIP = "Predicted at the budget that is being set, from the distances d of this run. Nothing has run."


class SpendGauge(QWidget):
    """From 0 to D, filled to the mean of min(d, D); its words stand before it.

    Painted here: Qt's own bar paints the window at once for every new value, in the middle of a burst of tokens.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._mean: float | None = None
        self._share = 0.0
        self._predicted = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Mean spent budget")
        theme.changed.connect(self.update)
        self.show_mean(None, None)

    def show_mean(self, mean: float | None, budget: float | None, predicted: bool = False) -> None:
        """Show a mean, TV, against a budget, TV; None where no token was checked yet."""
        self._mean, self._predicted = mean, predicted
        known = mean is not None and budget is not None
        self._share = min(1.0, mean / budget) if mean is not None and budget else 0.0
        about = "about " if predicted else ""
        words = f"{about}{mean:.2f} of {budget:.2f} TV" if known else "No token was checked yet."
        self.setAccessibleDescription(words)
        self.setToolTip(
            "\n".join([TIP, *([PREVIEW_TIP] if predicted else []), *([words.capitalize()] if known else [])])
        )
        self.update()

    @property
    def words(self) -> str:
        """What stands before the track."""
        if self._mean is None:
            return "mean –"
        return f"mean {'≈ ' if self._predicted else ''}{self._mean:.2f}"

    def sizeHint(self) -> QSize:
        """The track with its words."""
        room = QFontMetricsF(self._theme.font(11)).horizontalAdvance("mean ≈ 0.00" if self._predicted else "mean 0.00")
        return QSize(round(room) + GAP + WIDTH, HEIGHT)

    def minimumSizeHint(self) -> QSize:
        """The track alone."""
        return QSize(WIDTH, HEIGHT)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Words, where there is room for them, and the track."""
        painter = QPainter(self)
        track = QRectF(self.width() - WIDTH, (HEIGHT - TRACK) / 2, WIDTH, TRACK)
        if self.width() >= self.sizeHint().width():
            painter.setFont(self._theme.font(11))
            painter.setPen(self._theme.colour("secondary"))
            area = QRectF(0, 0, track.left() - GAP, HEIGHT)
            painter.drawText(area, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, self.words)
        rounded(painter, track, self._theme.colour("groove"), None, radius=TRACK / 2)
        filled = WIDTH * self._share
        if filled > 0:
            painter.save()
            painter.setClipRect(QRectF(track.left(), track.top(), max(1.5, filled), TRACK))
            rounded(painter, track, self._theme.colour("draft"), None, radius=TRACK / 2)
            painter.restore()
