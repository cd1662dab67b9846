"""Discord's limits on messages, modals and completions, including those that are missing in its API description.

Values of the wrong type are errors here too, so that the limits hold without the API description.
"""

from collections.abc import Container
from typing import Any

from sandbox.discord.checks.components import check_message_components, check_modal_components
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.checks.form import REQUIRED, Form, Path, invalid
from sandbox.discord.files import Upload, name_of, remaining_attachments
from sandbox.discord.model import COMPONENTS_V2
from sandbox.json_helpers import Json, children, is_list

LEGACY = ("content", "embeds", "poll", "sticker_ids")
MODERN = ("components", "attachments")
"""LEGACY fields are allowed only in a message without V2 components, MODERN fields in every message."""
MAX_CONTENT_CHARACTERS, MAX_EMBED_CHARACTERS = 2000, 6000
"""Limits of the content, and of all embeds together."""
MAX_FILES = 10
"""How many files a message may have."""


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
    form = Form(body, at)
    layout = bool(flags & COMPONENTS_V2)
    after = {field: body.get(field, (kept or {}).get(field)) for field in (*LEGACY, *MODERN)}
    if isinstance(after["content"], str):
        after["content"] = after["content"].strip()
    for field in LEGACY:
        if layout and after[field]:
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.add(code, message, field)
    form.text("content", high=MAX_CONTENT_CHARACTERS)
    _embeds(form)
    form.part("message_reference")
    named = check_attachments(form, children(kept, "attachments") if kept else [], files)
    _allowed_mentions(form.part("allowed_mentions"))
    check_message_components(form, layout=layout, emojis=emojis, files=named)
    form.raise_if_any()
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
    form = Form(data, ("data",))
    form.text("custom_id", low=1, high=100, required=True)
    form.text("title", low=1, high=45, required=True)
    check_modal_components(form, emojis)
    form.raise_if_any()


def check_choices(data: Json, option_type: int) -> None:
    """Raises `ApiError` 50035 for completions that Discord would refuse."""
    form = Form(data, ("data",))
    kinds = {3: str, 4: int, 10: (int, float)}[option_type]
    for choice in form.items("choices", high=25, required=True):
        choice.text("name", low=1, high=100, required=True)
        value = choice.get("value")
        if not isinstance(value, kinds) or isinstance(value, bool):
            choice.add(*REQUIRED, "value")
        elif isinstance(value, str):
            choice.text("value", low=1, high=100)
    form.raise_if_any()


def _allowed_mentions(allowed: Form) -> None:
    parse: Any = allowed.get("parse") or []
    if not is_list(parse) or not all(kind in ("users", "roles", "everyone") for kind in parse):
        allowed.add("BASE_TYPE_CHOICES", "Values must be among users, roles and everyone.", "parse")
        return
    for field in ("users", "roles"):
        ids: Any = allowed.get(field) or []
        if not is_list(ids) or not all(str(user_id).isdecimal() for user_id in ids):
            allowed.add("NUMBER_TYPE_COERCE", "Values must be snowflakes.", field)
        elif ids and field in parse:
            message = f'parse:["{field}"] and {field}: [ids...] are mutually exclusive.'
            allowed.add("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _embeds(message: Form) -> None:
    total = 0
    for embed in message.items("embeds", high=10):
        texts = [(embed, "title", 0, 256), (embed, "description", 0, 4096)]
        texts += [(embed.part("footer"), "text", 0, 2048), (embed.part("author"), "name", 0, 256)]
        for field in embed.items("fields", high=25):
            texts += [(field, "name", 1, 256), (field, "value", 1, 1024)]
        for holder, name, low, high in texts:
            holder.text(name, low=low, high=high, required=low > 0)
            value = holder.get(name)
            total += len(value) if isinstance(value, str) else 0
    if total > MAX_EMBED_CHARACTERS:
        text = f"Embed size exceeds maximum size of {MAX_EMBED_CHARACTERS}"
        message.add("MAX_EMBED_SIZE_EXCEEDED", text, "embeds")


def check_attachments(form: Form, before: list[Json], files: list[Upload]) -> set[str]:
    """Adds the errors of a message's files; returns the names that components may refer to.

    `before` are the attachments before an edit.
    """
    known = {attachment["id"] for attachment in before} | {str(upload.number) for upload in files}
    for entry in form.items("attachments", high=MAX_FILES):
        entry.text("description", high=1024)
        entry.text("filename", high=1024)
        if str(entry.get("id")) not in known:
            entry.add("ATTACHMENT_NOT_FOUND", "Attachment data not found", "id")
    if form.errors:
        return set()
    remaining = remaining_attachments(form.value, before)
    if len(remaining) + len(files) > MAX_FILES:
        form.add("BASE_TYPE_MAX_LENGTH", f"Must be {MAX_FILES} or fewer in length.", "attachments")
    names = {name_of(upload, form.value) for upload in files}
    return {attachment["filename"] for attachment in remaining} | names
