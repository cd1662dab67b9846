"""A fixture: processes of a cluster over one PostgreSQL database."""

from collections.abc import AsyncIterator

import pytest

from tests.harness.processes.cluster_processes import ClusterProcesses
from tests.harness.processes.postgresql_server import Server


@pytest.fixture
async def processes(server: Server, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ClusterProcesses]:
    async with ClusterProcesses.over(server.schema()) as found:
        monkeypatch.setattr("bot.cluster.lease_manager.running_time", found.time)
        yield found
