"""Small checks that every form shares; each notes what it finds in a `Faults`."""

from typing import Any

from sandbox.discord.checks.refusal import Faults, Path

REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
MAPPING = ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


def text(faults: Faults, path: Path, value: Any, *, low: int = 0, high: int, required: bool = False) -> bool:
    """Whether the value is a text of `low` to `high` characters, or left out where it may be."""
    if value is None:
        if required:
            faults.add(path, *REQUIRED)
        return not required
    if not isinstance(value, str):
        faults.add(path, "STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.')
        return False
    return length(faults, path, len(value), low=low, high=high)


def length(faults: Faults, path: Path, size: int, *, low: int = 0, high: int) -> bool:
    """Whether a text or list of this size is neither too short nor too long."""
    if low <= size <= high:
        return True
    if low:
        faults.add(path, "BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.")
    else:
        faults.add(path, "BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.")
    return False


def number(faults: Faults, path: Path, value: Any, *, low: int, high: int, default: int) -> int:
    """The value, or the default when it is left out or no whole number from `low` to `high`."""
    if value is None:
        return default
    if isinstance(value, bool) or not isinstance(value, int):
        faults.add(path, "NUMBER_TYPE_COERCE", f'Value "{value}" is not int.')
    elif not low <= value <= high:
        faults.add(path, "NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.")
    else:
        return value
    return default


def table(faults: Faults, path: Path, value: Any) -> dict[str, Any]:
    """The object, empty when it is left out or none."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        faults.add(path, *MAPPING)
        return {}
    return value


def items(faults: Faults, path: Path, value: Any, *, low: int = 0, high: int, required: bool = False) -> list[Any]:
    """The list's objects that can be looked at, when it is a list of `low` to `high` objects."""
    if value is None:
        if required:
            faults.add(path, *REQUIRED)
        return []
    if not isinstance(value, list):
        faults.add(path, "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
        return []
    for position, item in enumerate(value):
        if not isinstance(item, dict):
            faults.add((*path, position), *MAPPING)
            return []
    length(faults, path, len(value), low=low, high=high)
    return value
