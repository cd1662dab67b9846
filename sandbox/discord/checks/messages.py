"""Discord's limits on messages, modals and choices, of those its API description does not state as well.

Every check notes what it finds in a `Faults`; forms of the wrong shape are faults too, so that the
limits hold with and without the description.
"""

from collections.abc import Iterator
from typing import Any

from sandbox.discord.checks import forms
from sandbox.discord.checks.components import check_message_components, check_modal_components
from sandbox.discord.checks.refusal import Faults, Path, Refusal, invalid
from sandbox.discord.model import COMPONENTS_V2
from sandbox.wire import Json

LEGACY = ("content", "embeds", "poll", "sticker_ids")
MODERN = ("components", "attachments")
"""What a message may be made of, without V2 components and always."""
CONTENT, EMBEDS_TOTAL = 2000, 6000


def check_message(body: Json, *, flags: int, kept: Json | None = None, files: int = 0, at: Path = ()) -> None:
    """Refuses a message that Discord would refuse.

    `flags` are the message's after this request, `kept` is the message as it stood before an edit,
    `files` the number of files uploaded, `at` where in the request the message stands.
    Raises `Refusal` 50035, or 50006 for a message with nothing in it.
    """
    faults = Faults()
    layout = bool(flags & COMPONENTS_V2)
    after = {field: body.get(field, (kept or {}).get(field)) for field in (*LEGACY, *MODERN)}
    if isinstance(after["content"], str):
        after["content"] = after["content"].strip()
    for field in LEGACY:
        if layout and after[field]:
            code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
            message = f"The '{field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            faults.add((*at, field), code, message)
    forms.text(faults, (*at, "content"), body.get("content"), high=CONTENT)
    _embeds(faults, (*at, "embeds"), body.get("embeds"))
    forms.table(faults, (*at, "message_reference"), body.get("message_reference"))
    forms.items(faults, (*at, "attachments"), body.get("attachments"), high=10)
    _allowed_mentions(faults, (*at, "allowed_mentions"), body.get("allowed_mentions"))
    if body.get("components") is not None:
        check_message_components(faults, (*at, "components"), body["components"], layout=layout)
    faults.settle()
    if not any(after.values()) and not files:
        raise Refusal(50006)


def flags_of(form: Json) -> int:
    """The message flags that a form asks for; `Refusal` 50035 if they are no number."""
    flags = form.get("flags") or 0
    if not isinstance(flags, int):
        raise invalid(("flags",), "NUMBER_TYPE_COERCE", f'Value "{flags}" is not int.')
    return flags


def check_modal(data: Any) -> None:
    """Refuses a modal that Discord would refuse, with `Refusal` 50035."""
    faults = Faults()
    path: Path = ("data",)
    if not isinstance(data, dict):
        faults.add(path, *forms.REQUIRED)
        faults.settle()
    forms.text(faults, (*path, "custom_id"), data.get("custom_id"), low=1, high=100, required=True)
    forms.text(faults, (*path, "title"), data.get("title"), low=1, high=45, required=True)
    check_modal_components(faults, (*path, "components"), data.get("components"))
    faults.settle()


def check_choices(data: Any, option_type: int) -> None:
    """Refuses an autocomplete answer that Discord would refuse, with `Refusal` 50035."""
    faults = Faults()
    path: Path = ("data", "choices")
    choices = data.get("choices") if isinstance(data, dict) else None
    kinds = {3: str, 4: int, 10: (int, float)}[option_type]
    for position, choice in enumerate(forms.items(faults, path, choices, high=25, required=True)):
        here = (*path, position)
        forms.text(faults, (*here, "name"), choice.get("name"), low=1, high=100, required=True)
        value = choice.get("value")
        if not isinstance(value, kinds) or isinstance(value, bool):
            faults.add((*here, "value"), *forms.REQUIRED)
        elif isinstance(value, str):
            forms.text(faults, (*here, "value"), value, low=1, high=100)
    faults.settle()


def _allowed_mentions(faults: Faults, at: Path, value: Any) -> None:
    allowed = forms.table(faults, at, value)
    parse = allowed.get("parse") or []
    if not isinstance(parse, list) or not all(one in ("users", "roles", "everyone") for one in parse):
        faults.add((*at, "parse"), "BASE_TYPE_CHOICES", "Values must be among users, roles and everyone.")
        return
    for field in ("users", "roles"):
        ids = allowed.get(field) or []
        if not isinstance(ids, list) or not all(str(one).isdecimal() for one in ids):
            faults.add((*at, field), "NUMBER_TYPE_COERCE", "Values must be snowflakes.")
        elif ids and field in parse:
            message = f'parse:["{field}"] and {field}: [ids...] are mutually exclusive.'
            faults.add(at, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)


def _embeds(faults: Faults, at: Path, embeds: Any) -> None:
    total = 0
    for position, embed in enumerate(forms.items(faults, at, embeds, high=10)):
        here = (*at, position)
        fields = forms.items(faults, (*here, "fields"), embed.get("fields"), high=25)
        for path, value, low, high in _embed_texts(embed, fields):
            forms.text(faults, (*here, *path), value, low=low, high=high, required=low > 0)
            total += len(value) if isinstance(value, str) else 0
    if total > EMBEDS_TOTAL:
        message = f"Embed size exceeds maximum size of {EMBEDS_TOTAL}"
        faults.add(at, "MAX_EMBED_SIZE_EXCEEDED", message)


def _embed_texts(embed: Json, fields: list[Json]) -> Iterator[tuple[Path, Any, int, int]]:
    """Every text of an embed: its path, the text, its least and greatest length."""
    yield ("title",), embed.get("title"), 0, 256
    yield ("description",), embed.get("description"), 0, 4096
    for part, key, high in (("footer", "text", 2048), ("author", "name", 256)):
        holder = embed.get(part)
        yield (part, key), holder.get(key) if isinstance(holder, dict) else None, 0, high
    for position, field in enumerate(fields):
        yield ("fields", position, "name"), field.get("name"), 1, 256
        yield ("fields", position, "value"), field.get("value"), 1, 1024
