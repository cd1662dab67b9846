"""Threads: start one, its members, lists of archived ones."""

from datetime import datetime

from sandbox.discord import permissions, threads
from sandbox.discord.checks.form import invalid
from sandbox.discord.model import PUBLIC_THREAD, Channel
from sandbox.discord.rest.channels import require, visible_channel, visible_message
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()
MEMBERS = "/channels/{channel_id}/thread-members"


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


@routes.on("GET", MEMBERS)
def get_members(discord: Discord, call: Call) -> list[Json]:
    """The members of a thread."""
    channel = visible_channel(discord, call)
    guild = discord.world.guilds[channel.guild_id or 0]
    found = {user_id: channel.membership(user_id) or {} for user_id in threads.thread_of(channel).members}
    if call.query.get("with_member", "").lower() not in ("1", "true"):
        return list(found.values())
    return [
        membership | ({"member": guild.members[user_id].with_user()} if user_id in guild.members else {})
        for user_id, membership in found.items()
    ]


@routes.on("PUT", MEMBERS + "/{user_id}")
def add_member(discord: Discord, call: Call) -> None:
    """Adds a member to a thread; `@me` joins it."""
    threads.add_member(discord.world, visible_channel(discord, call), discord.world.bot.id, _user(discord, call))


@routes.on("DELETE", MEMBERS + "/{user_id}")
def remove_member(discord: Discord, call: Call) -> None:
    """Removes a member from a thread; `@me` leaves it."""
    threads.remove_member(
        discord.world, visible_channel(discord, call), discord.world.bot.id, _user(discord, call)
    )


@routes.on("GET", "/channels/{channel_id}/threads/archived/public")
def get_archived_public(discord: Discord, call: Call) -> Json:
    """The archived public threads of a channel, latest archived first."""
    channel = visible_channel(discord, call)
    require(discord, channel, permissions.READ_MESSAGE_HISTORY)
    limit = call.number("limit", low=2, high=100, default=50)
    found = [
        (one.thread.changed, one)
        for one in discord.world.channels.values()
        if one.parent_id == channel.id and one.type == PUBLIC_THREAD and one.thread and one.thread.archived
    ]
    found.sort(key=lambda each: each[0], reverse=True)
    if before := call.query.get("before"):
        found = [each for each in found if datetime.fromisoformat(each[0]) < _time(before)]
    return listed(discord, [thread for _, thread in found[:limit]], more=len(found) > limit)


def listed(discord: Discord, found: list[Channel], *, more: bool = False) -> Json:
    """Discord's list of threads, with the bot's memberships; `more` says whether there are others."""
    memberships = [thread.membership(discord.world.bot.id) for thread in found]
    return {
        "threads": [thread.payload() for thread in found],
        "members": [membership for membership in memberships if membership],
        "has_more": more,
    }


def _time(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise invalid(("before",), "DATETIME_TYPE_INVALID", "Could not parse. Should be ISO8601.") from None


def _user(discord: Discord, call: Call) -> int:
    return discord.world.bot.id if call.params["user_id"] == "@me" else call.id("user_id")
