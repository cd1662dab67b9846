"""Backoff: how long to wait before something that failed is tried again."""

import asyncio
import random


class Backoff:
    """The pauses between tries of something that fails: each is `factor` times as long as the one before."""

    def __init__(self, first_seconds: float, longest_seconds: float, factor: float = 2.0) -> None:
        self._first = self._next = first_seconds
        self._longest = longest_seconds
        self._factor = factor
        self._sleep: asyncio.Task[None] | None = None

    def next_seconds(self) -> float:
        """Returns the length of the next pause, and makes the one after it longer."""
        seconds = self._next
        self._next = min(seconds * self._factor, self._longest)
        return seconds

    def jittered_seconds(self, elapsed_seconds: float) -> float:
        """Returns the next pause, jittered, minus the duration of the failed try; at least the first pause."""
        return max(self._first, jitter(self.next_seconds()) - elapsed_seconds)

    def reset(self) -> None:
        """Makes the next pause the first one again, because a try has succeeded."""
        self._next = self._first

    async def wait(self) -> None:
        """Sleeps for the next pause; returns early if `wake` is called."""
        # A task, so that `wake` can end it.
        self._sleep = asyncio.create_task(asyncio.sleep(self.next_seconds()))
        await asyncio.gather(self._sleep, return_exceptions=True)

    def wake(self) -> None:
        """Ends the pause that `wait` sleeps for."""
        if self._sleep is not None:
            self._sleep.cancel()


def jitter(seconds: float) -> float:
    """Returns a random time of 75 to 100 % of the seconds, so that processes do not all try at the same moment."""
    return seconds * random.uniform(0.75, 1.0)
