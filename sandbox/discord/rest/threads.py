"""Starting threads, their members, and lists of those that are archived."""

from datetime import datetime
from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.checks.refusal import Refusal, invalid
from sandbox.discord.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel
from sandbox.discord.rest.channels import require, visible_channel
from sandbox.discord.rest.routes import Call, Routes
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()
MEMBERS = "/channels/{channel_id}/thread-members"


@routes.on("POST", "/channels/{channel_id}/threads", status=201)
def start_thread(api: "Api", call: Call) -> Json:
    """Starts a thread that belongs to no message."""
    thread = api.world.threads.start(visible_channel(api, call), api.world.bot.id, call.form)
    return api.world.threads.payload(thread, api.world.bot.id)


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads", status=201)
def start_thread_on_message(api: "Api", call: Call) -> Json:
    """Starts a thread on a message; both have the same id."""
    channel = visible_channel(api, call)
    message = channel.messages.get(call.id("message_id"))
    if message is None:
        raise Refusal(10008)
    thread = api.world.threads.start(channel, api.world.bot.id, call.form, message)
    return api.world.threads.payload(thread, api.world.bot.id)


@routes.on("GET", MEMBERS)
def get_members(api: "Api", call: Call) -> list[Json]:
    """The members of a thread."""
    thread = _thread(api, call)
    whole = _with_member(call)
    return [
        api.world.threads.member(thread, user_id, whole=whole)
        for user_id in (thread.thread.members if thread.thread else ())
    ]


@routes.on("GET", MEMBERS + "/{user_id}")
def get_member(api: "Api", call: Call) -> Json:
    """One member of a thread."""
    return api.world.threads.member(_thread(api, call), _user(api, call), whole=_with_member(call))


@routes.on("PUT", MEMBERS + "/{user_id}")
def add_member(api: "Api", call: Call) -> None:
    """Adds a member to a thread; `@me` joins it."""
    api.world.threads.add(_thread(api, call), api.world.bot.id, _user(api, call))


@routes.on("DELETE", MEMBERS + "/{user_id}")
def remove_member(api: "Api", call: Call) -> None:
    """Removes a member from a thread; `@me` leaves it."""
    api.world.threads.remove(_thread(api, call), api.world.bot.id, _user(api, call))


@routes.on("GET", "/channels/{channel_id}/threads/archived/public")
def get_archived_public(api: "Api", call: Call) -> Json:
    """The archived public threads of a channel, the one archived last first."""
    return _archived(api, call, PUBLIC_THREAD)


@routes.on("GET", "/channels/{channel_id}/threads/archived/private")
def get_archived_private(api: "Api", call: Call) -> Json:
    """The archived private threads of a channel, the one archived last first."""
    require(api, visible_channel(api, call), permissions.MANAGE_THREADS)
    return _archived(api, call, PRIVATE_THREAD)


@routes.on("GET", "/channels/{channel_id}/users/@me/threads/archived/private")
def get_archived_joined(api: "Api", call: Call) -> Json:
    """The archived private threads of a channel that the bot is in, the one archived last first."""
    return _archived(api, call, PRIVATE_THREAD, joined=True)


def _archived(api: "Api", call: Call, kind: int, *, joined: bool = False) -> Json:
    channel = visible_channel(api, call)
    require(api, channel, permissions.READ_MESSAGE_HISTORY)
    limit = call.number("limit", low=2, high=100, default=50)
    before = call.query.get("before", "")
    bot = api.world.bot.id
    found = [
        (one.thread.changed, one)
        for one in api.world.channels.values()
        if one.parent_id == channel.id and one.type == kind and one.thread and one.thread.archived
        and (not joined or bot in one.thread.members)
    ]  # fmt: skip
    found.sort(key=lambda each: each[0], reverse=True)
    if joined and before:
        found = [each for each in found if each[1].id < call.query_id("before")]
    elif before:
        found = [each for each in found if datetime.fromisoformat(each[0]) < _time(before)]
    return listed(api, [thread for _, thread in found[:limit]], more=len(found) > limit)


def listed(api: "Api", threads: list[Channel], *, more: bool = False) -> Json:
    """Threads with the bot's membership of those that it is in, as Discord lists them; `more`: not all are."""
    bot = api.world.bot.id
    joined = [thread for thread in threads if thread.thread and bot in thread.thread.members]
    return {
        "threads": [thread.payload() for thread in threads],
        "members": [api.world.threads.member(thread, bot) for thread in joined],
        "has_more": more,
    }


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise invalid(("before",), "DATETIME_TYPE_INVALID", "Could not parse. Should be ISO8601.") from None


def _thread(api: "Api", call: Call) -> Channel:
    channel = visible_channel(api, call)
    if channel.thread is None:
        raise Refusal(50024)
    return channel


def _user(api: "Api", call: Call) -> int:
    return api.world.bot.id if call.params["user_id"] == "@me" else call.id("user_id")


def _with_member(call: Call) -> bool:
    return call.query.get("with_member", "").lower() in ("1", "true")
