"""Bodies of requests: pydantic models, whose errors become those of Discord."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sandbox.discord.checks.errors import ApiError
from sandbox.json_helpers import Json

Path = tuple[str | int, ...]

CODES = {
    "bool_type": "BOOLEAN_TYPE_CONVERT",
    "dict_type": "DICT_TYPE_CONVERT",
    "extra_forbidden": "UNKNOWN_FIELD",
    "greater_than_equal": "NUMBER_TYPE_RANGE",
    "int_type": "NUMBER_TYPE_COERCE",
    "less_than_equal": "NUMBER_TYPE_RANGE",
    "list_type": "LIST_TYPE_CONVERT",
    "less_than": "NUMBER_TYPE_RANGE",
    "literal_error": "BASE_TYPE_CHOICES",
    "missing": "BASE_TYPE_REQUIRED",
    "model_attributes_type": "DICT_TYPE_CONVERT",
    "model_type": "DICT_TYPE_CONVERT",
    "string_pattern_mismatch": "STRING_TYPE_REGEX",
    "string_too_long": "BASE_TYPE_BAD_LENGTH",
    "string_too_short": "BASE_TYPE_BAD_LENGTH",
    "string_type": "STRING_TYPE_CONVERT",
    "too_long": "BASE_TYPE_BAD_LENGTH",
    "too_short": "BASE_TYPE_BAD_LENGTH",
    "union_tag_invalid": "UNION_TYPE_CHOICES",
    "union_tag_not_found": "UNION_TYPE_CHOICES",
}
"""Discord's code for each type of pydantic's errors."""
Snowflake = Annotated[int, Field(ge=0, lt=1 << 64)] | Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]
"""An id, which clients send as a text or a number."""


class Body(BaseModel):
    """An object in a request. Discord ignores unknown fields; the sandbox refuses them, because they are slips."""

    model_config = ConfigDict(strict=True, extra="forbid")


def check(model: type[Body], value: object, at: Path = ()) -> None:
    """Raises `ApiError` 50035 for a value that does not fit the model; `at` is the value's path in the request."""
    try:
        model.model_validate(value)
    except ValidationError as error:
        errors: Json = {}
        for each in error.errors(include_url=False, include_context=False, include_input=False):
            path = _path(value, each["loc"], each["type"])
            _add_error(errors, (*at, *path), CODES.get(each["type"], each["type"]), each["msg"])
        raise ApiError(50035, errors) from None


def invalid(path: Path, code: str, message: str) -> ApiError:
    """The refusal of a body because of one field."""
    errors: Json = {}
    _add_error(errors, path, code, message)
    return ApiError(50035, errors)


def _add_error(errors: Json, path: Path, code: str, message: str) -> None:
    """Adds an error to Discord's tree of invalid fields."""
    for step in path:
        errors = errors.setdefault(str(step), {})
    errors.setdefault("_errors", []).append({"code": code, "message": message})


def _path(value: Any, location: Path, kind: str) -> Path:
    """The path of an error of this type in a value; pydantic's location also names the member of each union."""
    path: list[str | int] = []
    for step in location:
        try:
            value = value[step]
        except (KeyError, TypeError):  # a missing field, or the member of a union
            continue
        path.append(step)
    if kind == "missing":
        path.append(location[-1])
    if kind.startswith("union_tag"):
        path.append("type")
    return tuple(path)
