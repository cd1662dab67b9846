"""Actions of accounts on threads, with Discord's refusals: start, change and reopen one, add a member.

In every function, `actor` is the id of the account that acts.
"""

from typing import Any, Literal

from pydantic import Field

from sandbox.discord import message_body, permissions
from sandbox.discord.checks.errors import ApiError, Body, check
from sandbox.discord.guild import Guild
from sandbox.discord.model import (
    HAS_THREAD,
    MEMBER_ADDED,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    RENAMED,
    TEXT,
    THREAD_CREATED,
    THREAD_STARTER,
    Channel,
    StoredMessage,
    Thread,
    creation_time,
)
from sandbox.discord.world import ThreadMembersAdded, World
from sandbox.json_helpers import Json

MAX_ACTIVE = 1_000
"""How many threads of a guild may be active."""
OLD_STARTER_SECONDS = 600.0
"""If a thread starts at a message that is older than this, its channel gets a message about the thread."""


class _ThreadSettings(Body):
    auto_archive_duration: Literal[60, 1440, 4320, 10080] | None = None
    rate_limit_per_user: int | None = Field(None, ge=0, le=21_600)
    archived: bool | None = None
    locked: bool | None = None
    invitable: bool | None = None


class _ThreadChanges(_ThreadSettings):
    name: str | None = Field(None, min_length=1, max_length=100)


class _NewThread(_ThreadSettings):
    name: str = Field(min_length=1, max_length=100)
    type: Literal[11, 12] | None = None


def start(world: World, parent: Channel, actor: int, form: Json, message: StoredMessage | None = None) -> Channel:
    """Starts a thread. At a message, the thread gets the message's id.

    Without a message, the thread is private unless the form's type is 11 (public).
    Raises `ApiError` 50024, 50013, 50035, 160004 or 160006.
    """
    if parent.type != TEXT:
        raise ApiError(50024)
    private = message is None and (form.get("type") or PRIVATE_THREAD) == PRIVATE_THREAD
    needed = permissions.CREATE_PRIVATE_THREADS if private else permissions.CREATE_PUBLIC_THREADS
    world.require(actor, parent, needed)
    check(_NewThread, form)
    if message and message.id in world.channels:
        raise ApiError(160004)
    guild = world.guilds[parent.guild_id or 0]
    _check_active(guild)
    own = message.id if message else world.snowflakes()
    now = creation_time(world.snowflakes())
    thread = Channel(
        own,
        form["name"],
        PRIVATE_THREAD if private else PUBLIC_THREAD,
        guild.id,
        parent_id=parent.id,
        owner_id=actor,
        thread=Thread(
            auto_archive_duration=form.get("auto_archive_duration") or 1440,
            invitable=form.get("invitable") is not False,
            created=now,
            changed=now,
            active=world.now(),
            members={actor: now},
        ),
    )
    world.register(guild, thread)
    world.publish(ThreadMembersAdded(thread, (actor,)))
    if message:
        body = message.body | {"flags": message.flags | HAS_THREAD, "thread": thread.payload()}
        world.edit_message(message, body)
        fields = {
            "message_reference": message_body.reference(message.channel_id, guild.id, message.id),
            "referenced_message": message.body,
        }
        _post_system_message(world, thread, message.author_id, THREAD_STARTER, **fields)
    if not private and (message is None or world.now() - message.posted > OLD_STARTER_SECONDS):
        place = message_body.reference(thread.id, guild.id)
        _post_system_message(world, parent, actor, THREAD_CREATED, content=thread.name, message_reference=place)
    return thread


def edit(world: World, channel: Channel, actor: int, form: Json) -> None:
    """Renames, archives, locks or opens a thread. Raises `ApiError` 50083, 50013, 50035 or 160006."""
    thread = _thread_of(channel)
    check(_ThreadChanges, form)
    opens = form.get("archived") is False
    if thread.archived and not opens:
        raise ApiError(50083)
    if not _manages(world, channel, actor):
        _check_unmanaged(world, channel, actor, form, opens=opens)
    archived = form.get("archived")
    if archived == thread.archived:
        archived = None
    elif opens:
        _check_active(world.guilds[channel.guild_id or 0])
    for field in ("locked", "invitable", "auto_archive_duration"):
        if form.get(field) is not None:
            setattr(thread, field, form[field])
    if form.get("name") and form["name"] != channel.name:
        channel.name = form["name"]
        _post_system_message(world, channel, actor, RENAMED, content=channel.name)
    world.update_thread(channel, archived=archived)


def check_open(channel: Channel) -> None:
    """Raises `ApiError` 50083 in an archived thread, where for example no message can be edited."""
    if channel.thread and channel.thread.archived:
        raise ApiError(50083)


def reopen(world: World, channel: Channel, actor: int, *, by_interaction: bool = False) -> None:
    """Opens an archived thread because the actor writes in it; other channels stay as they are.

    Raises `ApiError` 50083 or 160005 if the thread is locked and the actor may not write in it.
    """
    thread = channel.thread
    if thread is None:
        return
    if thread.locked and not _manages(world, channel, actor) and (thread.archived or not by_interaction):
        raise ApiError(50083 if thread.archived else 160005)
    if thread.archived:
        world.update_thread(channel, archived=False)


def add_member(world: World, channel: Channel, actor: int, user_id: int) -> None:
    """Adds a member to a thread. Raises `ApiError` 50083, 50013, 10007 or 50001."""
    thread = _thread_of(channel)
    check_open(channel)
    if actor != user_id:
        world.require(actor, channel, permissions.SEND_MESSAGES_IN_THREADS)
        if not thread.invitable and actor != channel.owner_id and not _manages(world, channel, actor):
            raise ApiError(50013)
    if user_id not in world.guilds[channel.guild_id or 0].members:
        raise ApiError(10007)
    if not world.sees(user_id, world.channels[channel.parent_id or 0]):
        raise ApiError(50001)
    if user_id not in thread.members:
        world.add_to_thread(channel, user_id)
        if actor != user_id:
            added = world.users[user_id].payload()
            _post_system_message(world, channel, actor, MEMBER_ADDED, mentions=[added])


def _check_active(guild: Guild) -> None:
    """Raises `ApiError` 160006 if the guild has as many active threads as it may."""
    if sum(1 for one in guild.channels.values() if one.thread and not one.thread.archived) >= MAX_ACTIVE:
        raise ApiError(160006)


def _check_unmanaged(world: World, channel: Channel, actor: int, form: Json, *, opens: bool) -> None:
    """Raises `ApiError` 50013 for an edit that needs the permission to manage threads.

    Without it, an account that may write can open a thread that is not locked, and the one that started the
    thread can also rename and archive it.
    """
    changed = {field for field, value in form.items() if value is not None}
    if opens:
        world.require(actor, channel, permissions.SEND_MESSAGES_IN_THREADS)
        changed -= {"archived"}
    locked = _thread_of(channel).locked
    if form.get("locked") == locked:
        changed -= {"locked"}
    forbidden = changed & {"locked", "rate_limit_per_user"} or (changed and actor != channel.owner_id)
    if forbidden or (opens and locked):
        raise ApiError(50013)


def _post_system_message(world: World, channel: Channel, author: int, kind: int, **fields: Any) -> None:
    """Posts a system message, such as "Ana started a thread", with these fields of its body."""
    message = message_body.empty_message(world, channel, author, kind=kind)
    message.body |= fields
    world.add_message(message)


def _manages(world: World, channel: Channel, actor: int) -> bool:
    return bool(world.permissions_in(channel, actor) & permissions.MANAGE_THREADS)


def _thread_of(channel: Channel) -> Thread:
    """The thread part of a channel. Raises `ApiError` 50024 if it is not a thread."""
    if channel.thread is None:
        raise ApiError(50024)
    return channel.thread
