"""The application's commands: what may be registered, and who may use which."""

import re
from typing import Any

from sandbox.discord import permissions
from sandbox.discord.checks import forms
from sandbox.discord.checks.refusal import Faults, Path, Refusal
from sandbox.discord.guild import Guild
from sandbox.discord.model import Channel
from sandbox.discord.options import GROUP, STRING, SUBCOMMAND, Outdated
from sandbox.discord.world import World
from sandbox.wire import Json

NAME = re.compile(r"[-_'\w]{1,32}")
SIZE = 8_000
"""The most characters in a command's names, descriptions and choices together."""


class Commands:
    """The registered commands: the application's own and those of single guilds."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.scopes: dict[int | None, dict[int, Json]] = {None: {}}

    def all(self, guild_id: int | None) -> list[Json]:
        """The commands of one scope; None is everywhere."""
        return list(self.scopes.get(guild_id, {}).values())

    def get(self, guild_id: int | None, command_id: int) -> Json:
        """One command; `Refusal` 10063 if there is none."""
        try:
            return self.scopes[guild_id][command_id]
        except KeyError:
            raise Refusal(10063) from None

    def replace(self, guild_id: int | None, forms_: list[Json]) -> list[Json]:
        """Registers these commands in place of all of that scope; those of the same name keep their id."""
        faults = Faults()
        if len(forms_) > 100:
            faults.add((), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        names: set[tuple[str, str]] = set()
        for number, form in enumerate(forms_):
            check_command(faults, (number,), form)
            key = (str(form.get("name")), str(form.get("type") or 1))
            if key in names:
                code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
                faults.add((number, "name"), code, "Application command names must be unique")
            names.add(key)
        faults.settle()
        known = {(command["name"], command["type"]): command for command in self.all(guild_id)}
        fresh = [self._registered(guild_id, form, known) for form in forms_]
        self.scopes[guild_id] = {int(command["id"]): command for command in fresh}
        self.world.tell("commands", None)
        return fresh

    def put(self, guild_id: int | None, form: Json) -> Json:
        """Registers one command, in place of the one of the same name if there is one."""
        faults = Faults()
        check_command(faults, (), form)
        faults.settle()
        known = {(command["name"], command["type"]): command for command in self.all(guild_id)}
        command = self._registered(guild_id, form, known)
        self.scopes.setdefault(guild_id, {})[int(command["id"])] = command
        self.world.tell("commands", None)
        return command

    def revise(self, guild_id: int | None, command_id: int, form: Json) -> Json:
        """Changes a command."""
        old = self.get(guild_id, command_id)
        faults = Faults()
        check_command(faults, (), old | form)
        faults.settle()
        command = self._registered(guild_id, old | form, {(old["name"], old["type"]): old}) | {"id": old["id"]}
        self.scopes[guild_id][command_id] = command
        self.world.tell("commands", None)
        return command

    def remove(self, guild_id: int | None, command_id: int) -> None:
        """Deletes a command; `Refusal` 10063 if there is none."""
        self.get(guild_id, command_id)
        del self.scopes[guild_id][command_id]
        self.world.tell("commands", None)

    def usable(self, guild: Guild, user_id: int) -> list[Json]:
        """The commands that a member of a guild is offered."""
        granted = guild.permissions_of(user_id)
        own = {command["name"] for command in self.all(guild.id)}
        everywhere = [command for command in self.all(None) if command["name"] not in own]
        return [command for command in self.all(guild.id) + everywhere if _permitted(command, granted)]

    def find(self, name: str, channel: Channel, user_id: int) -> Json:
        """The chat command of a name that a member may use in a channel; `Outdated` if there is none."""
        guild = self.world.guild_of(channel)
        if guild is None:
            offered = [command for command in self.all(None) if 1 in (command["contexts"] or [0, 1, 2])]
        else:
            granted = guild.permissions_of(user_id, channel)
            if not granted & permissions.USE_APPLICATION_COMMANDS:
                raise Outdated("You do not have permission to use commands here")
            offered = [
                command
                for command in self.usable(guild, user_id)
                if command["contexts"] is None or 0 in command["contexts"]
            ]
        for command in offered:
            if command["name"] == name and command["type"] == 1:
                return command
        raise Outdated(f"No command /{name} is offered here")

    def _registered(self, guild_id: int | None, form: Json, known: dict[tuple[str, int], Json]) -> Json:
        kind = form.get("type") or 1
        old = known.get((form["name"], kind))
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
        return command | ({"guild_id": str(guild_id)} if guild_id else {})


def check_command(faults: Faults, path: Path, form: Json) -> None:
    """Notes what is wrong with a command that a bot wants to register."""
    chat = (form.get("type") or 1) == 1
    if form.get("type") not in (None, 1, 2, 3):
        faults.add((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
    permission = str(form.get("default_member_permissions") or 0)
    if not permission.isdecimal():
        faults.add((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value is not a bit set.")
    for field, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        given = form.get(field)
        if given is not None and not (isinstance(given, list) and all(one in known for one in given)):
            faults.add((*path, field), "BASE_TYPE_CHOICES", f"Values must be among {known}.")
    if forms.text(faults, (*path, "name"), form.get("name"), low=1, high=32, required=True) and chat:
        _check_name(faults, (*path, "name"), form["name"])
    if chat:
        forms.text(faults, (*path, "description"), form.get("description"), low=1, high=100, required=True)
    _check_options(faults, (*path, "options"), form.get("options"), depth=0)
    if not faults and _size(form) > SIZE:
        faults.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({SIZE})")


def _check_name(faults: Faults, path: Path, name: str) -> None:
    if not NAME.fullmatch(name) or name != name.lower():
        faults.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(faults: Faults, path: Path, options: Any, *, depth: int) -> None:
    found = forms.items(faults, path, options, high=25)
    names: set[str] = set()
    optional = False
    for position, option in enumerate(found):
        here = (*path, position)
        name = option.get("name")
        if forms.text(faults, (*here, "name"), name, low=1, high=32, required=True):
            _check_name(faults, (*here, "name"), str(name))
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
                faults.add((*here, "name"), code, f"Option with name {name} already exists")
            names.add(str(name))
        forms.text(faults, (*here, "description"), option.get("description"), low=1, high=100, required=True)
        kind = option.get("type")
        if kind not in range(1, 12):
            faults.add((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
        elif kind in (SUBCOMMAND, GROUP):
            if (kind == GROUP and depth > 0) or depth > 1:
                code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
                faults.add((*here, "type"), code, "Subcommands may not be nested so deep")
            _check_options(faults, (*here, "options"), option.get("options"), depth=depth + 1)
        elif option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            faults.add(here, code, "Required options must be placed before non-required options")
        else:
            optional = optional or not option.get("required")
            _check_choices(faults, here, option)


def _check_choices(faults: Faults, path: Path, option: Json) -> None:
    choices = forms.items(faults, (*path, "choices"), option.get("choices"), high=25)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE"
        faults.add((*path, "choices"), code, "Choices and autocomplete exclude each other")
    for position, choice in enumerate(choices):
        here = (*path, "choices", position)
        forms.text(faults, (*here, "name"), choice.get("name"), low=1, high=100, required=True)
        value = choice.get("value")
        if option["type"] == STRING:
            forms.text(faults, (*here, "value"), value, high=100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            faults.add((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def _size(form: Json) -> int:
    own = len(form["name"]) + len(form.get("description") or "")
    for choice in form.get("choices") or []:
        own += len(choice["name"]) + len(str(choice["value"]))
    return own + sum(_size(option) for option in form.get("options") or [])


def _permitted(command: Json, granted: int) -> bool:
    """Whether these permissions suffice; a subcommand has none of its own."""
    needed = command["default_member_permissions"]
    if needed is None or granted & permissions.ADMINISTRATOR:
        return True
    return int(needed) != 0 and granted & int(needed) == int(needed)
