"""All slash commands against Discord's limits: how many there are, and how long their names and texts."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tests.harness.discord import SimGuild

pytestmark = pytest.mark.slow

NAME = re.compile(r"[-_\w]{1,32}")
MAX_OPTIONS = 25
MAX_CHOICES = 25
MAX_DESCRIPTION_CHARACTERS = 100
MAX_COMMAND_CHARACTERS = 8000
"""Discord's limit for all names, descriptions and values of a command together."""

SUBCOMMANDS = {
    "coup": {
        *(
            "act",
            "answer",
            "call",
            "coach",
            "hand",
            "help",
            "hint",
            "join",
            "learn",
            "leave",
            "log",
            "new",
            "rematch",
        ),
        *("resign", "role", "rules", "settings", "start", "table"),
    },
    "coup-config": {
        *("afk", "ai", "audit", "ban", "call", "channels", "end", "moderator-role", "pace", "pictures", "pool"),
        *("ruleset", "show", "skip", "style", "talk", "unban"),
    },
}
"""The subcommands of the two groups that everybody knows; a renamed one would break what members have learned."""


def options(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """A command and all options inside it."""
    yield command
    for option in command.get("options", ()):
        yield from options(option)


def characters(option: dict[str, Any]) -> int:
    """The characters of an option that count towards the limit of its command."""
    texts = [option["name"], option.get("description", "")]
    texts += [str(choice[key]) for choice in option.get("choices", ()) for key in ("name", "value")]
    return sum(map(len, texts))


async def test_all_commands_keep_discords_limits(guild: SimGuild) -> None:
    tree = guild.bot.tree
    payloads = [command.to_dict(tree) for command in tree.get_commands()]
    for payload in payloads:
        parts = list(options(payload))
        assert sum(map(characters, parts)) <= MAX_COMMAND_CHARACTERS, payload["name"]
        for part in parts:
            assert len(part.get("options", ())) <= MAX_OPTIONS, part["name"]
            assert len(part.get("choices", ())) <= MAX_CHOICES, part["name"]
            if payload.get("type", 1) == 1:
                assert NAME.fullmatch(part["name"]), part["name"]
                assert part["name"] == part["name"].lower()
                assert 1 <= len(part["description"]) <= MAX_DESCRIPTION_CHARACTERS, part["name"]
    found = {payload["name"]: {option["name"] for option in payload.get("options", ())} for payload in payloads}
    assert {name: found[name] for name in SUBCOMMANDS} == SUBCOMMANDS
