"""Discord's rate limits: a bucket per route and channel, and a global one for all requests of a bot."""

from dataclasses import dataclass

from sandbox.json_helpers import Json


@dataclass(frozen=True, slots=True)
class Rule:
    """A limit of requests in a number of seconds; routes share the bucket that their rules name."""

    name: str
    limit: int
    seconds: float


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
    """A request beyond the limit of a rule, with the headers and body of its response."""

    def __init__(self, rule: Rule, headers: dict[str, str], wait: float) -> None:
        super().__init__(rule.name)
        everywhere = rule is GLOBAL
        self.headers = {
            **({"X-RateLimit-Global": "true"} if everywhere else headers),
            "X-RateLimit-Scope": "global" if everywhere else "user",
            "Retry-After": str(max(1, round(wait))),
            "Via": "1.1 sandbox",
        }
        retry_after = round(max(wait, 0.001), 3)
        self.body: Json = {
            "message": "You are being rate limited.",
            "retry_after": retry_after,
            "global": everywhere,
        }


class RateLimits:
    """Counts requests; if `off`, nothing is limited and no headers are sent."""

    def __init__(self, *, off: bool = False) -> None:
        self.off = off
        self._windows: dict[tuple[Rule, str], _Window] = {}

    def clear(self) -> None:
        """Resets all counts."""
        self._windows.clear()

    def count(self, route: str, major: str, now: float, *, exempt: bool) -> dict[str, str]:
        """Counts a request and returns the headers of its response. Raises `Limited` if it is beyond a limit.

        `major` is the channel, guild or token that the bucket belongs to, `now` the time in seconds. An `exempt`
        request counts only towards the limit of a rule for its route.
        """
        if self.off or (exempt and route not in RULES):
            return {}
        if not exempt:
            self._use(GLOBAL, "", now)
        return self._use(RULES.get(route) or Rule(route, DEFAULT_LIMIT, 10.0), major, now)

    def _use(self, rule: Rule, major: str, now: float) -> dict[str, str]:
        window = self._windows.get((rule, major))
        if window is None or window.ends <= now:
            if len(self._windows) > MAX_WINDOWS:
                self._windows = {key: kept for key, kept in self._windows.items() if kept.ends > now}
            window = self._windows[rule, major] = _Window(now + rule.seconds)
        left = rule.limit - window.used
        headers = {
            "X-RateLimit-Bucket": rule.name,
            "X-RateLimit-Limit": str(rule.limit),
            "X-RateLimit-Remaining": str(max(0, left - 1)),
            "X-RateLimit-Reset-After": f"{window.ends - now:.3f}",
        }
        if left <= 0:
            raise Limited(rule, headers, window.ends - now)
        window.used += 1
        return headers
