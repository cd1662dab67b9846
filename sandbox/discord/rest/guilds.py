"""Guilds, their members, roles and channels."""

from typing import TYPE_CHECKING

from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.guild import Guild
from sandbox.discord.model import TEXT
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.rest.threads import listed
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()


def _guild(api: "Api", call: Call) -> Guild:
    guild = api.world.guilds.get(call.id("guild_id"))
    if guild is None or api.world.bot.id not in guild.members:
        raise Refusal(10004)
    return guild


@routes.on("GET", "/guilds/{guild_id}")
def get_guild(api: "Api", call: Call) -> Json:
    """A guild."""
    guild = _guild(api, call)
    counts = {
        "approximate_member_count": len(guild.members),
        "approximate_presence_count": len(guild.members),
    }
    return guild.payload() | (counts if call.query.get("with_counts") else {})


@routes.on("GET", "/guilds/{guild_id}/channels")
def get_channels(api: "Api", call: Call) -> list[Json]:
    """The channels of a guild."""
    return [channel.payload() for channel in _guild(api, call).channels.values() if channel.type == TEXT]


@routes.on("GET", "/guilds/{guild_id}/threads/active")
def get_active_threads(api: "Api", call: Call) -> Json:
    """The active threads of a guild that the bot may see, newest first."""
    return listed(api, api.world.threads.active(_guild(api, call)))


@routes.on("GET", "/guilds/{guild_id}/roles")
def get_roles(api: "Api", call: Call) -> list[Json]:
    """The roles of a guild."""
    return [role.payload() for role in _guild(api, call).roles.values()]


@routes.on("GET", "/guilds/{guild_id}/members")
def get_members(api: "Api", call: Call) -> list[Json]:
    """The members of a guild, by id."""
    after = call.query_id("after") if "after" in call.query else 0
    limit = call.number("limit", low=1, high=1000, default=1)
    found = [member for user_id, member in sorted(_guild(api, call).members.items()) if user_id > after]
    return [member.with_user() for member in found[:limit]]


@routes.on("GET", "/guilds/{guild_id}/members/{user_id}")
def get_member(api: "Api", call: Call) -> Json:
    """One member."""
    member = _guild(api, call).members.get(call.id("user_id"))
    if member is None:
        raise Refusal(10007)
    return member.with_user()
