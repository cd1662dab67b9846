"""Registering commands, globally or in one guild."""

from collections.abc import Callable
from typing import Any

from sandbox.discord.checks.body import invalid
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json, is_list, is_object

routes = Routes()
EVERYWHERE = "/applications/{application_id}/commands"
IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
LOCALIZATIONS = ("name_localizations", "description_localizations")


def _on(method: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Registers a handler for both scopes; it gets the guild's id, or None for global commands."""

    def add(handler: Callable[[Discord, Call, int | None], Any]) -> Callable[..., Any]:
        def scoped(discord: Discord, call: Call) -> Any:
            if call.id("application_id") != discord.world.application_id:
                raise ApiError(50001)
            guild_id = call.id("guild_id") if "guild_id" in call.params else None
            if guild_id is not None and guild_id not in discord.world.guilds:
                raise ApiError(50001)
            return handler(discord, call, guild_id)

        for base in (EVERYWHERE, IN_GUILD):
            routes.on(method, base)(scoped)
        return handler

    return add


@_on("GET")
def get_commands(discord: Discord, call: Call, guild_id: int | None) -> list[Json]:
    """All commands of the scope, with their texts in all languages only if asked for."""
    commands = discord.commands.all(guild_id)
    if call.query.get("with_localizations") == "true":
        return commands
    return [{key: value for key, value in command.items() if key not in LOCALIZATIONS} for command in commands]


@_on("PUT")
def replace_commands(discord: Discord, call: Call, guild_id: int | None) -> list[Json]:
    """Replaces all commands of the scope."""
    if not is_list(call.body) or not all(is_object(form) for form in call.body):
        raise invalid((), "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    return discord.commands.replace(guild_id, call.body)
