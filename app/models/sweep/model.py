"""The sweep that is shown, and the one that runs: the same one."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QObject, QSettings, Signal

from app.models.notice import Notice, notice_of
from app.models.runs.comparison import ComparisonModel
from app.models.settings.model import SettingsModel
from app.models.sweep import obstacles, words
from app.models.sweep.board import Board
from app.models.sweep.form import SweepForm
from app.models.sweep.past import PastSweep, new_file, past_sweeps, sweep_folder
from app.models.sweep.results import Results, planned_board
from app.models.sweep.runner import SweepRunner
from app.models.sweep.taking import load_cell, take_cell, take_sweep
from engine.errors import MentorscopeError, RequestError
from engine.sweep.pace import estimate
from engine.sweep.plan import Setting
from engine.sweep.provenance import Header, header_of
from engine.sweep.run import Progress, Schedule
from engine.sweep.sample import Sample
from engine.sweep.store import SweepFile, load

State = Literal["empty", "running", "stopping", "stopped", "finished"]


class SweepModel(QObject):
    """Runs, stops, resumes and opens sweeps, and says what is known of the one in sight.

    Attributes:
        form: what the next sweep is to be. folder: where sweeps are kept.
        results: figures, finding and cells of the shown sweep. path: its file, or None.
        selected: the setting that is selected everywhere, or None.

    Signals:
        changed: results, state, or what the next sweep is. selection_changed. running_changed: whether one runs.
        notice: a `Notice`, or None to clear it.
    """

    changed = Signal()
    selection_changed = Signal()
    running_changed = Signal(bool)
    notice = Signal(object)

    def __init__(
        self,
        comparison: ComparisonModel,
        settings: SettingsModel,
        store: QSettings,
        parent: QObject | None = None,
        now: Callable[[], datetime] = datetime.now,
    ) -> None:
        super().__init__(parent)
        self._comparison, self._settings, self._now = comparison, settings, now
        self.folder = sweep_folder(store)
        self.form = SweepForm(settings, store, self)
        self.results = Results()
        self.selected: Setting | None = None
        self.path: Path | None = None
        self._shown = False
        self._schedule: Schedule | None = None
        self._pace: tuple[Sample, ...] = ()
        self._runner = SweepRunner(comparison.engine, self)
        comparison.unclaimed.connect(self._runner.apply)
        comparison.loading_changed.connect(self._on_loading)
        comparison.pair_changed.connect(self.changed)
        self.form.changed.connect(self._on_form)
        self._runner.moved.connect(self._on_moved)
        self._runner.ended.connect(self._on_ended)
        self._runner.failed.connect(self.notice)

    @property
    def state(self) -> State:
        """What goes on; "stopped" also for a file whose sweep was never finished."""
        if self._runner.running:
            return "stopping" if self._runner.stopping else "running"
        if self._schedule is None:
            return "empty"
        return "finished" if self._schedule.next_job() is None else "stopped"

    @property
    def running(self) -> bool:
        """Whether a run is with the engine."""
        return self._runner.running

    @property
    def progress(self) -> Progress | None:
        """How far the shown sweep is; None without one."""
        return self._schedule.progress() if self._schedule else None

    @property
    def can_resume(self) -> bool:
        """Whether runs of the shown sweep are missing."""
        return self.state == "stopped"

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

    def past(self) -> list[PastSweep]:
        """The kept sweeps, the newest first."""
        return past_sweeps(self.folder)

    def select(self, setting: Setting | None) -> None:
        """Select a setting, everywhere."""
        if setting != self.selected:
            self.selected = setting
            self.selection_changed.emit()

    # What a person asks for

    def run(self) -> None:
        """Begin a new sweep with what the form says."""
        if self.running or not self._clear(obstacles.to_begin(self._comparison)):
            return
        pair = self._comparison.pair
        assert pair is not None
        self._settings.settle()
        try:
            header = header_of(self.form.plan(), pair)
            path, file = new_file(self.folder, self._now(), header)
        except MentorscopeError as problem:
            self.notice.emit(notice_of(problem))
            return
        self._show(path, header, Schedule(header.plan))
        self._begin(file)

    def resume(self) -> None:
        """Go on with the shown sweep where it was stopped."""
        header = self.results.header
        if self.running or self.path is None or header is None:
            return
        if not self._clear(obstacles.to_go_on(self._comparison, header)):
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
            self._runner.stop()
            self._comparison.tell("Stopping…")
            self.changed.emit()

    def open(self, path: Path) -> None:
        """Show a saved sweep, and take its axes and settings; no model is needed."""
        if self.running:
            self.notice.emit(Notice("A sweep is running.", "Stop it before you open another one."))
            return
        try:
            sweep = load(path)
        except MentorscopeError as problem:
            self.notice.emit(notice_of(problem))
            return
        self.notice.emit(None)
        self._show(path, sweep.header, sweep.schedule())
        self.form.take(sweep.header.plan)
        take_sweep(self._settings, sweep.header)
        self._comparison.tell(f"Opened {path.name}. Click a cell to take its settings.")

    def take_setting(self, setting: Setting) -> None:
        """A cell was clicked: its length and budget go into the two sliders, as one step of undo; nothing runs."""
        if setting.mode == "mentored" and not self.running and take_cell(self._settings, setting):
            self._comparison.tell(words.taken(setting))

    def load_setting(self, setting: Setting) -> None:
        """Put a cell's settings into the comparison's: the two sliders, and what its run depended on."""
        header = self.results.header
        if header is None or setting.mode != "mentored":
            return
        load_cell(self._settings, header, setting)
        self._comparison.tell(words.loaded(setting))

    def set_shown(self, shown: bool) -> None:
        """Whether the tab is open: the comparison runs nothing of its own behind it."""
        self._shown = shown
        self._hold()

    def close(self) -> None:
        """Stop what runs and let the file go; for the window's end."""
        self._runner.close()

    # Within

    def _clear(self, obstacle: Notice | None) -> bool:
        """Whether nothing stands in the way; says what does."""
        self.notice.emit(obstacle)
        return obstacle is None

    def _show(self, path: Path, header: Header, schedule: Schedule, keep_selection: bool = False) -> None:
        self.path, self._schedule = path, schedule
        self.results = Results(header, tuple(schedule.samples))
        if not keep_selection:
            self.select(None)
        self.changed.emit()

    def _begin(self, file: SweepFile) -> None:
        assert self._schedule is not None
        self._runner.begin(self._schedule, file)
        self._hold()
        self.running_changed.emit(self.running)

    def _on_moved(self) -> None:
        if self._schedule is not None:
            self._comparison.tell(words.in_status(self._schedule.progress()))
        self._refresh()

    def _on_ended(self, told: str) -> None:
        self._refresh()
        self._pace = self.results.samples
        self._hold()
        self.running_changed.emit(False)
        self._comparison.tell(told)

    def _refresh(self) -> None:
        assert self._schedule is not None
        self.results = Results(self.results.header, tuple(self._schedule.samples), self._runner.setting)
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
        if header is None or pair is None or obstacles.of_pair(header, pair):
            return ()
        return self.results.samples
