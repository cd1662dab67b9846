"""Fixtures: a sandbox, and the bot connected to it."""

import random
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from sandbox.driver import Sandbox
from tests.bot.conftest import database
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.bot import Bot, running

__all__ = ["RESPONSE_SECONDS", "bot", "database", "sandbox", "seated"]

RESPONSE_SECONDS = 10.0
"""The time in which the bot must respond to an interaction: on a busy machine, more than Discord's 3 seconds."""


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.start() as started:
        await started.respond_within(RESPONSE_SECONDS)
        yield started


@pytest.fixture
async def bot(sandbox: Sandbox, database: Path) -> AsyncIterator[Bot]:
    async with running(sandbox, database) as started:
        await sandbox.ready("coup")
        yield started
        assert "Traceback" not in started.log, started.log


@pytest.fixture
def seated(sandbox: Sandbox) -> Callable[..., Awaitable[list[HumanPlayer]]]:
    """Opens a table, seats these members by buttons and starts the game; in a new channel if one is named."""

    async def seat(*names: str, ai: int = 0, channel: str = "coup", **options: str) -> list[HumanPlayer]:
        players = [HumanPlayer(await sandbox.member(name), random.Random(name)) for name in names]
        host = players[0].member
        if channel not in host.channels:
            await sandbox.add_channel(channel)
        for player in players:
            await player.member.until(lambda member=player.member: channel in member.channels, what=channel)
            player.member.channel = channel
        await host.slash("coup new", seats=1 + ai, **{"pace": "slow"} | options)
        for player in players[1:]:
            await player.member.sees("A table of Coup", channel=channel)
            await player.member.click("Join")
        await host.click("Start")
        return players

    return seat
