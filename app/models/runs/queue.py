"""Runs the steps of a comparison one after the other, so that their timings are fair."""

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.models.engine import Engine
from app.models.preview.resume import Beginning
from app.models.runs.pane import PaneModel
from app.models.runs.panes import PaneName
from engine.events import Event, Failed, Finished, PairInfo
from engine.record import RunRecord
from engine.request import Request


@dataclass(frozen=True, slots=True)
class Step:
    """One run to do.

    Attributes:
        note: the status bar's sentence while it runs and after; "" for the usual one.
        start: the beginning that is taken over from an earlier run, or None.
    """

    pane: PaneName
    request: Request
    pair: PairInfo
    note: str = ""
    start: Beginning | None = None

    def record(self) -> RunRecord:
        """A record of this run as it starts: empty, or with the beginning that is taken over."""
        record = RunRecord(self.request, self.pair.target, self.pair.draft)
        if self.start is not None:
            record.keep(self.start.tokens, self.start.rounds, self.start.first_change)
            record.given = self.start.given
        return record


def steps_for(names: Sequence[PaneName], request: Request, pair: PairInfo, note: str = "") -> list[Step]:
    """One step a pane, in that order."""
    return [Step(name, request.replace(mode=name), pair, note) for name in names]


class RunQueue(QObject):
    """At most one run is with the engine; the others wait here.

    Attributes:
        step: the run that is with the engine, or None. A superseded one (`stale`) counts
            until the engine says that it has ended, but its events go nowhere.
        started, ended: a step has begun, or has ended by itself or by `stop`.
        failed: a step could not go on (step, `Failed`); those behind it are dropped.
        idle_changed: whether nothing runs or waits.
    """

    started = Signal(object)
    ended = Signal(object)
    failed = Signal(object, object)
    idle_changed = Signal(bool)

    def __init__(self, engine: Engine, panes: dict[PaneName, PaneModel], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._engine = engine
        self._panes = panes
        self._steps: deque[Step] = deque()
        self._command: int | None = None
        self._stale = False
        self._idle = True
        self.step: Step | None = None

    @property
    def idle(self) -> bool:
        """Whether nothing runs or waits."""
        return self.step is None and not self._steps

    def planned(self) -> list[Step]:
        """The step that runs, unless superseded, and those that wait."""
        current = [self.step] if self.step and not self._stale else []
        return current + list(self._steps)

    def expected(self, name: PaneName) -> RunRecord | None:
        """The run that a pane is about to show (an empty record of it), or else the one that it shows."""
        for step in self.planned():
            if step.pane == name:
                return step.record()
        return self._panes[name].record

    def start(self, steps: Iterable[Step]) -> None:
        """Run these instead of whatever runs or waits."""
        self._drop_waiting()
        if self.step is not None and not self._stale:
            self._stale = True
            self._cancel()
            self._panes[self.step.pane].cut()
        self._wait_for(steps)

    def replace_waiting(self, steps: Iterable[Step]) -> None:
        """Let the present run go on, then run these instead of those that wait."""
        self._drop_waiting()
        self._wait_for(steps)

    def stop(self) -> None:
        """Stop the present run where it is, and drop those that wait."""
        self._drop_waiting()
        if self.step is not None:
            self._cancel()
        self._tell_idle()

    def apply(self, command: int, events: Sequence[Event]) -> bool:
        """Take events of one command; False if it is not the one that runs."""
        if command != self._command or self.step is None:
            return False
        pane = self._panes[self.step.pane]
        if not self._stale:
            pane.add(events)
        last = events[-1]
        if isinstance(last, (Finished, Failed)):
            self._end(last)
        return True

    def tick(self) -> None:
        """Let the running pane's live figures move on."""
        if self.step is not None and not self._stale:
            self._panes[self.step.pane].tick()

    def _wait_for(self, steps: Iterable[Step]) -> None:
        for step in steps:
            self._steps.append(step)
            self._panes[step.pane].wait()
        self._tell_idle()
        self._next()

    def _next(self) -> None:
        if self.step is None and self._steps:
            self.step = self._steps.popleft()
            self._stale = False
            start = self.step.start
            self._command = self._engine.generate(self.step.request, start.ids if start else ())
            self._panes[self.step.pane].begin(self.step.record())
            self.started.emit(self.step)

    def _end(self, last: Finished | Failed) -> None:
        step, stale = self.step, self._stale
        assert step is not None
        self.step, self._command, self._stale = None, None, False
        if not stale:
            self._tell_end(step, last)
        self._next()
        self._tell_idle()

    def _tell_end(self, step: Step, last: Finished | Failed) -> None:
        pane = self._panes[step.pane]
        if isinstance(last, Failed):
            self._drop_waiting()
            pane.fail(refused=last.field is not None)
            self.failed.emit(step, last)
            return
        if last.reason == "stopped" and pane.record is not None and not pane.record.made:
            pane.give_back()
        self.ended.emit(step)

    def _cancel(self) -> None:
        self._engine.cancel(self._command)

    def _drop_waiting(self) -> None:
        while self._steps:
            self._panes[self._steps.popleft().pane].give_back()

    def _tell_idle(self) -> None:
        if self.idle is not self._idle:
            self._idle = self.idle
            self.idle_changed.emit(self._idle)
