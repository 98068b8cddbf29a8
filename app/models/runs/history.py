"""The mentored runs of this session: each with the runs beside it, to be shown again or pinned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QObject, Signal

from app.models.runs import words
from app.models.runs.comparison import ComparisonModel
from app.models.runs.kept import baseline_of
from app.models.runs.pane import PaneState
from app.models.runs.panes import PaneName
from engine.record import RunRecord

#: As many are remembered; the oldest goes first, but never the pinned one.
MOST_ENTRIES = 200


@dataclass(eq=False)
class Entry:
    """One mentored run.

    Attributes:
        record: the run. beside: the target-only and draft-only runs that were shown with it.
        at: when it ended, or was opened. name: the file that it came from; "" for a run of this session.
    """

    record: RunRecord
    beside: dict[PaneName, RunRecord]
    at: datetime
    name: str = ""

    @property
    def speedup(self) -> float | None:
        """Tokens/s over those of the target-only run beside it, or None where that is not known."""
        base = self.beside.get("target")
        own_stats, base_stats = self.record.stats, base.stats if base else None
        if own_stats is None or base_stats is None or not own_stats.tokens_per_s or not base_stats.tokens_per_s:
            return None
        return own_stats.tokens_per_s / base_stats.tokens_per_s

    def records(self) -> dict[PaneName, RunRecord]:
        """All its runs by pane."""
        return {**self.beside, "mentored": self.record}


class HistoryModel(QObject):
    """Every mentored run that ended by itself, the newest first.

    Attributes:
        pinned: the run that stands at the left in place of target only, or None.
        changed: entries, their figures, the shown or the pinned one have changed.
        pinned_changed: another run is pinned, or none.
    """

    changed = Signal()
    pinned_changed = Signal()

    def __init__(
        self, comparison: ComparisonModel, parent: QObject | None = None, now: Callable[[], datetime] = datetime.now
    ) -> None:
        super().__init__(parent)
        self._comparison, self._now = comparison, now
        self._entries: list[Entry] = []
        self.pinned: Entry | None = None
        for pane in comparison.panes.values():
            pane.state_changed.connect(self._note)

    @property
    def entries(self) -> Sequence[Entry]:
        """All runs, the newest first."""
        return self._entries

    @property
    def shown(self) -> Entry | None:
        """The entry that the mentored pane shows, or None."""
        record = self._comparison.panes["mentored"].record
        return None if record is None else self._find(record)

    def show(self, entry: Entry) -> None:
        """Show a run again: panes, figures and settings."""
        self._comparison.settings.take(entry.record.request, "run from the history")
        when = f"{entry.at:%H:%M}"
        source = words.shown_from(entry.name) if entry.name else f"Shown again: the run of {when}."
        self._comparison.show(entry.records(), source)
        self.changed.emit()

    def open(self, records: Sequence[RunRecord], name: str) -> None:
        """Show the runs of a file. One without a mentored run fills its own pane only."""
        by_pane: dict[PaneName, RunRecord] = {record.request.mode: record for record in records}
        main = by_pane.get("mentored")
        request = (main or records[0]).request
        if main is not None and self._find(main) is None:
            beside: dict[PaneName, RunRecord] = {pane: run for pane, run in by_pane.items() if pane != "mentored"}
            self._insert(Entry(main, beside, self._now(), name))
        self._comparison.settings.take(request.replace(mode="mentored"), "opened run")
        if "draft" in by_pane:
            self._comparison.settings.set("draft_pane", True)
        self._comparison.show(by_pane, words.shown_from(name))

    def pin_record(self, record: RunRecord) -> None:
        """Put a run at the left, also one that was stopped or is none of the mentored runs' list."""
        if record.request.mode == "mentored":
            self.pin(self._find(record) or Entry(record, {}, self._now()))

    def pin(self, entry: Entry | None) -> None:
        """Put a run at the left in place of target only; None takes it away."""
        if entry is not self.pinned:
            self.pinned = entry
            self.pinned_changed.emit()
            self.changed.emit()

    def _note(self) -> None:
        """Take a mentored run that has just ended; learn what was run beside those that are here."""
        panes = self._comparison.panes
        record = panes["mentored"].record
        if record is None or panes["mentored"].state is not PaneState.DONE or record.reason == "stopped":
            return
        entry = self._find(record)
        beside = self._beside(record)
        if entry is None:
            self._insert(Entry(record, beside, self._now()))
        else:
            for pane, other in beside.items():
                entry.beside.setdefault(pane, other)
        self.changed.emit()

    def _beside(self, record: RunRecord) -> dict[PaneName, RunRecord]:
        panes = self._comparison.panes
        others: tuple[PaneName, ...] = ("target", "draft")
        shown = {name: panes[name].record for name in others if panes[name].state is PaneState.DONE}
        return {name: other for name, other in shown.items() if other and baseline_of(other) == baseline_of(record)}

    def _find(self, record: RunRecord) -> Entry | None:
        """The entry of that run, or of one that is the same in all."""
        same = (entry for entry in self._entries if entry.record is record)
        return next(same, None) or next((entry for entry in self._entries if _alike(entry.record, record)), None)

    def _insert(self, entry: Entry) -> None:
        self._entries.insert(0, entry)
        for old in reversed(self._entries[1:]):
            if len(self._entries) > MOST_ENTRIES and old is not self.pinned:
                self._entries.remove(old)


def _alike(left: RunRecord, right: RunRecord) -> bool:
    """Whether one is the other read from a file or replayed."""
    return (left.request, left.stats) == (right.request, right.stats) and left.tokens == right.tokens
