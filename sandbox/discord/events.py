"""Changes of the world, as values: the world publishes them, the gateway and the pages subscribe."""

from dataclasses import dataclass
from typing import Literal

from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel, GuildRole, Member, StoredMessage


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
class DirectChannelOpened:
    """The bot and a member have a direct channel now."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class MemberJoined:
    """A person joined a guild."""

    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class RoleEvent:
    """A role was created in a guild, and perhaps given to members, or deleted, and taken from them."""

    change: Literal["create", "delete"]
    guild: Guild
    role: GuildRole


@dataclass(frozen=True, slots=True)
class GuildEvent:
    """The bot was added to a guild or removed from it, or the guild itself changed.

    `update`: its system channel is another. `outage`, `recovery`: it cannot be reached, or can again.
    """

    change: Literal["add_bot", "remove_bot", "update", "outage", "recovery", "delete"]
    guild: Guild


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot registered other commands."""


@dataclass(frozen=True, slots=True)
class BotPresence:
    """The bot has connected some of its shards, or a shard has lost its last connection."""


Event = (
    MessageEvent
    | ChannelEvent
    | ThreadMembersAdded
    | DirectChannelOpened
    | MemberJoined
    | RoleEvent
    | GuildEvent
    | CommandsChanged
    | BotPresence
)
