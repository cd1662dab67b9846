"""Checks the options of a slash command as a Discord client does, and converts them to what a bot gets."""

import re
from base64 import b64decode
from collections.abc import Iterable
from typing import Any
from urllib.parse import unquote

from pydantic import BaseModel, ConfigDict

from sandbox.discord import permissions
from sandbox.discord.checks.commands import (
    ATTACHMENT,
    BOOLEAN,
    CHANNEL,
    GROUP,
    INTEGER,
    MENTIONABLE,
    NUMBER,
    ROLE,
    STRING,
    SUBCOMMAND,
    USER,
)
from sandbox.discord.checks.errors import ClientRefusal
from sandbox.discord.files import Upload, attachment_payload
from sandbox.discord.guild import Guild
from sandbox.discord.model import Member
from sandbox.discord.world import World
from sandbox.json_helpers import Json, children

_FILE = re.compile(r"data:[^;,]*;name=(?P<name>[^;,]+);base64,(?P<data>.*)")


class OptionInput(BaseModel):
    """One option of a command as a member filled it in; a subcommand holds further options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    type: int
    value: str | bool | int | float | None = None
    options: tuple["OptionInput", ...] = ()
    focused: bool = False


class OptionResolver:
    """Checks the options of one command and collects the users, roles and channels that they name.

    If `complete` is false, the member is still typing: no option is required, and no value is checked.
    """

    def __init__(self, world: World, guild: Guild | None, *, complete: bool) -> None:
        self.world = world
        self.guild = guild
        self.complete = complete
        self.resolved: Json = {}
        """Discord's resolved data: for each kind of object, the objects by id."""

    def options(self, registered: list[Json], given: Iterable[OptionInput]) -> list[Json]:
        """The given options as a bot gets them. Raises `ClientRefusal` if a Discord client would not send them."""
        remaining = {option["name"]: option for option in registered}
        result: list[Json] = []
        for value in given:
            option = remaining.pop(value.name, None)
            if option is None:
                raise ClientRefusal(f"There is no option {value.name}")
            result.append(self._option(option, value))
        missing = [name for name, option in remaining.items() if option.get("required")]
        needs_subcommand = any(option["type"] in (SUBCOMMAND, GROUP) for option in registered)
        if self.complete and (missing or (needs_subcommand and not result)):
            raise ClientRefusal(f"Still to be filled in: {', '.join(missing) or 'a subcommand'}")
        return result

    def resolve(self, kind: int, value: str, name: str) -> None:
        """Adds the object with this id to the resolved data. Raises `ClientRefusal` if there is none."""
        own = int(value) if value.isdecimal() else 0
        if kind in (USER, MENTIONABLE) and own in self.world.users:
            self._add("users", value, self.world.users[own].payload())
            member = self.guild.members.get(own) if self.guild else None
            if self.guild and member:
                self._add("members", value, _partial(member, self.guild.permissions_of(own)))
        elif kind in (ROLE, MENTIONABLE) and self.guild and own in self.guild.roles:
            self._add("roles", value, self.guild.roles[own].payload())
        elif kind == CHANNEL and self.guild and own in self.guild.channels:
            channel = self.guild.channels[own].payload()
            self._add("channels", value, channel | {"permissions": str(permissions.EVERYONE)})
        else:
            raise ClientRefusal(f"{name} names nothing that exists here")

    def _option(self, option: Json, given: OptionInput) -> Json:
        kind = option["type"]
        result: Json = {"name": option["name"], "type": kind}
        if kind in (SUBCOMMAND, GROUP):
            return result | {"options": self.options(children(option, "options"), given.options)}
        value: Any = given.value
        if given.focused:
            return result | {"value": value, "focused": True}
        if not self.complete:
            return result | {"value": value}
        if kind == STRING:
            _check_string(option, value)
        elif kind in (INTEGER, NUMBER):
            _check_number(option, value)
        elif kind == BOOLEAN and not isinstance(value, bool):
            raise ClientRefusal(f"{option['name']} must be true or false")
        elif kind in (USER, CHANNEL, ROLE, MENTIONABLE):
            value = str(value)
            self.resolve(kind, value, option["name"])
        elif kind == ATTACHMENT:
            value = self._upload(str(value), option["name"])
        return result | {"value": value}

    def _upload(self, value: str, name: str) -> str:
        """Stores a file, which the page sends as a data URL with its name, and returns its id."""
        found = _FILE.fullmatch(value)
        if found is None:
            raise ClientRefusal(f"{name} must be a file")
        try:
            data = b64decode(found["data"], validate=True)
        except ValueError:
            raise ClientRefusal(f"{name} is no complete file") from None
        own = self.world.snowflakes()
        upload = Upload(0, unquote(found["name"]), "application/octet-stream", data)
        self.world.files.add(own, upload)
        address = f"{self.world.page_url}/attachments/0"
        self._add("attachments", str(own), attachment_payload(own, upload, {}, address))
        return str(own)

    def _add(self, kind: str, object_id: str, payload: Json) -> None:
        self.resolved.setdefault(kind, {})[object_id] = payload


def _partial(member: Member, granted: int) -> Json:
    """A member in the form that resolved data have."""
    payload = member.payload() | {"permissions": str(granted)}
    return {key: value for key, value in payload.items() if key not in ("deaf", "mute")}


def _check_string(option: Json, value: Any) -> None:
    if not isinstance(value, str):
        raise ClientRefusal(f"{option['name']} must be a text")
    low, high = option.get("min_length") or 0, option.get("max_length") or 6000
    if not low <= len(value) <= high or not value:
        raise ClientRefusal(f"{option['name']} must have {low} to {high} characters")
    _check_choice(option, value)


def _check_number(option: Json, value: Any) -> None:
    whole = option["type"] == INTEGER
    if isinstance(value, bool) or not isinstance(value, int if whole else (int, float)):
        raise ClientRefusal(f"{option['name']} must be a {'whole ' if whole else ''}number")
    low, high = option.get("min_value"), option.get("max_value")
    if (low is not None and value < low) or (high is not None and value > high):
        raise ClientRefusal(f"{option['name']} is out of range")
    _check_choice(option, value)


def _check_choice(option: Json, value: Any) -> None:
    choices = option.get("choices")
    if choices and value not in [choice["value"] for choice in choices]:
        raise ClientRefusal(f"{option['name']} must be one of the choices")
