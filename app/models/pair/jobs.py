"""Work beside the window and the engine: reading folders, fetching. Never MLX, which belongs to the engine's thread."""

import threading
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

FRAME_MS = 33


class Job:
    """One piece of work in a thread of its own. What it posts is taken in the window's thread, a batch a frame."""

    def __init__(self, work: Callable[["Job"], Any], take: Callable[[Any], None], done: Callable[[Any], None]) -> None:
        self.take, self.done = take, done
        self._work = work
        self._stop = threading.Event()
        self._lock = threading.Lock()  # guards the posted
        self._posted: list[Any] = []
        self._result: Any = None
        self.thread = threading.Thread(target=self._run, name="mentorscope-job")

    def post(self, item: Any) -> None:
        """Hand something to the window; called by the work."""
        with self._lock:
            self._posted.append(item)

    def stop(self) -> None:
        """Ask the work to end; it is told by `stopped`."""
        self._stop.set()

    def stopped(self) -> bool:
        """Whether it was asked to end."""
        return self._stop.is_set()

    def drain(self) -> list[Any]:
        """What was posted since the last time."""
        with self._lock:
            posted, self._posted = self._posted, []
        return posted

    @property
    def result(self) -> Any:
        """What the work gave back, or the exception that ended it."""
        return self._result

    def _run(self) -> None:
        try:
            self._result = self._work(self)
        except Exception as problem:
            self._result = problem


class Jobs(QObject):
    """Runs jobs, each in a thread, and hands over what they say while a timer runs; it runs only while one goes on."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: list[Job] = []
        self._closed = False
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self.pull)

    def start(
        self, work: Callable[[Job], Any], done: Callable[[Any], None], take: Callable[[Any], None] = lambda _: None
    ) -> Job:
        """Begin a job.

        Args:
            work: called in a thread, with the job. done: called with what it gave back, or with its exception.
            take: called with each thing that it posts, before `done`.
        """
        job = Job(work, take, done)
        if not self._closed:
            self._jobs.append(job)
            job.thread.start()
            if not self._timer.isActive():
                self._timer.start()
        return job

    @property
    def busy(self) -> bool:
        """Whether any job has not been handed over."""
        return bool(self._jobs)

    def pull(self) -> None:
        """Hand over what there is."""
        for job in list(self._jobs):
            ended = not job.thread.is_alive()
            for item in job.drain():
                job.take(item)
            if ended and job in self._jobs:
                self._jobs.remove(job)
                job.done(job.result)
        if not self._jobs:
            self._timer.stop()

    def close(self) -> None:
        """Ask all jobs to end; nothing is handed over any more."""
        self._closed = True
        self._timer.stop()
        for job in self._jobs:
            job.stop()

    def join(self, timeout: float) -> bool:
        """Wait for all threads' ends, seconds in all; False where the timeout came first."""
        until = time.monotonic() + timeout
        for job in self._jobs:
            job.thread.join(max(0.0, until - time.monotonic()))
        return not any(job.thread.is_alive() for job in self._jobs)
