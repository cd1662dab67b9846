"""A fixture: processes of a cluster over one PostgreSQL database."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store import Store
from bot.store.address import PostgresqlAddress, parse
from tests.harness.cluster_processes import ClusterProcesses
from tests.harness.postgresql_server import Server


@pytest.fixture
async def processes(server: Server) -> AsyncIterator[ClusterProcesses]:
    address = parse(server.schema())
    assert isinstance(address, PostgresqlAddress)
    await (await Store.open(address)).close()
    found = ClusterProcesses(address)
    yield found
    await asyncio.gather(*(process.close() for process in found.all))
