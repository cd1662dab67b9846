"""A fixture: a sandbox without rate limits, so that no test here waits for one."""

from collections.abc import AsyncIterator

import pytest

from sandbox.driver import Sandbox
from tests.e2e.conftest import RESPONSE_SECONDS

LIMITED = pytest.mark.parametrize("sandbox", [True], indirect=True, ids=["limited"])
"""Marks tests that count requests: their sandbox has rate limits, and the bot spaces its requests."""


@pytest.fixture
async def sandbox(request: pytest.FixtureRequest) -> AsyncIterator[Sandbox]:
    """A sandbox, whose parameter says whether it has rate limits."""
    async with Sandbox.start(limits=getattr(request, "param", False)) as started:
        await started.respond_within(RESPONSE_SECONDS)
        yield started
