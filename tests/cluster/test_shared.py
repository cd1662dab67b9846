"""Processes over one database share interactions, Discord's limits, locks, and changes of preferences."""

import asyncio
import base64
import zlib
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any

from bot.store import SaveFailed
from bot.store.repositories.leases import Leases
from tests.harness.processes.cluster_processes import TIMING, ClusterProcess, ClusterProcesses
from tests.harness.processes.postgresql_server import until_somebody_waits
from tests.harness.waiting import TIMEOUT_SECONDS, eventually

CHANCE = Random(1)


def press(message: dict[str, Any]) -> dict[str, Any]:
    return {"id": "1", "token": "t" * 200, "data": {"custom_id": "c:1:2:3"}, "message": message}


def noise(length: int) -> str:
    return "".join(chr(CHANCE.randrange(0x4E00, 0x9FFF)) for _ in range(length))


async def test_an_interaction_reaches_the_owner_of_its_shard_once(processes: ClusterProcesses) -> None:
    one, two = await processes.pair()
    short, long = press({"id": "2", "content": "Ana's turn"}), press({"id": "3", "embeds": [noise(4000)]})
    assert await one.cluster.forward(1, short)
    assert await one.cluster.forward(1, long)
    assert not await one.cluster.forward(1, {"id": "4", "data": noise(4000)}), "too long to be sent"
    assert await two.cluster.forward(0, short)
    await processes.until(lambda: len(two.handed_on) == 2 and len(one.handed_on) == 1)
    assert two.handed_on[0] == one.handed_on[0] == short
    assert two.handed_on[1]["data"] == long["data"]
    assert two.handed_on[1]["message"]["id"] == "3"
    three = await processes.join()
    await three.cluster.agree_on_shards(2)
    await asyncio.gather(one.cluster.close(), two.cluster.close())
    assert not await three.cluster.forward(1, short), "nobody holds it"


async def test_interactions_are_forwarded_again_after_a_broken_connection(processes: ClusterProcesses) -> None:
    one, two = await processes.pair()
    two.relay.hang_up()

    async def is_received() -> bool:
        """Sends an interaction again, because those sent while the other process is disconnected are lost."""
        await one.cluster.forward(1, {"id": "1"})
        return bool(two.handed_on)

    await eventually(is_received)


async def test_an_unreadable_notification_does_not_stop_the_next_one(processes: ClusterProcesses) -> None:
    one, two = await processes.pair()
    leases = await Leases.open(processes.address)
    for text in ("{}", "e30=", base64.b64encode(zlib.compress(b"[")).decode()):
        assert await leases.forward("another", 1, text)
    await leases.close()
    assert await one.cluster.forward(1, {"id": "1"})
    await processes.until(lambda: two.handed_on == [{"id": "1"}])


async def test_all_processes_together_send_fifty_requests_a_second(processes: ClusterProcesses) -> None:
    both = [await processes.join(), await processes.join()]
    began = asyncio.get_running_loop().time()
    sent = await _moments(60, lambda number: both[number % 2].cluster.wait_to_request())
    assert sent[50] - began > 1.0


async def test_a_process_that_is_joined_by_another_still_sends_fifty_a_second(processes: ClusterProcesses) -> None:
    one = await processes.run(1)
    await processes.until(lambda: one.owned == {0})
    began = asyncio.get_running_loop().time()
    await _moments(50, lambda number: one.cluster.wait_to_request())
    await processes.join()
    await processes.until(lambda: not one.cluster.is_alone)
    sent = await _moments(20, lambda number: one.cluster.wait_to_request())
    assert sent[0] - began > 1.0


async def test_requests_are_still_sent_while_the_database_is_unreachable(processes: ClusterProcesses) -> None:
    one = await processes.join()
    one.relay.flowing.clear()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await one.cluster.wait_to_request()


async def test_sessions_start_one_after_another_in_each_bucket(processes: ClusterProcesses) -> None:
    both = [await processes.join(), await processes.join()]
    began = asyncio.get_running_loop().time()
    moments = await _moments(4, lambda shard: both[shard // 2].cluster.wait_to_identify(shard, 2))
    assert moments[2] - began >= TIMING.identify, "only two of the four are first in their bucket"


async def test_a_bucket_of_sessions_does_not_wait_for_another(processes: ClusterProcesses) -> None:
    processes.timing = replace(TIMING, identify=3600.0)
    one = await processes.join()
    for shard in (0, 1):
        await one.cluster.wait_to_identify(shard, 2)


async def test_a_process_that_loses_the_database_still_counts_its_sessions(processes: ClusterProcesses) -> None:
    processes.timing = replace(TIMING, identify=1.0)
    one, two = await processes.join(), await processes.join()
    await two.cluster.wait_to_identify(3, 1)
    moments = list[float]()
    waiting = [asyncio.create_task(_begin(one, shard, moments)) for shard in range(3)]
    await processes.until(lambda: len(moments) == 1)
    one.relay.cut()
    await processes.until(lambda: len(moments) == 2)
    one.relay.open()
    await asyncio.gather(*waiting)
    assert all(later - earlier > 0.9 for earlier, later in pairwise(moments)), moments


async def test_shards_that_waited_without_the_database_take_turns_afterwards(processes: ClusterProcesses) -> None:
    processes.timing = replace(TIMING, identify=1.0)
    one, two = await processes.join(), await processes.join()
    one.relay.cut()
    moments = list[float]()
    waiting = [asyncio.create_task(_begin(one, shard, moments)) for shard in range(3)]
    await processes.until(lambda: len(moments) == 1)
    one.relay.open()
    await asyncio.gather(*waiting, *(_begin(two, shard, moments) for shard in range(3, 5)))
    with_database = moments[1:]  # of the session before, the other process could not know
    assert all(later - earlier > 0.9 for earlier, later in pairwise(with_database)), moments


async def test_a_moment_reserved_by_a_cancelled_request_goes_to_another(processes: ClusterProcesses) -> None:
    # If cancelled requests kept their moments, the last one would wait for 80 s.
    processes.timing = replace(TIMING, identify=1.0)
    one, two = await processes.join(), await processes.join()
    waiting = [asyncio.create_task(one.cluster.wait_to_identify(shard, 1)) for shard in range(80)]
    await waiting[0]
    for task in waiting[1:]:
        task.cancel()
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await two.cluster.wait_to_identify(99, 1)


async def test_one_process_at_a_time_syncs_the_commands(processes: ClusterProcesses) -> None:
    inside = list[int]()
    entered, may_leave = asyncio.Event(), asyncio.Event()
    one, two = (each.store.database for each in (await processes.join(), await processes.join()))

    async def first() -> None:
        async with one.exclusive("commands"):
            inside.append(0)
            entered.set()
            await may_leave.wait()
            inside.append(0)

    async def second() -> None:
        await entered.wait()
        async with two.exclusive("other"):
            inside.append(2)
        may_leave.set()
        async with two.exclusive("commands"):
            inside.append(1)

    await asyncio.gather(first(), second())
    assert inside == [0, 2, 0, 1]


async def test_a_process_stopped_while_it_waits_to_sync_ends_at_once(processes: ClusterProcesses) -> None:
    one, two = (each.store.database for each in (await processes.join(), await processes.join()))

    async def wait() -> None:
        async with two.exclusive("commands"):
            raise AssertionError("two at a time")

    async with one.exclusive("commands"):
        second = asyncio.create_task(wait())
        await asyncio.to_thread(until_somebody_waits, processes.address)
        second.cancel()
        await asyncio.wait((second,), timeout=TIMEOUT_SECONDS)
        assert second.cancelled()


async def _moments(number: int, turn: Callable[[int], Awaitable[None]]) -> list[float]:
    loop, moments = asyncio.get_running_loop(), list[float]()

    async def one(which: int) -> None:
        await turn(which)
        moments.append(loop.time())

    await asyncio.gather(*(one(which) for which in range(number)))
    return moments


async def _begin(process: ClusterProcess, shard: int, moments: list[float]) -> None:
    """Adds the moment at which a process may begin the session of a shard; all are in one bucket."""
    await process.cluster.wait_to_identify(shard, 1)
    moments.append(asyncio.get_running_loop().time())


ANA, BEN = 1, 2


async def cache_both(process: ClusterProcess) -> None:
    """Caches the preferences of both members, who have changed nothing yet."""
    assert (await process.preferences.get(ANA)).ping
    assert (await process.preferences.get(BEN)).ping


async def until_not_pinged(process: ClusterProcess, user_id: int) -> None:
    """Waits until a process knows that a member wants no pings."""
    async with asyncio.timeout(30):
        process.has_forgotten.clear()
        while (await process.preferences.get(user_id)).ping:
            await process.has_forgotten.wait()
            process.has_forgotten.clear()


async def test_a_change_is_known_to_all_processes_at_once(processes: ClusterProcesses) -> None:
    one, two = await processes.pair()
    await cache_both(one)
    await cache_both(two)
    await one.preferences.change(ANA, ping=False)
    assert not (await one.preferences.get(ANA)).ping
    await until_not_pinged(two, ANA)
    assert (await two.preferences.get(BEN)).ping


async def test_a_change_while_notifications_were_lost_is_known_later(processes: ClusterProcesses) -> None:
    one, two = await processes.pair()
    await cache_both(two)
    two.relay.cut()
    await one.preferences.change(ANA, ping=False)
    await one.preferences.change(BEN, ping=False)
    with suppress(SaveFailed):  # the interruption may have been noticed already, so that nothing is cached
        assert (await two.preferences.get(ANA)).ping, "it is cached, and nothing could tell of the change"
    two.relay.open()
    await until_not_pinged(two, ANA)
    await until_not_pinged(two, BEN)
