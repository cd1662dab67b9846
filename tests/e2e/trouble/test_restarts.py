"""The bot is killed at any moment: acknowledged answers are kept, and the game continues on its old messages."""

import asyncio
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.harness.begun_games import begun, turn_messages
from tests.harness.leak_watcher import decided, finished, let_go, secrets
from tests.harness.members.monkeys import Monkey, open_table, play_out
from tests.harness.processes.bot import Bot, serving

KILLS = 5
LONGEST_LIFE = 1.5
"""The most seconds of play before a bot is killed."""


async def test_kills_at_random_moments_lose_nothing(sandbox: Sandbox, database: Path) -> None:
    chance = random.Random(1)
    tables: list[list[Monkey]] = []
    for life in range(KILLS + 1):
        async with serving(sandbox, database) as bot:
            if not tables:
                tables.append(await open_table(sandbox, "kills", ("Ana", "Ben", "Cleo")))
                tables.append(await open_table(sandbox, "more", ("Ana", "Dov"), {"ruleset": "mcguire"}, ai=1))
            if life < KILLS:
                await _play_until_killed(bot, tables, chance.uniform(0, LONGEST_LIFE))
                await sandbox.offline()
            else:
                await asyncio.gather(*map(play_out, tables))
                assert await bot.end() == 0
            assert "Traceback" not in bot.log, bot.log
            assert not [seed for seed in secrets(database) if seed in bot.log]
        # Some clicks cut off by the kill were stored, but not yet acknowledged.
        assert decided(database) + let_go(database) >= sum(monkey.taken for table in tables for monkey in table)
    assert len(finished(database)) == len(tables)
    with closing(sqlite3.connect(database)) as rows:
        assert rows.execute("SELECT DISTINCT status FROM games").fetchall() == [("over",)]


async def test_a_hand_shown_unasked_is_not_shown_again_after_a_restart(sandbox: Sandbox, database: Path) -> None:
    players, shown = list[DrivenMember](), list[bool]()
    for turns in ((1, 2), (3, 4)):
        async with serving(sandbox, database) as bot:
            players = players or await begun(sandbox)
            for player, turn in zip(players, turns, strict=True):
                await player.until(lambda player=player, turn=turn: turn_messages(player, turn), what="their turn")
                answer = await player.select(None, "Income")
                shown.append(answer.message is not None and answer.message.ephemeral)
            await bot.end()
            await sandbox.offline()
    assert any(shown[:2]), "the hand of the player who did not press Start"
    assert not any(shown[2:])


async def test_a_game_set_aside_says_so_on_its_message(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database) as bot:
        active, other = await begun(sandbox, style="chronicle")
        await active.slash("coup act", action="income")
        await other.until(lambda: turn_messages(other, 2), what="their 2nd turn")
        await bot.end()
        await sandbox.offline()
    with closing(sqlite3.connect(database)) as rows, rows:
        rows.execute("UPDATE decisions SET move = 'keep cards=duke,duke'")
    async with serving(sandbox, database) as bot:
        aside = await other.sees("This game was stopped")
        assert not aside.enabled
        assert not turn_messages(other, 2)
        await bot.says("set aside: IllegalDecision")
        assert "duke" not in bot.log


async def _play_until_killed(bot: Bot, tables: Sequence[Sequence[Monkey]], seconds: float) -> None:
    playing = [asyncio.create_task(play_out(monkeys)) for monkeys in tables]
    asyncio.get_running_loop().call_later(seconds, bot.process.kill)
    await bot.process.wait()
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        assert ended is None or isinstance(ended, asyncio.CancelledError | DriverError), ended
