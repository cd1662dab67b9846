"""One interaction, and its JSON as the bot gets it and as messages contain it."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from sandbox.discord import permissions
from sandbox.discord.model import DIRECT, EPHEMERAL, LOADING, Channel, StoredMessage, User
from sandbox.discord.world import World
from sandbox.json_helpers import Json

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
"""Kinds of interaction."""
MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
"""Kinds of response."""


@dataclass(slots=True)
class InteractionOutcome:
    """How an interaction ended for its member: by the bot's response, or with an error."""

    message: StoredMessage | None = None
    modal: Json | None = None
    choices: list[Json] = field(default_factory=list[Json])
    error: str = ""
    seconds: float = 0.0


OutcomeHandler = Callable[["Interaction", InteractionOutcome], None]


@dataclass(slots=True, eq=False)
class Interaction:
    """One action of a member, the token to respond to it, and the bot's response.

    `source` is the message whose component was used, `trigger` the interaction whose modal was submitted,
    `response` the kind of the bot's response (0: none yet), `original` the message that it posted or edited.
    """

    id: int
    token: str
    kind: int
    user: User
    channel: Channel
    data: Json
    began: float
    on_outcome: OutcomeHandler
    source: StoredMessage | None = None
    trigger: "Interaction | None" = None
    response: int = 0
    original: StoredMessage | None = None
    timer: asyncio.TimerHandle | None = None


def metadata(interaction: Interaction) -> Json:
    """Discord's metadata of an interaction, which is part of the message in response to it."""
    body: Json = {
        "id": str(interaction.id),
        "type": interaction.kind,
        "user": interaction.user.payload(),
        "authorizing_integration_owners": {"0": str(interaction.channel.guild_id or 0)},
    }
    if interaction.kind == COMMAND:
        body |= {"name": full_name(interaction.data), "command_type": interaction.data["type"]}
    if interaction.kind == COMPONENT and interaction.source:
        body["interacted_message_id"] = str(interaction.source.id)
    if interaction.kind == MODAL_SUBMIT and interaction.trigger:
        body["triggering_interaction_metadata"] = metadata(interaction.trigger)
    return body


def payload(world: World, interaction: Interaction) -> Json:
    """Discord's interaction object as the gateway sends it."""
    user, channel = interaction.user, interaction.channel
    body: Json = {
        "id": str(interaction.id),
        "application_id": str(world.application_id),
        "type": interaction.kind,
        "data": interaction.data,
        "token": interaction.token,
        "version": 1,
        "channel_id": str(channel.id),
        "channel": channel.payload(),
        "app_permissions": str(world.permissions_in(channel, world.bot.id)),
        "locale": user.locale,
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": str(channel.guild_id or 0)},
        "context": 1 if channel.type == DIRECT else 0,
        "attachment_size_limit": 10_485_760,
    }
    if interaction.source:
        body["message"] = interaction.source.body
    if guild := world.guild_of(channel):
        granted = str(guild.permissions_of(user.id, channel))
        body["channel"]["permissions"] = granted
        body |= {
            "guild_id": str(guild.id),
            "guild": guild.partial(),
            "guild_locale": guild.locale,
            "member": guild.members[user.id].with_user() | {"permissions": granted},
        }
    else:
        body["channel"]["permissions"] = str(permissions.DIRECT)
        body["user"] = user.payload()
    return body


def callback(interaction: Interaction, outcome: InteractionOutcome) -> Json:
    """Discord's response to a callback with `with_response`."""
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    resource: Json = {"type": interaction.response}
    if message := outcome.message:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
        if interaction.response in (MESSAGE, UPDATE):
            resource["message"] = message.body
    return {"interaction": about, "resource": resource}


def full_name(data: Json) -> str:
    """A command's name with its subcommands, such as "coup new"."""
    names = [data["name"]]
    options: list[Any] = data.get("options") or []
    while options and options[0]["type"] in (1, 2):
        names.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(names)
