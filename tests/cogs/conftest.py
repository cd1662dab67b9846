"""Fixtures: the real bot connected to SimCord, a simulation of Discord with a clock for tests; a game in it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.tables.table import Table
from tests.cogs.positions import three_players
from tests.harness.discord import SimGuild
from tests.harness.simulated_discord import simulated_guild


@pytest.fixture
async def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimGuild]:
    async with simulated_guild(tmp_path / "coup.sqlite3", monkeypatch) as guild:
        yield guild


@pytest.fixture
async def table(guild: SimGuild) -> Table:
    """A table with a game of three players at a known position."""
    return await three_players(guild)
