"""The first difference between two JSON values, in words."""

import json
from typing import Any, Final, TypeGuard

_QUOTED_CHARACTERS: Final = 100
"""Length at which a value is cut in a message."""


def first_difference(where: str, found: Any, expected: Any) -> str | None:
    """Returns where two JSON values first differ, and how; None if they do not."""
    if _is_object(found) and _is_object(expected):
        pairs = [(key, found.get(key), expected.get(key)) for key in dict.fromkeys((*expected, *found))]
    elif _is_list(found) and _is_list(expected) and len(found) == len(expected):
        pairs = [(str(at), *each) for at, each in enumerate(zip(found, expected, strict=True), 1)]
    elif type(found) is type(expected) and found == expected:
        return None
    else:
        return f"{where.strip()} is {_short(found)}, but playing it again gives {_short(expected)}"
    differences = (first_difference(f"{where} {name}", one, other) for name, one, other in pairs)
    return next((each for each in differences if each is not None), None)


def _is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _QUOTED_CHARACTERS else text[:_QUOTED_CHARACTERS] + "…"
