"""Every test that asks for a `store` or an `address` runs on both engines."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.address import Address, parse
from tests.harness.databases import open_store
from tests.harness.processes.postgresql_server import Server


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Address:
    if request.param == "sqlite":
        return tmp_path / "coup.sqlite3"
    return parse(request.getfixturevalue("server").schema())


@pytest.fixture
async def store(address: Address) -> AsyncIterator[Store]:
    opened = await open_store(address)
    yield opened
    await opened.close()


@pytest.fixture
def url(server: Server) -> str:
    return server.schema()


@pytest.fixture
def own(server: Server) -> Iterator[Server]:
    """A server that may be stopped; it runs again after the test."""
    if not server.own:
        pytest.skip("the server of COUP_TEST_POSTGRES is not stopped and started")
    yield server
    server.stop()
    server.start()
