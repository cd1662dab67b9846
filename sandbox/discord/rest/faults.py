"""Faults on demand: requests of the bot that are refused, slowed down, or cut off."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from sandbox.wire import Json


@dataclass(slots=True)
class Fault:
    """What is to go wrong with requests that match `route`, such as `POST /channels/*/messages`.

    With `status` the request is answered so and not acted on (`code` and `message` fill the body);
    with `drop` the connection is cut, `"before"` the request is acted on or `"after"`;
    `delay` seconds pass first, and `late` seconds after the request was acted on.
    """

    route: str
    status: int = 0
    code: int = 0
    message: str = ""
    drop: str = ""
    delay: float = 0.0
    late: float = 0.0
    times: int = 1
    retry_after: float = 1.0

    def body(self) -> Json:
        """The JSON of the answer, when there is a status; 429 asks to wait for `retry_after` seconds."""
        if self.status == 429 and not self.code:
            return {"message": "You are being rate limited.", "retry_after": self.retry_after, "global": False}
        return {"code": self.code, "message": self.message or f"{self.status}: made to fail"}


class FaultList:
    """The faults that are still to happen."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, **settings: Any) -> None:
        """Adds a fault; TypeError for a setting that faults have not."""
        self.faults.append(Fault(**settings))

    def take(self, method: str, path: str) -> Fault | None:
        """The fault that this request meets, counted as having happened."""
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
