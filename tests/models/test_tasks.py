"""Tasks on the loop: how they fail is told, and what is left is cancelled."""

import asyncio

from app.models.notice import Notice
from app.tasks import Tasks
from engine.errors import MentorscopeError


async def fails(problem: Exception) -> None:
    raise problem


def test_failures_reach_the_user() -> None:
    told: list[Notice] = []

    async def work() -> None:
        tasks = Tasks(told.append)
        tasks.start(fails(MentorscopeError("The disk is full.", "ENOSPC")))
        tasks.start(fails(KeyError("surprise")))
        await asyncio.sleep(0.01)

    asyncio.run(work())
    assert (told[0].sentence, told[0].details) == ("The disk is full.", "ENOSPC")
    assert "KeyError: 'surprise'" in told[1].details and told[1].remedy


def test_what_is_left_is_cancelled_in_silence() -> None:
    told: list[Notice] = []
    ended: list[bool] = []

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        finally:
            ended.append(True)

    async def work() -> None:
        tasks = Tasks(told.append)
        tasks.start(long())
        await asyncio.sleep(0)
        await tasks.cancel()

    asyncio.run(work())
    assert ended == [True] and told == []
