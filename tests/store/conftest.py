"""Every test that asks for a `store` or an `address` runs on both engines."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.address import Address, parse
from tests.harness.databases import open_store


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
