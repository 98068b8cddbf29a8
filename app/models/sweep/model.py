"""Runs a sweep through the engine, one request at a time, and says what is known of it."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QSettings, Signal

from app.models.comparison import ComparisonModel
from app.models.loader import no_pair
from app.models.notice import Notice, notice_of
from app.models.settings import SettingsModel
from app.models.sweep import words
from app.models.sweep.board import Board
from app.models.sweep.form import SweepForm
from app.models.sweep.past import PastSweep, new_path, past_sweeps, sweep_folder
from app.models.sweep.results import Results, planned_board
from engine.errors import MentorscopeError, RequestError
from engine.events import Event, Failed, Finished
from engine.record import RunRecord
from engine.sweep.pace import estimate
from engine.sweep.plan import Setting
from engine.sweep.provenance import Header, header_of
from engine.sweep.run import Job, Progress, Schedule
from engine.sweep.sample import Sample
from engine.sweep.store import SweepFile, load

State = Literal["empty", "running", "stopping", "stopped", "finished"]


class SweepModel(QObject):
    """The sweep that is shown, and the one that runs: the same one.

    Attributes:
        state: "stopped" also for a file whose sweep was never finished.
        results: figures, finding and board of what is shown.
        selected: the setting that is selected everywhere, or None.
        path: the file of the shown sweep, or None.

    Signals:
        changed: results or state; `selection_changed`; `past_changed`: the list of kept sweeps.
        notice: a `Notice`, or None to clear it.
    """

    changed = Signal()
    selection_changed = Signal()
    running_changed = Signal(bool)
    past_changed = Signal()
    notice = Signal(object)

    def __init__(
        self,
        comparison: ComparisonModel,
        settings: SettingsModel,
        store: QSettings,
        parent: QObject | None = None,
        now: Callable[[], datetime] = datetime.now,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(parent)
        self._comparison, self._settings, self._now, self._clock = comparison, settings, now, clock
        self.folder = sweep_folder(store)
        self.form = SweepForm(settings, store, self)
        self.state: State = "empty"
        self.results = Results()
        self.selected: Setting | None = None
        self.path: Path | None = None
        self._schedule: Schedule | None = None
        self._file: SweepFile | None = None
        self._job: Job | None = None
        self._record: RunRecord | None = None
        self._command: int | None = None
        self._began, self._shown = 0.0, False
        self._pace: tuple[Sample, ...] = ()
        comparison.unclaimed.connect(self.apply)
        comparison.loading_changed.connect(self._on_loading)
        comparison.pair_changed.connect(self.changed)
        self.form.changed.connect(self._on_form)

    # What is asked for

    @property
    def running(self) -> bool:
        """Whether a run is with the engine."""
        return self.state in ("running", "stopping")

    @property
    def progress(self) -> Progress | None:
        """How far the shown sweep is; None without one."""
        return self._schedule.progress() if self._schedule else None

    @property
    def can_resume(self) -> bool:
        """Whether runs of the shown sweep are missing."""
        return self.state == "stopped" and self._schedule is not None and self._schedule.next_job() is not None

    @property
    def board(self) -> Board:
        """The cells to show: those of the shown sweep, or, before the first, those that are asked for."""
        if self.results.header is not None:
            return self.results.board
        try:
            return planned_board(self.form.plan())
        except RequestError:
            return Board()

    def estimate(self) -> str:
        """What the next sweep is, and how long it takes. Raises `RequestError` where it cannot be meant."""
        plan = self.form.plan()
        return words.estimate(plan, estimate(plan, self._pace or self._shown_paces()))

    def run(self) -> None:
        """Begin a new sweep with what the form says."""
        if self.running or not self._free():
            return
        pair = self._comparison.pair
        assert pair is not None
        self._settings.settle()
        try:
            header = header_of(self.form.plan(), pair)
            self.folder.mkdir(parents=True, exist_ok=True)
            path = new_path(self.folder, self._now())
            file = SweepFile.create(path, header)
        except RequestError as problem:
            self.notice.emit(notice_of(problem))
            return
        except MentorscopeError as problem:
            self.notice.emit(notice_of(problem))
            return
        except OSError as problem:
            self.notice.emit(Notice(f"The folder {self.folder} could not be made: {problem.strerror}."))
            return
        self._show(path, header, Schedule(header.plan))
        self._begin(file)

    def resume(self) -> None:
        """Go on with the shown sweep where it was stopped."""
        if self.running or self.path is None or not self._free() or not self._same_pair():
            return
        try:
            sweep, file = SweepFile.resume(self.path)
        except MentorscopeError as problem:
            self.notice.emit(notice_of(problem))
            return
        self._show(self.path, sweep.header, sweep.schedule(), keep_selection=True)
        self._begin(file)

    def stop(self) -> None:
        """Stop the present run; what is done stays."""
        if self.state == "running":
            self._set_state("stopping")
            self._comparison.tell("Stopping…")
            self._comparison.engine.cancel(self._command)

    def open(self, path: Path) -> None:
        """Show a saved sweep; no model is needed."""
        if self.running:
            self.notice.emit(Notice("A sweep is running: stop it before you open another one."))
            return
        try:
            sweep = load(path)
        except MentorscopeError as problem:
            self.notice.emit(notice_of(problem))
            return
        self.notice.emit(None)
        self._show(path, sweep.header, sweep.schedule())
        self.form.take(sweep.header.plan)
        self._take_settings(sweep.header.plan.seeds[0])
        self._set_state("finished" if sweep.finished else "stopped")
        self._comparison.tell(f"Opened {path.name}.")

    def past(self) -> list[PastSweep]:
        """The kept sweeps, the newest first."""
        return past_sweeps(self.folder)

    def select(self, setting: Setting | None) -> None:
        """Select a setting, everywhere."""
        if setting != self.selected:
            self.selected = setting
            self.selection_changed.emit()

    def load_setting(self, setting: Setting) -> None:
        """Put a cell's settings into the comparison's: the two sliders, and what its run depended on."""
        header = self.results.header
        if header is None or setting.mode != "mentored":
            return
        stack = self._settings.undo_stack
        stack.beginMacro("cell of the sweep")
        self._take_settings(header.plan.seeds[0])
        for name in ("policy", "draft_length", "tv_budget"):
            self._settings.set(name, getattr(setting, name))
        stack.endMacro()

    # What the engine says

    def apply(self, command: int, events: Sequence[Event]) -> None:
        """Take events of a command that the comparison does not know."""
        if command != self._command or self._record is None:
            return
        for event in events:
            self._record.add(event)
        last = events[-1]
        if isinstance(last, Failed):
            self._command = None
            self._end("stopped", last.sentence)
            self.notice.emit(notice_of(last, "What is done stays. Press Continue to go on."))
        elif isinstance(last, Finished):
            self._command = None
            self._take()

    def set_shown(self, shown: bool) -> None:
        """Whether the tab is open: the comparison runs nothing of its own behind it."""
        self._shown = shown
        self._hold()

    def close(self) -> None:
        """Stop what runs and let the file go; for the window's end."""
        self.stop()
        self._close_file()

    # Within

    def _free(self) -> bool:
        """Whether a sweep may begin; says why not."""
        reason = None
        if self._comparison.running:
            reason = words.COMPARING
        elif self._comparison.loading is not None:
            reason = words.LOADING
        elif self._comparison.pair is None:
            reason = no_pair()
        self.notice.emit(reason)
        return reason is None

    def _same_pair(self) -> bool:
        header, pair = self.results.header, self._comparison.pair
        if header is None or pair is None:
            return False
        if (header.target, header.draft) != (pair.target, pair.draft):
            remedy = "Open that pair to go on with it, or run a new sweep."
            self.notice.emit(Notice(f"This sweep is of another pair, {header.pair_words}.", remedy))
            return False
        if header.device != pair.device:
            told = f"This sweep was measured on another device, {header.device}: its times cannot be mixed with these."
            self.notice.emit(Notice(told, "Run a new sweep."))
            return False
        return True

    def _show(self, path: Path, header: Header, schedule: Schedule, keep_selection: bool = False) -> None:
        self.path, self._schedule = path, schedule
        self.results = Results(header, tuple(schedule.samples))
        if not keep_selection or self.selected not in self.results.board.cells:
            self.select(None)
        self.past_changed.emit()
        self.changed.emit()

    def _begin(self, file: SweepFile) -> None:
        self._file, self._began = file, self._clock()
        self._set_state("running")
        self._next()

    def _next(self) -> None:
        assert self._schedule is not None
        job = self._schedule.next_job()
        if job is None:
            self._end("finished", f"Sweep finished in {words.duration(self._clock() - self._began)}.")
            return
        self._job = job
        self._record = RunRecord(job.request)
        self._command = self._comparison.engine.generate(job.request)
        self._comparison.tell(words.in_status(self._schedule.progress()))
        self._refresh(job.setting if not job.warm_up else None)

    def _take(self) -> None:
        """A run has ended: keep its sample at once, then do the next."""
        assert self._schedule is not None and self._job is not None and self._record is not None
        sample = self._schedule.take(self._job, self._record)
        try:
            if sample is not None and self._file is not None:
                self._file.append(sample)
        except MentorscopeError as problem:
            self._end("stopped", problem.sentence)
            self.notice.emit(notice_of(problem, "The sweep has stopped; make room, then press Continue."))
            return
        if self.state == "running" and self._schedule.next_job() is not self._job:
            self._next()
        else:
            done = self._schedule.next_job() is None
            self._end("finished" if done else "stopped", "Sweep stopped; what is done stays.")

    def _end(self, state: State, told: str) -> None:
        self._close_file()
        self._job = self._record = None
        if self._schedule is not None:
            self._pace = tuple(self._schedule.samples)
        self._refresh(None)
        self._set_state(state)
        self._comparison.tell(told)
        self.past_changed.emit()

    def _refresh(self, running: Setting | None) -> None:
        assert self._schedule is not None
        self.results = Results(self.results.header, tuple(self._schedule.samples), running)
        self.changed.emit()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _set_state(self, state: State) -> None:
        before, self.state = self.running, state
        self._hold()
        if before != self.running:
            self.running_changed.emit(self.running)
        self.changed.emit()

    def _hold(self) -> None:
        self._comparison.hold(words.SWEEPING if self.running else words.IN_FRONT if self._shown else "")

    def _on_loading(self) -> None:
        """Another pair is asked for: the sweep cannot go on."""
        if self._comparison.loading is not None:
            self.stop()
        self.changed.emit()

    def _on_form(self) -> None:
        """Before the first sweep, the map shows what is asked for."""
        if self.results.header is None:
            self.changed.emit()

    def _shown_paces(self) -> tuple[Sample, ...]:
        """The runs that a file brought, if they are of this pair and device."""
        header, pair = self.results.header, self._comparison.pair
        if header is None or pair is None or (header.target, header.draft) != (pair.target, pair.draft):
            return ()
        return self.results.samples if header.device == pair.device else ()

    def _take_settings(self, seed: int) -> None:
        """Prompt, sampling and seed of the shown sweep; the comparison's own lengths stay."""
        header = self.results.header
        if header is None:
            return
        kept = ("tv_budget", "draft_length", "policy", "max_tokens", "ignore_eos")
        own = {name: self._settings.value(name) for name in kept}
        self._settings.take(header.plan.base.replace(mode="mentored", seed=seed, **own), "settings of the sweep")
