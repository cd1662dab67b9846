"""Channels, and the bot's permissions in them."""

from typing import TYPE_CHECKING

from sandbox.discord import permissions
from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.model import Channel
from sandbox.discord.rest.routes import Call, Routes
from sandbox.json_helpers import Json

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
    """A channel; a thread with the bot's membership."""
    channel = visible_channel(api, call)
    return api.world.threads.payload(channel, api.world.bot.id) if channel.thread else channel.payload()


@routes.on("POST", "/channels/{channel_id}/typing")
def type_in_channel(api: "Api", call: Call) -> None:
    """Accepts the typing indicator, which the page does not show."""
    channel = visible_channel(api, call)
    require(api, channel, channel.writing)


@routes.on("PATCH", "/channels/{channel_id}")
def edit_thread(api: "Api", call: Call) -> Json:
    """Changes a thread; other channels cannot be changed here."""
    thread = visible_channel(api, call)
    api.world.threads.edit(thread, api.world.bot.id, call.form)
    return api.world.threads.payload(thread, api.world.bot.id)


@routes.on("DELETE", "/channels/{channel_id}")
def delete_channel(api: "Api", call: Call) -> Json:
    """Deletes a channel or a thread."""
    channel = visible_channel(api, call)
    if channel.recipient:
        raise Refusal(50024)
    require(api, channel, permissions.MANAGE_THREADS if channel.thread else permissions.MANAGE_CHANNELS)
    api.world.delete_channel(channel)
    return channel.payload()
