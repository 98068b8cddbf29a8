"""Drive an `EngineThread` in a test: send, wait for the end, and never leave the thread behind."""

import re
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

from engine.events import Event, Failed, Finished, PairInfo, Token, Unloaded
from engine.request import Request
from engine.thread import Backend, EngineThread, mlx_backend

ENDS = (Finished, Failed, PairInfo, Unloaded)
PYTHON_WORDS = re.compile(
    r"Traceback|Error\b|Exception|\bNone\b|NoneType|\bdict\b|\bstr\b|\bself\b|<class|object at|Errno|\\x|\\n|\n|None\b"
)


class Engine:
    """A started engine thread that is closed and joined at the end of a `with`."""

    def __init__(self, make_backend: Callable[[], Backend] = mlx_backend) -> None:
        self.thread = EngineThread(make_backend)
        self.events: dict[int, list[Event]] = defaultdict(list)
        self.order: list[int] = []

    def __enter__(self) -> "Engine":
        self.thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.thread.close()
        assert self.thread.join(30), "the engine thread did not end"
        self.drain()

    def drain(self) -> None:
        """Sort what came into `events`; `order` has the commands in the order of their ends."""
        for command, event in self.thread.drain():
            self.events[command].append(event)
            if isinstance(event, ENDS):
                self.order.append(command)

    def until(self, condition: Callable[[], bool], seconds: float = 60.0) -> None:
        """Drain until a condition holds."""
        deadline = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < deadline, f"waited in vain; seen: {dict(self.events)}"
            time.sleep(0.002)
            self.drain()

    def wait(self, command: int) -> list[Event]:
        """All events of a command, up to its end."""
        self.until(lambda: command in self.order)
        return self.events[command]

    def load(self, target: Path, draft: Path) -> Event:
        """Load a pair; the end event."""
        return self.wait(self.thread.load(target, draft))[-1]

    def loaded(self, target: Path, draft: Path) -> PairInfo:
        """Load a pair that must load."""
        end = self.load(target, draft)
        assert isinstance(end, PairInfo), end
        return end

    def run(self, request: Request) -> list[Event]:
        """Generate; all events."""
        return self.wait(self.thread.generate(request))

    def ids(self, request: Request) -> list[int]:
        """Generate; the emitted ids of a run that must finish."""
        events = self.run(request)
        assert isinstance(events[-1], Finished), events[-1]
        return ids_of(events)


def ids_of(events: list[Event]) -> list[int]:
    """Ids of the emitted tokens."""
    return [event.id for event in events if isinstance(event, Token)]


def text_of(events: list[Event]) -> str:
    """The output's text."""
    return "".join(event.text for event in events if isinstance(event, Token))


def require_plain(sentence: str, *paths: Path) -> None:
    """Fail unless a sentence is one plain sentence: capital first, full stop last, no second one, no Python."""
    for path in paths:
        sentence = sentence.replace(str(path.absolute()), "FOLDER").replace(str(path), "FOLDER")
    assert sentence[0].isupper(), sentence
    assert sentence.endswith(".") and not sentence.endswith(".."), sentence
    assert not re.search(r"[.!?]\s", sentence), f"more than one sentence: {sentence}"
    assert not PYTHON_WORDS.search(sentence), sentence
