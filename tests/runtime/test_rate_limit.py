"""A rate limiter that makes callers wait."""

import asyncio
import time

from bot.runtime.clock import RateLimiter

SECONDS = 0.2


async def test_callers_in_a_stopped_process_do_not_pass_all_at_once() -> None:
    limiter, loop, passed = RateLimiter(2, SECONDS), asyncio.get_running_loop(), list[float]()

    async def ask() -> None:
        await limiter.acquire()
        passed.append(loop.time())

    asking = asyncio.gather(*(ask() for _ in range(5)))
    loop.call_soon(time.sleep, 3 * SECONDS)  # once each has asked, stop the whole process
    await asyncio.sleep(0)  # until all that has happened
    resumed_at = loop.time()
    await asking
    assert passed[4] - resumed_at >= SECONDS
