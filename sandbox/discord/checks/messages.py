"""Discord's limits on messages, modals and completions, including those that are missing in its API description.

Values of the wrong type are errors here too, so that the limits hold without the API description.
"""

from collections.abc import Container, Iterator
from typing import Any

from sandbox.discord.checks import field_checks
from sandbox.discord.checks.components import check_message_components, check_modal_components
from sandbox.discord.checks.errors import ApiError, FormErrors, Path, invalid
from sandbox.discord.files import Upload, name_of, remaining_attachments
from sandbox.discord.model import COMPONENTS_V2
from sandbox.json_helpers import Json, children, is_list, is_object

LEGACY = ("content", "embeds", "poll", "sticker_ids")
MODERN = ("components", "attachments")
"""LEGACY fields are allowed only in a message without V2 components, MODERN fields in every message."""
MAX_CONTENT_CHARACTERS, MAX_EMBED_CHARACTERS = 2000, 6000
"""Limits of the content, and of all embeds together."""


def check_message(
    body: Json,
    *,
    flags: int,
    emojis: Container[int],
    files: list[Upload],
    kept: Json | None = None,
    at: Path = (),
) -> None:
    """Raises `ApiError` 50035 for a message that Discord would refuse, 50006 for an empty one.

    `flags` are the message's flags after this request, `emojis` the ids of custom emojis that exist, `files` the
    uploaded files, `kept` the message before an edit, `at` the path of the message in the request.
    """
    errors = FormErrors()
    layout = bool(flags & COMPONENTS_V2)
    after = {field: body.get(field, (kept or {}).get(field)) for field in (*LEGACY, *MODERN)}
    if isinstance(after["content"], str):
        after["content"] = after["content"].strip()
    for field in LEGACY:
        if layout and after[field]:
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            errors.add((*at, field), code, message)
    field_checks.text(errors, (*at, "content"), body.get("content"), high=MAX_CONTENT_CHARACTERS)
    _embeds(errors, (*at, "embeds"), body.get("embeds"))
    field_checks.mapping(errors, (*at, "message_reference"), body.get("message_reference"))
    before = children(kept, "attachments") if kept else []
    named = check_attachments(errors, at, body, before, files)
    _allowed_mentions(errors, (*at, "allowed_mentions"), body.get("allowed_mentions"))
    if body.get("components") is not None:
        check_message_components(
            errors, (*at, "components"), body["components"], layout=layout, emojis=emojis, files=named
        )
    errors.raise_if_any()
    if not any(after.values()) and not files:
        raise ApiError(50006)


def flags_of(form: Json) -> int:
    """The message flags in a form. Raises `ApiError` 50035 if they are not a number."""
    flags = form.get("flags") or 0
    if not isinstance(flags, int):
        raise invalid(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    return flags


def check_modal(data: Any, emojis: Container[int]) -> None:
    """Raises `ApiError` 50035 for a modal that Discord would refuse; `emojis` are the ids that exist."""
    errors = FormErrors()
    path: Path = ("data",)
    if not is_object(data):
        raise invalid(path, *field_checks.REQUIRED)
    field_checks.text(errors, (*path, "custom_id"), data.get("custom_id"), low=1, high=100, required=True)
    field_checks.text(errors, (*path, "title"), data.get("title"), low=1, high=45, required=True)
    check_modal_components(errors, (*path, "components"), data.get("components"), emojis)
    errors.raise_if_any()


def check_choices(data: Any, option_type: int) -> None:
    """Raises `ApiError` 50035 for completions that Discord would refuse."""
    errors = FormErrors()
    path: Path = ("data", "choices")
    choices = data.get("choices") if is_object(data) else None
    kinds = {3: str, 4: int, 10: (int, float)}[option_type]
    for position, choice in enumerate(field_checks.items(errors, path, choices, high=25, required=True)):
        here = (*path, position)
        field_checks.text(errors, (*here, "name"), choice.get("name"), low=1, high=100, required=True)
        value = choice.get("value")
        if not isinstance(value, kinds) or isinstance(value, bool):
            errors.add((*here, "value"), *field_checks.REQUIRED)
        elif isinstance(value, str):
            field_checks.text(errors, (*here, "value"), value, low=1, high=100)
    errors.raise_if_any()


def _allowed_mentions(errors: FormErrors, at: Path, value: Any) -> None:
    allowed = field_checks.mapping(errors, at, value)
    parse: Any = allowed.get("parse") or []
    if not is_list(parse) or not all(kind in ("users", "roles", "everyone") for kind in parse):
        errors.add((*at, "parse"), "BASE_TYPE_CHOICES", "Values must be among users, roles and everyone.")
        return
    for field in ("users", "roles"):
        ids: Any = allowed.get(field) or []
        if not is_list(ids) or not all(str(user_id).isdecimal() for user_id in ids):
            errors.add((*at, field), "NUMBER_TYPE_COERCE", "Values must be snowflakes.")
        elif ids and field in parse:
            message = f'parse:["{field}"] and {field}: [ids...] are mutually exclusive.'
            errors.add(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _embeds(errors: FormErrors, at: Path, embeds: Any) -> None:
    total = 0
    for position, embed in enumerate(field_checks.items(errors, at, embeds, high=10)):
        here = (*at, position)
        fields = field_checks.items(errors, (*here, "fields"), embed.get("fields"), high=25)
        for path, value, low, high in _embed_texts(embed, fields):
            field_checks.text(errors, (*here, *path), value, low=low, high=high, required=low > 0)
            total += len(value) if isinstance(value, str) else 0
    if total > MAX_EMBED_CHARACTERS:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
        errors.add(at, "MAX_EMBED_SIZE_EXCEEDED", message)


def _embed_texts(embed: Json, fields: list[Json]) -> Iterator[tuple[Path, Any, int, int]]:
    """Every text of an embed: its path, the text, its least and greatest length."""
    yield ("title",), embed.get("title"), 0, 256
    yield ("description",), embed.get("description"), 0, 4096
    for part, key, high in (("footer", "text", 2048), ("author", "name", 256)):
        holder = embed.get(part)
        yield (part, key), holder.get(key) if is_object(holder) else None, 0, high
    for position, field in enumerate(fields):
        yield ("fields", position, "name"), field.get("name"), 1, 256
        yield ("fields", position, "value"), field.get("value"), 1, 1024


MAX_FILES = 10
"""How many files a message may have."""


def check_attachments(
    errors: FormErrors, at: Path, form: Json, before: list[Json], files: list[Upload]
) -> set[str]:
    """Adds the errors of a message's files; returns the names that components may refer to.

    `before` are the attachments before an edit.
    """
    path = (*at, "attachments")
    known = {attachment["id"] for attachment in before} | {str(upload.number) for upload in files}
    entries = field_checks.items(errors, path, form.get("attachments"), high=MAX_FILES)
    for position, entry in enumerate(entries):
        here = (*path, position)
        field_checks.text(errors, (*here, "description"), entry.get("description"), high=1024)
        field_checks.text(errors, (*here, "filename"), entry.get("filename"), high=1024)
        if str(entry.get("id")) not in known:
            errors.add((*here, "id"), "ATTACHMENT_NOT_FOUND", "Attachment data not found")
    if errors:
        return set()
    remaining = remaining_attachments(form, before)
    if len(remaining) + len(files) > MAX_FILES:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.")
    return {attachment["filename"] for attachment in remaining} | {name_of(upload, form) for upload in files}
