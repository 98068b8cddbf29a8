"""Asynchronous tasks whose failures reach the user instead of vanishing."""

import asyncio
import traceback
from collections.abc import Callable, Coroutine
from typing import Any

from app.models.notice import Notice, notice_of
from engine.errors import MentorscopeError

Report = Callable[[Notice], None]


def notice_from(problem: BaseException) -> Notice:
    """A notice for any exception; one that nobody foresaw carries its traceback as details."""
    if isinstance(problem, MentorscopeError):
        return notice_of(problem)
    details = "".join(traceback.format_exception(problem))
    return Notice("Something went wrong that should not have.", "Your texts and settings are still here.", details)


class Tasks:
    """Starts coroutines on the running loop, keeps them alive, and reports how they fail."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> None:
        """Begin `work`; the loop must be running."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    async def cancel(self) -> None:
        """Cancel what is left, and wait for it."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        problem = None if task.cancelled() else task.exception()
        if problem is not None:
            self._report(notice_from(problem))
