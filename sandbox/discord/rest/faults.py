"""Faults on demand: requests of the bot that are refused, delayed, or cut off."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter

from sandbox.json_helpers import Json


@dataclass(slots=True)
class RequestFault:
    """A fault of the next `times` requests that match `route`, such as `POST /channels/*/messages`.

    With `status`, the request gets this status and has no effect (`code` and `message` fill the body).
    With `drop`, the connection is cut `"before"` or `"after"` the request takes effect.
    `delay` is the seconds before it takes effect, `late` the seconds between its effect and its response.
    """

    __pydantic_config__ = ConfigDict(extra="forbid")

    route: str
    status: int = 0
    code: int = 0
    message: str = ""
    drop: Literal["", "before", "after"] = ""
    delay: float = 0.0
    late: float = 0.0
    times: int = 1
    retry_after: float = 1.0

    def body(self) -> Json:
        """The JSON of the response with `status`; a 429 asks to wait for `retry_after` seconds."""
        if self.status == 429 and not self.code:
            return {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
        return {"code": self.code, "message": self.message or f"{self.status}: made to fail"}


_FAULT = TypeAdapter(RequestFault)


class FaultList:
    """The faults that have not happened yet."""

    def __init__(self) -> None:
        self.faults: list[RequestFault] = []

    def add(self, **settings: Any) -> None:
        """Adds a fault with the settings of `RequestFault`. ValueError for an unknown or invalid setting."""
        self.faults.append(_FAULT.validate_python(settings))

    def pop(self, method: str, path: str) -> RequestFault | None:
        """The fault of this request, counted as having happened; None if there is none."""
        for fault in self.faults:
            if fnmatchcase(f"{method} {path}", fault.route):
                fault.times -= 1
                if fault.times <= 0:
                    self.faults.remove(fault)
                return fault
        return None

    def clear(self) -> None:
        """Forgets every fault."""
        self.faults.clear()
