"""Discord refuses posts for a while, or a message is deleted: the game continues, the message returns."""

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import begun, live, turn_messages
from tests.harness.processes.bot import Bot

POST = "POST /channels/*/messages"


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
