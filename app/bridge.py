"""The only place where the window meets the engine's thread."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal

from app.models.engine import Engine
from engine.events import Event, Explained, Failed, Finished, PairInfo, Unloaded
from engine.request import Place, Request

FRAME_MS = 33
#: A cancelled run ends within a round; a long prompt's chunk or a load may take longer.
JOIN_S = 60.0

_ENDS = (Finished, Failed, PairInfo, Unloaded, Explained)


class Thread(Engine, Protocol):
    """The engine's thread as the bridge uses it."""

    def start(self) -> None:
        """Begin to take commands."""

    def drain(self) -> list[tuple[int, Event]]:
        """All events since the last time, each with its command's id."""

    def close(self) -> None:
        """Ask the thread to end."""

    def join(self, timeout: float | None = None) -> bool:
        """Wait for its end, seconds; False if it has not come."""


class EngineBridge(QObject):
    """Hands commands down at once, and events up in one batch a frame.

    The timer runs only while a command has not ended. A batch may be empty: live
    figures move on between events.

    Attributes:
        batch: a list of (command id, event), in order.
    """

    batch = Signal(object)

    def __init__(self, thread: Thread, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = thread
        self._outstanding: set[int] = set()
        self._closing = False
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.pull)

    @property
    def outstanding(self) -> bool:
        """Whether any command has not ended."""
        return bool(self._outstanding)

    def start(self) -> None:
        """Start the engine's thread; model libraries are imported there, from now on."""
        self._thread.start()

    def load(self, target: Path, draft: Path) -> int:
        """Ask for a pair of folders."""
        return self._watch(self._thread.load(target, draft))

    def generate(self, request: Request, prefix: Sequence[int] = ()) -> int:
        """Ask for a run, after these output ids."""
        return self._watch(self._thread.generate(request, prefix))

    def explain(self, request: Request, place: Place) -> int:
        """Ask what stood to choose at a place of a run."""
        return self._watch(self._thread.explain(request, place))

    def unload(self) -> int:
        """Ask for the pair's memory back."""
        return self._watch(self._thread.unload())

    def cancel(self, command: int | None = None) -> None:
        """Cut one command short, or all."""
        self._thread.cancel(command)

    def pull(self) -> None:
        """Take all events there are and hand them on."""
        batch = self._thread.drain()
        self._outstanding -= {command for command, event in batch if isinstance(event, _ENDS)}
        if not self._outstanding:
            self._timer.stop()
        self.batch.emit(batch)

    async def shutdown(self) -> bool:
        """End the thread without blocking the window; False if it did not end in time."""
        self._closing = True
        self._timer.stop()
        self._thread.cancel()
        self._thread.close()
        ended = await asyncio.to_thread(self._thread.join, JOIN_S)
        self.pull()
        return ended

    def _watch(self, command: int) -> int:
        self._outstanding.add(command)
        if not self._closing and not self._timer.isActive():
            self._timer.start()
        return command
