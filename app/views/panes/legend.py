"""The legend: what each mark means, and how many tokens of the mentored run carry it."""

from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.theme import Theme
from app.views.panes.token_doc import MARGIN, TEXT_SIZE
from app.views.panes.token_paint import ABOVE, BELOW, paint_line, paint_tint
from engine.events import Kind
from engine.record import RunRecord

HEIGHT = 52
SAMPLE = "word"
Detail = Literal["full", "brief", "bare"]
GAP = 13


@dataclass(frozen=True, slots=True)
class Entry:
    """One class: its name and its meaning in a sentence."""

    kind: Kind
    name: str
    sentence: str


ENTRIES = (
    Entry("accepted", "Accepted", "The target would have kept it too."),
    Entry("relaxed", "Relaxed", "Kept only because of the budget."),
    Entry("resampled", "Resampled", "Drawn again after a refusal."),
    Entry("bonus", "Bonus", "The target’s own, after a full round."),
)


class LegendItem(QLabel):
    """A sample, a name, a count and a sentence; its plain text is what VoiceOver reads."""

    def __init__(self, theme: Theme, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self._entry = theme, entry
        self._count: int | None = None
        self._detail: Detail = "full"
        self.set_count(None)

    @property
    def brief(self) -> bool:
        """Whether the sentence is left to the tooltip."""
        return self._detail != "full"

    def set_detail(self, detail: Detail) -> None:
        """How much to show: the sentence too, the name and count, or the count without its unit."""
        self._detail = detail
        self.update()

    def set_count(self, count: int | None) -> None:
        """Tokens of that class; None where nothing has run."""
        self._count = count
        self.setText(f"{self._entry.name} {self.count_words()}. {self._entry.sentence}".replace(" .", "."))
        self.setToolTip(f"{self._entry.name}: {self._entry.sentence}")
        self.update()

    def count_words(self) -> str:
        """The count with its unit, "102 tokens"."""
        if self._count is None:
            return "–"
        return f"{self._count:,} token" if self._count == 1 else f"{self._count:,} tokens"

    def needs(self, detail: Detail) -> float:
        """Width that its texts take, in points."""
        head = QFontMetricsF(self._theme.font(13, semibold=True)).horizontalAdvance(self._entry.name + " ")
        head += QFontMetricsF(self._theme.font(13)).horizontalAdvance(self._shown_count(detail))
        sentence = QFontMetricsF(self._theme.font(11)).horizontalAdvance(self._entry.sentence)
        return self._indent() + max(head, sentence if detail == "full" else 0) + 2

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The sample as it is in the text, then the words."""
        painter = QPainter(self)
        shift = 8 if self.brief else 0
        self._paint_sample(painter, 22.0 + shift)
        left, baseline = round(self._indent()), 21 + shift
        painter.setFont(self._theme.font(13, semibold=True))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(left, baseline, self._entry.name)
        after = left + painter.fontMetrics().horizontalAdvance(self._entry.name + " ")
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.colour("secondary"))
        painter.drawText(after, baseline, self._shown_count(self._detail))
        if not self.brief:
            painter.setFont(self._theme.font(11))
            painter.drawText(left, 38, self._entry.sentence)

    def _paint_sample(self, painter: QPainter, baseline: float) -> None:
        painter.setFont(self._theme.font(TEXT_SIZE))
        rect = QRectF(0, baseline - ABOVE, QFontMetricsF(painter.font()).horizontalAdvance(SAMPLE), ABOVE + BELOW)
        paint_tint(painter, self._entry.kind, rect, self._theme)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(0, round(baseline), SAMPLE)
        if self._entry.kind != "accepted":
            paint_line(painter, self._entry.kind, rect, self._theme)

    def _shown_count(self, detail: Detail) -> str:
        return self.count_words().split(" ")[0] if detail == "bare" else self.count_words()

    def _indent(self) -> float:
        return QFontMetricsF(self._theme.font(TEXT_SIZE)).horizontalAdvance(SAMPLE) + GAP


class Legend(QWidget):
    """Four classes side by side; where it is narrow their sentences become tooltips."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.items: dict[Kind, LegendItem] = {entry.kind: LegendItem(theme, entry, self) for entry in ENTRIES}
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("What the marks mean")
        theme.changed.connect(self._place)

    def take(self, record: RunRecord | None) -> None:
        """Count the tokens of the mentored record."""
        for kind, item in self.items.items():
            item.set_count(record.counts[kind] if record else None)
        self._place()

    def minimumSizeHint(self) -> QSize:
        """Any width will do."""
        return QSize(0, HEIGHT)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Columns follow the width."""
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The window's colour between two rules."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._theme.colour("window"))
        painter.fillRect(QRectF(0, 0, self.width(), 1), self._theme.colour("line"))
        painter.fillRect(QRectF(0, HEIGHT - 1, self.width(), 1), self._theme.colour("line"))

    def _place(self) -> None:
        column = (self.width() - MARGIN) / len(self.items)
        if all(item.needs("full") + GAP <= column for item in self.items.values()):
            for place, item in enumerate(self.items.values()):
                item.set_detail("full")
                item.setGeometry(round(MARGIN + column * place), 1, int(column), HEIGHT - 2)
        else:
            self._place_brief()

    def _place_brief(self) -> None:
        room = self.width() - 2 * MARGIN
        items = list(self.items.values())
        fits = sum(item.needs("brief") for item in items) + GAP * (len(items) - 1) <= room
        detail: Detail = "brief" if fits else "bare"
        widths = [item.needs(detail) for item in items]
        gap, left = (room - sum(widths)) / (len(items) - 1), float(MARGIN)
        for item, width in zip(items, widths, strict=True):
            item.set_detail(detail)
            item.setGeometry(round(left), 1, int(width) + 1, HEIGHT - 2)
            left += width + gap
