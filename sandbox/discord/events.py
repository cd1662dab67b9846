"""Changes of the world, as values: the world publishes them, the gateway and the pages subscribe."""

from dataclasses import dataclass
from typing import Literal

from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel, GuildRole, StoredMessage


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A message was posted, edited or deleted, or an ephemeral one dismissed by its viewer."""

    change: Literal["create", "update", "delete", "dismiss"]
    message: StoredMessage


@dataclass(frozen=True, slots=True)
class ChannelEvent:
    """A channel or thread of a guild was created or deleted, or its permissions, name or state changed."""

    change: Literal["create", "update", "delete"]
    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersAdded:
    """Accounts were added to a thread, by themselves or by others."""

    channel: Channel
    added: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoleEvent:
    """A role was created in a guild, and perhaps given to members, or deleted, and taken from them."""

    change: Literal["create", "delete"]
    guild: Guild
    role: GuildRole


@dataclass(frozen=True, slots=True)
class GuildEvent:
    """The bot was added to a guild or removed from it, a person joined it, or the guild itself changed.

    `update`: its system channel is another. `outage`, `recovery`: it cannot be reached, or can again.
    """

    change: Literal["add_bot", "remove_bot", "join", "update", "outage", "recovery", "delete"]
    guild: Guild


@dataclass(frozen=True, slots=True)
class BotEvent:
    """The bot registered other commands, connected some of its shards or lost one, or opened a direct channel."""

    change: Literal["commands", "shards", "direct_channel"]


Event = MessageEvent | ChannelEvent | ThreadMembersAdded | RoleEvent | GuildEvent | BotEvent
