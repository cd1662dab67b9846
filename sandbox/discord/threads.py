"""Threads: how they begin, change, wake when somebody writes, and who is in them, with Discord's refusals."""

from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.checks import forms
from sandbox.discord.checks.refusal import FormErrors, Refusal
from sandbox.discord.events import ChannelUpdated, ThreadMembersChanged
from sandbox.discord.guild import Guild
from sandbox.discord.model import (
    HAS_THREAD,
    MEMBER_ADDED,
    MEMBER_REMOVED,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    RENAMED,
    TEXT,
    THREAD_CREATED,
    THREAD_STARTER,
    Channel,
    Message,
    Thread,
)
from sandbox.discord.snowflakes import moment
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.world import World

ACTIVE = 1_000
"""How many threads of a guild may be active."""
DURATIONS = (60, 1440, 4320, 10080)
"""The minutes without a message after which a thread can be archived."""
WRITTEN = (0, 19, 20)
"""Types of messages that somebody wrote; the others are Discord's own."""
OLD = 600.0
"""Seconds after which a message is so old that its channel is told of a thread that begins at it."""


class Threads:
    """What can be done with the threads of a world; `actor` is the account that does it."""

    def __init__(self, world: "World") -> None:
        self.world = world

    def start(self, parent: Channel, actor: int, form: Json, message: Message | None = None) -> Channel:
        """Starts a thread at a message, whose id it gets, or without one; private unless the form's type is 11.

        Raises `Refusal` 50024, 50013, 50035, 160004 or 160006.
        """
        if parent.type != TEXT:
            raise Refusal(50024)
        private = message is None and (form.get("type") or PRIVATE_THREAD) == PRIVATE_THREAD
        needed = permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS
        self._require(parent, actor, needed)
        _check(form, required=True)
        if message and message.id in self.world.channels:
            raise Refusal(160004)
        guild = self.world.guilds[parent.guild_id or 0]
        self._check_active(guild)
        own = message.id if message else self.world.snowflakes()
        now = moment(self.world.snowflakes())
        thread = Channel(
            own,
            form["name"],
            PRIVATE_THREAD if private else PUBLIC_THREAD,
            guild.id,
            parent_id=parent.id,
            owner_id=actor,
            thread=Thread(
                auto_archive=form.get("auto_archive_duration") or 1440,
                invitable=form.get("invitable") is not False,
                created=now,
                changed=now,
                active=self.world.now(),
                members={actor: now},
            ),
        )
        self.world.register(guild, thread)
        self.world.publish(ThreadMembersChanged(thread, added=(actor,)))
        if message:
            body = message.body | {"flags": message.flags | HAS_THREAD, "thread": thread.payload()}
            self.world.edit_message(message, body)
            self._tell(thread, message.author_id, THREAD_STARTER, at=message)
        if not private and (message is None or self.world.now() - message.posted > OLD):
            self._tell(parent, actor, THREAD_CREATED, content=thread.name, thread=thread)
        return thread

    def edit(self, channel: Channel, actor: int, form: Json) -> None:
        """Renames, archives, locks or opens a thread. Raises `Refusal` 50083, 50013, 50035 or 160006."""
        thread = _of(channel)
        _check(form, required=False)
        opens = form.get("archived") is False
        if thread.archived and not opens:
            raise Refusal(50083)
        if not self._manages(channel, actor):
            self._check_unmanaged(channel, actor, form, opens=opens)
        if form.get("archived") is not None and form["archived"] != thread.archived:
            if opens:
                self._check_active(self.world.guilds[channel.guild_id or 0])
            self._set_archived(thread, on=form["archived"])
        for field, name in (
            ("locked", "locked"),
            ("invitable", "invitable"),
            ("auto_archive_duration", "auto_archive"),
        ):
            if form.get(field) is not None:
                setattr(thread, name, form[field])
        if form.get("name") and form["name"] != channel.name:
            channel.name = form["name"]
            self._tell(channel, actor, RENAMED, content=channel.name)
        self._changed(channel)

    def check_open(self, channel: Channel) -> None:
        """Raises `Refusal` 50083 for what is not possible in an archived thread, such as editing a message."""
        if channel.thread and channel.thread.archived:
            raise Refusal(50083)

    def wake(self, channel: Channel, actor: int, *, by_interaction: bool = False) -> None:
        """Opens an archived thread because somebody writes in it; nothing where the channel is no thread.

        Raises `Refusal` 50083 or 160005 for a locked one whose lock does not let them write.
        """
        thread = channel.thread
        if thread is None:
            return
        if thread.locked and not self._manages(channel, actor) and (thread.archived or not by_interaction):
            raise Refusal(50083 if thread.archived else 160005)
        if thread.archived:
            self._set_archived(thread, on=False)
            self._changed(channel)

    def posted(self, message: Message) -> None:
        """Notes that a message was posted: in a thread, its author and whom it mentions join."""
        channel = self.world.channels[message.channel_id]
        if channel.thread is None or message.body["type"] not in WRITTEN:
            return
        channel.thread.active = self.world.now()
        named = [message.author_id, *(int(user["id"]) for user in message.body["mentions"])]
        self._join(channel, *(user for user in named if self._sees_parent(channel, user)))

    def add(self, channel: Channel, actor: int, user_id: int) -> None:
        """Adds a member to a thread. Raises `Refusal` 50083, 50013, 10007 or 50001."""
        thread = _of(channel)
        self.check_open(channel)
        if actor != user_id:
            self._require(channel, actor, permissions.SEND_MESSAGES_IN_THREADS)
            if not thread.invitable and actor != channel.owner_id and not self._manages(channel, actor):
                raise Refusal(50013)
        if user_id not in self.world.guilds[channel.guild_id or 0].members:
            raise Refusal(10007)
        if not self._sees_parent(channel, user_id):
            raise Refusal(50001)
        if user_id not in thread.members:
            self._join(channel, user_id)
            if actor != user_id:
                self._tell(channel, actor, MEMBER_ADDED, mentions=user_id)

    def remove(self, channel: Channel, actor: int, user_id: int) -> None:
        """Removes a member from a thread. Raises `Refusal` 50083, 50013 or 10007."""
        thread = _of(channel)
        self.check_open(channel)
        owns = channel.type == PRIVATE_THREAD and actor == channel.owner_id
        if actor != user_id and not owns and not self._manages(channel, actor):
            raise Refusal(50013)
        if user_id not in thread.members:
            raise Refusal(10007)
        del thread.members[user_id]
        self.world.publish(ThreadMembersChanged(channel, removed=(user_id,)))
        if actor != user_id:
            self._tell(channel, actor, MEMBER_REMOVED, mentions=user_id)

    def active(self, guild: Guild) -> list[Channel]:
        """The threads of a guild that are not archived and that the bot may see, newest first."""
        bot = self.world.bot.id
        return [
            channel
            for channel in reversed(guild.channels.values())
            if channel.thread and not channel.thread.archived
            and guild.permissions_of(bot, channel) & permissions.VIEW_CHANNEL
        ]  # fmt: skip

    def archive_idle(self) -> None:
        """Archives the threads in which nobody has written for as long as each allows."""
        for channel in list(self.world.channels.values()):
            thread = channel.thread
            if thread and not thread.archived and self.world.now() - thread.active > thread.auto_archive * 60:
                self._set_archived(thread, on=True)
                self._changed(channel)

    def payload(self, channel: Channel, user_id: int) -> Json:
        """Discord's channel object of a thread, with the membership of an account that is in it."""
        body = channel.payload()
        if user_id in _of(channel).members:
            body["member"] = self.member(channel, user_id)
        return body

    def member(self, channel: Channel, user_id: int, *, whole: bool = False) -> Json:
        """Discord's thread member object; `whole` with the guild's member in it. Raises `Refusal` 10007."""
        joined = _of(channel).members.get(user_id)
        if joined is None:
            raise Refusal(10007)
        body: Json = {"id": str(channel.id), "user_id": str(user_id), "join_timestamp": joined, "flags": 0}
        member = self.world.guilds[channel.guild_id or 0].members.get(user_id)
        return body | ({"member": member.with_user()} if whole and member else {})

    def _check_active(self, guild: Guild) -> None:
        """Raises `Refusal` 160006 if one more active thread would be too many."""
        if sum(1 for one in guild.channels.values() if one.thread and not one.thread.archived) >= ACTIVE:
            raise Refusal(160006)

    def _check_unmanaged(self, channel: Channel, actor: int, form: Json, *, opens: bool) -> None:
        """Raises `Refusal` 50013 for an edit that takes the permission to manage threads.

        Whoever may write opens a thread that is not locked; who started it also renames and archives it.
        """
        changed = {field for field, value in form.items() if value is not None}
        if opens:
            self._require(channel, actor, permissions.SEND_MESSAGES_IN_THREADS)
            changed -= {"archived"}
        locked = _of(channel).locked
        if form.get("locked") == locked:
            changed -= {"locked"}
        forbidden = changed & {"locked", "rate_limit_per_user"} or (changed and actor != channel.owner_id)
        if forbidden or (opens and locked):
            raise Refusal(50013)

    def _join(self, channel: Channel, *users: int) -> None:
        members = _of(channel).members
        added = tuple(dict.fromkeys(user for user in users if user not in members))
        members.update(dict.fromkeys(added, moment(self.world.snowflakes())))
        if added:
            self.world.publish(ThreadMembersChanged(channel, added=added))

    def _set_archived(self, thread: Thread, *, on: bool) -> None:
        thread.archived = on
        thread.changed = moment(self.world.snowflakes())
        thread.active = self.world.now()

    def _changed(self, channel: Channel) -> None:
        parent = self.world.channels[channel.parent_id or 0]
        if first := parent.messages.get(channel.id):
            first.body = first.body | {"thread": channel.payload()}
        self.world.publish(ChannelUpdated(channel))

    def _tell(
        self,
        channel: Channel,
        author: int,
        kind: int,
        *,
        content: str = "",
        mentions: int | None = None,
        at: Message | None = None,
        thread: Channel | None = None,
    ) -> None:
        """Posts a message of Discord's own, such as "Ana started a thread"."""
        message = self.world.empty_message(channel, author, kind=kind)
        message.body["content"] = content
        if mentions:
            message.body["mentions"] = [self.world.users[mentions].payload()]
        if at or thread:
            place = {"channel_id": str(at.channel_id if at else thread and thread.id)}
            place |= {"guild_id": str(channel.guild_id)} | ({"message_id": str(at.id)} if at else {})
            message.body["message_reference"] = {"type": 0} | place
        if at:
            message.body["referenced_message"] = at.body
        self.world.add_message(message)

    def _sees_parent(self, channel: Channel, user_id: int) -> bool:
        parent = self.world.channels[channel.parent_id or 0]
        return bool(self.world.permissions_in(parent, user_id) & permissions.VIEW_CHANNEL)

    def _manages(self, channel: Channel, actor: int) -> bool:
        return bool(self.world.permissions_in(channel, actor) & permissions.MANAGE_THREADS)

    def _require(self, channel: Channel, actor: int, permission: int) -> None:
        if not self.world.permissions_in(channel, actor) & permission:
            raise Refusal(50013)


def _of(channel: Channel) -> Thread:
    """What a channel has as a thread. Raises `Refusal` 50024 if it is none."""
    if channel.thread is None:
        raise Refusal(50024)
    return channel.thread


def _check(form: Json, *, required: bool) -> None:
    """Raises `Refusal` 50035 for a name or duration that Discord does not allow."""
    errors = FormErrors()
    forms.text(errors, ("name",), form.get("name"), low=1, high=100, required=required)
    if form.get("auto_archive_duration") not in (None, *DURATIONS):
        errors.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", f"Value must be one of {DURATIONS}.")
    for flag in ("archived", "locked", "invitable"):
        if not isinstance(form.get(flag, False), bool | None):
            errors.add((flag,), "BOOLEAN_TYPE_CONVERT", "Must be either true or false.")
    errors.raise_if_any()
