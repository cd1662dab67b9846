"""Discord's rules for the commands that a bot registers."""

from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, StringConstraints

from sandbox.discord.checks.errors import Body, Path, Snowflake, check, invalid
from sandbox.json_helpers import Json, children

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, ROLE, MENTIONABLE, NUMBER, ATTACHMENT = range(1, 12)
"""Types of a command's options."""
CHAT, USER_MENU, MESSAGE_MENU, ENTRY_POINT = range(1, 5)
"""Types of commands. Discord registers the entry point itself, once the application has Activities."""
MAX_CHARACTERS = 8_000
"""Limit of a command's names, descriptions and choices together, each in the language in which it is longest."""


Value = TypeVar("Value")
_ChoiceText = Annotated[str, Field(max_length=100)]
_Label = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=100)]
# Word characters without capitals, in the syntax of Rust's regular expressions, which pydantic uses.
_PlainName = Annotated[str, Field(min_length=1, max_length=32, pattern=r"^[[-_'\w]--\p{Lu}]*$")]
_LOCALES = (
    "bg|cs|da|de|el|en-GB|en-US|es-419|es-ES|fi|fr|hi|hr|hu|id|it|ja|ko|lt|nl|no|pl|pt-BR|ro|ru|sv-SE|th|tr|uk|vi"
    "|zh-CN|zh-TW"
)
_Locale = Annotated[str, Field(pattern=f"^({_LOCALES})$")]


class Choice(Body, Generic[Value]):
    """A value to choose for an option, as part of the command or in response to what a member types."""

    name: _Label
    name_localizations: dict[_Locale, _Label] | None = None
    value: Value


class _ChatCommand(Body):
    """The fields that slash commands and their options share, and that other commands have with other rules."""

    name: _PlainName
    name_localizations: dict[_Locale, _PlainName] | None = None
    description: _Label
    description_localizations: dict[_Locale, _Label] | None = None


class _Option(_ChatCommand):
    required: bool | None = None


class _PlainOption(_Option):
    type: Literal[5, 6, 8, 9, 11]


class _ChannelOption(_Option):
    type: Literal[7]
    channel_types: list[int] | None = None


class _TextOption(_Option):
    type: Literal[3]
    autocomplete: bool | None = None
    min_length: int | None = Field(None, ge=0, le=6000)
    max_length: int | None = Field(None, ge=1, le=6000)
    choices: list[Choice[_ChoiceText]] | None = Field(None, max_length=25)


class _NumberOption(_Option):
    type: Literal[4, 10]
    autocomplete: bool | None = None
    min_value: float | None = None
    max_value: float | None = None
    choices: list[Choice[float]] | None = Field(None, max_length=25)


_Value = Annotated[_PlainOption | _ChannelOption | _TextOption | _NumberOption, Field(discriminator="type")]


class _Subcommand(_Option):
    type: Literal[1]
    options: list[_Value] | None = Field(None, max_length=25)


class _Group(_Option):
    type: Literal[2]
    options: list[_Subcommand] | None = Field(None, max_length=25)


class _Command(Body):
    id: Snowflake | None = None
    type: Literal[1, 2, 3, 4] | None = None
    name: str = Field(min_length=1, max_length=32)
    description: str | None = Field(None, max_length=100)
    name_localizations: dict[_Locale, Annotated[str, Field(min_length=1, max_length=32)]] | None = None
    description_localizations: dict[_Locale, _Label] | None = None
    default_member_permissions: Snowflake | None = None
    default_permission: bool | None = None
    dm_permission: bool | None = None
    nsfw: bool | None = None
    contexts: list[Literal[0, 1, 2]] | None = Field(None, min_length=1)
    integration_types: list[Literal[0, 1]] | None = Field(None, min_length=1)
    handler: Literal[1, 2] | None = None
    options: list[Annotated[_Value | _Subcommand | _Group, Field(discriminator="type")]] | None = Field(
        None, max_length=25
    )


def check_command(form: Json, guild_id: int | None, at: Path = ()) -> None:
    """Raises `ApiError` 50035 for a command that Discord would refuse; `at` is its path in the request.

    The bot registers it in a guild or, if `guild_id` is None, everywhere.
    """
    check(_Command, form, at)
    kind = form.get("type") or CHAT
    if guild_id and kind == ENTRY_POINT:
        raise invalid((*at, "type"), "BASE_TYPE_CHOICES", "A guild has no entry point.")
    if form.get("handler") is not None and kind != ENTRY_POINT:
        code = "APPLICATION_COMMAND_INVALID_HANDLER"
        raise invalid((*at, "handler"), code, "Only an entry point has a handler.")
    if kind == CHAT:
        check(_ChatCommand, {name: form.get(name) for name in _ChatCommand.model_fields}, at)
    _check_options(form, at)
    if _size(form) > MAX_CHARACTERS:
        raise invalid(at, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds maximum size ({MAX_CHARACTERS})")


def _check_options(parent: Json, at: Path) -> None:
    """Raises `ApiError` 50035 for options that do not fit each other, or whose fields exclude each other."""
    names: set[str] = set()
    optional = False
    for number, option in enumerate(children(parent, "options")):
        place = (*at, "options", number)
        if option["name"] in names:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            raise invalid((*place, "name"), code, f"Option with name {option['name']} already exists")
        if option.get("required") and optional:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            raise invalid(place, code, "Required options must be placed before non-required options")
        if option.get("choices") and option.get("autocomplete"):
            code = "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE"
            raise invalid((*place, "choices"), code, "Choices and autocomplete exclude each other")
        names.add(option["name"])
        optional = optional or (option["type"] not in (SUBCOMMAND, GROUP) and not option.get("required"))
        _check_options(option, place)


def _size(form: Json) -> int:
    own = _longest(form, "name") + _longest(form, "description")
    for choice in children(form, "choices"):
        own += _longest(choice, "name") + len(str(choice["value"]))
    return own + sum(_size(option) for option in children(form, "options"))


def _longest(form: Json, field: str) -> int:
    translated: dict[str, str] = form.get(f"{field}_localizations") or {}
    return max(map(len, (form.get(field) or "", *translated.values())))
