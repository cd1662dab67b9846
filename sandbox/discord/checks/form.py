"""Forms: the objects in a request body, whose fields are checked one by one."""

from typing import Any

from sandbox.discord.checks.errors import ApiError
from sandbox.json_helpers import Json, is_list, is_object

Path = tuple[str | int, ...]

# Codes and messages of errors.
REQUIRED = ("BASE_TYPE_REQUIRED", "This field is required")
MAPPING = ("DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")


class Form:
    """An object at a path of the body. Each check adds its errors to those of the whole body.

    `errors` has the errors by path, as Discord nests them in its response.
    """

    def __init__(self, value: Json, path: Path = (), errors: Json | None = None) -> None:
        self.value = value
        self.path = path
        self.errors: Json = {} if errors is None else errors

    def get(self, name: str) -> Any:
        """The value of a field; None if it is missing."""
        return self.value.get(name)

    def add(self, code: str, message: str, *steps: str | int) -> None:
        """Adds an error of the form itself, or of what is at these steps from it."""
        node = self.errors
        for step in (*self.path, *steps):
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": code, "message": message})

    def raise_if_any(self) -> None:
        """Raises `ApiError` 50035 if there are errors anywhere in the body."""
        if self.errors:
            raise ApiError(50035, self.errors)

    def text(self, name: str, *, low: int = 0, high: int, required: bool = False) -> bool:
        """Whether a field is a text of `low` to `high` characters, or missing and not required."""
        value = self.get(name)
        if value is None:
            if required:
                self.add(*REQUIRED, name)
            return not required
        if not isinstance(value, str):
            self.add("STRING_TYPE_CONVERT", f'Could not interpret "{value}" as string.', name)
            return False
        return self._length(name, len(value), low=low, high=high)

    def number(self, name: str, *, low: int, high: int, default: int) -> int:
        """The value of a field; the default if it is missing or not a whole number from `low` to `high`."""
        value = self.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            self.add("NUMBER_TYPE_COERCE", f'Value "{value}" is not int.', name)
        elif not low <= value <= high:
            self.add("NUMBER_TYPE_RANGE", f"int value should be between {low} and {high}.", name)
        else:
            return value
        return default

    def part(self, name: str) -> "Form":
        """The form in a field; an empty one if it is missing or not an object."""
        value = self.get(name)
        if value is not None and not is_object(value):
            self.add(*MAPPING, name)
        return Form(value if is_object(value) else {}, (*self.path, name), self.errors)

    def items(self, name: str, *, low: int = 0, high: int, required: bool = False) -> "list[Form]":
        """The forms in a field, which should be a list of `low` to `high` objects; none if it is not a list."""
        value = self.get(name)
        if value is None:
            if required:
                self.add(*REQUIRED, name)
            return []
        if not is_list(value):
            self.add("LIST_TYPE_CONVERT", "Only iterables may be used in a ListType", name)
            return []
        for position, item in enumerate(value):
            if not is_object(item):
                self.add(*MAPPING, name, position)
                return []
        self._length(name, len(value), low=low, high=high)
        return [Form(item, (*self.path, name, position), self.errors) for position, item in enumerate(value)]

    def _length(self, name: str, size: int, *, low: int, high: int) -> bool:
        """Whether a text or list of this size is neither too short nor too long."""
        if low <= size <= high:
            return True
        if low:
            self.add("BASE_TYPE_BAD_LENGTH", f"Must be between {low} and {high} in length.", name)
        else:
            self.add("BASE_TYPE_MAX_LENGTH", f"Must be {high} or fewer in length.", name)
        return False


def invalid(path: Path, code: str, message: str) -> ApiError:
    """The refusal of a body because of one field."""
    form = Form({})
    form.add(code, message, *path)
    return ApiError(50035, form.errors)
