"""Changes of the world, as values: the world publishes them, the gateway and the pages subscribe."""

from dataclasses import dataclass

from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel, GuildRole, Member, StoredMessage


@dataclass(frozen=True, slots=True)
class MessageCreated:
    """A message was posted; an ephemeral one has a `viewer`."""

    message: StoredMessage


@dataclass(frozen=True, slots=True)
class MessageEdited:
    """A message has a new body."""

    message: StoredMessage


@dataclass(frozen=True, slots=True)
class MessageDeleted:
    """A message was deleted."""

    message: StoredMessage


@dataclass(frozen=True, slots=True)
class MessageDismissed:
    """A member dismissed an ephemeral message; the bot is not informed."""

    message: StoredMessage


@dataclass(frozen=True, slots=True)
class ChannelCreated:
    """A channel or thread was created in a guild."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelUpdated:
    """The permissions in a channel changed, or a thread was renamed, archived, locked or opened."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ChannelDeleted:
    """A channel or thread was deleted with its messages."""

    channel: Channel


@dataclass(frozen=True, slots=True)
class ThreadMembersChanged:
    """Accounts were added to a thread or removed from it, by themselves or by others."""

    channel: Channel
    added: tuple[int, ...] = ()
    removed: tuple[int, ...] = ()


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
class RoleCreated:
    """A role was created in a guild, and perhaps given to members."""

    guild: Guild
    role: GuildRole


@dataclass(frozen=True, slots=True)
class RoleDeleted:
    """A role was deleted, and taken from its members."""

    guild: Guild
    role: GuildRole


@dataclass(frozen=True, slots=True)
class BotJoined:
    """The bot was added to a guild."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class BotRemoved:
    """The bot was removed from a guild."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildUpdated:
    """A guild's system channel changed."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildDeleted:
    """A guild was deleted."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildUnavailable:
    """A guild cannot be reached because of an outage of Discord."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class GuildAvailable:
    """An outage of a guild ended."""

    guild: Guild


@dataclass(frozen=True, slots=True)
class CommandsChanged:
    """The bot registered or deleted commands."""


@dataclass(frozen=True, slots=True)
class BotPresence:
    """The bot has connected some of its shards, or a shard has lost its last connection."""


Event = (
    MessageCreated
    | MessageEdited
    | MessageDeleted
    | MessageDismissed
    | ChannelCreated
    | ChannelUpdated
    | ChannelDeleted
    | ThreadMembersChanged
    | DirectChannelOpened
    | MemberJoined
    | RoleCreated
    | RoleDeleted
    | BotJoined
    | BotRemoved
    | GuildUpdated
    | GuildDeleted
    | GuildUnavailable
    | GuildAvailable
    | CommandsChanged
    | BotPresence
)
