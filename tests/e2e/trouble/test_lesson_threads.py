"""Threads of lessons: each is archived when its lesson ends, whatever fails."""

from pathlib import Path
from typing import Any

import pytest

from sandbox.discord import threads
from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import NEVER
from tests.harness.processes.bot import Bot, serving

ARCHIVE, POST = "PATCH /channels/{}", "POST /channels/{}/messages"
NAME = "Learn Coup: Ben"


def active_threads(sandbox: Sandbox) -> list[str]:
    """The ids of the threads on all servers that are active."""
    assert sandbox.server is not None
    found = sandbox.server.world.channels.values()
    return [str(channel.id) for channel in found if channel.thread and not channel.thread.archived]


async def begun(sandbox: Sandbox, learner: DrivenMember) -> str:
    """A member starts a lesson in the first channel, and goes to its thread. Returns the thread's id."""
    learner.channel = "coup"
    before = {message.id for message in learner.messages()}
    await learner.slash("coup learn")
    await learner.until(lambda: any("Your lesson begins in" in each.text for each in learner.ephemerals()))
    await learner.until(lambda: NAME in learner.channels, what="a thread")
    learner.channel = NAME
    await learner.until(lambda: _first(learner, before), what="the first turn")
    return learner.channels[NAME]


def _first(learner: DrivenMember, before: set[str]) -> list[Message]:
    """The messages of a lesson's first turn, without those that were there before."""
    return [
        message
        for message in learner.messages()
        if message.id not in before and "**Lesson:** You have two hidden cards" in message.text
    ]


async def archived(sandbox: Sandbox, learner: DrivenMember, thread: str) -> None:
    """Waits until a thread is archived."""
    await learner.until(lambda: learner.threads[thread]["thread_metadata"]["archived"], what="an archived thread")
    assert not active_threads(sandbox)


@pytest.mark.parametrize(
    ("fault", "kill"),
    [
        ({"drop": "after"}, False),
        ({"status": 503}, False),
        ({"late": NEVER}, True),
        ({"status": 403, "code": 50013, "times": 1}, None),
    ],
)
async def test_a_lost_response_or_a_kill_leaves_the_thread_archived(
    sandbox: Sandbox, database: Path, fault: dict[str, Any], kill: bool | None
) -> None:
    ben = await sandbox.member("Ben")
    async with serving(sandbox, database) as bot:
        thread = await begun(sandbox, ben)
        await sandbox.fault(ARCHIVE.format(thread), **fault)
        await ben.slash("coup resign", sure=True)
        await ben.sees("lesson is over")
        if kill is None:  # the request was refused: the thread stays open, and the next lesson uses it
            await bot.says("A thread was left as it is")
            assert await begun(sandbox, ben) == thread
            return
        if not kill:
            await archived(sandbox, ben, thread)
            return
        await bot.end(kill=True)
        await sandbox.offline()
        await sandbox.clear_faults()
        await sandbox.advance(NONCE_SECONDS)
    async with serving(sandbox, database) as bot:
        await archived(sandbox, ben, thread)
        assert "Traceback" not in bot.log


async def test_a_kill_before_the_end_is_shown_leaves_the_thread_archived(sandbox: Sandbox, database: Path) -> None:
    ben = await sandbox.member("Ben")
    async with serving(sandbox, database) as bot:
        thread = await begun(sandbox, ben)
        await sandbox.fault(POST.format(thread), delay=NEVER)
        await ben.slash("coup resign", sure=True)
        await bot.end(kill=True)
        await sandbox.offline()
        await sandbox.clear_faults()
        await sandbox.advance(NONCE_SECONDS)
    async with serving(sandbox, database):
        await ben.sees("lesson is over")
        await archived(sandbox, ben, thread)


async def test_a_lesson_is_private_where_the_server_has_too_many_threads(
    sandbox: Sandbox, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MAX_ACTIVE", 1)
    ana, ben = await sandbox.first_member(), await sandbox.member("Ben")
    old = await begun(sandbox, ben)
    await ben.slash("coup resign", sure=True)
    await archived(sandbox, ben, old)
    await ana.slash("coup learn")  # uses up the only thread allowed
    await ana.until(lambda: any("Your lesson begins in" in each.text for each in ana.ephemerals()))
    ben.channel = "coup"
    await ben.slash("coup learn")
    told = await ben.sees("no room for another thread")
    assert "**Lesson:** You see your two hidden cards" in told.text
    assert ben.threads[old]["thread_metadata"]["archived"]
    assert "ERROR" not in bot.log
