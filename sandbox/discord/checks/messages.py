"""Discord's limits on messages, modals and completions."""

from collections.abc import Container
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from sandbox.discord.checks.commands import Choice
from sandbox.discord.checks.components import ComponentRules, LayoutPart, ModalPart, Row
from sandbox.discord.checks.errors import ApiError, Body, Path, Snowflake, check, invalid
from sandbox.discord.components import TEXT, walk
from sandbox.discord.files import Upload, name_of, remaining_attachments
from sandbox.discord.model import COMPONENTS_V2
from sandbox.json_helpers import Json, children

MAX_COMPONENTS, MAX_ROWS, MAX_TEXT_CHARACTERS = 40, 5, 4000
"""Limits of the components in a layout, of rows outside a layout, and of the text shown in a layout."""
MAX_FILES = 10
"""How many files a message may have."""
Part = TypeVar("Part")
_ChoiceText = Annotated[str, Field(min_length=1, max_length=100)]
_Nonce = Annotated[int, Field(ge=-(1 << 63), lt=1 << 63)] | Annotated[str, Field(max_length=25)]


class _Attachment(Body):
    """An uploaded file, by its number, or an attachment to keep."""

    model_config = ConfigDict(extra="ignore")  # clients send back what they received

    id: Snowflake
    filename: str | None = Field(None, min_length=1, max_length=1024)
    description: str | None = Field(None, max_length=1024)


class _AllowedMentions(Body):
    parse: list[Literal["users", "roles", "everyone"]] | None = None
    users: list[Snowflake] | None = Field(None, max_length=100)
    roles: list[Snowflake] | None = Field(None, max_length=100)
    replied_user: bool | None = None


class _Message(Body, Generic[Part]):
    """A message, new or edited; the sandbox has no embeds, polls, stickers and replies to messages."""

    content: str | None = Field(None, max_length=2000)
    embeds: list[Any] | None = Field(None, max_length=0)
    allowed_mentions: _AllowedMentions | None = None
    attachments: list[_Attachment] | None = Field(None, max_length=MAX_FILES)
    components: list[Part] | None = None
    flags: int | None = None
    tts: bool | None = None
    nonce: _Nonce | None = None
    enforce_nonce: bool | None = None


class _Modal(Body):
    custom_id: str = Field(min_length=1, max_length=100)
    title: str = Field(min_length=1, max_length=45)
    components: list[ModalPart] = Field(min_length=1, max_length=5)


class _Choices(Body, Generic[Part]):
    choices: list[Choice[Part]] = Field(max_length=25)


def check_message(
    body: Json, *, flags: int, emojis: Container[int], files: list[Upload], kept: Json | None = None, at: Path = ()
) -> None:
    """Raises `ApiError` 50035 for a message that Discord would refuse, 50006 for an empty one.

    `flags` are the message's flags after this request, `emojis` the ids of custom emojis that exist, `files` the
    uploaded files, `kept` the message before an edit, `at` the path of the message in the request.
    """
    layout = bool(flags & COMPONENTS_V2)
    check(_Message[LayoutPart] if layout else _Message[Row], body, at)
    after = {name: body.get(name, (kept or {}).get(name)) for name in ("content", "components", "attachments")}
    after["content"] = (after["content"] or "").strip()
    if layout and after["content"]:
        code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
        message = "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
        raise invalid((*at, "content"), code, message)
    mentions: Json = body.get("allowed_mentions") or {}
    if any(mentions.get(field) and field in (mentions.get("parse") or ()) for field in ("users", "roles")):
        code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
        raise invalid((*at, "allowed_mentions"), code, "Ids that are listed exclude those that are parsed.")
    named = _check_attachments(body, children(kept, "attachments") if kept else [], files, at)
    parts = walk(body.get("components")) if layout else children(body, "components")
    most = MAX_COMPONENTS if layout else MAX_ROWS
    if len(parts) > most:
        raise invalid((*at, "components"), "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")
    if sum(len(part["content"]) for part in parts if part["type"] == TEXT) > MAX_TEXT_CHARACTERS:
        message = f"The total displayable text size of all components exceeds the maximum of {MAX_TEXT_CHARACTERS}"
        raise invalid((*at, "components"), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)
    ComponentRules(emojis, named).check(body, at)
    if not any(after.values()) and not files:
        raise ApiError(50006)


def flags_of(form: Json) -> int:
    """The message flags in a form. Raises `ApiError` 50035 if they are not a number."""
    flags = form.get("flags") or 0
    if not isinstance(flags, int):
        raise invalid(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    return flags


def check_modal(data: Json, emojis: Container[int]) -> None:
    """Raises `ApiError` 50035 for a modal that Discord would refuse; `emojis` are the ids that exist."""
    check(_Modal, data, ("data",))
    ComponentRules(emojis).check(data, ("data",))


def check_choices(data: Json, option_type: int) -> None:
    """Raises `ApiError` 50035 for completions that Discord would refuse."""
    check({3: _Choices[_ChoiceText], 4: _Choices[int], 10: _Choices[float]}[option_type], data, ("data",))


def _check_attachments(form: Json, before: list[Json], files: list[Upload], at: Path) -> set[str]:
    """Checks a message's files, and returns the names that components may refer to.

    `before` are the attachments before an edit.
    """
    known = {attachment["id"] for attachment in before} | {str(upload.number) for upload in files}
    for number, entry in enumerate(children(form, "attachments")):
        if str(entry["id"]) not in known:
            raise invalid((*at, "attachments", number, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    remaining = remaining_attachments(form, before)
    if len(remaining) + len(files) > MAX_FILES:
        message = f"Must be {MAX_FILES} or fewer in length."
        raise invalid((*at, "attachments"), "BASE_TYPE_MAX_LENGTH", message)
    return {attachment["filename"] for attachment in remaining} | {name_of(upload, form) for upload in files}
