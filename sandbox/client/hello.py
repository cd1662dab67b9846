"""What a member sees when a page connects: the first frame, and its parts that are sent again later."""

from sandbox.client.frames import DirectChannel, GuildEntry, Hello, Person
from sandbox.discord import permissions
from sandbox.discord.gateway.gateway import Gateway
from sandbox.discord.guild import Guild
from sandbox.discord.interactions.commands import Commands
from sandbox.discord.model import Channel, User
from sandbox.discord.snowflakes import shard_of
from sandbox.discord.world import World

HISTORY = 100
"""How many of a channel's last messages a page gets when it connects."""


def hello(world: World, gateway: Gateway, commands: Commands, user: User, guild: Guild) -> Hello:
    """The first frame for a member in one of their guilds."""
    direct = [channel for channel in world.channels.values() if channel.recipient is user]
    visible = [channel for channel in guild.channels.values() if sees(world, user, channel)]
    messages = {str(channel.id): list(channel.messages.values())[-HISTORY:] for channel in [*visible, *direct]}
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
            "roles": [{"id": str(role.id), "name": role.name} for role in guild.roles.values()],
        },
        "guilds": guilds_of(world, gateway, user),
        "channels": [channel.payload() for channel in visible],
        "dms": [direct_channel(channel, world.bot) for channel in direct],
        "commands": commands.usable(guild, user.id),
        "bot": person(world.bot, guild),
        "online": gateway.serves(guild.id),
        "settings": {"dms_closed": user.dms_closed},
        "messages": {
            channel_id: [message.body for message in sorted(found, key=lambda message: message.id)]
            for channel_id, found in messages.items()
        },
    }


def guilds_of(world: World, gateway: Gateway, user: User) -> list[GuildEntry]:
    """The guilds that a member is in, each with its shard and whether the bot is there."""
    return [
        {
            "id": str(guild.id),
            "name": guild.name,
            "shard": shard_of(guild.id, world.shards),
            "online": gateway.serves(guild.id),
        }
        for guild in world.guilds.values()
        if user.id in guild.members
    ]


def sees(world: World, user: User, channel: Channel) -> bool:
    """Whether a channel is visible to a member."""
    return bool(world.permissions_in(channel, user.id) & permissions.VIEW_CHANNEL)


def person(user: User, guild: Guild) -> Person:
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
    other: Person = {
        "id": str(bot.id),
        "username": bot.username,
        "global_name": bot.name,
        "bot": True,
        "avatar_color": bot.color,
    }
    return {"id": str(channel.id), "user": other}
