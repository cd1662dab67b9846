"""Threads: start one, add a member."""

from sandbox.discord import threads
from sandbox.discord.rest.channels import visible_channel, visible_message
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()


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
