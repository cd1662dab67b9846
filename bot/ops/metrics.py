"""Metrics: a few counters and times, in the text format that Prometheus reads."""

import asyncio
import os
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final

BUCKETS: Final = (0.001, 0.003, 0.01, 0.025, 0.1, 0.5, 1.0, 3.0)
"""Upper bounds, in seconds, of the histogram of acknowledgements; Discord waits three seconds for one."""

LAG_EVERY: Final = 0.5  # seconds between two measurements of the event loop's lag

_RESIDENT: Final = Path("/proc/self/statm")


class Metrics:
    """What this process has counted and timed.

    `counts` only grow; `gauges` are called whenever the metrics are read.
    """

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.gauges: dict[str, Callable[[], float]] = {
            "coup_loop_lag_seconds": lambda: self.lag,
            "coup_allocated_blocks": sys.getallocatedblocks,
        }
        if _RESIDENT.exists():
            self.gauges["process_resident_memory_bytes"] = _resident_bytes
        self.lag = 0.0
        self._acknowledged = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0
        self._received: dict[str, float] = {}
        self._none_waits = asyncio.Event()
        self._none_waits.set()

    def received(self, interaction: str) -> None:
        """Notes that an interaction came in, which is to be acknowledged."""
        now = time.perf_counter()
        while self._received and now - next(iter(self._received.values())) > BUCKETS[-1]:
            del self._received[next(iter(self._received))]  # too late for Discord: nobody will answer it
        self._received[interaction] = now
        self._none_waits.clear()

    def acknowledged(self, interaction: str) -> None:
        """Notes that an interaction's acknowledgement has gone out."""
        since = self._received.pop(interaction, None)
        if since is not None:
            took = time.perf_counter() - since
            self._acknowledged[sum(took > bound for bound in BUCKETS)] += 1
            self._seconds += took
        if not self._received:
            self._none_waits.set()

    async def all_acknowledged(self, seconds: float) -> None:
        """Returns once every interaction is acknowledged, after so many seconds at the latest."""
        try:
            await asyncio.wait_for(self._none_waits.wait(), seconds)
        except TimeoutError:
            self._received.clear()

    async def watch_loop(self) -> None:
        """Measures, until cancelled, how much later than asked the event loop wakes a task."""
        while True:
            due = time.perf_counter() + LAG_EVERY
            await asyncio.sleep(LAG_EVERY)
            self.lag = max(0.0, time.perf_counter() - due)

    def text(self) -> str:
        """All metrics in Prometheus' text format."""
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


def _resident_bytes() -> float:
    """How much of this process is in memory now (Linux alone tells)."""
    pages = int(_RESIDENT.read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
