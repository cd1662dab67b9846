"""From a command as a program spells it to what a member's client sends."""

from typing import Any

from sandbox.discord.options import CHANNEL, MENTIONABLE, STRING, USER
from sandbox.wire import Json


class DriverError(Exception):
    """What a member would be told: "This interaction failed", or what cannot be done at all."""


def command_data(
    command: str,
    options: dict[str, Any],
    offered: list[Json],
    *,
    people: dict[str, str],
    channels: dict[str, str],
) -> tuple[str, list[Json]]:
    """The name and options of a command such as `"coup new"`, members and channels given by name.

    `DriverError` if no such command is offered.
    """
    name, *path = command.split()
    levels: list[Json] = []
    for step in (name, *path):
        level = next((option for option in offered if option["name"] == step), None)
        if level is None:
            raise DriverError(f"There is no command /{command}")
        levels.append(level)
        offered = level.get("options") or []
    kinds = {option["name"]: option["type"] for option in offered}
    ids = {USER: people, MENTIONABLE: people, CHANNEL: channels}
    given: list[Json] = []
    for key, value in options.items():
        kind = kinds.get(key, STRING)
        given.append({"name": key, "type": kind, "value": ids.get(kind, {}).get(str(value), value)})
    for level in reversed(levels[1:]):
        given = [{"name": level["name"], "type": level["type"], "options": given}]
    return name, given
