"""The registered commands of the application, and which of them a member may use."""

from sandbox.discord import permissions
from sandbox.discord.checks.commands import CHAT, ENTRY_POINT, check_command
from sandbox.discord.checks.errors import ApiError, ClientRefusal, invalid
from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel
from sandbox.discord.world import BotEvent, World
from sandbox.json_helpers import Json

APP_HANDLER, LAUNCH_ACTIVITY = 1, 2
"""Values of the entry point's `handler`: the application gets an interaction, or Discord launches the Activity."""


class Commands:
    """The registered commands: the application's own and those of single guilds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.scopes: dict[int | None, dict[int, Json]] = {None: {}}

    def all(self, guild_id: int | None) -> list[Json]:
        """The commands of one guild; None means those that are registered everywhere."""
        return list(self.scopes.get(guild_id, {}).values())

    def replace(self, guild_id: int | None, forms: list[Json]) -> list[Json]:
        """Replaces all commands of a guild, or everywhere; a command of a known name keeps its id.

        Raises `ApiError` 50035, or 50240 if the entry point is registered and missing here.
        """
        if len(forms) > 100:
            raise invalid((), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        names: set[tuple[str, int]] = set()
        for number, form in enumerate(forms):
            check_command(form, guild_id, (number,))
            key = (form["name"], form.get("type") or CHAT)
            if key in names:
                code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
                raise invalid((number, "name"), code, "Application command names must be unique")
            names.add(key)
        known = [(command["name"], command["type"]) for command in self.all(guild_id)]
        if any(kind == ENTRY_POINT and (name, kind) not in names for name, kind in known):
            raise ApiError(50240)
        fresh = [self._registered(guild_id, form) for form in forms]
        self.scopes[guild_id] = {int(command["id"]): command for command in fresh}
        self.world.publish(BotEvent("commands"))
        return fresh

    def enable_activities(self, form: Json) -> Json:
        """Registers the entry point, as Discord does when Activities are enabled; `form` changes its fields."""
        entry_point: Json = {"name": "Launch", "type": ENTRY_POINT, "handler": LAUNCH_ACTIVITY}
        everywhere: Json = {"contexts": [0, 1, 2], "integration_types": [0, 1]}
        form = entry_point | everywhere | form
        check_command(form, None)
        command = self._registered(None, form)
        self.scopes[None][int(command["id"])] = command
        self.world.publish(BotEvent("commands"))
        return command

    def entry_point(self) -> Json:
        """The command that opens the application's Activity. Raises `ClientRefusal` if there is none."""
        for command in self.all(None):
            if command["type"] == ENTRY_POINT:
                return command
        raise ClientRefusal("This app has no Activity")

    def usable(self, guild: Guild, user_id: int) -> list[Json]:
        """The commands that a member of a guild may use by name. The entry point is not among them."""
        if self.world.bot.id not in guild.members:
            return []
        granted = guild.permissions_of(user_id)
        own = {command["name"] for command in self.all(guild.id)}
        everywhere = [
            command for command in self.all(None) if command["name"] not in own and command["type"] != ENTRY_POINT
        ]
        return [command for command in self.all(guild.id) + everywhere if _permitted(command, granted)]

    def find(self, name: str, channel: Channel, user_id: int, kind: int = CHAT) -> Json:
        """The command of this name, by default a slash command.

        Raises `ClientRefusal` if the member may not use it in the channel.
        """
        guild = self.world.guild_of(channel)
        if guild is None:
            offered = [command for command in self.all(None) if 1 in (command["contexts"] or [0, 1, 2])]
        else:
            granted = guild.permissions_of(user_id, channel)
            if not granted & permissions.USE_APPLICATION_COMMANDS:
                raise ClientRefusal("You do not have permission to use commands here")
            offered = [
                command
                for command in self.usable(guild, user_id)
                if command["contexts"] is None or 0 in command["contexts"]
            ]
        for command in offered:
            if command["name"] == name and command["type"] == kind:
                return command
        raise ClientRefusal(f"No command {'/' if kind == CHAT else ''}{name} is offered here")

    def _registered(self, guild_id: int | None, form: Json) -> Json:
        kind = form.get("type") or CHAT
        same = (each for each in self.all(guild_id) if (each["name"], each["type"]) == (form["name"], kind))
        old = next(same, None)
        permission = form.get("default_member_permissions")
        contexts = form.get("contexts")
        if contexts is None and form.get("dm_permission") is False:
            contexts = [0]
        command: Json = {
            "id": old["id"] if old else str(self.world.snowflakes()),
            "application_id": str(self.world.application_id),
            "version": str(self.world.snowflakes()),
            "type": kind,
            "name": form["name"],
            "name_localizations": form.get("name_localizations"),
            "description": form.get("description") or "",
            "description_localizations": form.get("description_localizations"),
            "default_member_permissions": None if permission is None else str(permission),
            "dm_permission": contexts is None or 1 in contexts,
            "contexts": contexts,
            "integration_types": form.get("integration_types") or [0],
            "nsfw": bool(form.get("nsfw")),
            "options": form.get("options") or [],
        }
        if kind == ENTRY_POINT:
            command["handler"] = form.get("handler") or APP_HANDLER
        if guild_id:
            command["guild_id"] = str(guild_id)
        # An unchanged command keeps its version.
        return old if old and old == command | {"version": old["version"]} else command


def _permitted(command: Json, granted: int) -> bool:
    """Whether these permission bits suffice to use a command."""
    needed = command["default_member_permissions"]
    if needed is None or granted & permissions.ADMINISTRATOR:
        return True
    return int(needed) != 0 and granted & int(needed) == int(needed)
