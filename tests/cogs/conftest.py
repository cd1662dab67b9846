"""Fixtures: the real bot connected to SimCord, a simulation of Discord whose clock the tests advance."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.harness.discord import SimGuild
from tests.harness.simulated_discord import simulated_guild


@pytest.fixture
async def guild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SimGuild]:
    async with simulated_guild(tmp_path / "coup.sqlite3", monkeypatch) as guild:
        yield guild
