"""Carries a sweep's schedule out through the engine, one request at a time, and keeps each finished run at once."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Signal

from app.models.engine import Engine
from app.models.notice import Notice, notice_of
from app.models.sweep import words
from engine.errors import MentorscopeError
from engine.events import Event, Failed, Finished
from engine.record import RunRecord
from engine.sweep.plan import Setting
from engine.sweep.run import Job, Schedule
from engine.sweep.store import SweepFile


class SweepRunner(QObject):
    """Runs nothing of its own: whoever owns the schedule begins it, and it goes on until its end or `stop`.

    Signals:
        moved: a run has begun.
        ended: a sentence that tells why; whether all is done is the schedule's to say.
        failed: a `Notice`, after `ended`.
    """

    moved = Signal()
    ended = Signal(str)
    failed = Signal(object)

    def __init__(self, engine: Engine, parent: QObject, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(parent)
        self._engine, self._clock = engine, clock
        self._schedule: Schedule | None = None
        self._file: SweepFile | None = None
        self._job: Job | None = None
        self._record: RunRecord | None = None
        self._command: int | None = None
        self._began = 0.0
        self.stopping = False

    @property
    def running(self) -> bool:
        """Whether a run is with the engine."""
        return self._command is not None

    @property
    def setting(self) -> Setting | None:
        """What is being measured; None between sweeps and during the warm-up."""
        return self._job.setting if self._job is not None and not self._job.warm_up else None

    def begin(self, schedule: Schedule, file: SweepFile) -> None:
        """Run what is left of a schedule; samples go to the file, which is closed at the end."""
        self._schedule, self._file, self._began, self.stopping = schedule, file, self._clock(), False
        self._next()

    def stop(self) -> None:
        """Stop the present run, and begin no other."""
        if self.running and not self.stopping:
            self.stopping = True
            self._engine.cancel(self._command)

    def close(self) -> None:
        """Stop, and let the file go; what the engine still says is not kept."""
        self.stop()
        self._close_file()

    def apply(self, command: int, events: Sequence[Event]) -> None:
        """Take events of a command; those of others are left alone."""
        if command != self._command or self._record is None:
            return
        for event in events:
            self._record.add(event)
        last = events[-1]
        if isinstance(last, Failed):
            self._end(last.sentence)
            self.failed.emit(notice_of(last, words.GO_ON))
        elif isinstance(last, Finished):
            self._take()

    def _next(self) -> None:
        assert self._schedule is not None
        self._job = self._schedule.next_job()
        if self._job is None:
            self._end(f"Sweep finished in {words.duration(self._clock() - self._began)}.")
            return
        self._record = RunRecord(self._job.request)
        self._command = self._engine.generate(self._job.request)
        self.moved.emit()

    def _take(self) -> None:
        """A run has ended: keep its sample at once, then do the next."""
        assert self._schedule is not None and self._job is not None and self._record is not None
        sample = self._schedule.take(self._job, self._record)
        try:
            if sample is not None and self._file is not None:
                self._file.append(sample)
        except MentorscopeError as problem:
            self._end(problem.sentence)
            self.failed.emit(Notice(problem.sentence, words.MAKE_ROOM, problem.details))
            return
        if self.stopping or self._schedule.next_job() is self._job:
            self._end(words.STOPPED)
        else:
            self._next()

    def _end(self, told: str) -> None:
        self._close_file()
        self._job = self._record = self._command = None
        self.stopping = False
        self.ended.emit(told)

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
