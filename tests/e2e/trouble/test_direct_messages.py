"""Questions by DM: each is sent once, whichever process serves the table, and closed when it is over."""

from pathlib import Path

import pytest

from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import NEVER, begun, get_direct_messages
from tests.harness.processes.bot import Bot, running, serving

POST_DM, EDIT_DM = "POST /channels/{}/messages", "PATCH /channels/{}/messages/*"
TURN = "Your turn"
REMINDER = "The table is waiting for your answer"
SETTLED = "That question is over"


def is_live(message: Message) -> bool:
    """Whether a direct message has a control or a time limit."""
    return bool(message.enabled or message.selects) or "<t:" in message.text


async def asked_by_dm(sandbox: Sandbox, pace: str = "slow") -> tuple[DrivenMember, DrivenMember]:
    """Two members who get DMs, in the order of their turns. A DM asks the first one for an action."""
    await sandbox.ready("coup")
    for name in ("Ana", "Ben"):
        member = await sandbox.member(name)
        await get_direct_messages(member)
    active, other = await begun(sandbox, pace=pace)
    await active.until(lambda: [m for m in active.dms() if TURN in m.text and is_live(m)], what="the turn by DM")
    await other.until(lambda: other.dms()[1:], what="the hand by DM")
    return active, other


def hands_by_dm(member: DrivenMember) -> list[Message]:
    """The direct messages with hands, without the test message sent when the member switched DMs on."""
    return member.dms()[1:]


async def has_hands(member: DrivenMember, number: int) -> None:
    """Waits until a member has this number of direct messages with hands."""
    await member.until(lambda: len(hands_by_dm(member)) == number, what="the turn by DM")


async def has_closed_hands(member: DrivenMember) -> None:
    """Waits until no direct message to a member can be answered any more."""
    await member.until(lambda: not any(map(is_live, hands_by_dm(member))), what="the messages closed")


@pytest.mark.parametrize(
    ("fault", "remembered"), [("delay", False), ("late", True), ("late", False)], ids=["not sent", "soon", "later"]
)
async def test_a_kill_sends_no_dm_twice(sandbox: Sandbox, database: Path, fault: str, remembered: bool) -> None:
    async with running(sandbox, database) as bot:
        active, other = await asked_by_dm(sandbox)
        before = len(hands_by_dm(other))
        held = POST_DM.format(other.channels["@dm"])
        await sandbox.fault(held, **{fault: NEVER})
        if fault == "delay":
            await sandbox.fault(EDIT_DM.format(active.channels["@dm"]), delay=NEVER)
        await active.slash("coup act", action="income")
        if fault == "late":
            await has_hands(other, before + 1)
            await has_closed_hands(active)
        assert any(map(is_live, hands_by_dm(active))) is (fault == "delay")
        await bot.end(kill=True)
        await sandbox.offline()
    await sandbox.clear_faults()
    if not remembered:
        await sandbox.advance(NONCE_SECONDS)
    async with serving(sandbox, database):
        await has_closed_hands(active)
        await has_hands(other, before + 1)
        await other.slash("coup act", action="income")
        await has_closed_hands(other)
        assert len(hands_by_dm(other)) == before + 1


async def test_a_direct_message_is_sent_once_and_closed_whatever_fails(sandbox: Sandbox, bot: Bot) -> None:
    active, other = await asked_by_dm(sandbox)
    lost, refused = {"drop": "after"}, {"status": 429}
    for post, edit in ((lost, lost), (refused | {"code": 20028}, refused | {"code": 30046})):
        before = len(hands_by_dm(other))
        await sandbox.fault(POST_DM.format(other.channels["@dm"]), **post)
        await sandbox.fault(EDIT_DM.format(active.channels["@dm"]), **edit)
        await active.slash("coup act", action="income")
        await has_hands(other, before + 1)
        await has_closed_hands(active)
        assert SETTLED in hands_by_dm(active)[-1].text
        assert len(hands_by_dm(other)) == before + 1
        active, other = other, active


async def test_after_a_kill_a_reminder_by_dm_shows_the_time_left(sandbox: Sandbox, database: Path) -> None:
    async with running(sandbox, database, COUP_PACE="60/12") as bot:
        active, other = await asked_by_dm(sandbox, pace="")
        await active.slash("coup act", action="tax")
        await sandbox.fault(POST_DM.format(active.channels["coup"]), late=NEVER)
        reminder = await other.until(
            lambda: next((each for each in hands_by_dm(other) if REMINDER in each.text), None),
            what="the reminder by DM",
        )
        in_channel = await other.sees("the table is waiting for your answer")
        await bot.end(kill=True)
        await sandbox.offline()
    async with serving(sandbox, database):
        # Of the reminder in the channel the killed bot knew nothing yet. The question gets its full time again,
        # because nobody could answer while the bot was down.
        await other.until(lambda: in_channel.id not in other.seen, what="the reminder in the channel go")
        await other.until(lambda: other.seen[reminder.id].text != reminder.text, what="the time that is left")
        assert is_live(other.seen[reminder.id])
        await other.slash("coup answer", answer="pass")
        await other.until(lambda: not is_live(other.seen[reminder.id]), what="the reminder closed")
        assert [REMINDER in each.text for each in hands_by_dm(other)].count(True) == 0
