"""Keeps the Measures tab and the marks of differing words up to date, while either is to be seen."""

from PySide6.QtCore import QObject, QTimer

from app.models.compare.metrics import WordDifference, equal_length, measure, word_difference
from app.models.runs.comparison import ComparisonModel
from app.models.runs.history import HistoryModel
from app.models.runs.kept import baseline_of
from app.models.runs.panes import PANES, TITLES
from app.theme import Theme
from app.views.compare.marks import WordMarks
from app.views.compare.page import ComparePage, Row
from app.views.compare.scrolling import ScrollTogether
from app.views.compare.words import COLUMNS, differing, gap, share
from app.views.history.pinned import Pinning
from app.views.history.words import setting
from app.views.panes.area import PanesArea
from engine.record import RunRecord, first_difference

EVERY_MS = 300
#: Up to this many tokens a text that is still growing is compared meanwhile.
MOST_LIVE = 500


class Comparing(QObject):
    """What compares the texts.

    Attributes:
        always: mark differing words also while another tab is chosen.
    """

    def __init__(
        self, theme: Theme, comparison: ComparisonModel, history: HistoryModel, area: PanesArea, pinning: Pinning
    ) -> None:
        super().__init__(area)
        self._comparison, self._history = comparison, history
        self.page = ComparePage(theme)
        self.always = self._chosen = False
        texts = {name: pane.text for name, pane in area.panes.items()}
        self.marks = {name: WordMarks(theme, text) for name, text in texts.items() if name != "draft"}
        self.pinned_marks = WordMarks(theme, pinning.pane.text)
        self.scrolling = ScrollTogether([*texts.values(), pinning.pane.text], lambda: comparison.running, self)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(EVERY_MS)
        self._soon.timeout.connect(self.refresh)
        for pane in comparison.panes.values():
            for signal in (pane.reset, pane.tokens_added, pane.state_changed):
                signal.connect(self._refresh_soon)
        comparison.running_changed.connect(lambda _: self.refresh() if self._wanted() else None)
        history.pinned_changed.connect(self.refresh)
        comparison.settings.changed.connect(lambda name: self.refresh() if name == "draft_pane" else None)

    def set_chosen(self, chosen: bool) -> None:
        """The tab is chosen, or another one."""
        self._chosen = chosen
        self.refresh()

    def set_always(self, on: bool) -> None:
        """Mark words whichever tab is chosen."""
        self.always = on
        self.refresh()

    def refresh(self) -> None:
        """Count and mark anew."""
        self._soon.stop()
        difference = self._difference() if self._wanted() else WordDifference()
        pinned = self._history.pinned is not None
        self.marks["target"].show_words(() if pinned else difference.left)
        self.pinned_marks.show_words(difference.left if pinned else ())
        self.marks["mentored"].show_words(difference.right)
        if self._chosen:
            self._count(difference)

    def _wanted(self) -> bool:
        return self._chosen or self.always

    def _refresh_soon(self) -> None:
        # Long texts are compared once they have ended: it would hold up those that stream in.
        record = self._comparison.panes["mentored"].record
        late = self._comparison.running and record is not None and len(record.tokens) > MOST_LIVE
        if self._wanted() and not late and not self._soon.isActive() and self.page.window().isVisible():
            self._soon.start()

    def _left(self) -> RunRecord | None:
        pinned = self._history.pinned
        return pinned.record if pinned is not None else self._comparison.panes["target"].record

    def _difference(self) -> WordDifference:
        left, right = self._left(), self._comparison.panes["mentored"].record
        if left is None or right is None or baseline_of(left) != baseline_of(right):
            return WordDifference()
        return word_difference(left, right, first_difference(left, right))

    def _runs(self) -> dict[str, RunRecord]:
        """The texts that can be compared, by their names."""
        panes = self._comparison.panes
        shown = {name: panes[name].record for name in PANES if name != "draft" or self._draft_shown()}
        found = {TITLES[name]: record for name, record in shown.items() if record is not None and record.tokens}
        pinned = self._history.pinned
        if pinned is not None:
            found = {f"Pinned  {setting(pinned)}": pinned.record} | found
        main = found.get(TITLES["mentored"]) or next(iter(found.values()), None)
        return {name: run for name, run in found.items() if main and baseline_of(run) == baseline_of(main)}

    def _draft_shown(self) -> bool:
        return bool(self._comparison.settings.value("draft_pane"))

    def _count(self, difference: WordDifference) -> None:
        runs = self._runs()
        length = equal_length(list(runs.values()))
        base = runs.get(TITLES["target"])
        left = next(iter(runs), "")
        rows = [self._row(name, run, length, base, difference, left) for name, run in runs.items()]
        if not rows:
            rows = [Row(TITLES[name], ("–",) * len(COLUMNS), ("",) * len(COLUMNS)) for name in ("target", "mentored")]
        note = f"Counted over the first {length:,} tokens of each text. " if length else "Nothing has run yet. "
        note += "None of these figures measures meaning, and lower is not better: repetition is easy to predict. "
        note += "Dashed: words that the other text does not have there."
        self.page.show_rows(rows, note, runs.get(TITLES["mentored"]))

    def _row(
        self, name: str, run: RunRecord, length: int, base: RunRecord | None, words: WordDifference, left: str
    ) -> Row:
        figures = measure(run, length, base)
        value, why = gap(figures)
        counts = {left: (words.left, words.left_words), TITLES["mentored"]: (words.right, words.right_words)}
        mine, of = counts.get(name, ((), 0))
        values = (share(figures.distinct_2), share(figures.repeated_4), value, differing(len(mine), of))
        return Row(name, values, ("", "", why, ""))
