"""The one thread that owns MLX. Commands go in by a queue; Python numbers and strings come out as events."""

import queue
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from engine.errors import Cancelled, MentorscopeError, RequestError
from engine.events import Event, Explained, Failed, Finished, Loading, PairInfo, Unloaded
from engine.record import RunRecord
from engine.request import Place, Request


class Backend(Protocol):
    """What the thread drives; made, used and closed inside it. `engine.backend.MlxBackend` is the real one."""

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        """Load a pair, keeping the old one if that fails; `progress` raises to give up."""

    def generate(
        self,
        request: Request,
        should_stop: Callable[[], bool],
        emit: Callable[[Event], None],
        prefix: Sequence[int] = (),
    ) -> None:
        """Run one request to its end after the output ids `prefix`, handing each event to `emit`."""

    def explain(self, request: Request, place: Place, should_stop: Callable[[], bool]) -> Explained:
        """What stood to choose at a place of a run; raises `Cancelled` where it is to stop."""

    def unload(self) -> None:
        """Drop the pair and give its memory back."""

    def close(self) -> None:
        """Leave nothing behind that would outlive the thread."""


@dataclass(frozen=True, slots=True)
class _Command:
    id: int
    name: str
    arguments: tuple[Any, ...] = ()


_DOING = {"load": "loading the pair", "generate": "generating", "explain": "looking at a token"}
_GIVEN_UP = {"load": "Loading was stopped.", "explain": "Looking at this token was stopped."}


def mlx_backend() -> Backend:
    """Import MLX and mlx-lm, which takes seconds, and make the real backend."""
    from engine.backend import MlxBackend

    return MlxBackend()


class EngineThread:
    """Loads, generates, explains and unloads in one long-lived thread.

    All methods may be called from any other thread; none of them blocks, but `join`. Each command ends with one
    event of its own, unless `close` came before it.
    """

    def __init__(self, make_backend: Callable[[], Backend] = mlx_backend) -> None:
        self._make_backend = make_backend
        self._commands: queue.SimpleQueue[_Command] = queue.SimpleQueue()
        self._lock = threading.Lock()  # guards the five that follow
        self._events: list[tuple[int, Event]] = []
        self._last_id = 0
        self._ended_up_to = 0
        self._cancelled_up_to = 0
        self._cancelled: set[int] = set()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="mentorscope-engine", daemon=False)

    def start(self) -> None:
        """Start the thread; the models' libraries are imported inside it."""
        self._thread.start()

    def load(self, target: Path, draft: Path) -> int:
        """Ask for a pair. Ends with PairInfo or Failed. Returns the command's id, which its events carry."""
        return self._send("load", target, draft)

    def generate(self, request: Request, prefix: Sequence[int] = ()) -> int:
        """Ask for a run; `prefix` are output ids to take as given. Ends with exactly one Finished or Failed."""
        return self._send("generate", request, tuple(prefix))

    def explain(self, request: Request, place: Place) -> int:
        """Ask what stood to choose at a place of a run. Ends with Explained or Failed."""
        return self._send("explain", request, place)

    def unload(self) -> int:
        """Ask to give the pair's memory back. Ends with Unloaded."""
        return self._send("unload")

    def cancel(self, command: int | None = None) -> None:
        """Stop a running or waiting command within a round; None stops all that were sent so far.

        A load or a run that waits is not begun. Giving memory back is never stopped.
        """
        with self._lock:
            if command is None:
                self._cancelled_up_to = self._last_id
            elif self._ended_up_to < command <= self._last_id:
                self._cancelled.add(command)

    def drain(self) -> list[tuple[int, Event]]:
        """All events since the last call, oldest first, each with its command's id."""
        with self._lock:
            drained, self._events = self._events, []
        return drained

    def close(self) -> None:
        """Stop what runs, skip what waits, and end the thread."""
        self._closing.set()
        self._send("close")

    def join(self, timeout: float | None = None) -> bool:
        """Wait for the thread's end; False where the timeout came first. True at once if it never started."""
        if self._thread.ident is None:
            return True
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _send(self, name: str, *arguments: Any) -> int:
        with self._lock:  # ids and places in the queue go together
            self._last_id += 1
            command = _Command(self._last_id, name, arguments)
            self._commands.put(command)
        return command.id

    def _stopped(self, command: int) -> bool:
        return self._closing.is_set() or command <= self._cancelled_up_to or command in self._cancelled

    def _run(self) -> None:
        backend: Backend | None = None
        while (command := self._commands.get()).name != "close":
            try:
                if not self._skipped(command):
                    backend = backend or self._make_backend()
                    self._carry_out(backend, command)
            except MentorscopeError as error:
                field = error.field if isinstance(error, RequestError) else None
                self._emit(command.id, Failed(error.sentence, error.details, field))
            except Cancelled:
                self._emit(command.id, Failed(_GIVEN_UP[command.name]))
            except Exception as error:  # the thread must outlive whatever a model throws
                self._emit(command.id, Failed(_unforeseen(command.name), f"{type(error).__name__}: {error}"))
            with self._lock:
                self._ended_up_to = command.id
                self._cancelled.discard(command.id)
        if backend is not None:
            backend.close()

    def _skipped(self, command: _Command) -> bool:
        """End a load or a run that was stopped before it began."""
        if command.name == "unload" or not self._stopped(command.id):
            return False
        if command.name in _GIVEN_UP:
            raise Cancelled
        self._emit(command.id, Finished("stopped", RunRecord(command.arguments[0]).figures(0.0, 0.0)))
        return True

    def _carry_out(self, backend: Backend, command: _Command) -> None:
        if command.name == "load":
            target, draft = command.arguments
            self._emit(command.id, backend.load(target, draft, lambda event: self._progress(command.id, event)))
        elif command.name == "generate":
            backend.generate(
                command.arguments[0],
                lambda: self._stopped(command.id),
                lambda event: self._emit(command.id, event),
                *filter(None, command.arguments[1:]),
            )
        elif command.name == "explain":
            request, place = command.arguments
            self._emit(command.id, backend.explain(request, place, lambda: self._stopped(command.id)))
        else:
            backend.unload()
            self._emit(command.id, Unloaded())

    def _progress(self, command: int, event: Loading) -> None:
        self._emit(command, event)
        if self._stopped(command):
            raise Cancelled

    def _emit(self, command: int, event: Event) -> None:
        with self._lock:
            self._events.append((command, event))


def _unforeseen(name: str) -> str:
    doing = _DOING.get(name, "freeing memory")
    return f"Something unforeseen went wrong while {doing}: try again, or choose another pair."
