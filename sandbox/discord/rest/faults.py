"""Faults on demand: requests of the bot that are refused, delayed, or cut off."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter

from sandbox.json_helpers import Json


@dataclass(slots=True)
class Fault:
    """A fault of the next `times` requests that match `route`, such as `POST /channels/*/messages`.

    With `status` the request is answered so and has no effect (`code` and `message` fill the body);
    with `drop` the connection is cut, `"before"` the request takes effect or `"after"`;
    `delay` seconds pass before it takes effect, `late` seconds after that and before it is answered.
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
        """The JSON of the answer with `status`; a 429 asks to wait for `retry_after` seconds."""
        if self.status == 429 and not self.code:
            return {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
        return {"code": self.code, "message": self.message or f"{self.status}: made to fail"}


_FAULT = TypeAdapter(Fault)


class FaultList:
    """The faults that have not happened yet."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, **settings: Any) -> None:
        """Adds a fault; settings as `Fault` has them. ValueError for one that is unknown or has a wrong type."""
        self.faults.append(_FAULT.validate_python(settings))

    def take(self, method: str, path: str) -> Fault | None:
        """The fault of this request, if there is one; it counts as having happened."""
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
