"""A short storm: of three processes over one PostgreSQL, one is killed while another hangs."""

import pytest

from tests.chaos.storm import weather
from tests.store.server import Server

SEED = 1
COURTS = 4

pytestmark = pytest.mark.xdist_group("postgresql")


async def test_faults_of_processes_lose_and_double_nothing(server: Server) -> None:
    tally = await weather(server, SEED, COURTS, lambda storm: bool(storm.tally.faults), "killed", "hung")
    assert tally.clean, tally
