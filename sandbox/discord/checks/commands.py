"""Discord's rules for the commands that a bot registers."""

import re

from sandbox.discord.checks.form import Form
from sandbox.json_helpers import Json, children, is_list

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Types of a command's options."""
CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = range(1, 5)
"""Types of commands. Discord registers the entry point itself, once the application has Activities."""
NAME = re.compile(r"[-_'\w]{1,32}")
MAX_CHARACTERS = 8_000
"""Limit of a command's names, descriptions and choices together."""


def check_command(form: Form, guild_id: int | None) -> None:
    """Adds the errors of a command that a bot registers in a guild or, if `guild_id` is None, everywhere."""
    kind = form.get("type") or CHAT
    chat = kind == CHAT
    known = (CHAT, USER_MENU, MESSAGE_MENU) if guild_id else (CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT)
    if kind not in known:
        form.add("BASE_TYPE_CHOICES", f"Value must be one of {known}.", "type")
    if form.get("handler") is not None and kind != ENTRY_POINT:
        form.add("APPLICATION_COMMAND_INVALID_HANDLER", "Only an entry point has a handler.", "handler")
    permission = str(form.get("default_member_permissions") or 0)
    if not permission.isdecimal():
        form.add("NUMBER_TYPE_COERCE", "Value is not a bit set.", "default_member_permissions")
    for field, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        given = form.get(field)
        if given is not None and not (is_list(given) and all(value in known for value in given)):
            form.add("BASE_TYPE_CHOICES", f"Values must be among {known}.", field)
    _check_name(form, restricted=chat)
    if chat:
        form.text("description", low=1, high=100, required=True)
    _check_options(form, depth=0)
    if not form.errors and _size(form.value) > MAX_CHARACTERS:
        form.add("APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_CHARACTERS})")


def _check_name(form: Form, *, restricted: bool = True) -> bool:
    """Whether the name has a valid length; with `restricted`, also checks its characters."""
    if not form.text("name", low=1, high=32, required=True):
        return False
    name = form.get("name")
    if restricted and not (NAME.fullmatch(name) and name == name.lower()):
        form.add("APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid", "name")
    return True


def _check_options(form: Form, *, depth: int) -> None:
    names: set[str] = set()
    optional = False
    for option in form.items("options", high=25):
        name, kind = option.get("name"), option.get("type")
        if _check_name(option):
            if name in names:
                code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
                option.add(code, f"Option with name {name} already exists", "name")
            names.add(name)
        option.text("description", low=1, high=100, required=True)
        if kind not in range(1, 12):
            option.add("BASE_TYPE_CHOICES", "Value must be one of 1 to 11.", "type")
        elif kind in (SUBCOMMAND, GROUP):
            if (kind == GROUP and depth > 0) or depth > 1:
                code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
                option.add(code, "Subcommands may not be nested so deep", "type")
            _check_options(option, depth=depth + 1)
        elif option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            option.add(code, "Required options must be placed before non-required options")
        else:
            optional = optional or not option.get("required")
            _check_choices(option)


def _check_choices(option: Form) -> None:
    choices = option.items("choices", high=25)
    if choices and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE"
        option.add(code, "Choices and autocomplete exclude each other", "choices")
    for choice in choices:
        choice.text("name", low=1, high=100, required=True)
        value = choice.get("value")
        if option.get("type") == STRING:
            choice.text("value", high=100, required=True)
        elif isinstance(value, bool) or not isinstance(value, int | float):
            choice.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.', "value")


def _size(form: Json) -> int:
    own = len(form["name"]) + len(form.get("description") or "")
    for choice in children(form, "choices"):
        own += len(choice["name"]) + len(str(choice["value"]))
    return own + sum(_size(option) for option in children(form, "options"))
