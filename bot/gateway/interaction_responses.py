"""Sends responses to interactions without asking Discord for the message that each of them made.

discord.py always asks for it, parses it and makes objects of all its components. The bot only needs the id of the
message of a lobby.
"""

from typing import Any, Final

from discord import InteractionResponseType, MessageFlags
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_EPHEMERAL: Final = MessageFlags(ephemeral=True).value
_NEW_MESSAGE: Final = InteractionResponseType.channel_message.value


class InteractionResponses(AsyncWebhookAdapter):
    """The object through which discord.py sends responses and followups, where `use` was called."""

    @staticmethod
    def use() -> None:
        """Makes discord.py send through this object in the current context, and in the tasks made in it."""
        async_context.set(_RESPONSES)

    async def create_interaction_response(
        self, interaction_id: int, token: str, *, params: MultipartParameters, **options: Any
    ) -> Any:
        """Sends a response to an interaction.

        Returns Discord's description of a new message that everybody sees; of other responses only the id.
        """
        if _is_public(params.payload):
            return await super().create_interaction_response(interaction_id, token, params=params, **options)
        route = Route(
            "POST",
            "/interactions/{webhook_id}/{webhook_token}/callback",
            webhook_id=interaction_id,
            webhook_token=token,
        )
        await self.request(
            route, **options, payload=params.payload, multipart=params.multipart, files=params.files
        )
        return {"interaction": {"id": interaction_id}}


_RESPONSES: Final = InteractionResponses()


def _is_public(payload: dict[str, Any] | None) -> bool:
    """Whether a response is a new message that everybody sees; with files, which have no payload, it never is."""
    if payload is None or payload["type"] != _NEW_MESSAGE:
        return False
    return not payload["data"].get("flags", 0) & _EPHEMERAL
