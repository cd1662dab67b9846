"""The bot stops (SIGTERM) while a worker process computes: nobody is left waiting."""

import asyncio
import os
from pathlib import Path

import pytest

from sandbox.driver import DrivenMember, Sandbox
from tests.harness.processes.bot import Bot, running, serving
from tests.harness.processes.workers import frozen_worker

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
