"""The first frame for a page, with everything its member sees, and the parts of it that later frames repeat."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from sandbox.discord import permissions
from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel, User
from sandbox.discord.snowflakes import shard_of
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

HISTORY_MESSAGES = 100
"""How many of a channel's latest messages a page gets."""


def hello(discord: Discord, user: User, guild: Guild) -> Json:
    """The first frame for a member in one of their guilds."""
    world = discord.world
    visible = [channel for channel in guild.channels.values() if world.sees(user.id, channel)]
    messages = {str(channel.id): history(channel) for channel in [*visible, *_direct_channels(discord, user)]}
    for message in world.ephemerals.values():
        if world.may_see(user.id, message) and str(message.channel_id) in messages:
            messages[str(message.channel_id)].append(message.body)
    return {
        "t": "hello",
        "me": person(user, guild),
        "bot": person(world.bot, guild),
        "state": member_state(discord, user, guild, PARTS),
        "channels": [channel.payload() for channel in visible],
        "messages": {
            channel_id: sorted(found, key=lambda body: int(body["id"])) for channel_id, found in messages.items()
        },
    }


def history(channel: Channel) -> list[Json]:
    """The latest messages of a channel, oldest first."""
    return [message.body for message in list(channel.messages.values())[-HISTORY_MESSAGES:]]


def member_state(discord: Discord, user: User, guild: Guild, parts: Iterable[str]) -> Json:
    """These parts of what a member sees in a guild."""
    return {part: PARTS[part](discord, user, guild) for part in parts}


def person(user: User, guild: Guild) -> Json:
    """A member of a guild, or the bot: Discord's user object, with a colour and a permission for the page."""
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.name,
        "bot": user.bot,
        "avatar_color": user.color,
        "manage_guild": bool(guild.permissions_of(user.id) & permissions.MANAGE_GUILD),
    }


def _direct_channels(discord: Discord, user: User) -> list[Channel]:
    return [channel for channel in discord.world.channels.values() if channel.recipient is user]


PARTS: Final[dict[str, Callable[[Discord, User, Guild], Any]]] = {
    "members": lambda discord, user, guild: [person(member.user, guild) for member in guild.members.values()],
    "guild": lambda discord, user, guild: {
        "id": str(guild.id),
        "name": guild.name,
        "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
    },
    "guilds": lambda discord, user, guild: [
        {
            "id": str(each.id),
            "name": each.name,
            "shard": shard_of(each.id, discord.world.shards),
            "online": discord.gateway.serves(each.id),
        }
        for each in discord.world.guilds.values()
        if user.id in each.members
    ],
    "dms": lambda discord, user, guild: [
        {"id": str(channel.id), "user": person(discord.world.bot, guild)}
        for channel in _direct_channels(discord, user)
    ],
    "commands": lambda discord, user, guild: discord.commands.usable(guild, user.id),
    "online": lambda discord, user, guild: discord.gateway.serves(guild.id),
    "dms_closed": lambda discord, user, guild: user.dms_closed,
}
"""How each part of what a member sees is made; `MemberState` in `page/types.d.ts` describes them."""
