"""For all tests: Qt without a screen, and no timer or thread that outlives its test."""

import os
import threading
from collections.abc import Iterator

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_API", "pyside6")
# The models here are small: more threads would only wait for each other, and take the other tests' core.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import pytest
from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication

_START = QTimer.start


@pytest.fixture(autouse=True)
def no_leaked_threads() -> Iterator[None]:
    """Fail where a test leaves a thread of its own running."""
    before = set(threading.enumerate())
    yield
    # A thread that Qt made is none of Python's to wait for.
    own = (thread for thread in threading.enumerate() if not isinstance(thread, threading._DummyThread))
    left = [thread for thread in own if thread not in before and thread.is_alive()]
    # A pool's idle workers end with their pool; a second is given to those that are ending.
    for thread in left:
        thread.join(1.0)
    left = [thread for thread in left if thread.is_alive()]
    assert not left, f"threads left running: {left}"


@pytest.fixture(autouse=True)
def no_leaked_timers(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fail where a QTimer that our code started still runs at the end of a test."""
    started: list[QTimer] = []

    def start(self: QTimer, *arguments: int) -> None:
        started.append(self)
        _START(self, *arguments)

    monkeypatch.setattr(QTimer, "start", start)
    yield
    left = [timer for timer in started if _is_running(timer)]
    assert not left, f"timers left running: {[_path(timer) for timer in left]}"


@pytest.fixture(autouse=True)
def no_held_buttons() -> Iterator[None]:
    """Fail where a test leaves a mouse button down: the next one's moves would be drags."""
    before = QGuiApplication.mouseButtons()
    yield
    assert QGuiApplication.mouseButtons() in (before, Qt.MouseButton.NoButton), "mouse buttons left down"


def _is_running(timer: QTimer) -> bool:
    try:
        return timer.isActive()
    except RuntimeError:  # its C++ object is gone
        return False


def _path(timer: QTimer) -> str:
    names: list[str] = []
    node: QObject | None = timer
    while node is not None:
        names.append(node.objectName() or type(node).__name__)
        node = node.parent()
    return " in ".join(names)
