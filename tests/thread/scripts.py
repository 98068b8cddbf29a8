"""A backend without models that goes on only when a test says so."""

import threading
from collections.abc import Callable
from pathlib import Path

from engine.errors import MentorscopeError, PairError, RequestError
from engine.events import Event, Finished, Loading, PairInfo, Reason, Round
from engine.record import RunRecord
from engine.request import Request

INFO = PairInfo("/t", "/d", "Target", "Draft", 8, 0, None, "CPU", False)
ERRORS: dict[str, Exception] = {
    "pair": PairError("This folder is not a model: choose another.", "because"),
    "request": RequestError("max_tokens", "Too many tokens: ask for fewer."),
    "plain": MentorscopeError("The run was stopped: try again."),
    "value": ValueError("cannot reshape"),
    "memory": MemoryError(),
    "key": KeyError("lm_head"),
}


class Scripted:
    """Each round, and each piece of a load, waits for a permit from `allow`.

    Attributes:
        rounds: rounds begun, over all runs. calls: names of the calls, in order. owner: the thread of the calls.
    """

    def __init__(self, pieces: int = 4) -> None:
        self.pieces = pieces
        self.rounds = 0
        self.calls: list[str] = []
        self.owners: set[int] = set()
        self._permits = threading.Semaphore(0)

    def allow(self, count: int = 1) -> None:
        """Let so many rounds or pieces happen."""
        self._permits.release(count)

    def load(self, target: Path, draft: Path, progress: Callable[[Loading], None]) -> PairInfo:
        """In pieces, or an error named as the target's folder."""
        self._called("load")
        self._perhaps_fail(target.name)
        for done in range(self.pieces):
            progress(Loading("Target", done, self.pieces))
            self._step()
        return INFO

    def generate(self, request: Request, should_stop: Callable[[], bool], emit: Callable[[Event], None]) -> None:
        """As many rounds as tokens are asked for, or an error named as the prompt."""
        self._called("generate")
        self._perhaps_fail(request.prompt)
        reason: Reason = "length"
        for index in range(request.max_tokens):
            self._step()
            self.rounds += 1
            emit(Round(index, index, 1, 1, 1, 0.0, 0.0))
            if should_stop():
                reason = "stopped"
                break
        emit(Finished(reason, RunRecord(request).figures(0.0, 0.0)))

    def unload(self) -> None:
        """Only noted."""
        self._called("unload")

    def close(self) -> None:
        """Only noted."""
        self._called("close")

    def _called(self, name: str) -> None:
        self.calls.append(name)
        self.owners.add(threading.get_ident())

    def _step(self) -> None:
        assert self._permits.acquire(timeout=20), "no test allowed this step"

    def _perhaps_fail(self, name: str) -> None:
        if name in ERRORS:
            raise ERRORS[name]
