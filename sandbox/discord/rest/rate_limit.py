"""Discord's rate limits: a bucket per route and channel, and a global one for all requests of a bot."""

import hashlib
from dataclasses import dataclass

from sandbox.json_helpers import Json


@dataclass(frozen=True, slots=True)
class Rule:
    """A limit of requests in a number of seconds; routes whose rules have the same name share a bucket."""

    name: str
    limit: int
    seconds: float

    @property
    def bucket(self) -> str:
        """The bucket's id in Discord's headers."""
        return hashlib.md5(self.name.encode(), usedforsecurity=False).hexdigest()


GLOBAL = Rule("global", 50, 1.0)
DEFAULT_LIMIT = 10
"""Requests in ten seconds to each route without a rule of its own."""

MAX_WINDOWS = 10_000
"""When more windows than this are kept, those that have ended are dropped."""

MESSAGES = Rule("messages", 5, 5.0)
RULES = {
    "POST /channels/{channel_id}/messages": MESSAGES,
    "PATCH /channels/{channel_id}/messages/{message_id}": MESSAGES,
    "DELETE /channels/{channel_id}/messages/{message_id}": Rule("delete", 5, 1.0),
    "POST /webhooks/{webhook_id}/{webhook_token}": Rule("webhook", 5, 2.0),
}
"""The rules by route. Posting and editing share a bucket per channel; follow-ups have one per token."""


@dataclass(slots=True)
class _Window:
    ends: float
    used: int = 0


class Limited(Exception):
    """A request beyond the limit, with the headers and body of its response."""

    def __init__(self, headers: dict[str, str], body: Json) -> None:
        super().__init__(body["message"])
        self.headers = headers
        self.body = body


class RateLimits:
    """Counts requests; if `off`, nothing is limited and no headers are sent."""

    def __init__(self, *, off: bool = False) -> None:
        self.off = off
        self._windows: dict[tuple[Rule, str], _Window] = {}

    def clear(self) -> None:
        """Resets all counts."""
        self._windows.clear()

    def count(self, route: str, major: str, now: float, *, exempt: bool) -> dict[str, str]:
        """Counts a request and returns the headers of its response. Raises `Limited` if it is beyond the limit.

        `major` is the channel, guild or token that the bucket belongs to, `now` the time in seconds. An `exempt`
        request does not count towards the global limit.
        """
        if self.off:
            return {}
        if not exempt:
            self._count_global(now)
        rule = RULES.get(route)
        if rule is None:
            if exempt:
                return {}
            rule = Rule(route, DEFAULT_LIMIT, 10.0)
        window = self._window(rule, major, now)
        left = rule.limit - window.used
        headers = {
            "X-RateLimit-Bucket": rule.bucket,
            "X-RateLimit-Limit": str(rule.limit),
            "X-RateLimit-Remaining": str(max(0, left - 1)),
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
        }
        if left <= 0:
            raise _limited(headers | {"X-RateLimit-Scope": "user"}, window.ends - now, everywhere=False)
        window.used += 1
        return headers

    def _count_global(self, now: float) -> None:
        window = self._window(GLOBAL, "", now)
        if window.used >= GLOBAL.limit:
            raise _limited(
                {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"},
                window.ends - now,
                everywhere=True,
            )
        window.used += 1

    def _window(self, rule: Rule, major: str, now: float) -> _Window:
        window = self._windows.get((rule, major))
        if window is None or window.ends <= now:
            if len(self._windows) > MAX_WINDOWS:
                self._windows = {key: kept for key, kept in self._windows.items() if kept.ends > now}
            window = self._windows[rule, major] = _Window(now + rule.seconds)
        return window


def _limited(headers: dict[str, str], wait: float, *, everywhere: bool) -> Limited:
    wait = max(wait, 0.001)
    body: Json = {
        "message": "You are being rate limited.",
        "retry_after": round(wait, 3),
        "global": everywhere,
    }
    return Limited(headers | {"Retry-After": str(max(1, round(wait))), "Via": "1.1 sandbox"}, body)
