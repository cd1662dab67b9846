"""A fixture: a table with a game of three players at a known position."""

import pytest

from bot.tables.table import Table
from tests.cogs.playing.positions import three_players
from tests.harness.discord import SimGuild


@pytest.fixture
async def table(guild: SimGuild) -> Table:
    return await three_players(guild)
