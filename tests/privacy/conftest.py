"""Every test that asks for a `harness` runs on both engines."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bot.store.address import Address
from tests.harness.tables import Harness, ManualClock
from tests.store.conftest import address as address  # noqa: PLC0414 - a fixture is shared by importing it
from tests.store.conftest import store as store  # noqa: PLC0414 - a fixture is shared by importing it


@pytest.fixture
async def harness(address: Address) -> AsyncIterator[Harness]:
    opened = Harness(cast("Path", address), ManualClock())
    await opened.open()
    yield opened
    await opened.store.close()
