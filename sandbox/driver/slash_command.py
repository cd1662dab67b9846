"""Converts a command as a test writes it to the data that a Discord client sends."""

from base64 import b64encode
from typing import Any
from urllib.parse import quote

from sandbox.discord.checks.commands import ATTACHMENT, CHANNEL, MENTIONABLE, ROLE, STRING, USER
from sandbox.driver.member_view import MemberView
from sandbox.json_helpers import Json, children


class DriverError(Exception):
    """An action failed or is not possible; the text is the sentence that a member would read."""


def command_data(view: MemberView, command: str, options: dict[str, Any]) -> tuple[str, list[Json]]:
    """The name and options of a command such as `"coup new"`; members, channels and roles are given by name.

    A file is given as its name and its content. Raises `DriverError` if the member may not use such a command.
    """
    offered = view.commands
    name, *path = command.split()
    levels: list[Json] = []
    for step in (name, *path):
        level = next((option for option in offered if option["name"] == step), None)
        if level is None:
            raise DriverError(f"There is no command /{command}")
        levels.append(level)
        offered = children(level, "options")
    kinds = {option["name"]: option["type"] for option in offered}
    ids = {
        USER: view.people,
        MENTIONABLE: view.people | view.roles,
        CHANNEL: view.channels,
        ROLE: view.roles,
    }
    given: list[Json] = []
    for key, value in options.items():
        kind = kinds.get(key, STRING)
        value = _data_url(*value) if kind == ATTACHMENT else ids.get(kind, {}).get(str(value), value)
        given.append({"name": key, "type": kind, "value": value})
    for level in reversed(levels[1:]):
        given = [{"name": level["name"], "type": level["type"], "options": given}]
    return name, given


def _data_url(name: str, content: bytes) -> str:
    return f"data:application/octet-stream;name={quote(name, safe='')};base64,{b64encode(content).decode()}"
