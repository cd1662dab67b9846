"""Guilds and their members."""

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.guild import Guild
from sandbox.discord.rest.routes import Call, Routes
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


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(discord: Discord, call: Call) -> Json:
    """One member."""
    member = _guild(discord, call).members.get(call.id("user_id"))
    if member is None:
        raise ApiError(10007)
    return member.with_user()
