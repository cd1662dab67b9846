"""Fixtures: a sandbox, and the bot connected to it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.driver import Sandbox
from tests.bot.conftest import database
from tests.harness.processes.bot import Bot, serving

__all__ = ["RESPONSE_SECONDS", "bot", "database", "sandbox"]

RESPONSE_SECONDS = 10.0
"""The time in which the bot must respond to an interaction: on a busy machine, more than Discord's 3 seconds."""


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.start() as started:
        await started.respond_within(RESPONSE_SECONDS)
        yield started


@pytest.fixture
async def bot(sandbox: Sandbox, database: Path) -> AsyncIterator[Bot]:
    async with serving(sandbox, database) as started:
        yield started
        assert "Traceback" not in started.log, started.log
