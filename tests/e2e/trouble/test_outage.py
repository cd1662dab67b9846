"""Discord refuses posts for a while, or a message is deleted: the game continues, the message returns."""

from pathlib import Path

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import begun, live, turn_messages
from tests.harness.processes.bot import Bot, running

POST = "POST /channels/*/messages"
ANSWER = 14
"""Seconds for an answer."""


async def test_the_old_message_keeps_working_while_posting_fails(sandbox: Sandbox, bot: Bot) -> None:
    active, other, *_ = await begun(sandbox)
    await sandbox.fault(POST, status=502, times=6)
    old = turn_messages(active, 1)[0]
    await active.select(None, "Income", message=old)
    for turn, member in ((2, other), (3, active), (4, other), (5, active)):
        # The old message shows each turn that has no message of its own yet.
        message = await member.until(lambda member=member, turn=turn: _live(member, turn), what=f"turn {turn}")
        await member.select(None, "Income", message=message)
    below = await other.until(
        lambda: next((message for message in _messages_below(other, old) if live(other) == [message]), None),
        what="a new message, alone with controls",
    )
    assert "Turn 6" in below.text


async def test_a_message_deleted_by_a_moderator_is_posted_again_by_half_time(
    sandbox: Sandbox, database: Path
) -> None:
    async with running(sandbox, database, COUP_PACE=f"20/{ANSWER}"):
        await sandbox.ready("coup")
        active, other, *_ = await begun(sandbox, pace="", style="chronicle")
        await active.select(None, "Tax (Duke)")
        live_message = await other.sees("Still to answer")
        await sandbox.delete_message(live_message)
        await other.until(lambda: live_message.id not in other.seen, what="the message go")
        again = await other.until(lambda: _live(other, 1), what="another message")
        assert "You chose: Allow" in (await other.click("Allow", message=again)).text
        assert "ran out of time" not in "".join(message.text for message in other.messages())


async def test_an_edit_of_the_message_pings_nobody(sandbox: Sandbox, bot: Bot) -> None:
    active, other, third = await begun(sandbox, "Ana", "Ben", "Cleo")
    assert turn_messages(active, 1)[0].mentions == [active.id]
    await third.slash("coup resign", sure=True)
    message = await other.sees("resigned")
    # An edit still mentions the player, but pings nobody.
    assert f"<@{active.id}>, choose an action" in message.text
    assert message.mentions == []
    await active.slash("coup act", action="foreign_aid")
    assert (await other.sees("Still to answer")).mentions == []


def _live(member: DrivenMember, turn: int) -> Message | None:
    return next((message for message in live(member) if message in turn_messages(member, turn)), None)


def _messages_below(member: DrivenMember, old: Message) -> list[Message]:
    return [message for message in member.messages() if int(message.id) > int(old.id) and message.layout]
