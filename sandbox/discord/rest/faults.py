"""Faults on demand: requests of the bot that are refused, delayed, or cut off."""

from fnmatch import fnmatchcase
from typing import Literal

from pydantic import BaseModel, ConfigDict

from sandbox.json_helpers import Json


class RequestFault(BaseModel):
    """A fault of the next `times` requests that match `route`, such as `POST /channels/*/messages`.

    With `status`, the request gets this status and has no effect (`code` and `message` fill the body).
    With `drop`, the connection is cut `"before"` or `"after"` the request takes effect.
    `delay` is the seconds before it takes effect, `late` the seconds between its effect and its response.
    """

    model_config = ConfigDict(extra="forbid")

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


class FaultList(list[RequestFault]):
    """The faults that have not happened yet."""

    def take(self, method: str, path: str) -> RequestFault | None:
        """The fault of this request, counted as having happened; None if there is none."""
        for fault in self:
            if fnmatchcase(f"{method} {path}", fault.route):
                fault.times -= 1
                if fault.times <= 0:
                    self.remove(fault)
                return fault
        return None
