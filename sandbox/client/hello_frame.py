"""The first frame for a page, with everything its member sees, and the parts of it that later frames repeat."""

from sandbox.client.frames import DirectChannel, GuildEntry, Hello, UserInfo
from sandbox.discord import permissions
from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel, User
from sandbox.discord.snowflakes import shard_of
from sandbox.discord.subsystems import Discord

HISTORY_MESSAGES = 100
"""How many of a channel's latest messages a page gets."""


def hello(discord: Discord, user: User, guild: Guild) -> Hello:
    """The first frame for a member in one of their guilds."""
    world = discord.world
    direct = [channel for channel in world.channels.values() if channel.recipient is user]
    visible = [channel for channel in guild.channels.values() if world.sees(user.id, channel)]
    messages = {
        str(channel.id): list(channel.messages.values())[-HISTORY_MESSAGES:] for channel in [*visible, *direct]
    }
    for message in world.ephemerals.values():
        if message.viewer == user.id and not message.dismissed and str(message.channel_id) in messages:
            messages[str(message.channel_id)].append(message)
    return {
        "t": "hello",
        "me": person(user, guild),
        "members": [person(member.user, guild) for member in guild.members.values()],
        "guild": {
            "id": str(guild.id),
            "name": guild.name,
            "roles": roles_of(guild),
        },
        "guilds": guilds_of(discord, user),
        "channels": [channel.payload() for channel in visible],
        "dms": [direct_channel(channel, world.bot) for channel in direct],
        "commands": discord.commands.usable(guild, user.id),
        "bot": person(world.bot, guild),
        "online": discord.gateway.serves(guild.id),
        "settings": {"dms_closed": user.dms_closed},
        "messages": {
            channel_id: [message.body for message in sorted(found, key=lambda message: message.id)]
            for channel_id, found in messages.items()
        },
    }


def guilds_of(discord: Discord, user: User) -> list[GuildEntry]:
    """The guilds that a member is in, each with its shard and whether the bot is there."""
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "shard": shard_of(guild.id, discord.world.shards),
            "online": discord.gateway.serves(guild.id),
        }
        for guild in discord.world.guilds.values()
        if user.id in guild.members
    ]


def roles_of(guild: Guild) -> list[dict[str, str]]:
    """The roles of a guild, each with its id and name."""
    return [{"id": str(role.id), "name": role.name} for role in guild.roles.values()]


def person(user: User, guild: Guild) -> UserInfo:
    """A member of a guild, or the bot."""
    return {
        "id": str(user.id),
        "username": user.username,
        "global_name": user.name,
        "bot": user.bot,
        "avatar_color": user.color,
        "manage_guild": bool(guild.permissions_of(user.id) & permissions.MANAGE_GUILD),
    }


def direct_channel(channel: Channel, bot: User) -> DirectChannel:
    """A direct channel with the bot."""
    other: UserInfo = {
        "id": str(bot.id),
        "username": bot.username,
        "global_name": bot.name,
        "bot": True,
        "avatar_color": bot.color,
    }
    return {"id": str(channel.id), "user": other}
