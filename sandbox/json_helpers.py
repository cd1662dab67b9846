"""Helpers for JSON: its type, compact text, checks of its values, and methods that are called with it."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any, TypeGuard

from pydantic import validate_call

Json = dict[str, Any]

dumps = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
"""A value's compact JSON text."""


def is_object(value: object) -> TypeGuard[Json]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_list(value: object) -> TypeGuard[list[Any]]:
    """Whether a JSON value is a list."""
    return isinstance(value, list)


def children(parent: Json, field: str) -> list[Json]:
    """The objects in a field that may be missing or null."""
    return parent.get(field) or []


@cache
def checked_method(owner: type, name: str) -> Callable[..., Any]:
    """The public method of this name, which raises ValueError for wrong arguments. ValueError if there is none."""
    method = None if name.startswith("_") else getattr(owner, name, None)
    if method is None:
        raise ValueError(f"there is no control or frame named {name}")
    return validate_call(method)
