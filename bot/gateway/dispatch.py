"""Passes interactions to the cogs: converts a payload to discord.py's object, and calls the listeners."""

from typing import Any, Final

import discord

from bot.command_sync import ENTRY_POINT
from bot.gateway.interaction_responses import InteractionResponses
from bot.gateway.interaction_routing import Payload
from bot.tables.refusals import NotOwnedHere, OverRateLimit, Refusal

_CONTROLS: Final = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)
_KEPT: Final = ("id", "type", "content", "flags", "channel_id")
"""The fields of a clicked message that discord.py receives. It would make objects of all other fields."""


class Dispatch:
    """Passes interactions to the cogs of a client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    def handle(self, payload: Payload) -> None:
        """Passes an interaction to the commands, or to the listeners for controls and forms."""
        InteractionResponses.use()
        self._update_last_message(payload)
        command: Payload = payload.get("data") or {}  # only commands have a type, controls and forms have none
        if payload.get("type") in _CONTROLS:
            self._client.dispatch("interaction", self._interaction(payload))
        elif command.get("type") == ENTRY_POINT:  # discord.py does not know this command
            self._client.dispatch("entry_point", self._interaction(payload))
        else:
            sent: Any = payload  # discord.py types it as a TypedDict; this one is as Discord sent it
            self._client._connection.parse_interaction_create(sent)  # pyright: ignore[reportPrivateUsage] - parsers have no public name

    def refuse_not_owned(self, payload: Payload, guild_id: int) -> None:
        """Refuses an interaction about a server that no process owns at the moment."""
        self._refuse(payload, NotOwnedHere(guild_id))

    def refuse_over_limit(self, payload: Payload, explain: bool) -> None:
        """Refuses an interaction of a member who sends too many; `explain`: with the reason."""
        self._refuse(payload, OverRateLimit(explain=explain))

    def _refuse(self, payload: Payload, refusal: Refusal) -> None:
        InteractionResponses.use()
        self._client.dispatch("unhandled_interaction", self._interaction(payload), refusal)

    def _update_last_message(self, payload: Payload) -> None:
        # Discord says with each interaction what the channel's last message is, which discord.py ignores.
        channel = self._client.get_channel(int(payload.get("channel_id") or 0))
        if isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread):
            described: Payload = payload.get("channel") or {}
            last = described.get("last_message_id")
            channel.last_message_id = None if last is None else int(last)

    def _interaction(self, payload: Payload) -> discord.Interaction[Any]:
        """Returns discord.py's object. Its `extras` have the `components` of the message that was clicked."""
        message: Payload = payload.get("message") or {}
        sent: Any = payload
        if message:
            sent = payload | {"message": {key: message[key] for key in _KEPT if key in message}}
        state: Any = self._client._connection  # pyright: ignore[reportPrivateUsage] - its type does not know our class of client
        interaction: discord.Interaction[Any] = discord.Interaction(data=sent, state=state)
        interaction.extras["components"] = message.get("components") or ()
        return interaction
