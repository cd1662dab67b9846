"""Metrics: a few counters and times, as Prometheus reads them."""

import asyncio
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

BUCKETS: Final = (0.001, 0.003, 0.01, 0.025, 0.1, 0.5, 1.0, 3.0)
"""Upper bounds in seconds; Discord waits three."""

LAG_EVERY: Final = 0.5  # seconds between two looks at how late the loop is


class Metrics:
    """What the process counts. `gauges` are asked when somebody reads."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {"coup_loop_lag_seconds": lambda: self.lag}
        self.lag = 0.0
        self._acknowledged = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._received: dict[str, float] = {}
        self._none_waits = asyncio.Event()
        self._none_waits.set()

    def received(self, interaction: str) -> None:
        """An interaction came in and waits to be acknowledged."""
        now = time.perf_counter()
        while self._received and now - next(iter(self._received.values())) > BUCKETS[-1]:
            del self._received[next(iter(self._received))]  # too late for Discord: nobody will answer it
        self._received[interaction] = now
        self._none_waits.clear()

    def acknowledged(self, interaction: str) -> None:
        """An interaction's acknowledgement has gone out."""
        since = self._received.pop(interaction, None)
        if since is not None:
            took = time.perf_counter() - since
            self._acknowledged[sum(took > bound for bound in BUCKETS)] += 1
            self._seconds += took
        if not self._received:
            self._none_waits.set()

    async def all_acknowledged(self, seconds: float) -> None:
        """Returns when no interaction waits any more, or after so many seconds."""
        try:
            await asyncio.wait_for(self._none_waits.wait(), seconds)
        except TimeoutError:
            self._received.clear()

    async def watch_loop(self) -> None:
        """Measures how late the event loop is, until cancelled."""
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag = max(0.0, time.perf_counter() - due)

    def text(self) -> str:
        """Everything, in Prometheus' text format."""
        lines = ["# TYPE coup_acknowledge_seconds histogram"]
        total = 0
        for bound, count in zip((*BUCKETS, "+Inf"), self._acknowledged, strict=True):
            total += count
            lines.append(f'coup_acknowledge_seconds_bucket{{le="{bound}"}} {total}')
        lines += [f"coup_acknowledge_seconds_sum {self._seconds:.6f}", f"coup_acknowledge_seconds_count {total}"]
        for name, count in sorted(self.counts.items()):
            lines += [f"# TYPE {name} counter", f"{name} {count}"]
        for name, gauge in sorted(self.gauges.items()):
            lines += [f"# TYPE {name} gauge", f"{name} {gauge():g}"]
        return "\n".join(lines) + "\n"
