"""Dispatch of interactions: makes discord.py's object of a payload, and passes it to the cogs."""

from typing import Any

import discord

from bot.command_sync import ENTRY_POINT
from bot.gateway.interaction_routing import Payload
from bot.tables.refusals import Refusal


def handle(client: discord.Client, payload: Payload) -> None:
    """Passes an interaction to the commands, and to the listeners for controls and forms."""
    # Discord says with each interaction what the channel's last message is, which discord.py overlooks.
    channel = client.get_channel(int(payload.get("channel_id") or 0))
    if isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
        described: Payload = payload.get("channel") or {}
        last = described.get("last_message_id")
        channel.last_message_id = None if last is None else int(last)
    command: Payload = payload.get("data") or {}  # controls and forms have no type, only commands
    if command.get("type") == ENTRY_POINT:
        client.dispatch("entry_point", _interaction(client, payload))  # discord.py knows no such command
        return
    sent: Any = payload  # discord.py types it as a TypedDict; this one is as Discord sent it
    client._connection.parse_interaction_create(sent)  # pyright: ignore[reportPrivateUsage] - parsers have no public name


def refuse(client: discord.Client, payload: Payload, refusal: Refusal) -> None:
    """Passes an interaction that is not handled to the listeners of `untaken`, with the refusal for its member."""
    client.dispatch("untaken", _interaction(client, payload), refusal)


def _interaction(client: discord.Client, payload: Payload) -> discord.Interaction[Any]:
    sent: Any = payload
    state: Any = client._connection  # pyright: ignore[reportPrivateUsage] - its type knows no client of a type of its own
    return discord.Interaction(data=sent, state=state)
