"""The commands as Discord gets them: a list of all, and Discord's limits."""

from collections.abc import Iterator
from typing import Any

from discord.app_commands import Group

from sandbox.discord.checks.commands import MAX_CHARACTERS, check_command
from sandbox.discord.checks.errors import FormErrors
from tests.harness.discord import SimGuild

COMMANDS = {
    "coup": "act answer coach hand help hint join learn leave log new rematch resign role rules settings start"
    " table",
    "coup-config": "afk ai end pace pictures pool style show talk",
    "coup-stats": "history leaderboard member verify",
}
"""The subcommands of each group that members know."""
MENUS = {"Coup stats"}


def texts(form: dict[str, Any]) -> Iterator[str]:
    """The texts of a command that count towards Discord's limit, in one language."""
    yield from (form["name"], form.get("description", ""))
    for choice in form.get("choices", ()):
        yield from (choice["name"], str(choice["value"]))
    for option in form.get("options", ()):
        yield from texts(option)


async def test_every_command_is_within_the_limits_of_discord(guild: SimGuild) -> None:
    errors = FormErrors()
    for number, command in enumerate(guild.bot.tree.get_commands()):
        form = command.to_dict(guild.bot.tree)
        check_command(errors, (number,), form, None)
        assert sum(map(len, texts(form))) <= MAX_CHARACTERS // 2, command.name
        if isinstance(command, Group):
            assert len(command.commands) <= 25
    assert not errors


async def test_no_command_is_lost(guild: SimGuild) -> None:
    groups = {command.name: command for command in guild.bot.tree.get_commands() if isinstance(command, Group)}
    for name, subcommands in COMMANDS.items():
        assert {command.name for command in groups[name].commands} >= set(subcommands.split())
    menus = {command.name for command in guild.bot.tree.get_commands() if not isinstance(command, Group)}
    assert menus == MENUS
