"""Background tasks: closing ends them, and their failures are logged."""

import asyncio
import logging

import pytest

from bot.runtime.background import BackgroundTasks


async def test_closing_cancels_every_task_and_waits_for_their_end() -> None:
    ended: list[int] = []

    async def work(number: int) -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0)  # cleaning up takes a moment
            ended.append(number)

    tasks = BackgroundTasks()
    for number in range(3):
        tasks.run(work(number))
    await asyncio.sleep(0)
    await tasks.close()
    assert sorted(ended) == [0, 1, 2]


async def test_a_task_that_waits_while_cleaning_up_is_cancelled_again() -> None:
    async def waits_twice() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.Event().wait()  # as discord.py does until a rate limit is over

    tasks = BackgroundTasks()
    task = tasks.run(waits_twice())
    await asyncio.sleep(0)  # let it start
    await tasks.close()
    assert task.cancelled()


async def test_a_task_that_fails_while_closing_does_not_stop_others_ending() -> None:
    async def fails() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            raise ValueError

    tasks = BackgroundTasks()
    tasks.run(fails())
    await asyncio.sleep(0)  # let them start
    await tasks.close()


async def test_a_failure_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    async def fails() -> None:
        raise ValueError

    with caplog.at_level(logging.WARNING):
        await asyncio.wait([BackgroundTasks().run(fails())])
        await asyncio.sleep(0)
    assert "ValueError" in caplog.text
