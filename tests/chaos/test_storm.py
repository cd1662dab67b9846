"""A short storm over one PostgreSQL: a process is killed, another hangs, and COMMITs of a third get lost."""

from tests.chaos.storm import PROCESSES, weather
from tests.harness.postgresql_server import Server

SEED = 1
GUILDS = 4


async def test_faults_of_processes_lose_and_double_nothing(server: Server) -> None:
    kinds = "killed", "hung", "commit cut"
    tally = await weather(
        server, SEED, GUILDS, lambda storm: bool(storm.tally.faults), *kinds, max_concurrency=2 * PROCESSES
    )
    assert tally.clean, tally
