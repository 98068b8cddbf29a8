"""Race replay: the shown runs once more, all starting together, at the speeds at which they were recorded."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer, Signal

from app.models.runs.comparison import ComparisonModel
from app.models.runs.kept import baseline_of
from app.models.runs.pane import PaneModel
from app.models.runs.panes import TITLES, PaneName
from engine.events import Event, Finished, Prefill
from engine.record import RunRecord
from engine.request import MENTORED_ONLY

SPEEDS = (0.5, 1.0, 2.0)
TICK_MS = 33


@dataclass
class Lane:
    """One pane's run and how much of it has been told.

    Attributes:
        whole: the run. told: the record that grows in the pane.
        script: its events with the seconds from the start at which they are due, in order.
    """

    pane: PaneModel
    whole: RunRecord
    told: RunRecord
    script: list[tuple[float, Event]] = field(default_factory=list)
    next: int = 0

    @property
    def done(self) -> bool:
        """Whether all of it has been told."""
        return self.next >= len(self.script)

    def due(self, now: float) -> list[Event]:
        """The events up to `now` that have not been told."""
        start = self.next
        while self.next < len(self.script) and self.script[self.next][0] <= now:
            self.next += 1
        return [event for _, event in self.script[start : self.next]]


def script_of(record: RunRecord) -> list[tuple[float, Event]]:
    """A finished run's events in order, each with its second.

    A file may leave out when tokens were known: then they are spread evenly over the decoding time.
    """
    stats = record.stats
    assert stats is not None
    total, count = stats.total_s, max(1, len(record.tokens))
    timed = any(token.at_s for token in record.tokens)
    spread = (total - stats.prefill_s) / count
    size = record.prefill.total if record.prefill else 1
    events: list[tuple[float, Event]] = [(0.0, Prefill(0, size)), (stats.prefill_s, Prefill(size, size))]
    at, told = stats.prefill_s, {token.round: token.position for token in record.tokens}
    rounds = iter(record.rounds)
    for token in record.tokens:
        at = max(at, min(token.at_s, total) if timed else stats.prefill_s + spread * (token.position + 1))
        events.append((at, token))
        if token.round is not None and told[token.round] == token.position:
            events += [(at, done) for done in (next(rounds, None),) if done is not None]
    events += [(at, done) for done in rounds]
    return [*events, (max(at, total), Finished(record.reason or "length", stats))]


class RaceModel(QObject):
    """Plays the panes together.

    Attributes:
        speed: 0.5, 1 or 2 times the recorded one.
        changed: the race began, paused, went on, ended, or its speed is another.
        ticked: time has moved on.
    """

    changed = Signal()
    ticked = Signal()

    def __init__(
        self, comparison: ComparisonModel, parent: QObject | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        super().__init__(parent)
        self._comparison, self._clock = comparison, clock
        self._lanes: list[Lane] = []
        self._last = 0.0
        self.now = 0.0
        self.speed = 1.0
        self._timer = QTimer(self)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self.tick)
        # A run that begins ends the race: what still shows it gets its whole run back.
        comparison.running_changed.connect(lambda on: self.stop() if on else None)
        comparison.held_changed.connect(self._on_held)
        # So does a moved slider: the run that goes on from a recorded one needs the whole of it.
        comparison.settings.changed.connect(self._on_setting)

    @property
    def active(self) -> bool:
        """Whether the panes show a race, be it paused or over."""
        return bool(self._lanes)

    @property
    def playing(self) -> bool:
        """Whether time runs."""
        return self._timer.isActive()

    @property
    def over(self) -> bool:
        """Whether every run has come to its end."""
        return self.active and all(lane.done for lane in self._lanes)

    def finishes(self) -> list[tuple[float, str]]:
        """When each run ended, in seconds, with its pane's title."""
        return sorted((lane.script[-1][0], TITLES[lane.pane.name]) for lane in self._lanes)

    @property
    def length(self) -> float:
        """Seconds that the longest run took."""
        return max((lane.script[-1][0] for lane in self._lanes), default=0.0)

    def ready(self) -> bool:
        """Whether anything can be raced: finished runs of one pair, prompt, sampling and seed; and nothing runs."""
        baselines = {baseline_of(record) for record in self._finished().values()}
        return not self._comparison.running and len(baselines) == 1

    def start(self) -> None:
        """Race from the beginning; a race that goes on begins again."""
        self.stop()
        if not self.ready():
            return
        self.now = 0.0
        for name, record in self._finished().items():
            told = RunRecord(record.request, record.target, record.draft)
            self._lanes.append(Lane(self._comparison.panes[name], record, told, script_of(record)))
        for lane in self._lanes:
            lane.pane.begin(lane.told, lambda: self.now)
        self._comparison.tell("Race replay: recorded runs, started together; nothing runs now.")
        self.go_on()

    def pause(self) -> None:
        """Hold the time."""
        self._timer.stop()
        self.changed.emit()

    def go_on(self) -> None:
        """Let the time run."""
        if self.active and not self.over:
            self._last = self._clock()
            self._timer.start()
        self.changed.emit()

    def _on_held(self) -> None:
        """Another view is in front, or a sweep has the engine: nobody sees the race."""
        if self._comparison.held and self.playing:
            self.pause()

    def set_speed(self, speed: float) -> None:
        """Take a speed, from now on."""
        self.speed = speed
        self.changed.emit()

    def stop(self) -> None:
        """End the race and show the whole runs again."""
        self._timer.stop()
        lanes, self._lanes = self._lanes, []
        for lane in lanes:
            if lane.pane.record is lane.told and lane.told is not lane.whole:
                lane.pane.show(lane.whole)
        if lanes:
            self._comparison.refresh()
            self._comparison.tell("Race replay ended. The whole runs are shown.")
            self.changed.emit()

    def tick(self) -> None:
        """Tell what has become due."""
        if any(lane.pane.record is not lane.told for lane in self._lanes):
            self.stop()
            return
        now = self._clock()
        self.now += (now - self._last) * self.speed
        self._last = now
        for lane in self._lanes:
            events = lane.due(self.now)
            lane.pane.add(events) if events else lane.pane.tick()
        self._comparison.refresh()
        self.ticked.emit()
        if self.over:
            self._finish()

    def standing(self) -> str:
        """Who has finished, in the order of their times."""
        ended = [(at, name) for at, name in self.finishes() if at <= self.now]
        return ", ".join(f"{name} {seconds:.2f} s" for seconds, name in ended)

    def _on_setting(self, name: str) -> None:
        if name in MENTORED_ONLY and self.active and not self.over:
            self.stop()

    def _finish(self) -> None:
        """All are through: the whole records stand for the told ones, and nothing moves."""
        self._timer.stop()
        for lane in self._lanes:
            lane.pane.adopt(lane.whole)
            lane.told = lane.whole
        self._comparison.refresh()
        self._comparison.tell(f"Race over: {self.standing()}.")
        self.changed.emit()

    def _finished(self) -> dict[PaneName, RunRecord]:
        """Finished runs of the panes that are shown."""
        draft_shown = self._comparison.settings.draft_pane_shown
        panes = {name: pane.record for name, pane in self._comparison.panes.items() if name != "draft" or draft_shown}
        ended = ("end", "length")
        return {name: record for name, record in panes.items() if record and record.reason in ended and record.tokens}
