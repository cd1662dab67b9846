"""The commands as Discord gets them: a list of all with their options, and Discord's limits."""

from collections.abc import Iterator
from typing import Any

from sandbox.discord.checks.commands import GROUP, SUBCOMMAND, check_command
from tests.harness.api_description import needs_description, request_body
from tests.harness.discord import SimGuild

COMMANDS = """
Coup stats
coup act action target recipient role
coup answer answer sure
coup call
coup coach
coup hand
coup help
coup hint
coup join
coup learn
coup leave
coup log
coup new ruleset options seats pace pool style
coup rematch
coup resign sure
coup role role
coup rules topic
coup settings
coup start
coup table
coup-config afk seat
coup-config ai kind
coup-config audit moderator kind
coup-config ban member time reason
coup-config call switch
coup-config channels allow remove most
coup-config end
coup-config moderator-role role
coup-config pace pace
coup-config pictures switch
coup-config pool create name
coup-config pool default name
coup-config pool delete name
coup-config pool edit name
coup-config pool show
coup-config ruleset ruleset
coup-config show
coup-config skip
coup-config style style
coup-config talk switch
coup-config unban member
coup-privacy delete
coup-privacy export
coup-privacy hide switch!
coup-stats history
coup-stats leaderboard scope edition
coup-stats member member
coup-stats verify record
"""
"""Every command with its options, required ones with an exclamation mark: members know them by these names."""


def listed(form: dict[str, Any], path: str = "") -> Iterator[str]:
    """The commands in a command, each with its options."""
    path = f"{path} {form['name']}".strip()
    options = form.get("options", [])
    inner = [option for option in options if option["type"] in (SUBCOMMAND, GROUP)]
    if not inner:
        yield " ".join([path, *(f"{option['name']}{'!' * bool(option.get('required'))}" for option in options)])
    for option in inner:
        yield from listed(option, path)


def forms(guild: SimGuild) -> list[dict[str, Any]]:
    """The commands as they are registered."""
    return [command.to_dict(guild.bot.tree) for command in guild.bot.tree.get_commands()]


async def test_no_command_or_option_is_lost_or_added_unnoticed(guild: SimGuild) -> None:
    found = sorted(line for form in forms(guild) for line in listed(form))
    assert found == COMMANDS.strip().splitlines()


async def test_every_command_is_within_the_limits_of_discord(guild: SimGuild) -> None:
    for command in forms(guild):
        check_command(command, None)


@needs_description
async def test_every_command_is_one_that_discord_describes(guild: SimGuild) -> None:
    request_body("put", "/applications/{application_id}/commands").validate(forms(guild))
