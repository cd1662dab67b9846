"""Helpers for JSON: its type, compact text, and checks of its values."""

import json
from typing import Any, TypeGuard

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
