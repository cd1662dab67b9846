"""Games that have just begun, in a channel or a thread, and what their members see of them."""

import re

from sandbox.driver import DrivenMember, Message, Sandbox


def turn_messages(member: DrivenMember, turn: int, channel: str = "coup") -> list[Message]:
    """The messages of a channel that show a turn."""
    return [message for message in member.messages(channel) if re.search(rf"Turn {turn}\b", message.text)]


def live(member: DrivenMember, channel: str = "coup") -> list[Message]:
    """The messages of a channel or thread, by its name or id, that have controls."""
    return [message for message in member.messages(channel) if message.enabled or message.selects]


async def gather(sandbox: Sandbox, *names: str, channel: str) -> list[DrivenMember]:
    """Members who act in a channel, which is new if there is none of this name."""
    members = [await sandbox.member(name) for name in names]
    if channel not in members[0].channels:
        await sandbox.add_channel(channel)
    for member in members:
        await member.until(lambda member=member: channel in member.channels, what=channel)
        member.channel = channel
    return members


async def begun(
    sandbox: Sandbox, *names: str, channel: str = "coup", pace: str = "slow", style: str = "live"
) -> list[DrivenMember]:
    """Members (Ana and Ben, if none are named) whose game has just begun, in the order of their turns.

    Without a `pace` the game has the bot's default.
    """
    members = await gather(sandbox, *(names or ("Ana", "Ben")), channel=channel)
    host = members[0]
    await host.slash("coup new", style=style, **({"pace": pace} if pace else {}))
    for member in members[1:]:
        await member.slash("coup join")
    await host.slash("coup start")
    for member in members:
        await member.until(lambda member=member: turn_messages(member, 1, channel), what="the first turn")
    if style == "live":
        await host.until(lambda: len(host.messages(channel)) == 1, what="the lobby's message go")
    first = next(
        number
        for number, member in enumerate(members)
        if f"➤ **{member.name}**" in turn_messages(host, 1, channel)[0].text
    )
    return members[first:] + members[:first]


NEVER = 60.0
"""A delay of a request, in seconds, that is longer than the bot runs."""
POST, EDIT, DELETE = (
    "POST /channels/{}/messages",
    "PATCH /channels/{}/messages/*",
    "DELETE /channels/{}/messages/*",
)


async def get_direct_messages(member: DrivenMember) -> None:
    """A member switches direct messages on, and gets the first."""
    panel = await member.slash("coup settings")
    await member.click("Turn direct messages on", message=panel.message)
    await member.until(member.dms, what="the first direct message")


def said_in(member: DrivenMember, place: str) -> list[Message]:
    """The messages of a channel or thread, by its id, without that with which a thread begins."""
    return [message for message in member.messages(place) if message.text]


async def lobby_for_thread(sandbox: Sandbox, channel: str = "coup") -> tuple[DrivenMember, DrivenMember, Message]:
    """Ana and Ben at a table that will be played in a thread, and its message."""
    ana, ben = await gather(sandbox, "Ana", "Ben", channel=channel)
    await ana.slash("coup new", pace="slow", style="thread")
    await ben.slash("coup join")
    lobby = await ana.until(
        lambda: next((each for each in live(ana, channel) if "2. **Ben**" in each.text), None), what="the lobby"
    )
    return ana, ben, lobby


async def started_in_thread(sandbox: Sandbox, channel: str = "coup") -> tuple[DrivenMember, DrivenMember, str]:
    """Ana and Ben, whose game has begun in a thread, and the thread's id."""
    ana, ben, lobby = await lobby_for_thread(sandbox, channel)
    await ana.slash("coup start")
    for member in (ana, ben):
        await member.until(lambda member=member: live(member, lobby.id), what="the first turn")
    await ana.until(lambda: "game is in" in ana.seen[lobby.id].text, what="the way to the thread")
    return ana, ben, lobby.id
