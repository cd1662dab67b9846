"""Passes interactions to the cogs: converts a payload to discord.py's object, and calls the listeners."""

from typing import Any

import discord

from bot.command_sync import ENTRY_POINT
from bot.gateway.interaction_routing import Payload
from bot.tables.refusals import NotOwnedHere, OverRateLimit, Refusal


class Dispatch:
    """Passes interactions to the cogs of a client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def handle(self, payload: Payload) -> None:
        """Passes an interaction to the commands, and to the listeners for controls and forms."""
        self._update_last_message(payload)
        command: Payload = payload.get("data") or {}  # only commands have a type, controls and forms have none
        if command.get("type") == ENTRY_POINT:
            self._client.dispatch(
                "entry_point", self._interaction(payload)
            )  # discord.py does not know this command
            return
        sent: Any = payload  # discord.py types it as a TypedDict; this one is as Discord sent it
        self._client._connection.parse_interaction_create(sent)  # pyright: ignore[reportPrivateUsage] - parsers have no public name

    def refuse_not_owned(self, payload: Payload, guild_id: int) -> None:
        """Refuses an interaction about a server that no process owns at the moment."""
        self._refuse(payload, NotOwnedHere(guild_id))

    def refuse_over_limit(self, payload: Payload, explain: bool) -> None:
        """Refuses an interaction of a member who sends too many; `explain`: with the reason."""
        self._refuse(payload, OverRateLimit(explain=explain))

    def _refuse(self, payload: Payload, refusal: Refusal) -> None:
        self._client.dispatch("unhandled_interaction", self._interaction(payload), refusal)

    def _update_last_message(self, payload: Payload) -> None:
        # Discord says with each interaction what the channel's last message is, which discord.py ignores.
        channel = self._client.get_channel(int(payload.get("channel_id") or 0))
        if isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
            described: Payload = payload.get("channel") or {}
            last = described.get("last_message_id")
            channel.last_message_id = None if last is None else int(last)

    def _interaction(self, payload: Payload) -> discord.Interaction[Any]:
        sent: Any = payload
        state: Any = self._client._connection  # pyright: ignore[reportPrivateUsage] - its type does not know our class of client
        return discord.Interaction(data=sent, state=state)
