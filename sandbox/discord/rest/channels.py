"""Channels, their permissions, and threads."""

from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.model import Channel
from sandbox.discord.rest.routes import Call, Routes
from sandbox.wire import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()


def visible_channel(api: "Api", call: Call) -> Channel:
    """The channel in the path. Raises `Refusal` 10003 if there is none, 50001 if the bot may not see it."""
    channel = api.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise Refusal(10003)
    require(api, channel, permissions.VIEW_CHANNEL, code=50001)
    return channel


def require(api: "Api", channel: Channel, permission: int, *, code: int = 50013) -> None:
    """Raises `Refusal` 50013, or another, unless the bot has the permission in the channel."""
    if not api.world.permissions_in(channel, api.world.bot.id) & permission:
        raise Refusal(code)


@routes.on("GET", "/channels/{channel_id}")
def get_channel(api: "Api", call: Call) -> Json:
    """A channel."""
    return visible_channel(api, call).payload()


@routes.on("POST", "/channels/{channel_id}/typing")
def type_in_channel(api: "Api", call: Call) -> None:
    """Accepts the typing indicator, which the page does not show."""
    require(api, visible_channel(api, call), permissions.SEND_MESSAGES)


@routes.on("POST", "/channels/{channel_id}/threads")
def start_thread(api: "Api", call: Call) -> Json:
    """Starts a thread that belongs to no message."""
    channel = visible_channel(api, call)
    require(api, channel, permissions.CREATE_PUBLIC_THREADS)
    return api.world.add_thread(channel, str(call.form.get("name")), api.world.snowflakes()).payload()


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads")
def start_thread_on_message(api: "Api", call: Call) -> Json:
    """Starts a thread on a message; both have the same id."""
    channel = visible_channel(api, call)
    require(api, channel, permissions.CREATE_PUBLIC_THREADS)
    message = channel.messages.get(call.id("message_id"))
    if message is None:
        raise Refusal(10008)
    if message.id in api.world.channels:
        raise Refusal(160004)
    return api.world.add_thread(channel, str(call.form.get("name")), message.id).payload()
