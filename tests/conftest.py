"""Fixtures of the bot's tests: a clock to turn, harnesses over a real database file, and a PostgreSQL server."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from tests.harness.postgresql_server import NoServer, Server
from tests.harness.tables import Harness, ManualClock

SLOW = (
    "tests/bot/test_cluster.py",
    "tests/bot/test_command_sync.py",
    "tests/bot/test_emojis.py",
    "tests/bot/test_process.py",
    "tests/bot/test_settings",
    "tests/chaos/",
    "tests/cluster/",
    "tests/cogs/playing/test_advice",
    "tests/cogs/playing/test_both",
    "tests/cogs/playing/test_games",
    "tests/cogs/playing/test_notices",
    "tests/cogs/playing/test_play",
    "tests/cogs/test_config",
    "tests/cogs/test_forged",
    "tests/cogs/test_hostile",
    "tests/cogs/test_lobby",
    "tests/cogs/test_many_pools",
    "tests/cogs/test_surveyed_pools",
    "tests/delivery/test_message_sync",
    "tests/delivery/test_closing",
    "tests/delivery/test_idle",
    "tests/delivery/test_pictures",
    "tests/delivery/test_taken_over",
    "tests/e2e/",
    "tests/engine/formats/test_referee",
    "tests/lab/",
    "tests/engine/test_ai.py",
    "tests/engine/test_ai_secrecy",
    "tests/engine/test_machine.py",
    "tests/engine/test_perft.py",
    "tests/engine/test_redealing",
    "tests/doctor/test_doctor_rights",
    "tests/page/",
    "tests/pictures/test_faults",
    "tests/render/test_messages",
    "tests/render/test_hostile",
    "tests/render/texts/test_sanitize",
    "tests/sandbox/messages/test_validation",
    "tests/sandbox/test_answers",
    "tests/sandbox/test_faults",
    "tests/sandbox/test_interactions",
    "tests/sandbox/test_limits",
    "tests/sandbox/test_pages",
    "tests/store/repositories/test_games",
    "tests/store/test_commands",
    "tests/store/test_postgresql",
    "tests/store/test_sqlite",
    "tests/tables/test_commit_unknown",
    "tests/tables/test_finishing",
    "tests/tables/test_opponents",
    "tests/tables/test_saving",
)
"""Tests that take long for what `make check` is for, e.g. whole games, processes of their own, a browser."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.nodeid.startswith(SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def clock() -> ManualClock:
    return ManualClock()


@pytest.fixture
async def new_harness(tmp_path: Path, clock: ManualClock) -> AsyncIterator[Callable[..., Awaitable[Harness]]]:
    harnesses: list[Harness] = []

    async def build(**settings: float) -> Harness:
        harness = Harness(tmp_path / "coup.sqlite3", clock, server=None, **settings)
        await harness.open()
        harnesses.append(harness)
        return harness

    yield build
    for harness in harnesses:
        await harness.store.close()


@pytest.fixture
async def harness(new_harness: Callable[..., Awaitable[Harness]]) -> Harness:
    return await new_harness()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """A PostgreSQL server. Tests that use it are of the group `postgresql`, so that one serves them all."""
    try:
        found = Server.found()
    except NoServer as error:
        pytest.skip(f"PostgreSQL is not tested: {error}")
    yield found
    found.remove()
