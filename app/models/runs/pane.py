"""One pane's run: what it shows, in which state, with which figures."""

import time
from collections.abc import Callable, Sequence
from enum import Enum

from PySide6.QtCore import QObject, Signal

from app.models.runs.panes import PaneName
from engine.events import Event, Finished, Prefill, Stats, Token
from engine.record import RunRecord

FIGURES_EVERY_S = 0.25


class PaneState(Enum):
    """What a pane is doing."""

    EMPTY = "empty"
    WAITING = "waiting"
    PREFILL = "prefill"
    RUNNING = "running"
    DONE = "done"
    STOPPED = "stopped"
    FAILED = "failed"


class PaneModel(QObject):
    """The run that one pane shows.

    Attributes:
        record: the run; None while nothing is shown (empty, or waiting for its turn).
        reset: `record` was replaced; draw anew.
        tokens_added, rounds_added: index of the first new token or round of `record`.
        figures_changed: at most four times a second while running, and at the end.
    """

    reset = Signal()
    tokens_added = Signal(int)
    rounds_added = Signal(int)
    state_changed = Signal()
    figures_changed = Signal()

    def __init__(
        self, name: PaneName, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self.name: PaneName = name
        self.state = PaneState.EMPTY
        self.record: RunRecord | None = None
        self.speedup: float | None = None
        self._clock = self._own_clock = clock
        self._former: tuple[RunRecord, PaneState] | None = None
        self._began = self._prefilled = self._told = 0.0

    @property
    def busy(self) -> bool:
        """Whether the pane's run has begun and not ended."""
        return self.state in (PaneState.PREFILL, PaneState.RUNNING)

    def figures(self) -> Stats | None:
        """The engine's figures of a finished run, live ones while it goes on, None where nothing has run."""
        if self.record is None:
            return None
        if self.record.stats is not None:
            return self.record.stats
        if not self.busy:
            last = self.record.tokens[-1].at_s if self.record.tokens else 0.0
            return self.record.figures(self._prefilled, max(last, self._prefilled))
        now = self._clock() - self._began
        return self.record.figures(self._prefilled if self.state is PaneState.RUNNING else now, now)

    def wait(self) -> None:
        """Empty the pane until its turn comes; what it showed comes back if that never does."""
        if self.record is not None and not self.busy and (self.record.finished or self._former is None):
            self._former = (self.record, self.state)
        self._show(None, PaneState.WAITING)

    def begin(self, record: RunRecord, clock: Callable[[], float] | None = None) -> None:
        """The run starts now, with an empty record; a replay brings the clock that it follows."""
        if self.record is not None:
            self.wait()
        self._clock = clock or self._own_clock
        self._began = self._clock()
        self._prefilled = self._told = 0.0
        self._show(record, PaneState.PREFILL)

    def show(self, record: RunRecord) -> None:
        """Show a run that was kept."""
        self._former = None
        self._show(record, PaneState.STOPPED if record.reason == "stopped" else PaneState.DONE)

    def clear(self) -> None:
        """Show nothing."""
        self._former = None
        self._show(None, PaneState.EMPTY)

    def give_back(self) -> None:
        """Drop a run that put out nothing, and show what was here before."""
        record, state = self._former or (None, PaneState.EMPTY)
        self._former = None
        self._show(record, state)

    def adopt(self, record: RunRecord) -> None:
        """Take an equal record in place of the one that is shown, which changes nothing that is seen."""
        self.record, self._former = record, None
        self.state_changed.emit()

    def cut(self) -> None:
        """The run was given up for another one: its text so far stays, if there is any."""
        if self.busy and self.record is not None:
            if self.record.made:
                self._enter(PaneState.STOPPED)
            else:
                self.give_back()

    def fail(self, refused: bool = False) -> None:
        """The run could not go on: its text so far stays, or the former one where there is none.

        Args:
            refused: nothing ran, because of a setting: the former run then comes back as it was, figures and all.
        """
        record = self.record
        if refused and self._former is not None and (record is None or not record.made):
            self.give_back()
            return
        if (record is None or not record.made) and self._former is not None:
            record = self._former[0]
        if record is self.record:
            self._enter(PaneState.FAILED)
        else:
            self._show(record, PaneState.FAILED)

    def add(self, events: Sequence[Event]) -> None:
        """Take a burst of events of this pane's run; views hear of it once."""
        if self.record is None:
            return
        tokens, rounds = len(self.record.tokens), len(self.record.rounds)
        state = self.state
        for event in events:
            self.record.add(event)
            state = self._next_state(state, event)
        if len(self.record.tokens) > tokens:
            self.tokens_added.emit(tokens)
        if len(self.record.rounds) > rounds:
            self.rounds_added.emit(rounds)
        self._enter(state, moved=any(isinstance(event, Prefill) for event in events))
        self.tick()

    def tick(self) -> None:
        """Let the live figures move on; called about 30 times a second while anything runs."""
        now = self._clock()
        if self.busy and now - self._told >= FIGURES_EVERY_S:
            self._told = now
            self.figures_changed.emit()

    def set_speedup(self, speedup: float | None) -> None:
        """Take the speed-up against target only (a ratio), or None where it is not known."""
        if speedup != self.speedup:
            self.speedup = speedup
            self.figures_changed.emit()

    def _next_state(self, state: PaneState, event: Event) -> PaneState:
        if isinstance(event, Prefill):
            if event.done >= event.total:
                self._prefilled = self._clock() - self._began
            return PaneState.PREFILL
        if isinstance(event, Token):
            return PaneState.RUNNING
        if isinstance(event, Finished):
            return PaneState.STOPPED if event.reason == "stopped" else PaneState.DONE
        return state

    def _enter(self, state: PaneState, moved: bool = False) -> None:
        if state is not self.state or moved:
            self.state = state
            self.state_changed.emit()
            if not self.busy:
                self.figures_changed.emit()

    def _show(self, record: RunRecord | None, state: PaneState) -> None:
        self.record, self.state, self.speedup = record, state, None
        self.reset.emit()
        self.state_changed.emit()
        self.figures_changed.emit()
