"""A fixture: a table where a game of three stands at a known position."""

import pytest

from bot.tables.table import Table
from tests.cogs.court import Court
from tests.cogs.playing.positions import three_players


@pytest.fixture
async def table(court: Court) -> Table:
    return await three_players(court)
