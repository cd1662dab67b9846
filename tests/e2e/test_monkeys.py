"""Games of every edition among members who click any control they see; each click is delivered twice."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from engine import Game
from sandbox.driver import Sandbox
from tests.harness.leak_watcher import Watcher, check_nothing_leaked, decided, finished, let_go, secrets
from tests.harness.members.monkeys import open_table, play_out
from tests.harness.processes.bot import Bot, serving

MEMBERS = ("Ana", "Ben", "Cleo", "Dov")
EXCHANGES = "spy, writer, crime_boss, communist, intellectual"
REACTIONS = "capitalist, producer, mercenary, missionary, lawyer"
ANARCHY = "financier, director, anarchist, arms_dealer, socialist, social_media"
TOKENS = "banker, newscaster, judge, customs_officer, protestor"
TABLES: dict[str, tuple[int, int, dict[str, str]]] = {  # members, AI seats, settings
    "teams": (4, 0, {"options": "teams inquisitor examine=owner"}),
    "short": (3, 0, {"ruleset": "short"}),
    "mcguire": (2, 1, {"ruleset": "mcguire"}),
    "reactions": (2, 0, {"pool": REACTIONS, "options": "advanced"}),
    "exchanges": (2, 0, {"pool": EXCHANGES, "options": "advanced"}),
    "tokens": (2, 0, {"pool": TOKENS, "options": "advanced"}),
    "reformation": (3, 0, {"ruleset": "reformation", "options": "inquisitor orders=false"}),
    "anarchy": (2, 1, {"ruleset": "anarchy", "pool": ANARCHY, "options": "orders=false"}),
}
WITH_ORDERS = "teams"
"""The table at which members may give standing orders: that of four."""


@pytest.fixture
async def bot(sandbox: Sandbox, database: Path) -> AsyncIterator[Bot]:
    """The bot, whose windows have short quiet times."""
    shorter = {"bot.tables.pace.LEAST_QUIET_SECONDS": 0.1, "bot.tables.pace.MOST_QUIET_SECONDS": 0.4}
    async with serving(sandbox, database, constants=shorter) as started:
        yield started
        assert "Traceback" not in started.log, started.log


async def test_random_clicks_play_every_edition_to_its_end(sandbox: Sandbox, bot: Bot, database: Path) -> None:
    await sandbox.double_delivery()
    watcher = Watcher(await sandbox.member("Finn"))
    watching = asyncio.create_task(watcher.watch())
    tables = {
        # Each table has its own members: a member clicking at several tables would be rate-limited, which another
        # test covers.
        name: await open_table(
            sandbox, name, [f"{member} at {name}"[:32] for member in MEMBERS[:seats]], options, ai=ai
        )
        for name, (seats, ai, options) in TABLES.items()
    }
    await asyncio.gather(*map(play_out, tables.values()))
    watching.cancel()

    monkeys = [monkey for table in tables.values() for monkey in table]
    assert not [heard for monkey in monkeys for heard in monkey.heard if "wrong" in heard]
    with_orders = tables[WITH_ORDERS]
    allowed = [own for monkey in with_orders for own in monkey.accepted if own.endswith(":pass")]
    taken = sum(monkey.taken for monkey in monkeys) - len(allowed)
    assert 0 <= taken - decided(database) <= let_go(database)
    assert any(monkey.ordered for monkey in with_orders)
    records = finished(database)
    for name in TABLES:
        record = records[watcher.member.channels[name]]
        assert Game.replay(record).winners is not None
        check_nothing_leaked(watcher, name, record)
    assert not [seed for seed in secrets(database) if seed in bot.log]
