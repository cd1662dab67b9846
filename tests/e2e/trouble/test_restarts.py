"""The bot is killed at any moment, or stopped: acknowledged answers are kept, and nobody is left waiting."""

import asyncio
import os
import random
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.harness.begun_games import begun, turn_messages
from tests.harness.leak_watcher import decided, finished, let_go, secrets
from tests.harness.members.monkeys import Monkey, open_table, play_out
from tests.harness.processes.bot import Bot, running, serving
from tests.harness.processes.workers import frozen_worker

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


RESTARTING = "The bot is restarting."


async def stops_cleanly(bot: Bot, worker: int) -> None:
    """Stops the bot, which ends without an error, and its worker with it."""
    assert await bot.end() == 0
    faults = [line for line in bot.log.splitlines() if "ERROR" in line or "Traceback" in line]
    assert not faults, bot.log
    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


async def lesson(learner: DrivenMember) -> None:
    """A member starts a lesson, and goes to its thread."""
    await learner.slash("coup learn")
    thread = f"Learn Coup: {learner.name}"
    await learner.until(lambda: thread in learner.channels, what="a thread")
    learner.channel = thread
    await learner.sees("**Lesson:** You have two hidden cards", channel=thread)


@pytest.mark.parametrize(("command", "told_to_wait"), [("coup hint", False), ("coup coach", True)])
async def test_a_member_waiting_for_advice_is_told_that_the_bot_restarts(
    sandbox: Sandbox, database: Path, command: str, told_to_wait: bool
) -> None:
    async with serving(sandbox, database) as bot:
        ben = await sandbox.member("Ben")
        await lesson(ben)
        if command == "coup coach":
            await ben.slash("coup act", action="income")
            await ben.slash("coup resign", sure=True)
            await ben.sees("lesson is over", channel=ben.channel)
        asked = asyncio.ensure_future(ben.slash(command))
        worker = await frozen_worker(bot.process.pid, "bot.runtime.worker")
        if told_to_wait:
            await asked  # until the response is deferred
        await stops_cleanly(bot, worker)
        await ben.until(lambda: any(RESTARTING in message.text for message in ben.ephemerals()), what=RESTARTING)
        assert (await asked).seconds < 3


async def test_a_stop_cancels_an_ai_seats_computing_and_drawing(sandbox: Sandbox, database: Path) -> None:
    ana = await sandbox.first_member()
    async with serving(sandbox, database) as bot:
        await ana.slash("coup-config ai", kind="strong")
        await ana.slash("coup new", seats=2, pace="slow")
        await ana.click("Start")
        worker = asyncio.ensure_future(frozen_worker(bot.process.pid, "bot.runtime.worker"))
        message = await ana.sees("Turn 1")
        if "Choose an action" in [select.get("placeholder") for select in message.selects]:
            await ana.slash("coup act", action="tax")
        await stops_cleanly(bot, await worker)
    async with running(sandbox, database, COUP_PICTURES="on") as bot:
        await stops_cleanly(bot, await frozen_worker(bot.process.pid, "bot.pictures.rasterizer"))
