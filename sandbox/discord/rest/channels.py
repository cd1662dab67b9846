"""Channels and threads, and the bot's permissions in them."""

from sandbox.discord import permissions, threads
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.model import Channel, StoredMessage
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()


def visible_channel(discord: Discord, call: Call) -> Channel:
    """The channel in the path. Raises `ApiError` 10003 if there is none, 50001 if the bot may not see it."""
    channel = discord.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(10003)
    discord.world.require(discord.world.bot.id, channel, permissions.VIEW_CHANNEL, code=50001)
    return channel


def visible_message(discord: Discord, call: Call) -> StoredMessage:
    """The message in the path, which is not ephemeral. Raises `ApiError` 10003, 50001 or 10008."""
    message = visible_channel(discord, call).messages.get(call.id("message_id"))
    if message is None:
        raise ApiError(10008)
    return message


@routes.on("GET", "/channels/{channel_id}")
def get_channel(discord: Discord, call: Call) -> Json:
    """A channel; a thread with the bot's membership."""
    channel = visible_channel(discord, call)
    return channel.payload_for(discord.world.bot.id)


@routes.on("PATCH", "/channels/{channel_id}")
def edit_thread(discord: Discord, call: Call) -> Json:
    """Changes a thread. Other channels cannot be changed in the sandbox."""
    thread = visible_channel(discord, call)
    threads.edit(discord.world, thread, discord.world.bot.id, call.form)
    return thread.payload_for(discord.world.bot.id)


@routes.on("DELETE", "/channels/{channel_id}")
def delete_channel(discord: Discord, call: Call) -> Json:
    """Deletes a channel or a thread."""
    channel = visible_channel(discord, call)
    if channel.recipient:
        raise ApiError(50024)
    needed = permissions.MANAGE_THREADS if channel.thread else permissions.MANAGE_CHANNELS
    discord.world.require(discord.world.bot.id, channel, needed)
    discord.world.delete_channel(channel)
    return channel.payload()


@routes.on("POST", "/channels/{channel_id}/threads", status=201)
def start_thread(discord: Discord, call: Call) -> Json:
    """Starts a thread without a message."""
    thread = threads.start(discord.world, visible_channel(discord, call), discord.world.bot.id, call.form)
    return thread.payload_for(discord.world.bot.id)


@routes.on("POST", "/channels/{channel_id}/messages/{message_id}/threads", status=201)
def start_thread_on_message(discord: Discord, call: Call) -> Json:
    """Starts a thread at a message; both have the same id."""
    message = visible_message(discord, call)
    channel = discord.world.channels[message.channel_id]
    thread = threads.start(discord.world, channel, discord.world.bot.id, call.form, message)
    return thread.payload_for(discord.world.bot.id)


@routes.on("PUT", "/channels/{channel_id}/thread-members/{user_id}")
def add_member(discord: Discord, call: Call) -> None:
    """Adds a member to a thread."""
    channel = visible_channel(discord, call)
    threads.add_member(discord.world, channel, discord.world.bot.id, call.id("user_id"))
