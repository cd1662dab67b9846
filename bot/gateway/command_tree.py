"""The slash commands; an interaction whose options do not fit its command is refused.

discord.py passes a command whatever values a payload has. A client whose list of commands is out of date, or a
forged payload, may send text for a number, omit an option, or name one that does not exist.
"""

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, Final

import discord
from discord import AppCommandOptionType, AppCommandType, app_commands

_SUBCOMMANDS: Final = (AppCommandOptionType.subcommand.value, AppCommandOptionType.subcommand_group.value)
_STRING: Final = AppCommandOptionType.string.value
_TYPES: Final[Mapping[AppCommandOptionType, type]] = {
    AppCommandOptionType.string: str,
    AppCommandOptionType.integer: int,
    AppCommandOptionType.boolean: bool,
    AppCommandOptionType.user: str,
    AppCommandOptionType.channel: str,
    AppCommandOptionType.role: str,
    AppCommandOptionType.attachment: str,
}
"""The types of options, and the Python types of their values in a payload; those of what has an id are its id."""


class OptionsMismatch(app_commands.AppCommandError):
    """The options of a payload do not fit the command that it names."""


class CheckedCommandTree(app_commands.CommandTree[Any]):
    """The slash commands. The cogs set the handler of errors by `CheckedCommandTree.error`."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Returns whether to run the command; counts the current task as its handler. Raises OptionsMismatch."""
        if (task := asyncio.current_task()) is not None:
            interaction.client.interaction_router.track(task, interaction)
        typing = interaction.type is discord.InteractionType.autocomplete
        data: Mapping[str, Any] = interaction.data or {}
        if self._fits(data, typing=typing):
            return True
        if typing:
            await interaction.response.autocomplete([])
            return False
        raise OptionsMismatch

    def _fits(self, data: Mapping[str, Any], *, typing: bool) -> bool:
        """Whether a payload names one of the bot's commands, with options that fit it."""
        if data.get("type") == AppCommandType.user.value:
            resolved: Mapping[str, Mapping[str, Any]] = data.get("resolved") or {}
            menu = self.get_command(str(data.get("name")), type=AppCommandType.user)
            return not typing and menu is not None and data.get("target_id") in resolved.get("users", {})
        command: object = self.get_command(str(data.get("name")))
        options: Sequence[Mapping[str, Any]] = data.get("options") or ()
        while isinstance(command, app_commands.Group):
            if len(options) != 1 or options[0].get("type") not in _SUBCOMMANDS:
                return False
            command, options = command.get_command(str(options[0].get("name"))), options[0].get("options") or ()
        if not isinstance(command, app_commands.Command):
            return False
        parameters = {parameter.display_name: parameter for parameter in command.parameters}
        given = {option.get("name"): option for option in options}
        if typing:
            # Options that are being typed, or were typed before, need not be valid yet.
            return all(
                name in parameters
                and option.get("type") == parameters[name].type.value
                and isinstance(option.get("value"), str if option["type"] == _STRING else str | int)
                and (not option.get("focused") or parameters[name].autocomplete)
                for name, option in given.items()
            ) and any(option.get("focused") for option in options)
        missing = any(each.required and name not in given for name, each in parameters.items())
        return not missing and all(
            name in parameters and _accepts(parameters[name], option) for name, option in given.items()
        )


def _accepts(parameter: app_commands.Parameter, option: Mapping[str, Any]) -> bool:
    """Whether an option of a payload is of a parameter's type, and within its choices and limits."""
    value = option.get("value")
    if option.get("type") != parameter.type.value or type(value) is not _TYPES[parameter.type]:
        return False
    if parameter.type is not AppCommandOptionType.string and isinstance(value, str):
        return value.isdecimal()  # it is an id
    if parameter.choices:
        return any(choice.value == value for choice in parameter.choices)
    if isinstance(value, int) and not isinstance(value, bool):
        least, most = parameter.min_value, parameter.max_value
        return (least is None or value >= least) and (most is None or value <= most)
    return True
