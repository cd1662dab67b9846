"""Handing on: an interaction as a text short enough for PostgreSQL's NOTIFY."""

import base64
import json
import zlib
from typing import Any, Final

LONGEST: Final = 7999  # bytes
_SHOWN: Final[dict[str, Any]] = {"content": "", "embeds": [], "components": [], "attachments": []}
"""What a message shows, and nobody who handles a press on it looks at."""


def packed(payload: dict[str, Any]) -> str | None:
    """Returns an interaction as a text, without what its message shows if it is too long; None if it still is."""
    text = _packed(payload)
    if len(text) > LONGEST and "message" in payload:
        text = _packed({**payload, "message": {**payload["message"], **_SHOWN}})
    return text if len(text) <= LONGEST else None


def unpacked(text: str) -> dict[str, Any]:
    """Returns the interaction of a text. Raises ValueError."""
    try:
        return json.loads(zlib.decompress(base64.b64decode(text)))
    except zlib.error as error:
        raise ValueError("it was not packed like this") from error


def _packed(payload: dict[str, Any]) -> str:
    return base64.b64encode(zlib.compress(json.dumps(payload, separators=(",", ":")).encode())).decode()
