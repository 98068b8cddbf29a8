"""Watches how smoothly the event loop turns and the window paints."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtWidgets import QWidget

TICK_MS = 4


@dataclass
class Gaps:
    """What was seen while one pane ran, all in ms.

    Attributes:
        wall: time from one turn of the event loop to the next. cpu: processor time of the window's thread in it, which
            other programs cannot lengthen. paint: time that each frame's painting took. at: tokens when it ended.
    """

    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    at: list[int] = field(default_factory=list)
    paint: list[float] = field(default_factory=list)


class Watch(QObject):
    """Ticks every few milliseconds; a tick that comes late tells how long the loop was busy.

    Sees every frame of the window too: Qt sends the window one update request a frame, and paints in it.
    """

    def __init__(self, window: QWidget, what_runs: Callable[[], tuple[str, int]]) -> None:
        """`what_runs` names what is measured, "" for nothing, and counts its tokens."""
        super().__init__(window)
        self.gaps: dict[str, Gaps] = {}
        self._window, self._what_runs = window, what_runs
        self._last = (0.0, 0.0)
        self._name = ""
        self._painting = False
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(TICK_MS)
        self._timer.timeout.connect(self._tick)

    def start(self) -> None:
        """Begin to watch."""
        self._last = (time.perf_counter(), time.thread_time())
        self._window.installEventFilter(self)
        self._timer.start()

    def stop(self) -> None:
        """Watch no more."""
        self._timer.stop()
        self._window.removeEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Time a frame's painting by having it done here."""
        if watched is not self._window or event.type() != QEvent.Type.UpdateRequest or self._painting:
            return False
        began = time.perf_counter()
        self._painting = True
        try:
            watched.event(event)
        finally:
            self._painting = False
        if self._name:
            self.gaps[self._name].paint.append(1000 * (time.perf_counter() - began))
        return True

    def _tick(self) -> None:
        now = (time.perf_counter(), time.thread_time())
        name, tokens = self._what_runs()
        # A turn counts for what ran before it or after it: the first burst and the last are turns as well.
        counted = name or self._name
        if counted:
            gaps = self.gaps.setdefault(counted, Gaps())
            gaps.wall.append(1000 * (now[0] - self._last[0]))
            gaps.cpu.append(1000 * (now[1] - self._last[1]))
            gaps.at.append(tokens)
        self._last, self._name = now, name


def share_of(values: Sequence[float], percent: float) -> float:
    """The value that `percent` of all do not exceed; 0 where there are none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))] if ordered else 0.0
