"""The state of the sandbox and every change to it; subscribers get each change as an event."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sandbox.discord import permissions
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.emojis import ApplicationEmojis
from sandbox.discord.files import Files
from sandbox.discord.guild import Guild
from sandbox.discord.model import (
    DIRECT,
    WRITTEN,
    Channel,
    GuildRole,
    Member,
    Snowflakes,
    StoredMessage,
    User,
    creation_time,
)
from sandbox.json_helpers import Json

MAX_EPHEMERALS = 10_000
"""How many ephemeral messages are kept; the oldest are dropped first."""
PEOPLE = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]
COLORS = ["#d1495b", "#2e86ab", "#3c896d", "#b1740f", "#7b4fa6", "#3b5ba5", "#a2466b", "#4f7a28"]
GUILDS = ["The Court", "The Harbour", "The Market", "The Abbey", "The Embassy", "The Citadel"]
CHANNELS = ["coup", "second-table", "quiet"]
"""Names and colours for the accounts, guilds and channels that a world begins with."""


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


class World:
    """Accounts, guilds, channels, messages, uploaded files, and a clock that tests can advance.

    It begins with a number of guilds with the same members, which are spread evenly over the shards.
    """

    def __init__(self, *, members: int = 6, guilds: int = 1, shards: int = 1) -> None:
        self.snowflakes = Snowflakes()
        self.shards = shards
        """How many shards the bot is asked to use."""
        self.page_url = ""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.ephemerals: dict[int, StoredMessage] = {}
        self.files = Files()
        self._subscribers: list[Callable[[Event], None]] = []
        self._advanced = 0.0
        self.bot = self._new_user("Coup", bot=True)
        self.application_id = self.bot.id
        self.emojis = ApplicationEmojis(self.bot, self.snowflakes)
        people = [self._new_user(name) for name in first_names(PEOPLE, "Guest", members)]
        for number, name in enumerate(first_names(GUILDS, "Town", guilds)):
            self.add_guild(name, people, CHANNELS, shard=number % shards)

    def subscribe(self, subscriber: Callable[[Event], None]) -> None:
        """Calls a function with every later event."""
        self._subscribers.append(subscriber)

    def publish(self, event: Event) -> None:
        """Passes an event to every subscriber."""
        for subscriber in self._subscribers:
            subscriber(event)

    def now(self) -> float:
        """Seconds on the world's clock, which never runs backwards."""
        return time.monotonic() + self._advanced

    def advance(self, seconds: float) -> None:
        """Moves the clock forward, and archives idle threads. ValueError if `seconds` is negative."""
        if seconds < 0:
            raise ValueError("time runs forward")
        self._advanced += seconds
        for channel in list(self.channels.values()):
            thread = channel.thread
            if thread and not thread.archived and self.now() - thread.active > thread.auto_archive_duration * 60:
                self.update_thread(channel, archived=True)

    @property
    def first_guild(self) -> Guild:
        """The guild that is meant if none is named."""
        return next(iter(self.guilds.values()))

    def add_guild(
        self,
        name: str,
        people: list[User],
        channels: list[str],
        *,
        shard: int | None = None,
        with_bot: bool = True,
    ) -> Guild:
        """Creates a guild of these people and, if `with_bot`, the bot; the first person owns it.

        Its first channel is its system channel. Without `shard` the guild may be on any shard. ValueError for an
        unknown shard.
        """
        if shard is not None and not 0 <= shard < self.shards:
            raise ValueError(f"there are {self.shards} shards, counted from 0")
        own = self.snowflakes() if shard is None else self.snowflakes.on_shard(shard, self.shards)
        guild = Guild(own, name, people[0].id)
        guild.roles[guild.id] = GuildRole(guild.id, "@everyone", permissions.EVERYONE)
        role = GuildRole(self.snowflakes(), self.bot.name, 0, position=1, managed_by=self.bot.id)
        guild.roles[role.id] = role
        for user in people:
            guild.members[user.id] = Member(user, creation_time(self.snowflakes()))
        self.guilds[guild.id] = guild
        for channel in channels:
            self.add_channel(guild, channel)
        guild.system_channel_id = next(iter(guild.channels), None)
        if with_bot:
            self.add_bot(guild)
        return guild

    def delete_guild(self, guild: Guild) -> None:
        """Deletes a guild with its channels. ValueError if it is the only one."""
        if len(self.guilds) == 1:
            raise ValueError("the last guild cannot be deleted: add another first")
        del self.guilds[guild.id]
        for channel_id in guild.channels:
            del self.channels[channel_id]
        self.publish(GuildEvent("delete", guild))

    def add_bot(self, guild: Guild) -> None:
        """Adds the bot to a guild that it is not in."""
        role = next(role.id for role in guild.roles.values() if role.managed_by == self.bot.id)
        guild.members[self.bot.id] = Member(self.bot, creation_time(self.snowflakes()), [role])
        self.publish(GuildEvent("add_bot", guild))

    def remove_bot(self, guild: Guild) -> None:
        """Removes the bot from a guild. KeyError if it is not in it."""
        del guild.members[self.bot.id]
        self.publish(GuildEvent("remove_bot", guild))

    def set_outage(self, guild: Guild, *, on: bool) -> None:
        """Begins or ends an outage, during which the guild is unavailable to the bot."""
        guild.unavailable = on
        self.publish(GuildEvent("outage" if on else "recovery", guild))

    def add_member(self, guild: Guild, name: str) -> Member:
        """Creates an account that joins the guild."""
        member = Member(self._new_user(name), creation_time(self.snowflakes()))
        guild.members[member.user.id] = member
        self.publish(GuildEvent("join", guild))
        return member

    def add_role(self, guild: Guild, name: str, members: list[User]) -> GuildRole:
        """Creates a role that grants nothing, and gives it to members. KeyError for somebody who is no member."""
        role = GuildRole(self.snowflakes(), name, 0, position=len(guild.roles))
        holders = [guild.members[user.id] for user in members]
        guild.roles[role.id] = role
        for member in holders:
            member.roles.append(role.id)
        self.publish(RoleEvent("create", guild, role))
        return role

    def delete_role(self, guild: Guild, role: GuildRole) -> None:
        """Deletes a role, and takes it from its members."""
        del guild.roles[role.id]
        for member in guild.members.values():
            member.roles = [own for own in member.roles if own != role.id]
        self.publish(RoleEvent("delete", guild, role))

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """Creates a text channel."""
        channel = Channel(self.snowflakes(), name, guild_id=guild.id, position=len(guild.channels))
        self.register(guild, channel)
        return channel

    def register(self, guild: Guild, channel: Channel) -> None:
        """Adds a new channel or thread to its guild."""
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.publish(ChannelEvent("create", channel))

    def add_to_thread(self, channel: Channel, *users: int) -> None:
        """Adds accounts to a thread; those that are in it already stay."""
        members = channel.thread.members if channel.thread else {}
        added = tuple(dict.fromkeys(user for user in users if user not in members))
        members.update(dict.fromkeys(added, creation_time(self.snowflakes())))
        if added:
            self.publish(ThreadMembersAdded(channel, added))

    def update_thread(self, channel: Channel, *, archived: bool | None = None) -> None:
        """Publishes that a thread has changed; archives or opens it first unless `archived` is None."""
        if channel.thread and archived is not None:
            channel.thread.archived = archived
            channel.thread.changed = creation_time(self.snowflakes())
            channel.thread.active = self.now()
        starter = self.channels[channel.parent_id or 0].messages.get(channel.id)
        if starter:
            starter.body = starter.body | {"thread": channel.payload()}
        self.publish(ChannelEvent("update", channel))

    def delete_channel(self, channel: Channel) -> None:
        """Deletes a channel with its threads and messages."""
        for thread in [thread for thread in self.channels.values() if thread.parent_id == channel.id]:
            self.delete_channel(thread)
        del self.channels[channel.id]
        if channel.guild_id:
            guild = self.guilds[channel.guild_id]
            del guild.channels[channel.id]
            if guild.system_channel_id == channel.id:
                self.set_system_channel(guild, None)
        self.publish(ChannelEvent("delete", channel))

    def set_system_channel(self, guild: Guild, channel: Channel | None) -> None:
        """Chooses a guild's system channel, or none."""
        guild.system_channel_id = channel.id if channel else None
        self.publish(GuildEvent("update", guild))

    def set_overwrite(self, channel: Channel, user_id: int, *, allow: int = 0, deny: int = 0) -> None:
        """Replaces what a member is allowed and denied in a channel."""
        channel.overwrites[user_id] = allow, deny
        self.publish(ChannelEvent("update", channel))

    def direct_channel(self, user: User) -> Channel:
        """The direct channel between the bot and a member; opens it if there is none."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.snowflakes(), user.name, DIRECT, recipient=user)
        self.channels[channel.id] = channel
        self.publish(BotEvent("direct_channel"))
        return channel

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild that a channel belongs to; None for a direct channel or a deleted guild."""
        return self.guilds.get(channel.guild_id or 0)

    def permissions_in(self, channel: Channel, user_id: int) -> int:
        """The permission bits of an account in a channel."""
        if channel.recipient:
            return permissions.DIRECT if user_id in (channel.recipient.id, self.bot.id) else 0
        guild = self.guild_of(channel)
        return guild.permissions_of(user_id, channel) if guild else 0

    def require(self, user_id: int, channel: Channel, permission: int, *, code: int = 50013) -> None:
        """Raises `ApiError` 50013, or another, unless an account has the permission in a channel."""
        if not self.permissions_in(channel, user_id) & permission:
            raise ApiError(code)

    def sees(self, user_id: int, channel: Channel) -> bool:
        """Whether a channel is visible to an account."""
        return bool(self.permissions_in(channel, user_id) & permissions.VIEW_CHANNEL)

    def may_see(self, user_id: int, message: StoredMessage) -> bool:
        """Whether an account may read a message."""
        if message.viewer is not None:
            return message.viewer == user_id and not message.dismissed
        channel = self.channels.get(message.channel_id)
        return channel is not None and self.sees(user_id, channel)

    def find_message(self, message_id: int, channel_id: int) -> StoredMessage:
        """A message of a channel, ephemeral ones too. `ApiError` 10008 if there is none."""
        channel = self.channels.get(channel_id)
        found = channel.messages.get(message_id) if channel else None
        found = found or self.ephemerals.get(message_id)
        if found is None:
            raise ApiError(10008)
        return found

    def add_message(self, message: StoredMessage) -> None:
        """Adds a new message to its channel or, if it is ephemeral, for its viewer."""
        if message.viewer is None:
            channel = self.channels[message.channel_id]
            channel.messages[message.id] = message
            channel.last_message_id = message.id
        else:
            self.ephemerals[message.id] = message
            if len(self.ephemerals) > MAX_EPHEMERALS:
                del self.ephemerals[next(iter(self.ephemerals))]
        self.publish(MessageEvent("create", message))
        if message.viewer is None:
            self._join_by_message(message)

    def edit_message(self, message: StoredMessage, body: Json) -> None:
        """Replaces the body of a message."""
        message.body = body
        self.publish(MessageEvent("update", message))

    def delete_message(self, message: StoredMessage) -> None:
        """Deletes a message."""
        if message.viewer is None:
            self.channels[message.channel_id].messages.pop(message.id, None)
        else:
            self.ephemerals.pop(message.id, None)
        self.files.drop(message.body["attachments"])
        self.publish(MessageEvent("delete", message))

    def dismiss_message(self, message: StoredMessage) -> None:
        """Hides an ephemeral message from its viewer; the bot is not informed."""
        self.publish(MessageEvent("dismiss", message))
        message.dismissed = True

    def _join_by_message(self, message: StoredMessage) -> None:
        """Adds a message's author, and the accounts it mentions, to its thread if they see the parent channel."""
        channel = self.channels[message.channel_id]
        if channel.thread is None or message.body["type"] not in WRITTEN:
            return
        channel.thread.active = self.now()
        parent = self.channels[channel.parent_id or 0]
        named = [message.author_id, *(int(user["id"]) for user in message.body["mentions"])]
        self.add_to_thread(channel, *(user for user in named if self.sees(user, parent)))

    def _new_user(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflakes(), name, bot=bot, color=COLORS[len(self.users) % len(COLORS)])
        self.users[user.id] = user
        return user


def first_names(known: list[str], further: str, count: int) -> list[str]:
    """This number of names, at least one: the known ones, then for example "Guest 13" if `further` is "Guest"."""
    more = [f"{further} {number}" for number in range(len(known) + 1, count + 1)]
    return (known + more)[: max(1, count)]
