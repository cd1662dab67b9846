"""Channels, their permissions, and threads."""

from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.model import PUBLIC_THREAD, Channel
from sandbox.discord.rest.routes import Call, Routes
from sandbox.wire import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()


def seen_channel(api: "Api", call: Call) -> Channel:
    """The channel in the path; `Refusal` 10003 if there is none, 50001 if the bot may not see it."""
    channel = api.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise Refusal(10003)
    need(api, channel, permissions.VIEW_CHANNEL, code=50001)
    return channel


def need(api: "Api", channel: Channel, granted: int, *, code: int = 50013) -> None:
    """`Refusal` 50013, or another, unless the bot has the permission in the channel."""
    if not api.world.permissions_in(channel, api.world.bot.id) & granted:
        raise Refusal(code)


@routes.on("GET", "/channels/{channel_id}")
def get_channel(api: "Api", call: Call) -> Json:
    """A channel."""
    return seen_channel(api, call).payload()


@routes.on("POST", "/channels/{channel_id}/typing")
def type_in_channel(api: "Api", call: Call) -> None:
    """Shows that the bot is about to say something."""
    need(api, seen_channel(api, call), permissions.SEND_MESSAGES)


@routes.on("POST", "/channels/{channel_id}/threads")
def start_thread(api: "Api", call: Call) -> Json:
    """Starts a thread that hangs on no message."""
    channel = seen_channel(api, call)
    need(api, channel, permissions.CREATE_PUBLIC_THREADS)
    return _thread(api, channel, str(call.form.get("name")), api.world.snowflakes())


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_on_message(api: "Api", call: Call) -> Json:
    """Starts a thread on a message, whose id it takes."""
    channel = seen_channel(api, call)
    need(api, channel, permissions.CREATE_PUBLIC_THREADS)
    message = channel.messages.get(call.id("message_id"))
    if message is None:
        raise Refusal(10008)
    if message.id in api.world.channels:
        raise Refusal(160004)
    return _thread(api, channel, str(call.form.get("name")), message.id)


def _thread(api: "Api", parent: Channel, name: str, own: int) -> Json:
    if parent.guild_id is None:
        raise Refusal(50024)
    thread = Channel(
        own, name[:100], PUBLIC_THREAD, parent.guild_id, parent_id=parent.id, owner_id=api.world.bot.id
    )
    api.world.guilds[parent.guild_id].channels[own] = api.world.channels[own] = thread
    api.world.tell("channel", thread)
    return thread.payload()
