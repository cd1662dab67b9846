"""What processes over one database share: forwarded interactions, Discord's limits, and locks."""

import asyncio
import base64
import zlib
from collections.abc import Awaitable, Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from bot.cluster import exclusive
from bot.store.repositories.leases import Leases
from tests.harness.cluster_processes import TIMING, ClusterProcesses
from tests.harness.postgresql_server import until_somebody_waits

pytestmark = pytest.mark.xdist_group("cluster")

CHANCE = Random(1)


def press(message: dict[str, Any]) -> dict[str, Any]:
    return {"id": "1", "token": "t" * 200, "data": {"custom_id": "c:1:2:3"}, "message": message}


def noise(length: int) -> str:
    return "".join(chr(CHANCE.randrange(0x4E00, 0x9FFF)) for _ in range(length))


async def test_an_interaction_reaches_the_owner_of_its_shard_once(processes: ClusterProcesses) -> None:
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
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
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
    two.relay.hang_up()
    async with asyncio.timeout(30):
        while not two.handed_on:  # an interaction sent while it is disconnected is lost: the member clicks again
            await one.cluster.forward(1, {"id": "1"})
            await asyncio.sleep(0.1)  # its reply would reach the other process


async def test_an_unreadable_notification_does_not_stop_the_next_one(processes: ClusterProcesses) -> None:
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
    leases = await asyncio.to_thread(Leases.open, processes.address)
    for text in ("{}", "e30=", base64.b64encode(zlib.compress(b"[")).decode()):
        assert await leases.forward("another", 1, text)
    await leases.close()
    assert await one.cluster.forward(1, {"id": "1"})
    await processes.until(lambda: two.handed_on == [{"id": "1"}])


async def test_all_processes_together_send_fifty_requests_a_second(processes: ClusterProcesses) -> None:
    both = [await processes.join(), await processes.join()]
    sent = await _moments(20, lambda number: both[number % 2].cluster.wait_to_request())
    assert sent[19] - sent[0] < 0.5, "a burst that the limit allows does not wait"
    sent += await _moments(60, lambda number: both[number % 2].cluster.wait_to_request())
    assert min(later - earlier for earlier, later in zip(sent, sent[50:], strict=False)) > 1.0


async def test_two_processes_share_fifty_requests_a_second_from_the_start(
    processes: ClusterProcesses,
) -> None:
    one = await processes.run(1)
    await processes.until(lambda: one.owned == {0})
    sent = await _moments(50, lambda number: one.cluster.wait_to_request())
    await processes.join()
    while one.cluster.is_alone:  # noqa: ASYNC110 - no event reports it
        await asyncio.sleep(0.01)  # as above
    sent += await _moments(20, lambda number: one.cluster.wait_to_request())
    assert min(later - earlier for earlier, later in zip(sent, sent[50:], strict=False)) > 1.0


async def test_requests_are_still_sent_while_the_database_is_unreachable(processes: ClusterProcesses) -> None:
    one = await processes.join()
    one.relay.flowing.clear()
    async with asyncio.timeout(30):
        await one.cluster.wait_to_request()
    one.relay.flowing.set()


async def test_sessions_start_one_after_another_in_each_bucket(processes: ClusterProcesses) -> None:
    both = [await processes.join(), await processes.join()]
    began: dict[int, list[float]] = {0: [], 1: []}
    loop = asyncio.get_running_loop()

    async def begin(shard: int) -> None:
        await both[shard // 2].cluster.wait_to_identify(shard, 2)
        began[shard % 2].append(loop.time())

    await asyncio.gather(*(begin(shard) for shard in range(4)))
    for moments in began.values():
        assert all(later - earlier > TIMING.identify * 0.95 for earlier, later in pairwise(moments))
    assert max(began[0][0], began[1][0]) < min(began[0][1], began[1][1]), "another bucket does not wait"


async def test_a_moment_reserved_by_a_cancelled_request_goes_to_another(processes: ClusterProcesses) -> None:
    one, two = await processes.join(), await processes.join()
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    waiting = [asyncio.create_task(one.cluster.wait_to_identify(shard, 1)) for shard in range(40)]
    await waiting[0]
    for task in waiting[1:]:
        task.cancel()
    await two.cluster.wait_to_identify(99, 1)
    assert loop.time() - began < 20 * TIMING.identify, "it does not wait for the turns of the others"


async def test_one_process_at_a_time_syncs_the_commands(processes: ClusterProcesses) -> None:
    both = [await processes.join(), await processes.join()]
    inside = list[int]()
    entered, may_leave = asyncio.Event(), asyncio.Event()

    async def first() -> None:
        async with both[0].cluster.exclusive("commands"):
            inside.append(0)
            entered.set()
            await may_leave.wait()
            inside.append(0)

    async def second() -> None:
        await entered.wait()
        async with both[1].cluster.exclusive("other"):
            inside.append(2)
        may_leave.set()
        async with both[1].cluster.exclusive("commands"):
            inside.append(1)

    await asyncio.gather(first(), second())
    assert inside == [0, 2, 0, 1]


async def test_a_process_stopped_while_it_waits_to_sync_ends_at_once(processes: ClusterProcesses) -> None:
    async def wait() -> None:
        async with exclusive(processes.address, "commands"):
            raise AssertionError("two at a time")

    async with exclusive(processes.address, "commands"):
        second = asyncio.create_task(wait())
        await asyncio.to_thread(until_somebody_waits, processes.address)
        second.cancel()
        await asyncio.wait((second,), timeout=5)
        assert second.cancelled()


async def _moments(number: int, turn: Callable[[int], Awaitable[None]]) -> list[float]:
    loop, moments = asyncio.get_running_loop(), list[float]()

    async def one(which: int) -> None:
        await turn(which)
        moments.append(loop.time())

    await asyncio.gather(*(one(which) for which in range(number)))
    return moments
