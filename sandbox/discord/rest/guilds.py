"""Guilds, their members, roles and channels."""

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.guild import Guild
from sandbox.discord.model import TEXT
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.rest.threads import listed
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()


def _guild(discord: Discord, call: Call) -> Guild:
    guild = discord.world.guilds.get(call.id("guild_id"))
    if guild is None or discord.world.bot.id not in guild.members:
        raise ApiError(10004)
    return guild


@routes.on("GET", "/guilds/{guild_id}")
def get_guild(discord: Discord, call: Call) -> Json:
    """A guild."""
    guild = _guild(discord, call)
    counts = {
        "approximate_member_count": len(guild.members),
        "approximate_presence_count": len(guild.members),
    }
    return guild.payload() | (counts if call.query.get("with_counts") else {})


@routes.on("GET", "/guilds/{guild_id}/channels")
def get_channels(discord: Discord, call: Call) -> list[Json]:
    """The channels of a guild."""
    return [channel.payload() for channel in _guild(discord, call).channels.values() if channel.type == TEXT]


@routes.on("GET", "/guilds/{guild_id}/threads/active")
def get_active_threads(discord: Discord, call: Call) -> Json:
    """The active threads of a guild that the bot may see, newest first."""
    return listed(discord, _guild(discord, call).active_threads(discord.world.bot.id))


@routes.on("GET", "/guilds/{guild_id}/roles")
def get_roles(discord: Discord, call: Call) -> list[Json]:
    """The roles of a guild."""
    return [role.payload() for role in _guild(discord, call).roles.values()]


@routes.on("GET", "/guilds/{guild_id}/members")
def get_members(discord: Discord, call: Call) -> list[Json]:
    """The members of a guild, by id."""
    after = call.query_id("after") if "after" in call.query else 0
    limit = call.number("limit", low=1, high=1000, default=1)
    found = [member for user_id, member in sorted(_guild(discord, call).members.items()) if user_id > after]
    return [member.with_user() for member in found[:limit]]


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(discord: Discord, call: Call) -> Json:
    """One member."""
    member = _guild(discord, call).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(10007)
    return member.with_user()
