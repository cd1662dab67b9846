"""Reads JSON files with strict checks, because people may have edited them by hand."""

import json
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import Any, Final

LARGEST_BYTES: Final = 8 * 2**20
"""The largest file that is read; the shipped files have less than half a megabyte."""


def read_json(path: Path) -> Any:
    """Returns the value in a JSON file.

    Raises OSError if the file cannot be read, and UnicodeDecodeError if it is not UTF-8. Raises ValueError if it
    is too large, too deeply nested or not JSON, if it has a key twice, or a number that is not finite as a float.
    """
    with path.open("rb") as file:
        content = file.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise ValueError(f"more than {LARGEST_BYTES} bytes")
    text = content.decode()
    try:
        return json.loads(
            text, parse_constant=_refuse, parse_float=_float, parse_int=_int, object_pairs_hook=_object
        )
    except RecursionError:
        raise ValueError("too deeply nested") from None


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no number")


def _float(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse(text)


def _int(text: str) -> int:
    _float(text)
    return int(text)


def _object(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is there twice")
    return found
