"""Everything this stand-in knows, and the changes it can go through; who watches is told of each change."""

import time
from collections.abc import Callable
from typing import Any

from sandbox.discord import permissions
from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.guild import Guild
from sandbox.discord.model import DIRECT, Channel, Member, Message, Overwrite, Role, User
from sandbox.discord.snowflakes import Snowflakes, moment
from sandbox.wire import Json

Watcher = Callable[[str, Any], None]

NAMES = ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus", "Hana", "Ida", "Jon", "Kim", "Lea"]
COLORS = ["#d1495b", "#2e86ab", "#3c896d", "#b1740f", "#7b4fa6", "#3b5ba5", "#a2466b", "#4f7a28"]
EPHEMERALS = 10_000
"""How many ephemeral messages are kept; the oldest go first."""
CHANNELS = ["coup", "second-table", "quiet"]


class World:
    """The state of the stand-in: accounts, guilds, channels, messages, files, and the time.

    Watchers are called with a word for what changed and the thing itself:
    `message`, `message_update`, `message_delete`, `dismissed` (Message), `channel`, `channel_update`,
    `channel_delete`, `thread` (Channel), `member` ((Guild, Member)), `guild` (Guild),
    `commands` (None), `bot` (bool), `dm` (Channel).
    """

    def __init__(self, *, members: int = 6) -> None:
        self.snowflakes = Snowflakes()
        self.watchers: list[Watcher] = []
        self.ahead = 0.0
        self.page_url = ""
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.ephemerals: dict[int, Message] = {}
        self.files: dict[int, tuple[str, str, bytes]] = {}
        """Uploaded files: attachment id to name, content type and bytes."""
        self.bot = self._account("Coup", bot=True)
        self.application_id = self.bot.id
        people = [self._account(name) for name in _names(members)]
        self.add_guild("The Court", people, CHANNELS)

    def now(self) -> float:
        """Seconds on the world's clock, which only ever runs forward and can be advanced."""
        return time.monotonic() + self.ahead

    def tell(self, what: str, thing: object) -> None:
        """Tells every watcher of a change."""
        for watcher in self.watchers:
            watcher(what, thing)

    @property
    def court(self) -> Guild:
        """The first guild."""
        return next(iter(self.guilds.values()))

    def add_guild(self, name: str, people: list[User], channels: list[str]) -> Guild:
        """A new guild of these people and the bot, owned by the first of them."""
        guild = Guild(self.snowflakes(), name, people[0].id)
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.EVERYONE)
        role = Role(self.snowflakes(), self.bot.name, 0, position=1, managed_by=self.bot.id)
        guild.roles[role.id] = role
        for user in [*people, self.bot]:
            guild.members[user.id] = Member(user, moment(self.snowflakes()))
        guild.members[self.bot.id].roles.append(role.id)
        self.guilds[guild.id] = guild
        for channel in channels:
            self.add_channel(guild, channel)
        self.tell("guild", guild)
        return guild

    def add_member(self, guild: Guild, name: str) -> Member:
        """A new account that joins the guild."""
        member = Member(self._account(name), moment(self.snowflakes()))
        guild.members[member.user.id] = member
        self.tell("member", (guild, member))
        return member

    def add_channel(self, guild: Guild, name: str) -> Channel:
        """A new text channel."""
        channel = Channel(self.snowflakes(), name, guild_id=guild.id, position=len(guild.channels))
        guild.channels[channel.id] = self.channels[channel.id] = channel
        self.tell("channel", channel)
        return channel

    def remove_channel(self, channel: Channel) -> None:
        """Deletes a channel with its threads and all that was said in it."""
        for thread in [thread for thread in self.channels.values() if thread.parent_id == channel.id]:
            self.remove_channel(thread)
        del self.channels[channel.id]
        if channel.guild_id:
            del self.guilds[channel.guild_id].channels[channel.id]
        self.tell("channel_delete", channel)

    def overwrite(self, channel: Channel, user_id: int, *, allow: int = 0, deny: int = 0) -> None:
        """Replaces what a member is allowed and denied in a channel."""
        channel.overwrites[user_id] = Overwrite(user_id, member=True, allow=allow, deny=deny)
        self.tell("channel_update", channel)

    def direct(self, user: User) -> Channel:
        """The direct channel between the bot and a member, opened if need be."""
        for channel in self.channels.values():
            if channel.recipient is user:
                return channel
        channel = Channel(self.snowflakes(), user.name, DIRECT, recipient=user)
        self.channels[channel.id] = channel
        self.tell("dm", channel)
        return channel

    def guild_of(self, channel: Channel) -> Guild | None:
        """The guild that a channel belongs to; none for a direct message."""
        return self.guilds[channel.guild_id] if channel.guild_id else None

    def permissions_in(self, channel: Channel, user_id: int) -> int:
        """What an account may do in a channel."""
        if channel.recipient:
            return permissions.DIRECT if user_id in (channel.recipient.id, self.bot.id) else 0
        guild = self.guild_of(channel)
        return guild.permissions_of(user_id, channel) if guild else 0

    def may_see(self, user_id: int, message: Message) -> bool:
        """Whether an account may read a message."""
        if message.viewer is not None:
            return message.viewer == user_id and not message.dismissed
        channel = self.channels.get(message.channel_id)
        return channel is not None and bool(self.permissions_in(channel, user_id) & permissions.VIEW_CHANNEL)

    def message(self, message_id: int, channel_id: int) -> Message:
        """A message of a channel, ephemeral ones too; `Refusal` 10008 if there is none."""
        channel = self.channels.get(channel_id)
        found = channel.messages.get(message_id) if channel else None
        found = found or self.ephemerals.get(message_id)
        if found is None:
            raise Refusal(10008)
        return found

    def keep(self, message: Message) -> None:
        """Adds a new message."""
        if message.viewer is None:
            self.channels[message.channel_id].messages[message.id] = message
        else:
            self.ephemerals[message.id] = message
            if len(self.ephemerals) > EPHEMERALS:
                del self.ephemerals[next(iter(self.ephemerals))]
        self.tell("message", message)

    def revise(self, message: Message, body: Json) -> None:
        """Gives a message a new body."""
        message.body = body
        self.tell("message_update", message)

    def discard(self, message: Message) -> None:
        """Deletes a message."""
        if message.viewer is None:
            self.channels[message.channel_id].messages.pop(message.id, None)
        else:
            self.ephemerals.pop(message.id, None)
        self.tell("message_delete", message)

    def dismiss(self, message: Message) -> None:
        """Takes an ephemeral message out of its viewer's sight; the bot does not hear of it."""
        self.tell("dismissed", message)
        message.dismissed = True

    def _account(self, name: str, *, bot: bool = False) -> User:
        user = User(self.snowflakes(), name, bot=bot, color=COLORS[len(self.users) % len(COLORS)])
        self.users[user.id] = user
        return user


def _names(count: int) -> list[str]:
    more = [f"Guest {number}" for number in range(len(NAMES) + 1, count + 1)]
    return (NAMES + more)[: max(1, count)]
