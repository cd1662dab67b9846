"""Refusals: Discord's error responses, checks of requests that raise them, and those of a member's client."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from sandbox.json_helpers import Json

Path = tuple[str | int, ...]

KNOWN: dict[int, tuple[int, str]] = {
    10003: (404, "Unknown Channel"),
    10004: (404, "Unknown Guild"),
    10007: (404, "Unknown Member"),
    10008: (404, "Unknown Message"),
    10014: (404, "Unknown Emoji"),
    10015: (404, "Unknown Webhook"),
    10062: (404, "Unknown interaction"),
    30008: (400, "Maximum number of emojis reached (2000)"),
    30046: (429, "Maximum number of edits to messages older than 1 hour reached. Try again later"),
    40005: (413, "Request entity too large"),
    40060: (400, "Interaction has already been acknowledged."),
    50001: (403, "Missing Access"),
    50005: (403, "Cannot edit a message authored by another user"),
    50006: (400, "Cannot send an empty message"),
    50007: (403, "Cannot send messages to this user"),
    50013: (403, "Missing Permissions"),
    50021: (403, "Cannot execute action on a system message"),
    50024: (403, "Cannot execute action on this channel type"),
    50027: (401, "Invalid Webhook Token"),
    50035: (400, "Invalid Form Body"),
    50083: (400, "Thread is archived"),
    50109: (400, "The request body contains invalid JSON."),
    50240: (
        400,
        "You cannot remove this app's Entry Point command in a bulk update operation. "
        "Include the Entry Point command in your update request or delete it separately.",
    ),
    160004: (400, "A thread has already been created for this message"),
    160005: (400, "Thread is locked"),
    160006: (400, "Maximum number of active threads reached"),
}
"""The status and message of each error code that the sandbox uses."""
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


class ApiError(Exception):
    """A request that Discord would refuse, with its code as in Discord's documentation.

    `errors` is Discord's tree of invalid fields; only code 50035 has one.
    """

    def __init__(self, code: int, errors: Json | None = None) -> None:
        self.status, self.message = KNOWN[code]
        self.code = code
        self.errors = errors
        super().__init__(f"{self.status} {code}: {self.message}")

    def body(self) -> Json:
        """The JSON of the response."""
        body: Json = {"message": self.message, "code": self.code}
        if self.errors:
            body["errors"] = self.errors
        return body


class ClientRefusal(Exception):
    """An action that a member's own client does not allow, with the sentence that it shows."""


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
