"""A game in a thread of its own: the game moves there, and back at its end; members may change the thread."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord import threads
from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import EDIT, NEVER, POST, live, lobby_for_thread, said_in, started_in_thread
from tests.harness.processes.bot import Bot, serving

THREADS, CHANNEL = "POST /channels/{}/messages/*/threads", "PATCH /channels/{}"
MOVING: dict[str, tuple[str, str, dict[str, Any]]] = {
    "before making": (THREADS, "home", {"delay": NEVER}),
    "after making": (THREADS, "home", {"late": NEVER}),
    "before posting": (POST, "thread", {"delay": NEVER}),
    "after posting": (POST, "thread", {"late": NEVER}),
    "before telling": (EDIT, "home", {"delay": NEVER}),
    "after telling": (EDIT, "home", {"late": NEVER}),
}
"""The request of a game's start at which the bot is killed, and its channel; a fault delays the request until
then.
"""
ENDING: dict[str, tuple[str, str, dict[str, Any]]] = {
    "after the end": (POST, "thread", {"late": NEVER}),
    "before freezing": (EDIT, "thread", {"delay": NEVER}),
    "before telling at home": (EDIT, "home", {"delay": NEVER}),
    "before archiving": (CHANNEL, "thread", {"delay": NEVER}),
    "after archiving": (CHANNEL, "thread", {"late": NEVER}),
}
"""The same for a game's end."""


async def lost(ana: DrivenMember, ben: DrivenMember, thread: str) -> str:
    """Lets the active player resign; returns the name of the other, who has won."""
    (message,) = live(ana, thread)
    active, other = (ana, ben) if "➤ **Ana**" in message.text else (ben, ana)
    active.channel = next(name for name, place in active.channels.items() if place == thread)
    await active.slash("coup resign", sure=True)
    return other.name


async def test_a_game_moves_into_a_thread_and_its_channel_is_free(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben, thread = await started_in_thread(sandbox)
    home = ana.channels["coup"]
    assert ana.threads[thread]["name"] == "Coup: Ana, Ben"
    (message,) = live(ana, thread)
    assert sorted(message.mentions) == sorted((ana.id, ben.id))
    assert f"The game is in <#{thread}>" in ana.seen[thread].text
    assert not live(ana, home)
    assert f"The game is in <#{thread}>" in (await ben.slash("coup table")).text
    assert f"The game is in <#{thread}>" in (await ana.slash("coup-config end")).text
    assert "### Log" in (await ben.slash("coup log")).text
    assert "A table of Coup" in (await ben.slash("coup new")).text
    await ben.click("Leave")

    winner = await lost(ana, ben, thread)
    end = await ana.sees(f"{winner} wins")
    assert end.channel_id == thread
    await ana.until(lambda: f"{winner} wins" in ana.seen[thread].text, what="who won, in the lobby's channel")
    assert f"Played in <#{thread}>" in ana.seen[thread].text
    assert "Played in" not in end.text
    await ana.until(lambda: ana.threads[thread]["thread_metadata"]["archived"], what="the thread archived")
    ana.channel = ben.channel = "coup"
    assert "resigned" in (await ben.slash("coup log")).text
    again = await ben.click("Rematch", message=ben.seen[thread])
    assert "must press **Join**" in again.text
    assert "Your hand" in (await ana.click("Rematch", message=end)).text
    assert {each.id for each in live(ana, home)} == {thread, again.message.id if again.message else None}


@asynccontextmanager
async def served(sandbox: Sandbox, database: Path, *, kill: bool = False) -> AsyncIterator[None]:
    """The bot and a sandbox.

    With `kill`, at the end the bot is killed, the faults end, and the sandbox forgets nonces.
    """
    async with serving(sandbox, database) as bot:
        yield
        if kill:
            await bot.end(kill=True)
            await sandbox.offline()
            await sandbox.clear_faults()
            await sandbox.advance(NONCE_SECONDS)
        assert "Traceback" not in bot.log, bot.log


async def test_a_kill_at_a_threads_beginning_leaves_one_live_message(sandbox: Sandbox, database: Path) -> None:
    threads: dict[str, str] = {}
    ana = await sandbox.member("Ana")
    async with served(sandbox, database, kill=True):
        for kill, (route, where, fault) in MOVING.items():
            _, _, message = await lobby_for_thread(sandbox, kill.replace(" ", "-"))
            place = message.id if where == "thread" else message.channel_id
            threads[kill] = message.id
            await sandbox.fault(route.format(place), times=9, **fault)
            await ana.slash("coup start")
        for kill in ("after making", "before posting"):
            await ana.until(lambda at=threads[kill]: at in ana.threads, what="a thread")
        for kill in ("after posting", "before telling"):
            await ana.until(lambda at=threads[kill]: live(ana, at), what="a card")
        await ana.until(lambda: "game is in" in ana.seen[threads["after telling"]].text, what="the way there")
    async with served(sandbox, database):
        for kill, thread in threads.items():
            await ana.until(
                lambda at=thread: len(live(ana, at)) == len(said_in(ana, at)) == 1, what=f"a card {kill}"
            )
            await ana.until(lambda at=thread: "game is in" in ana.seen[at].text, what=f"the way there {kill}")
            assert not ana.seen[thread].enabled


async def test_a_kill_at_any_request_of_a_threads_end_leaves_it_archived(sandbox: Sandbox, database: Path) -> None:
    threads: dict[str, str] = {}
    ana = await sandbox.member("Ana")
    async with served(sandbox, database, kill=True):
        for kill, (route, where, fault) in ENDING.items():
            _, ben, thread = await started_in_thread(sandbox, kill.replace(" ", "-"))
            threads[kill] = thread
            place = thread if where == "thread" else ana.seen[thread].channel_id
            await sandbox.fault(route.format(place), times=9, **fault)
            await lost(ana, ben, thread)
        for thread in threads.values():
            await ana.until(lambda at=thread: any("wins" in each.text for each in live(ana, at)), what="the end")
        done = threads["after archiving"]
        await ana.until(lambda: ana.threads[done]["thread_metadata"]["archived"], what="an archived thread")
    async with served(sandbox, database):
        for kill, thread in threads.items():
            await ana.until(
                lambda at=thread: ana.threads[at]["thread_metadata"]["archived"], what=f"archived {kill}"
            )
            assert f"Played in <#{thread}>" in ana.seen[thread].text, kill
            (end,) = live(ana, thread)
            assert "wins" in end.text, kill


async def test_without_a_thread_the_game_is_played_in_the_channel(sandbox: Sandbox, bot: Bot) -> None:
    for channel, denied in (("coup", "create_public_threads"), ("quiet", "send_messages_in_threads")):
        ana, ben, message = await lobby_for_thread(sandbox, channel)
        await sandbox.deny(channel, denied)
        await ana.slash("coup start")
        await ana.until(lambda ana=ana, message=message: message.id not in ana.seen, what="the lobby's card go")
        (first,) = live(ana, ana.channels[channel])
        assert "I cannot start a thread here" in first.text
        active = ana if "➤ **Ana**" in first.text else ben
        await active.slash("coup act", action="income")
        second = await ana.sees("Turn 2", channel=channel)
        assert "thread" not in second.text.casefold()


async def test_a_late_or_missing_thread_holds_up_no_game_and_members_read_why(sandbox: Sandbox, bot: Bot) -> None:
    ana, _, message = await lobby_for_thread(sandbox)
    await sandbox.fault(THREADS.format("*"), status=503, times=1)
    await ana.slash("coup start")
    late = await ana.sees("The thread is not ready yet")
    assert late.id == message.id
    await ana.until(lambda: live(ana, message.id), what="the game in its thread")

    ana, _, message = await lobby_for_thread(sandbox, "slow")
    await sandbox.fault(THREADS.format("*"), late=NEVER)
    await ana.slash("coup start")
    shown = await ana.sees("Turn 1", channel="slow")
    assert shown.id == message.id
    await ana.until(lambda: live(ana, message.id), what="the first turn in the thread")
    await ana.until(lambda: "game is in" in ana.seen[message.id].text, what="the way to the thread")
    assert not live(ana, message.channel_id)

    ana, _, _ = await lobby_for_thread(sandbox, "gone")
    await sandbox.fault(THREADS.format("*"), status=404, code=10008, times=1)
    await ana.slash("coup start")
    assert "The lobby message was deleted" in (await ana.sees("Turn 1", channel="gone")).text

    ana, _, _ = await lobby_for_thread(sandbox, "crowded")
    await sandbox.fault(THREADS.format("*"), status=400, code=160006, times=1)
    await ana.slash("coup start")
    assert "Discord did not start a thread" in (await ana.sees("Turn 1", channel="crowded")).text


async def test_a_game_survives_a_thread_that_is_archived_locked_or_deleted(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben, thread = await started_in_thread(sandbox)
    (message,) = live(ana, thread)
    ana.channel = ben.channel = "Coup: Ana, Ben"

    async def only_live(turn: int) -> None:
        def shown() -> bool:
            return [len(re.findall(rf"Turn {turn}\b", each.text)) for each in live(ana, thread)] == [1]

        await ana.until(shown, what=f"turn {turn} alone")

    await sandbox.edit_thread(thread, archived=True)
    turn = 1
    if "➤ **Ana**" in message.text:
        await ana.slash("coup act", action="income")
        turn += 1
        await only_live(turn)
    await ben.slash("coup act", action="income")
    turn += 1
    await only_live(turn)
    await sandbox.edit_thread(thread, archived=True, locked=True)
    sent = asyncio.create_task(
        ana.slash("coup act", action="income")
    )  # with the permission to manage threads, the bot may write in a locked one
    told = await ana.sees("the game there is paused")
    assert "Unlock the thread" in told.text
    await asyncio.gather(sent, return_exceptions=True)
    await sandbox.edit_thread(thread, archived=False, locked=False)
    ana.channel = "Coup: Ana, Ben"
    await ana.slash("coup table")
    await only_live(turn + 1)
    await sandbox.delete_channel(thread)
    await ana.sees("so the table there is closed")
    await ana.until(lambda: "ended without a winner" in ana.seen[thread].text, what="what became of it")

    ana, ben, thread = await started_in_thread(sandbox, "locked")
    await sandbox.fault(POST.format(thread), delay=1.0)
    winner = await lost(ana, ben, thread)
    await sandbox.edit_thread(thread, archived=True, locked=True)
    await ana.until(lambda: f"{winner} wins" in ana.seen[thread].text, what="who won, in the lobby's channel")


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
