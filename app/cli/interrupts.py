"""Ctrl-C: its exit code; and while something is saved, only the first of several close together counts."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: The exit code after Ctrl-C.
INTERRUPTED = 130
#: Seconds after a Ctrl-C in which another one is not heard.
CALM_S = 2.0


@contextmanager
def calm() -> Iterator[None]:
    """Raise `KeyboardInterrupt` for a Ctrl-C, but not again within `CALM_S`: that would lose what the first one keeps.

    Does nothing outside the main thread, where no signal is heard.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard = -CALM_S

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        nonlocal heard
        now = time.monotonic()
        if now - heard >= CALM_S:
            heard = now
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
