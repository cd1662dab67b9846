"""Helpers for tests of delivery: a game that has just begun, and the messages that its members see."""

from sandbox.driver import DrivenMember, Message, Sandbox


def cards(member: DrivenMember, turn: int, channel: str = "coup") -> list[Message]:
    """The messages of a channel that show a turn."""
    return [message for message in member.messages(channel) if f"### Turn {turn}:" in message.text]


def live(member: DrivenMember, channel: str = "coup") -> list[Message]:
    """The messages of a channel that have controls."""
    return [message for message in member.messages(channel) if message.enabled or message.selects]


def posted(member: DrivenMember, channel: str = "coup") -> list[Message]:
    """The messages of a channel that everybody sees."""
    return [message for message in member.messages(channel) if not message.ephemeral]


async def begun(
    sandbox: Sandbox, *names: str, channel: str = "coup", pace: str = "slow", style: str = "live"
) -> list[DrivenMember]:
    """Members (Ana and Ben, if none are named) whose game has just begun, in the order of their turns.

    Without a `pace` it is the bot's own.
    """
    members = [await sandbox.member(name) for name in names or ("Ana", "Ben")]
    if channel not in members[0].channels:
        await sandbox.add_channel(channel)
    for member in members:
        await member.until(lambda member=member: channel in member.channels, what=channel)
        member.channel = channel
    host = members[0]
    await host.slash("coup new", style=style, **({"pace": pace} if pace else {}))
    for member in members[1:]:
        await member.slash("coup join")
    await host.slash("coup start")
    for member in members:
        await member.until(lambda member=member: cards(member, 1, channel), timeout=15, what="the first turn")
    if style == "live":
        await host.until(lambda: len(posted(host, channel)) == 1, what="the lobby's card go")
    first = next(
        number
        for number, member in enumerate(members)
        if f"➤ **{member.name}**" in cards(host, 1, channel)[0].text
    )
    return members[first:] + members[:first]
