"""Packs an interaction into a text that is short enough for PostgreSQL's NOTIFY."""

import base64
import json
import zlib
from typing import Any, Final

MAX_BYTES: Final = 7999
_EMPTY_MESSAGE: Final[dict[str, Any]] = {"content": "", "embeds": [], "components": [], "attachments": []}
"""Replaces the visible parts of a message, which the handling of a click does not need."""


def pack(payload: dict[str, Any]) -> str | None:
    """Returns an interaction as text, None if it is too long even without the content of its message."""
    text = _encode(payload)
    if len(text) > MAX_BYTES and "message" in payload:
        text = _encode({**payload, "message": {**payload["message"], **_EMPTY_MESSAGE}})
    return text if len(text) <= MAX_BYTES else None


def unpack(text: str) -> dict[str, Any]:
    """Returns the interaction that was packed into a text. Raises ValueError."""
    try:
        return json.loads(zlib.decompress(base64.b64decode(text)))
    except zlib.error as error:
        raise ValueError("it was not packed like this") from error


def _encode(payload: dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress(json.dumps(payload, separators=(",", ":")).encode())).decode()
