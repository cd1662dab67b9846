"""A short storm over one PostgreSQL: one process is killed, another hangs, and a third loses the connection during
COMMITs.
"""

from tests.chaos.storm import PROCESSES, run_storm
from tests.harness.processes.postgresql_server import Server

SEED = 1
GUILDS = 4


async def test_faults_of_processes_neither_lose_nor_repeat_a_decision(server: Server) -> None:
    kinds = "killed", "hung", "commit cut"
    tally = await run_storm(
        server, SEED, GUILDS, lambda storm: bool(storm.tally.faults), *kinds, max_concurrency=2 * PROCESSES
    )
    assert tally.clean, tally
