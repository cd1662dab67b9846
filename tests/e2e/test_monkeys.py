"""Games of every edition among members who press whatever they see, each press delivered twice."""

import asyncio
from pathlib import Path

from engine import Game
from sandbox.driver import Sandbox
from tests.bot.process import Bot
from tests.e2e.monkey import Monkey, open_table
from tests.e2e.watch import Watcher, check_nothing_leaked, decided, finished, secrets

MEMBERS = ("Ana", "Ben", "Cleo", "Dov", "Eve", "Finn")
MOST_PRESSES = 6000
TABLES = {
    "classic": (3, {}),
    "classic-two": (2, {"options": "two_player=standard"}),
    "classic-teams": (4, {"options": "teams"}),
    "classic-six": (6, {}),
    "inquisitor": (3, {"options": "inquisitor examine=owner"}),
    "short": (3, {"ruleset": "short"}),
    "mcguire": (3, {"ruleset": "mcguire"}),
    "g54": (3, {"ruleset": "g54", "pool": "beginners"}),
    "g54-reactions": (3, {"pool": "capitalist, producer, mercenary, missionary, lawyer", "options": "advanced"}),
    "g54-exchanges": (3, {"pool": "spy, writer, crime_boss, communist, intellectual", "options": "advanced"}),
    "g54-tokens": (2, {"pool": "banker, newscaster, judge, customs_officer, protestor", "options": "advanced"}),
}  # fmt: skip


async def test_every_edition_is_played_to_its_end_whatever_is_pressed(
    sandbox: Sandbox, bot: Bot, database: Path
) -> None:
    await sandbox.double_delivery()
    watcher = Watcher(await sandbox.member("Finn"))
    watching = asyncio.create_task(watcher.watch())
    tables = {
        name: await open_table(sandbox, name, list(MEMBERS[:seats]), **options)
        for name, (seats, options) in TABLES.items()
    }
    await asyncio.gather(*(_to_the_end(monkeys) for monkeys in tables.values()))
    watching.cancel()

    monkeys = [monkey for table in tables.values() for monkey in table]
    assert not [heard for monkey in monkeys for heard in monkey.heard if "wrong" in heard]
    assert decided(database) == sum(monkey.taken for monkey in monkeys)
    records = finished(database)
    for name in TABLES:
        record = records[watcher.member.channels[name]]
        assert Game.replay(record).winners is not None
        check_nothing_leaked(watcher, name, record)
    assert not [seed for seed in secrets(database) if seed in bot.log]


async def _to_the_end(monkeys: list[Monkey]) -> None:
    for turn in range(MOST_PRESSES):
        monkey = monkeys[turn % len(monkeys)]
        if monkey.over:
            return
        await monkey.press()
    raise AssertionError(
        f"{monkeys[0].channel} did not end: {monkeys[0].member.messages(monkeys[0].channel)[-1].text}"
    )
