"""A short storm: three processes over one PostgreSQL, of which one is killed and one hangs."""

import pytest

from tests.chaos.storm import weather
from tests.store.server import Server

SEED = 1
COURTS = 4
FAULTS = ["killed", "hung"]

pytestmark = pytest.mark.xdist_group("postgresql")


async def test_faults_of_processes_lose_and_double_nothing(server: Server) -> None:
    tally = await weather(server, SEED, COURTS, lambda storm: len(storm.tally.faults) == len(FAULTS), FAULTS)
    assert tally.clean, tally
