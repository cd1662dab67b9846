"""The worker process: closing it fails the calls that wait for it."""

import asyncio
import time

import pytest

from bot.runtime.worker import Failed, Worker, WorkerClosed

LONG = 3600.0  # seconds: longer than a test may take


async def test_closing_cancels_the_running_call_and_the_waiting_ones() -> None:
    worker = Worker(LONG)
    assert await worker.call(abs, -3) == 3
    calls = [asyncio.ensure_future(worker.call(time.sleep, LONG)) for _ in range(3)]
    await asyncio.sleep(0)  # the first call is sent
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
    with pytest.raises(WorkerClosed):
        await call
    assert worker._process is None


async def test_a_failed_call_does_not_close_the_worker() -> None:
    worker = Worker(LONG)
    with pytest.raises(Failed, match="TypeError"):
        await worker.call(abs, "text")  # pyright: ignore[reportArgumentType] - that causes the failure
    await worker.close()
