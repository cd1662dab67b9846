"""The worker: what becomes of those who wait for it when it is closed."""

import asyncio
import time

import pytest

from bot.runtime.worker import Failed, Worker, WorkerClosed

LONG = 60.0


async def test_closing_ends_what_is_computed_and_what_waits_behind_it() -> None:
    worker = Worker(LONG)
    assert await worker.call(abs, -3) == 3
    calls = [asyncio.ensure_future(worker.call(time.sleep, LONG)) for _ in range(3)]
    await asyncio.sleep(0)  # the first is sent
    async with asyncio.timeout(10):
        await worker.close()
        ended = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(each) for each in ended] == [WorkerClosed] * 3
    with pytest.raises(WorkerClosed):
        await worker.call(abs, -3)


async def test_closing_while_the_process_is_started_leaves_no_process_behind() -> None:
    worker = Worker(LONG)
    call = asyncio.ensure_future(worker.call(time.sleep, LONG))
    await asyncio.sleep(0)  # it is being started
    await worker.close()
    async with asyncio.timeout(10):
        with pytest.raises(WorkerClosed):
            await call
    assert worker._process is None


async def test_a_failure_is_no_closing() -> None:
    worker = Worker(LONG)
    with pytest.raises(Failed, match="TypeError"):
        await worker.call(abs, "text")  # pyright: ignore[reportArgumentType] - that is the failure
    await worker.close()
