"""Opens the window: start-up, the loop, and a shutdown that leaves no thread behind.

The window is shown before any model library is imported: that happens in the
engine's thread, which starts afterwards.
"""

import asyncio
import os
import signal
import sys
import traceback
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

os.environ.setdefault("QT_API", "pyside6")

from PySide6.QtCore import QCoreApplication, QEvent, QSettings, QTimer
from PySide6.QtWidgets import QApplication
from qasync import QEventLoop

from app.bridge import Thread
from app.cli.interrupts import INTERRUPTED
from app.display import hush_offscreen, use_offscreen_without_display
from app.openings import FileOpener
from app.session import Session, build, name_application, pair_to_open
from app.tasks import Tasks, notice_from
from engine.thread import EngineThread

#: Python's signal handlers run only between bytecodes; an idle window runs none without this.
HEARTBEAT_MS = 200


def application() -> QApplication:
    """The application, made on first use, with its name."""
    use_offscreen_without_display()
    app = QApplication.instance() or QApplication(sys.argv[:1])
    if not isinstance(app, QApplication):
        raise TypeError("a QApplication is needed, and one of another kind exists")
    hush_offscreen()
    name_application(app)
    app.setQuitOnLastWindowClosed(False)
    return app


def run(
    target: Path | None = None,
    draft: Path | None = None,
    store: QSettings | None = None,
    thread: Thread | None = None,
    opened: Path | None = None,
) -> int:
    """Open the window and stay until it is closed.

    Args:
        target, draft: folders of a pair to load instead of the last one.
        store: where settings are kept; the user's own place by default.
        thread: the engine; the real one by default.
        opened: a run file to show.

    Returns:
        The exit code: 0, or 130 after Ctrl-C.
    """
    app = application()
    session = build(app, store or QSettings(), thread or EngineThread())
    if opened is not None:
        session.window.additions.files.open(opened)
    with failures_told(session):
        return run_loop(app, _live(app, session, target, draft))


def run_loop(app: QApplication, work: Coroutine[Any, Any, int]) -> int:
    """Run `work` to its end on Qt's own loop, whatever Qt is told meanwhile."""
    loop = QEventLoop(app)
    try:
        asyncio.set_event_loop(loop)
        task: asyncio.Task[int] = loop.create_task(work)
        task.add_done_callback(lambda _: loop.stop())
        # ⌘Q ends Qt's loop from outside: go on until the shutdown is through.
        while not task.done():
            loop.run_forever()
        return task.result()
    finally:
        asyncio.set_event_loop(None)
        loop.close()
        # Widgets go while the application still stands.
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


async def _live(app: QApplication, session: Session, target: Path | None, draft: Path | None) -> int:
    closed = asyncio.Event()
    app.lastWindowClosed.connect(closed.set)
    opener = FileOpener(app, session.window.additions.files.open)
    tasks = Tasks(session.comparison.notice.emit)
    with interrupts_set(closed) as interrupted:
        session.window.show()
        tasks.start(_begin(session, target, draft))
        await closed.wait()
    app.lastWindowClosed.disconnect(closed.set)
    opener.stop()
    await tasks.cancel()
    ended = await session.shutdown()
    session.window.deleteLater()
    if not ended:
        print("mentorscope: the engine did not end in time.", file=sys.stderr)
    return INTERRUPTED if interrupted() else 0


async def _begin(session: Session, target: Path | None, draft: Path | None) -> None:
    """Once the window is up, start the engine and load the pair."""
    await window_up(session)
    session.bridge.start()
    session.comparison.load(*pair_to_open(session.settings, target, draft))


async def window_up(session: Session, most_s: float = 2.0) -> None:
    """Wait until the window has been shown by the system, or for `most_s` seconds."""
    handle = session.window.windowHandle()
    until = asyncio.get_running_loop().time() + most_s
    while handle is not None and not handle.isExposed() and asyncio.get_running_loop().time() < until:
        await asyncio.sleep(0.01)
    await asyncio.sleep(0)


@contextmanager
def interrupts_set(closed: asyncio.Event) -> Iterator[Callable[[], bool]]:
    """Ctrl-C sets `closed`; yields a question whether it came."""
    came: list[int] = []

    def note(number: int, frame: Any) -> None:
        came.append(number)
        closed.set()

    heartbeat = QTimer()
    heartbeat.timeout.connect(lambda: None)
    heartbeat.start(HEARTBEAT_MS)
    former = signal.signal(signal.SIGINT, note)
    try:
        yield lambda: bool(came)
    finally:
        signal.signal(signal.SIGINT, former)
        heartbeat.stop()


@contextmanager
def failures_told(session: Session) -> Iterator[None]:
    """Exceptions that nobody foresaw, in Qt's slots too, go to stderr and to the banner."""
    former = sys.excepthook

    def tell(kind: type[BaseException], problem: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, problem, trace)
        session.comparison.notice.emit(notice_from(problem))

    sys.excepthook = tell
    try:
        yield
    finally:
        sys.excepthook = former
