"""Passes interactions to the cogs: converts a payload to discord.py's object, and calls the listeners."""

from typing import Any, Final

import discord

from bot.command_sync import ENTRY_POINT
from bot.delivery.interaction_requests import InteractionRequests
from bot.gateway.interaction_routing import Payload
from bot.refusals import Refusal

_CONTROLS: Final = (discord.InteractionType.component.value, discord.InteractionType.modal_submit.value)


class InteractionEvents:
    """Passes interactions to the cogs of a client."""

    def __init__(self, client: discord.Client, requests: InteractionRequests) -> None:
        self._client = client
        self._requests = requests

    def handle(self, payload: Payload) -> None:
        """Passes an interaction to the commands, or to the listeners for controls and forms."""
        self._requests.use()
        command: Payload = payload.get("data") or {}  # only commands have a type, controls and forms have none
        if payload.get("type") in _CONTROLS:
            self._client.dispatch("interaction", self._interaction(payload))
        elif command.get("type") == ENTRY_POINT:  # discord.py does not know this command
            self._client.dispatch("entry_point", self._interaction(payload))
        else:
            sent: Any = payload  # discord.py types it as a TypedDict; this one is as Discord sent it
            self._client._connection.parse_interaction_create(sent)  # pyright: ignore[reportPrivateUsage] - parsers have no public name

    def refuse(self, payload: Payload, refusal: Refusal) -> None:
        """Answers an interaction with a refusal."""
        self._requests.use()
        self._client.dispatch("unhandled_interaction", self._interaction(payload), refusal)

    def _interaction(self, payload: Payload) -> discord.Interaction[Any]:
        """Returns discord.py's object, without the message that was clicked, of which it would make objects.

        Its `extras` have what Discord says of that `message` (None if there is none) and of the `channel`.
        """
        sent: Any = payload.copy()
        message = sent.pop("message", None)
        state: Any = self._client._connection  # pyright: ignore[reportPrivateUsage] - its type does not know our class of client
        interaction: discord.Interaction[Any] = discord.Interaction(data=sent, state=state)
        interaction.extras |= {"message": message, "channel": payload.get("channel") or {}}
        return interaction
