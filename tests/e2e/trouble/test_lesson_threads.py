"""Threads of lessons: each is archived when its lesson ends, whatever fails."""

from pathlib import Path

import pytest

from sandbox.discord import threads
from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import NEVER
from tests.harness.processes.bot import Bot, serving

ARCHIVE, POST = "PATCH /channels/{}", "POST /channels/{}/messages"


async def begun(sandbox: Sandbox, learner: DrivenMember) -> str:
    """A member starts a lesson in the first channel, and goes to its thread. Returns the thread's id."""
    learner.channel = "coup"
    before = {message.id for message in learner.messages()}
    await learner.slash("coup learn")
    await learner.until(lambda: any("Your lesson begins in" in each.text for each in learner.ephemerals()))
    name = f"Learn Coup: {learner.name}"
    await learner.until(lambda: name in learner.channels, what="a thread")
    learner.channel = name
    await learner.until(lambda: _first(learner, before), what="the first turn")
    return learner.channels[name]


def _first(learner: DrivenMember, before: set[str]) -> list[Message]:
    """The messages of a lesson's first turn, without those that were there before."""
    return [
        message
        for message in learner.messages()
        if message.id not in before and "**Lesson:** You have two hidden cards" in message.text
    ]


def is_archived(learner: DrivenMember, thread: str) -> bool:
    """Whether a thread is archived."""
    return learner.threads[thread]["thread_metadata"]["archived"]


async def test_a_thread_is_archived_though_a_request_fails_or_used_again(sandbox: Sandbox, bot: Bot) -> None:
    ben = await sandbox.member("Ben")
    thread = await begun(sandbox, ben)
    for fault in ({"drop": "after"}, {"status": 503}):
        await sandbox.fault(ARCHIVE.format(thread), **fault)
        await ben.slash("coup resign", sure=True)
        await ben.until(lambda: is_archived(ben, thread), what="an archived thread")
        assert await begun(sandbox, ben) == thread
    await sandbox.fault(ARCHIVE.format(thread), status=403, code=50013, times=1)
    await ben.slash("coup resign", sure=True)
    await bot.says("A thread was left as it is")
    assert await begun(sandbox, ben) == thread, "it stayed open, and the next lesson uses it"


async def test_a_kill_at_the_end_of_a_lesson_leaves_the_thread_archived(sandbox: Sandbox, database: Path) -> None:
    ana, ben = await sandbox.first_member(), await sandbox.member("Ben")
    async with serving(sandbox, database) as bot:
        unshown, shown = await begun(sandbox, ana), await begun(sandbox, ben)
        await sandbox.fault(POST.format(unshown), delay=NEVER)
        await sandbox.fault(ARCHIVE.format(shown), late=NEVER)
        for learner in (ana, ben):
            await learner.slash("coup resign", sure=True)
        await ben.sees("lesson is over")
        await bot.end(kill=True)
        await sandbox.offline()
        await sandbox.clear_faults()
        await sandbox.advance(NONCE_SECONDS)
    async with serving(sandbox, database) as bot:
        await ana.sees("lesson is over")
        for learner, thread in ((ana, unshown), (ben, shown)):
            await learner.until(
                lambda learner=learner, thread=thread: is_archived(learner, thread), what="no thread"
            )
        assert "Traceback" not in bot.log


async def test_a_lesson_is_private_where_the_server_has_too_many_threads(
    sandbox: Sandbox, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(threads, "MAX_ACTIVE", 1)
    ana, ben = await sandbox.first_member(), await sandbox.member("Ben")
    old = await begun(sandbox, ben)
    await ben.slash("coup resign", sure=True)
    await ben.until(lambda: is_archived(ben, old), what="an archived thread")
    await ana.slash("coup learn")  # uses up the only thread allowed
    await ana.until(lambda: any("Your lesson begins in" in each.text for each in ana.ephemerals()))
    ben.channel = "coup"
    await ben.slash("coup learn")
    told = await ben.sees("no room for another thread")
    assert "**Lesson:** You see your two hidden cards" in told.text
    assert is_archived(ben, old)
    assert "ERROR" not in bot.log
