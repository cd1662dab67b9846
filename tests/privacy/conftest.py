"""Every test that asks for a `harness` runs on both engines, unless it is marked SQLITE_ONLY."""

from collections.abc import AsyncIterator

import pytest

from bot.store.address import Address
from tests.harness.tables import Harness, ManualClock
from tests.store.conftest import address as address  # noqa: PLC0414 - a fixture is shared by importing it
from tests.store.conftest import store as store  # noqa: PLC0414 - a fixture is shared by importing it

SQLITE_ONLY = pytest.mark.parametrize("address", ["sqlite"], indirect=True)
"""Marks tests about a SQLite file, and long ones whose statements other tests carry out on both engines."""


@pytest.fixture
async def harness(address: Address) -> AsyncIterator[Harness]:
    async with Harness(address, ManualClock()) as opened:
        yield opened
