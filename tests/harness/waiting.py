"""Waits with a long time limit, which ends only tests that hang. No test must fail on a busy machine."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

TIMEOUT_SECONDS: Final = 60.0
_PAUSE_SECONDS: Final = 0.02


async def eventually(condition: Callable[[], Awaitable[bool]]) -> None:
    """Waits until a condition is true that no event reports."""
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await condition():  # noqa: ASYNC110 - as the docstring says
            await asyncio.sleep(_PAUSE_SECONDS)  # until it checks again
