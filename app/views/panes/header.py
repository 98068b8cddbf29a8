"""A pane's header: its name, how fast it was, and its figures."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.models.runs.pane import PaneModel
from app.models.runs.panes import TITLES
from app.theme import Theme
from app.views.panes.figure_words import FigureWords, figure_words, hero_words, note_tip, note_words
from app.views.panes.figures import FiguresRow
from app.views.panes.token_doc import MARGIN

HEIGHT = 96
NAME_BASELINE, HERO_BASELINE = 30, 35
HERO_SIZE, NAME_SIZE, CAPTION_SIZE = 28, 15, 12
GAP = 8
HERO_SPACING = -1.6


def hero_font(theme: Theme) -> QFont:
    """Semibold 28, set tighter than text because it is large; it stands alone, so its figures need not line up."""
    font = theme.font(HERO_SIZE, semibold=True)
    font.unsetFeature(QFont.Tag("tnum"))
    font.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, HERO_SPACING)
    return font


class Hero(QLabel):
    """The speed-up, large, with the words after it; without a value the words alone."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._value, self._caption, self._short = "", "", False

    def set_words(self, value: str, caption: str, tooltip: str) -> None:
        """Show another value."""
        self._value, self._caption = value, caption
        self.setText(f"{value} {caption}".strip())
        self.setToolTip(tooltip)
        self.update()

    def needs(self, short: bool) -> float:
        """Width in points, with or without the words after the value."""
        caption = QFontMetricsF(self._theme.font(CAPTION_SIZE)).horizontalAdvance(self._caption)
        if not self._value:
            return caption + 1
        value = QFontMetricsF(hero_font(self._theme)).horizontalAdvance(self._value)
        return value + 1 if short else value + GAP + caption + 1

    def set_short(self, short: bool) -> None:
        """Leave the words after the value to the tooltip."""
        self._short = short
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Value and words on one baseline, to the right edge."""
        painter = QPainter(self)
        right = float(self.width())
        if not (self._short and self._value):
            painter.setFont(self._theme.font(CAPTION_SIZE))
            painter.setPen(self._theme.colour("secondary"))
            right -= QFontMetricsF(painter.font()).horizontalAdvance(self._caption)
            painter.drawText(round(right), HERO_BASELINE, self._caption)
            right -= GAP
        painter.setFont(hero_font(self._theme))
        painter.setPen(self._theme.colour("text"))
        right -= QFontMetricsF(painter.font()).horizontalAdvance(self._value)
        painter.drawText(round(right), HERO_BASELINE, self._value)


@dataclass(frozen=True, slots=True)
class HeaderPreview:
    """What a header says while a budget is previewed: predicted figures, and the large one where it is known."""

    note: str
    figures: list[FigureWords]
    hero: tuple[str, str, str] | None = None


class PaneHeader(QWidget):
    """Ninety-six points above the text."""

    def __init__(self, theme: Theme, pane: PaneModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme, self._pane = theme, pane
        self._preview: HeaderPreview | None = None
        self._name = QLabel(TITLES[pane.name], self)
        self._note = QLabel(self)
        # The application's style sheet colours labels by this.
        self._note.setProperty("tone", "secondary")
        self.hero = Hero(theme, self)
        self.figures = FiguresRow(theme, self)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        theme.changed.connect(self._restyle)
        pane.figures_changed.connect(self.refresh)
        pane.state_changed.connect(self.refresh)
        self._restyle()

    @property
    def note(self) -> str:
        """The words beside the name, as shown."""
        return "" if self._note.isHidden() else self._note.text()

    def set_name(self, name: str) -> None:
        """Show another name than the pane's own."""
        self._name.setText(name)
        self._place()

    def set_preview(self, preview: HeaderPreview | None) -> None:
        """Show predicted figures in place of the run's own, or these again."""
        if preview != self._preview:
            self._preview = preview
            self.refresh()

    def refresh(self) -> None:
        """Take the model's figures and state, or what is predicted."""
        preview = self._preview
        self.hero.set_words(*(preview.hero if preview and preview.hero else hero_words(self._pane)))
        self._note.setText(preview.note if preview else note_words(self._pane))
        self._note.setToolTip("" if preview else note_tip(self._pane))
        self.figures.set_figures(preview.figures if preview else figure_words(self._pane))
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Any width will do: figures give way."""
        return QSize(0, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place what fits."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The surface, and a rule at the bottom."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("surface"))
        painter.fillRect(QRect(0, HEIGHT - 1, self.width(), 1), self._theme.colour("grid"))

    def _restyle(self) -> None:
        for label, size, name in ((self._name, NAME_SIZE, "text"), (self._note, 11, "secondary")):
            label.setFont(self._theme.font(size, semibold=label is self._name))
            palette = label.palette()
            palette.setColor(palette.ColorRole.WindowText, self._theme.colour(name))
            label.setPalette(palette)
        self.refresh()

    def _place(self) -> None:
        room = self.width() - 2 * MARGIN
        name, note = self._name.sizeHint().width(), self._note.sizeHint().width()
        wants_note = bool(self._note.text())
        short = name + 2 * GAP + (note + GAP) * wants_note + self.hero.needs(False) > room
        hero = min(int(self.hero.needs(short)) + 1, max(0, room - name - GAP))
        fits = name + (note + GAP) + 2 * GAP + hero <= room
        self.hero.set_short(short)
        self.hero.setGeometry(self.width() - MARGIN - hero, 0, hero, 44)
        self._name.setGeometry(MARGIN, 14, name, 22)
        self._note.setGeometry(MARGIN + name + 12, 17, note, 18)
        self._note.setAlignment(Qt.AlignmentFlag.AlignVCenter)
        self._note.setVisible(wants_note and fits)
        self.figures.setGeometry(MARGIN, 44, max(0, room), self.figures.height())
