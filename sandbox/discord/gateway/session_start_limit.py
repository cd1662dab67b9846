"""The session start limit: how often a bot may start sessions, counted over all its processes."""

from sandbox.json_helpers import Json

DAY_SECONDS = 86_400.0
IDENTIFY_SECONDS = 5.0
"""Time in which only one session may start in each bucket."""
MAX_STARTS = 1000
"""How many sessions may start in a day."""


class SessionStartLimit:
    """Limits the sessions that a bot starts: 1000 a day, and one in five seconds in each bucket of shards.

    The bucket of a shard is its number modulo `max_concurrency`. With `seconds` 0, a bucket has no limit.
    """

    def __init__(self, max_concurrency: int = 1, seconds: float = IDENTIFY_SECONDS) -> None:
        self.max_concurrency = max_concurrency
        self.seconds = seconds
        self.remaining = MAX_STARTS
        self._day_ends = 0.0
        self._free: dict[int, float] = {}

    def try_start(self, shard: int, now: float) -> bool:
        """Counts an attempt and returns whether the session may start; `now` in seconds of the world's clock."""
        self._renew(now)
        if not self.remaining:
            return False
        if self._day_ends <= now:
            self._day_ends = now + DAY_SECONDS
        self.remaining -= 1
        bucket = shard % self.max_concurrency
        if now < self._free.get(bucket, now):
            return False
        self._free[bucket] = now + self.seconds
        return True

    def payload(self, now: float) -> Json:
        """Discord's session start limit object."""
        self._renew(now)
        return {
            "total": MAX_STARTS,
            "remaining": self.remaining,
            "reset_after": round(max(0.0, self._day_ends - now) * 1000),
            "max_concurrency": self.max_concurrency,
        }

    def _renew(self, now: float) -> None:
        if self._day_ends <= now:
            self.remaining = MAX_STARTS
