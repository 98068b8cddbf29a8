"""Drives the engine's thread from a plain program: asks, waits, takes what comes, ends it."""

import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from engine.errors import MentorscopeError
from engine.events import Event, Explained, Failed, Finished, PairInfo
from engine.request import Place, Request
from engine.thread import EngineThread

POLL_S = 0.01
#: After Ctrl-C a run ends within a round; a model that is being read may take longer.
JOIN_S = 60.0


class CommandFailed(MentorscopeError):
    """The engine could not carry out a command; its own sentence says why."""


class Follower:
    """Owns an engine thread while a `with` block lasts."""

    def __init__(self, thread: EngineThread | None = None) -> None:
        self._thread = thread or EngineThread()

    def __enter__(self) -> "Follower":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._thread.cancel()
        self._thread.close()
        self._thread.join(JOIN_S)

    def load(self, target: Path, draft: Path) -> PairInfo:
        """Load a pair and wait for it.

        Raises:
            CommandFailed: the pair cannot be used.
        """
        command = self._thread.load(target, draft)
        while True:
            for event in self._events(command):
                if isinstance(event, PairInfo):
                    return event
            time.sleep(POLL_S)

    def generate(self, request: Request, take: Callable[[list[Event]], None]) -> bool:
        """Run to the end, handing every burst to `take`; Ctrl-C stops it within a round.

        Returns:
            Whether Ctrl-C came.

        Raises:
            CommandFailed: the run could not go on.
        """
        command = self._thread.generate(request)
        interrupted = False
        while True:
            try:
                events = self._events(command)
                if events:
                    take(events)
                if any(isinstance(event, Finished) for event in events):
                    return interrupted
                time.sleep(POLL_S)
            except KeyboardInterrupt:
                if interrupted:
                    raise
                interrupted = True
                self._thread.cancel(command)

    def explain(self, request: Request, place: Place) -> Explained:
        """Ask what stood to choose at a place of a run, and wait for it.

        Raises:
            CommandFailed: it cannot be told.
        """
        command = self._thread.explain(request, place)
        while True:
            for event in self._events(command):
                if isinstance(event, Explained):
                    return event
            time.sleep(POLL_S)

    def _events(self, command: int) -> list[Event]:
        events = [event for number, event in self._thread.drain() if number == command]
        for event in events:
            if isinstance(event, Failed):
                raise CommandFailed(event.sentence, event.details)
        return events
