"""Discord's rules for the commands that a bot registers."""

import re
from typing import Any

from sandbox.discord.checks import field_checks
from sandbox.discord.checks.errors import FormErrors, Path
from sandbox.json_helpers import Json, children, is_list

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Types of a command's options."""
CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = range(1, 5)
"""Types of commands. Discord registers the entry point itself, once the application has Activities."""
NAME = re.compile(r"[-_'\w]{1,32}")
MAX_CHARACTERS = 8_000
"""Limit of a command's names, descriptions and choices together."""


def check_command(errors: FormErrors, path: Path, form: Json, guild_id: int | None) -> None:
    """Adds the errors of a command that a bot registers in a guild or, if `guild_id` is None, everywhere."""
    kind = form.get("type") or CHAT
    chat = kind == CHAT
    known = (CHAT, USER_MENU, MESSAGE_MENU) if guild_id else (CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT)
    if kind not in known:
        errors.add((*path, "type"), "BASE_TYPE_CHOICES", f"Value must be one of {known}.")
    if form.get("handler") is not None and kind != ENTRY_POINT:
        errors.add((*path, "handler"), "APPLICATION_COMMAND_INVALID_HANDLER", "Only an entry point has a handler.")
    permission = str(form.get("default_member_permissions") or 0)
    if not permission.isdecimal():
        errors.add((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value is not a bit set.")
    for field, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        given = form.get(field)
        if given is not None and not (is_list(given) and all(value in known for value in given)):
            errors.add((*path, field), "BASE_TYPE_CHOICES", f"Values must be among {known}.")
    if field_checks.text(errors, (*path, "name"), form.get("name"), low=1, high=32, required=True) and chat:
        _check_name(errors, (*path, "name"), form["name"])
    if chat:
        field_checks.text(errors, (*path, "description"), form.get("description"), low=1, high=100, required=True)
    _check_options(errors, (*path, "options"), form.get("options"), depth=0)
    if not errors and _size(form) > MAX_CHARACTERS:
        errors.add(path, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_CHARACTERS})")


def _check_name(errors: FormErrors, path: Path, name: str) -> None:
    if not NAME.fullmatch(name) or name != name.lower():
        errors.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(errors: FormErrors, path: Path, options: Any, *, depth: int) -> None:
    found = field_checks.items(errors, path, options, high=25)
    names: set[str] = set()
    optional = False
    for position, option in enumerate(found):
        here = (*path, position)
        name = option.get("name")
        if field_checks.text(errors, (*here, "name"), name, low=1, high=32, required=True):
            _check_name(errors, (*here, "name"), str(name))
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
                errors.add((*here, "name"), code, f"Option with name {name} already exists")
            names.add(str(name))
        field_checks.text(
            errors, (*here, "description"), option.get("description"), low=1, high=100, required=True
        )
        kind = option.get("type")
        if kind not in range(1, 12):
            errors.add((*here, "type"), "BASE_TYPE_CHOICES", "Value must be one of 1 to 11.")
        elif kind in (SUBCOMMAND, GROUP):
            if (kind == GROUP and depth > 0) or depth > 1:
                code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
                errors.add((*here, "type"), code, "Subcommands may not be nested so deep")
            _check_options(errors, (*here, "options"), option.get("options"), depth=depth + 1)
        elif option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            errors.add(here, code, "Required options must be placed before non-required options")
        else:
            optional = optional or not option.get("required")
            _check_choices(errors, here, option)


def _check_choices(errors: FormErrors, path: Path, option: Json) -> None:
    choices = field_checks.items(errors, (*path, "choices"), option.get("choices"), high=25)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE"
        errors.add((*path, "choices"), code, "Choices and autocomplete exclude each other")
    for position, choice in enumerate(choices):
        here = (*path, "choices", position)
        field_checks.text(errors, (*here, "name"), choice.get("name"), low=1, high=100, required=True)
        value = choice.get("value")
        if option["type"] == STRING:
            field_checks.text(errors, (*here, "value"), value, high=100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            errors.add((*here, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')


def _size(form: Json) -> int:
    own = len(form["name"]) + len(form.get("description") or "")
    for choice in children(form, "choices"):
        own += len(choice["name"]) + len(str(choice["value"]))
    return own + sum(_size(option) for option in children(form, "options"))
