"""The comparison: the panes, the pair, and which runs a change of settings asks for."""

import time
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.models.compare.differences import Differences
from app.models.engine import Engine
from app.models.inspector import branching
from app.models.inspector.explaining import Explaining
from app.models.notice import Notice, notice_of
from app.models.pair.loader import PairLoader, no_pair
from app.models.runs import words
from app.models.runs.kept import KeptRuns
from app.models.runs.pane import PaneModel
from app.models.runs.panes import PANES, PaneName
from app.models.runs.queue import RunQueue, Step, steps_for
from app.models.runs.rerun import Rerun
from app.models.runs.shown import Shown
from app.models.runs.status import RunStatus
from app.models.settings.model import SettingsModel
from engine.errors import RequestError
from engine.events import Candidate, Event, Failed, Loading, PairInfo
from engine.record import RunRecord
from engine.request import MENTORED_ONLY

#: Settings that follow the pair: another one runs nothing by itself.
PAIR_FOLDERS = ("target_dir", "draft_dir")


class ComparisonModel(QObject):
    """Panes, the pair, and the rules of running.

    Attributes:
        pair: the loaded pair; stays while another is being loaded and if that fails.
        loading: progress of a load; None when none goes on. A total of 0 means not known yet.
        notice: a `Notice` to show, or None to clear it.
        unclaimed: (command id, events) of a command that is not the comparison's own.
    """

    running_changed = Signal(bool)
    unclaimed = Signal(int, object)
    difference_changed = Signal()
    pair_changed = Signal()
    loading_changed = Signal()
    notice = Signal(object)
    status_changed = Signal(str)
    held_changed = Signal()

    def __init__(
        self,
        settings: SettingsModel,
        engine: Engine,
        parent: QObject | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self.settings, self.engine = settings, engine
        self._held = ""
        self.panes: dict[PaneName, PaneModel] = {name: PaneModel(name, self, clock) for name in PANES}
        self.explaining = Explaining(engine, self)
        self._kept, self._differences = KeptRuns(), Differences(self.panes, self)
        self._loader = PairLoader(engine, self)
        self._queue = RunQueue(engine, self.panes, self)
        self._status = RunStatus(settings, self.panes, self._queue, self)
        self._shown = Shown(settings, self.panes, self._kept, self._queue)
        self._rerun = Rerun(self.panes["mentored"], self._kept, self._queue)
        self._connect()

    def _connect(self) -> None:
        self._loader.pair_changed.connect(self._on_pair)
        self._loader.loading_changed.connect(self._on_loading)
        self._loader.failed.connect(self._on_load_failed)
        self._loader.stopped.connect(lambda: self.tell(words.loading_stopped(self.pair is not None)))
        self._status.changed.connect(self.status_changed)
        self._queue.ended.connect(self._on_ended)
        self._queue.failed.connect(self._on_failed)
        self._queue.idle_changed.connect(lambda idle: self.running_changed.emit(not idle))
        self.settings.committed.connect(self._on_committed)
        self._differences.changed.connect(self.difference_changed)

    @property
    def pair(self) -> PairInfo | None:
        """The pair that runs use."""
        return self._loader.pair

    @property
    def loading(self) -> Loading | None:
        """Progress of a load, or None."""
        return self._loader.loading

    @property
    def first_difference(self) -> int | None:
        """Position of the first token at which Mentored leaves Target only."""
        return self._differences.first

    @property
    def status(self) -> str:
        """The status bar's sentence."""
        return self._status.sentence

    @property
    def running(self) -> bool:
        """Whether a run goes on or waits."""
        return not self._queue.idle

    @property
    def held(self) -> str:
        """Why nothing may run now, in a sentence; "" where it may."""
        return self._held

    def run(self) -> None:
        """Run the comparison: target only and draft only unless kept, mentored always."""
        if self.loading is not None:
            return  # the window says that it loads, and Run is off meanwhile
        self.settings.settle()
        if self.pair is None or self._held:
            self.notice.emit(Notice(self._held) if self._held else no_pair())
            return
        try:
            request = self.settings.request()
        except RequestError as problem:
            self.notice.emit(notice_of(problem))
            return
        self.notice.emit(None)
        # A mentored run is made anew at every press: its timing is what one wants to see.
        kept = {"target", "draft"}
        shown, pair = self._shown, self.pair
        names = [name for name in shown.wanted() if not (name in kept and shown.show_kept(name, request, pair))]
        self._queue.start(steps_for(names, request, pair))

    def stop(self) -> None:
        """Stop what loads or runs and drop what waits; the text so far and the pair from before stay."""
        self._loader.cancel()
        if self.running:
            self.tell(words.STOPPING)
            self._queue.stop()

    def show(self, records: Mapping[PaneName, RunRecord], status: str) -> None:
        """Show these finished runs instead of what runs or is shown; a pane without one is emptied."""
        self._queue.start([])
        for name, pane in self.panes.items():
            record = records.get(name)
            if record is None:
                pane.clear()
            else:
                self._kept.put(record)
                pane.show(record)
        self.notice.emit(None)
        self._differences.refresh()
        self.tell(status)

    def branch(self, record: RunRecord, index: int, chosen: Candidate) -> None:
        """Run mentored after the tokens before `index` and a token that the reader chose; baselines stay."""
        pair = self.pair
        assert pair is not None and not branching.obstacle(record, index, chosen, self.panes.values(), pair)
        request = branching.request_after(record, self.settings.request())
        self.settings.take(request, "run to go on from")
        note = words.chosen(chosen, index)
        self._queue.start([Step("mentored", request, pair, note, branching.branched(record, index, chosen))])

    def refresh(self) -> None:
        """Bring the first difference and the speed-ups up to date after panes were fed from elsewhere."""
        self._differences.refresh()

    def tell(self, status: str) -> None:
        """Put a sentence into the status bar."""
        self._status.say(status)

    def hold(self, reason: str) -> None:
        """Run nothing until it is let go with "": `reason` is the sentence that says why."""
        changed = reason != self._held
        self._held = reason
        if changed:
            self.held_changed.emit()

    def load(self, target: Path, draft: Path) -> None:
        """Load another pair; the present one stays until that has worked."""
        self._queue.stop()
        self.notice.emit(None)
        self._loader.load(target, draft)

    def apply(self, batch: Sequence[tuple[int, Event]]) -> None:
        """Take what the engine said since the last time, in order; called with nothing it only ticks."""
        for command, group in groupby(batch, key=lambda item: item[0]):
            events = [event for _, event in group]
            if self._loader.apply(command, events) or self.explaining.apply(command, events):
                continue
            if self._queue.apply(command, events):
                self._differences.refresh()
            else:
                self.unclaimed.emit(command, events)
        self._queue.tick()

    def _on_committed(self, name: str) -> None:
        """A setting has settled: re-run or show again what depends on it, or ask for Run."""
        if name == "draft_pane" and not self.settings.draft_pane_shown:
            self.tell(self._shown.leave_draft() or self.status)
            return
        begun = self.running or any(pane.record for pane in self.panes.values())
        pair = self.pair
        if pair is None or self.loading is not None or not begun:
            return
        try:
            request = self.settings.request()
        except RequestError as problem:
            self.tell(problem.sentence)
            return
        if self._held:
            return
        if name == "draft_pane":
            self._shown.fill_draft(request, pair)
        elif name in PAIR_FOLDERS or not self._shown.is_current(request, pair):
            if not self.running:
                self.tell(self._shown.show_what_is_kept(request, pair))
        elif name in MENTORED_ONLY or not self._shown.has_mentored(request, pair):
            told = self._rerun.begin(request, pair, name)
            if told:
                self.tell(told)
        elif not self.running:
            self.tell(words.SHOWN_AGAIN)

    def _on_ended(self, step: Step) -> None:
        record = self.panes[step.pane].record
        if record is not None:
            self._kept.put(record)

    def _on_failed(self, _step: Step, problem: Failed) -> None:
        # What was refused before it ran says itself what to mend; pressing Run again would not help.
        self.notice.emit(notice_of(problem, "" if problem.field else words.TRY_AGAIN))

    def _on_pair(self) -> None:
        if self.pair is not None:
            for name, folder in zip(PAIR_FOLDERS, (self.pair.target, self.pair.draft), strict=True):
                self.settings.set(name, folder)
            self.settings.set_takes_system(self.pair.has_system)
        self.pair_changed.emit()

    def _on_loading(self) -> None:
        self.loading_changed.emit()
        self.tell(words.loading(self.loading) if self.loading else words.READY)

    def _on_load_failed(self, notice: Notice) -> None:
        self.notice.emit(notice)
        self.tell(notice.sentence)
