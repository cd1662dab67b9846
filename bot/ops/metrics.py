"""The health of a process, and its metrics for Prometheus: operators may ask for both."""

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, partial
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from bot import __version__

BUCKETS: Final = (0.001, 0.003, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Upper bounds, in seconds, of the histogram of acknowledgements; Discord waits three seconds for one."""

_BY_SHARD: Final = ("process", "shard")

disable_created_metrics()  # otherwise each counter has a second, useless series


class Metrics:
    """The metrics of one process, in a registry of its own.

    `process` is the name by which other processes know it. `owned_shards` returns the shards that it owns.
    """

    def __init__(self, process: str = "alone", owned_shards: Callable[[], Iterable[int]] = tuple) -> None:
        self.registry = CollectorRegistry()
        self.process = process
        self.lag = 0.0
        self.decisions = self._by_shard("coup_decisions_total", "Decisions made durable.")
        self.recoveries = self._by_shard("coup_recoveries_total", "Running games restored.")
        self.takeovers = self._by_shard("coup_takeovers_total", "Shards taken.")
        self.requests = self._counter("coup_requests_total", "Requests to Discord.")
        self.rate_limited = self._counter("coup_rate_limited_total", "Requests that Discord refused with 429.")
        self.limited = self._counter(
            "coup_limited_interactions_total", "Interactions not handled, as their member sent too many."
        )
        self.acknowledged = Histogram(
            "coup_acknowledge_seconds",
            "From the arrival of an interaction to its acknowledgement.",
            buckets=BUCKETS,
            registry=self.registry,
        )
        Info("coup", "This process.", registry=self.registry).info({"process": process, "version": __version__})
        self.gauge("coup_loop_lag_seconds", "How late the event loop wakes its tasks.", lambda: self.lag)
        self.gauge("coup_allocated_blocks", "Memory blocks that Python has allocated.", sys.getallocatedblocks)
        ProcessCollector(registry=self.registry)
        self.registry.register(_OwnedShards(process, owned_shards))

    def gauge(self, name: str, about: str, read: Callable[[], float]) -> None:
        """Adds a gauge; `read` is called for its value whenever the metrics are read."""
        Gauge(name, about, registry=self.registry).set_function(read)

    def _counter(self, name: str, about: str) -> Counter:
        return Counter(name, about, registry=self.registry)

    def _by_shard(self, name: str, about: str) -> Callable[[int], Counter]:
        """Adds a counter for each shard. Returns a function that finds that of a shard."""
        counter = Counter(name, about, _BY_SHARD, registry=self.registry)
        return cache(partial(counter.labels, self.process))


class _OwnedShards(Collector):
    """The shards that this process owns, each with the value 1; read whenever the metrics are."""

    def __init__(self, process: str, owned_shards: Callable[[], Iterable[int]]) -> None:
        self._process = process
        self._owned_shards = owned_shards

    def collect(self) -> Iterable[GaugeMetricFamily]:
        family = GaugeMetricFamily(
            "coup_shard_held", "1 for each shard that this process holds.", labels=_BY_SHARD
        )
        for shard in self._owned_shards():
            family.add_metric((self._process, str(shard)), 1)
        yield family


class HealthStatus(StrEnum):
    """Whether a process serves members."""

    READY = "ready"  # every shard that it owns is connected, and REST answers
    SPARE = "spare"  # it owns no shard, and can take over those of a process that ends
    STARTING = "starting"
    NOT_CONNECTED = "not connected"  # a shard, or REST, or the database cannot be reached
    LEAVING = "leaving"  # it was told to stop, and other processes take over its shards


@dataclass(frozen=True)
class Health:
    """The state of a process. `owned` are the shards that it owns, `connected` those that are connected."""

    status: HealthStatus
    owned: tuple[int, ...] = ()
    connected: tuple[int, ...] = ()
    shards: int | None = None
    """The number of shards of all processes, None until it is known."""
    gateway: bool = False
    rest: bool = False
    """Whether Discord's gateway and REST can be reached."""
