"""A row of figures: each a value with its unit over a caption; some give way when it is narrow."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.theme import Theme
from app.views.panes.figure_words import FigureWords

VALUE_SIZE, CAPTION_SIZE = 13, 11
ROW_HEIGHT = 36
#: Distance between figures: as wide as there is room for, within these.
GAP_MIN, GAP_MAX = 12, 27
#: A row of many figures stays close together.
CROWD, CROWD_GAP = 5, 16
#: In this order figures leave a row that is too narrow.
GIVE_WAY = ("total", "first", "rounds", "spent", "tokens", "accepted")


class Figure(QLabel):
    """One figure. Its plain text is what VoiceOver reads; what is seen is painted."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._words = FigureWords("", "", "", "", "")

    @property
    def words(self) -> FigureWords:
        """What it shows."""
        return self._words

    def set_words(self, words: FigureWords) -> None:
        """Show another value."""
        if words != self._words:
            self._words = words
            self.setText(words.spoken)
            self.setToolTip(words.tooltip)
            self.update()

    def needs(self) -> int:
        """Width that its texts take, in points."""
        value = QFontMetricsF(self._theme.font(VALUE_SIZE))
        caption = QFontMetricsF(self._theme.font(CAPTION_SIZE))
        words = self._words
        wide = max(value.horizontalAdvance(text) for text in (words.value + words.unit, words.room))
        return int(max(wide, caption.horizontalAdvance(words.caption))) + 1

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Value in ink, unit and caption in the secondary colour."""
        painter = QPainter(self)
        painter.setFont(self._theme.font(VALUE_SIZE))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(0, 15, self._words.value)
        painter.setPen(self._theme.colour("secondary"))
        painter.drawText(round(painter.fontMetrics().horizontalAdvance(self._words.value)), 15, self._words.unit)
        painter.setFont(self._theme.font(CAPTION_SIZE))
        painter.drawText(0, 31, self._words.caption)


class FiguresRow(QWidget):
    """Figures side by side. What does not fit is left out whole, never cut."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures: dict[str, Figure] = {}
        self._theme = theme
        self.setFixedHeight(ROW_HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._place)

    def set_figures(self, figures: list[FigureWords]) -> None:
        """Show these figures, in this order."""
        for words in figures:
            figure = self._figures.get(words.key)
            if figure is None:
                figure = self._figures[words.key] = Figure(self._theme, self)
                figure.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
            figure.set_words(words)
        self._place()

    def figure(self, key: str) -> Figure:
        """The figure of that key, shown or left out."""
        return self._figures[key]

    def shown(self) -> list[str]:
        """Keys of the figures that there is room for, from left to right."""
        return [key for key, figure in self._figures.items() if not figure.isHidden()]

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, ROW_HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what no longer fits, bring back what does."""
        super().resizeEvent(event)
        self._place()

    def _fitting(self, needs: dict[str, int]) -> list[str]:
        def fit(keys: list[str]) -> bool:
            return sum(needs[key] for key in keys) + GAP_MIN * (len(keys) - 1) <= self.width()

        keys = list(needs)
        for key in GIVE_WAY:
            if fit(keys):
                break
            keys = [k for k in keys if k != key]
        # Where a wide figure had to go after all, the narrow one before it may stay.
        with_rounds = [key for key in needs if key in keys or key == "rounds"]
        return with_rounds if fit(with_rounds) else keys

    def _place(self) -> None:
        needs = {key: figure.needs() for key, figure in self._figures.items()}
        keys = self._fitting(needs)
        spare = self.width() - sum(needs[k] for k in keys)
        widest = CROWD_GAP if len(keys) > CROWD else GAP_MAX
        gap = max(GAP_MIN, min(widest, spare / (len(keys) - 1))) if len(keys) > 1 else 0
        left = 0.0
        for key, figure in self._figures.items():
            figure.setVisible(key in keys)
            if key in keys:
                figure.setGeometry(round(left), 0, needs[key], ROW_HEIGHT)
                left += needs[key] + gap
