"""Checks of single fields, shared by all forms; each adds its errors to a `FormErrors`."""

from typing import Any

from sandbox.discord.checks.errors import FormErrors, Path
from sandbox.json_helpers import Json, is_list, is_object

# Codes and messages of errors.
REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
MAPPING = ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


def text(errors: FormErrors, path: Path, value: Any, *, low: int = 0, high: int, required: bool = False) -> bool:
    """Whether the value is a text of `low` to `high` characters, or missing and not required."""
    if value is None:
        if required:
            errors.add(path, *REQUIRED)
        return not required
    if not isinstance(value, str):
        errors.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        return False
    return length(errors, path, len(value), low=low, high=high)


def length(errors: FormErrors, path: Path, size: int, *, low: int = 0, high: int) -> bool:
    """Whether a text or list of this size is neither too short nor too long."""
    if low <= size <= high:
        return True
    if low:
        errors.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
    else:
        errors.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
    return False


def number(errors: FormErrors, path: Path, value: Any, *, low: int, high: int, default: int) -> int:
    """The value, or the default if it is missing or not a whole number from `low` to `high`."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        errors.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    elif not low <= value <= high:
        errors.add(path, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
    else:
        return value
    return default


def mapping(errors: FormErrors, path: Path, value: Any) -> Json:
    """The value if it is an object; otherwise an empty one."""
    if value is None:
        return {}
    if not is_object(value):
        errors.add(path, *MAPPING)
        return {}
    return value


def items(
    errors: FormErrors, path: Path, value: Any, *, low: int = 0, high: int, required: bool = False
) -> list[Json]:
    """The value if it is a list of objects; otherwise an empty list. It should hold `low` to `high` objects."""
    if value is None:
        if required:
            errors.add(path, *REQUIRED)
        return []
    if not is_list(value):
        errors.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    for position, item in enumerate(value):
        if not isinstance(item, dict):
            errors.add((*path, position), *MAPPING)
            return []
    length(errors, path, len(value), low=low, high=high)
    return value
