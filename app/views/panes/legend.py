"""The legend: what each mark means, and how many tokens of the mentored run carry it."""

from collections import Counter
from dataclasses import dataclass
from math import inf
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
Detail = Literal["full", "brief", "bare", "tight"]
GAP, TIGHT_GAP = 13, 6


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
    Entry("chosen", "Chosen", "Put there by you, to go on from."),
)


def entries_of(record: RunRecord | None) -> tuple[Entry, ...]:
    """The entries that a run's legend has: a chosen token is spoken of only where there is one."""
    chosen = record is not None and record.counts["chosen"] > 0
    return tuple(entry for entry in ENTRIES if entry.kind != "chosen" or chosen)


def tokens_words(count: int) -> str:
    """A count with its unit, "102 tokens"."""
    return f"{count:,} token" if count == 1 else f"{count:,} tokens"


def _preview_note(first: int, whole: int) -> str:
    if first == 0:
        return f"Preview: no token is sure to stay; the run has {whole:,}."
    stay = f"tokens 1–{first} stay" if first > 1 else "token 1 stays"
    return f"Preview: {stay}, and nothing else is counted; the run has {whole:,}."


class LegendItem(QLabel):
    """A sample, a name, a count and a sentence; its plain text is what VoiceOver reads."""

    def __init__(self, theme: Theme, entry: Entry, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme, self.entry = theme, entry
        self._count: int | None = None
        self._note = ""
        self._detail: Detail = "full"
        self.set_count(None)

    @property
    def brief(self) -> bool:
        """Whether the sentence is left to the tooltip."""
        return self._detail != "full"

    def set_detail(self, detail: Detail) -> None:
        """How much to show: the sentence too, name and count, the count without its unit, or that closer together."""
        self._detail = detail
        self.update()

    def set_count(self, count: int | None, note: str = "") -> None:
        """Tokens of that class; None where nothing has run. `note` says what else there is to know of the count."""
        self._count, self._note = count, note
        after = f" {note}" if note else ""
        self.setText(f"{self.entry.name} {self.count_words()}. {self.entry.sentence}{after}".replace(" .", "."))
        self.setToolTip(f"{self.entry.name}: {self.entry.sentence}{after}")
        self.update()

    def count_words(self) -> str:
        """The count with its unit, "102 tokens"."""
        return "–" if self._count is None else tokens_words(self._count)

    def needs(self, detail: Detail) -> float:
        """Width that its texts take, in points."""
        head = QFontMetricsF(self._theme.font(13, semibold=True)).horizontalAdvance(self.entry.name + " ")
        head += QFontMetricsF(self._theme.font(13)).horizontalAdvance(self._shown_count(detail))
        sentence = QFontMetricsF(self._theme.font(11)).horizontalAdvance(self.entry.sentence)
        return self._indent(detail) + max(head, sentence if detail == "full" else 0) + 2

    def paintEvent(self, _event: QPaintEvent) -> None:
        """The sample as it is in the text, then the words."""
        painter = QPainter(self)
        shift = 8 if self.brief else 0
        self._paint_sample(painter, 22.0 + shift)
        left, baseline = round(self._indent(self._detail)), 21 + shift
        painter.setFont(self._theme.font(13, semibold=True))
        painter.setPen(self._theme.colour("text"))
        painter.drawText(left, baseline, self.entry.name)
        after = left + painter.fontMetrics().horizontalAdvance(self.entry.name + " ")
        painter.setFont(self._theme.font(13))
        painter.setPen(self._theme.colour("secondary"))
        painter.drawText(after, baseline, self._shown_count(self._detail))
        if not self.brief:
            painter.setFont(self._theme.font(11))
            painter.drawText(left, 38, self.entry.sentence)

    def _paint_sample(self, painter: QPainter, baseline: float) -> None:
        painter.setFont(self._theme.font(TEXT_SIZE))
        rect = QRectF(0, baseline - ABOVE, QFontMetricsF(painter.font()).horizontalAdvance(SAMPLE), ABOVE + BELOW)
        paint_tint(painter, self.entry.kind, rect, self._theme)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(0, round(baseline), SAMPLE)
        if self.entry.kind != "accepted":
            paint_line(painter, self.entry.kind, rect, self._theme)

    def _shown_count(self, detail: Detail) -> str:
        return self.count_words().split(" ")[0] if detail in ("bare", "tight") else self.count_words()

    def _indent(self, detail: Detail) -> float:
        gap = TIGHT_GAP if detail == "tight" else GAP
        return QFontMetricsF(self._theme.font(TEXT_SIZE)).horizontalAdvance(SAMPLE) + gap


class Legend(QWidget):
    """The classes of a run side by side; where it is narrow their sentences become tooltips.

    While another budget is previewed, it counts the tokens that stay: those behind the first change are shown dimmed.
    """

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._record: RunRecord | None = None
        self._first: int | None = None
        self.items: dict[Kind, LegendItem] = {entry.kind: LegendItem(theme, entry, self) for entry in ENTRIES}
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("What the marks mean")
        theme.changed.connect(self._place)
        self.take(None)

    def take(self, record: RunRecord | None) -> None:
        """Count the tokens of the mentored record."""
        if record is not self._record:
            self._first = None
        self._record = record
        self._count()
        for item in self.items.values():
            item.setVisible(item.entry in entries_of(record))
        self._place()

    def set_preview(self, first: int | None) -> None:
        """Count only the tokens before the first that a previewed budget changes; None for all of the run."""
        if first != self._first:
            self._first = first
            self._count()

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

    def _count(self) -> None:
        """Only the counts: nothing moves while the budget is dragged, since none is longer than the run's own."""
        record, first = self._record, self._first
        stay = Counter(token.kind for token in record.tokens[:first]) if record and first is not None else Counter()
        for kind, item in self.items.items():
            if record is None or first is None:
                item.set_count(record.counts[kind] if record else None)
            else:
                item.set_count(stay[kind], _preview_note(first, record.counts[kind]))

    def _shown(self) -> list[LegendItem]:
        return [item for item in self.items.values() if item.entry in entries_of(self._record)]

    def _place(self) -> None:
        items = self._shown()
        column = (self.width() - MARGIN) / len(items)
        if all(item.needs("full") + GAP <= column for item in items):
            for place, item in enumerate(items):
                item.set_detail("full")
                item.setGeometry(round(MARGIN + column * place), 1, int(column), HEIGHT - 2)
        else:
            self._place_brief(items)

    def _place_brief(self, items: list[LegendItem]) -> None:
        room = self.width() - 2 * MARGIN
        details: tuple[tuple[Detail, float], ...] = (("brief", GAP), ("bare", TIGHT_GAP), ("tight", -inf))
        for detail, least in details:
            gap = (room - sum(item.needs(detail) for item in items)) / (len(items) - 1)
            if gap >= least:
                break
        left = float(MARGIN)
        for item in items:
            item.set_detail(detail)
            item.setGeometry(round(left), 1, int(item.needs(detail)) + 1, HEIGHT - 2)
            left += item.needs(detail) + gap
