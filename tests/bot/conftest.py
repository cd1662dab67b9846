"""Fixtures: a sandbox, and the path of a database."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from sandbox.driver import Sandbox


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    async with Sandbox.start() as started:
        yield started


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "coup.sqlite3"
