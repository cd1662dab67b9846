"""Several processes that share a PostgreSQL database: which of them owns which shard, also when one fails."""

import asyncio
import os
from dataclasses import replace

import pytest

from bot.cluster import Place, Reach
from bot.refusals import NotOwnedHere, OperatorError
from bot.store.engines.database import FenceLost, SaveFailed
from tests.harness.processes.cluster_processes import TIMING, ClusterProcess, ClusterProcesses
from tests.harness.processes.postgresql_server import Server
from tests.harness.waiting import TIMEOUT_SECONDS, eventually


def guild(shard: int) -> int:
    return shard << 22


async def test_one_process_connects_each_shard_then_acquires_its_lease(processes: ClusterProcesses) -> None:
    one = await processes.join()
    with pytest.raises(NotOwnedHere):
        one.cluster.fence(guild(0))
    assert await one.begin(3) == 3
    await processes.until(lambda: len(one.done) == 9)
    for shard in range(3):
        assert one.did(shard) == ["connecting", "connected", "gained"]
        await one.write(guild(shard))
    assert one.owned == {0, 1, 2}
    assert one.cluster.shard_of(guild(5)) == 2


async def test_two_processes_cannot_have_the_same_place(processes: ClusterProcesses) -> None:
    one, two = await processes.run(4, (1, 2)), await processes.run(4, (2, 2))
    await processes.until(lambda: one.owned == {0, 2} and two.owned == {1, 3})
    with pytest.raises(OperatorError, match=r"runs as 2/2 already.*COUP_CLUSTER"):
        await processes.join((2, 2))
    await two.cluster.close()
    with pytest.raises(OperatorError, match=r"to run as 2/3, and another one runs as 1/2.*COUP_CLUSTER"):
        await processes.join((2, 3))
    again = await processes.run(4, (2, 2))
    await processes.until(lambda: again.owned == {1, 3})


async def test_new_processes_connect_shards_before_they_acquire_them(processes: ClusterProcesses) -> None:
    one, two = await processes.run(6), await processes.run(6)
    await processes.until(lambda: len(one.owned) == len(two.owned) == 3)
    three = await processes.join()
    three.may_connect.clear()
    await three.begin(6)
    await processes.until(lambda: len(three.done) == 2)
    assert len(one.owned | two.owned) == 6, "who has a shard serves until another one can"
    three.may_connect.set()
    await processes.until(lambda: len(one.owned) == len(two.owned) == len(three.owned) == 2)
    assert one.owned | two.owned | three.owned == set(range(6))
    moved = [shard for what, shard in (*one.done, *two.done) if what == "lost"]
    await processes.until(lambda: ("disconnected", moved[0]) in one.done + two.done)
    assert sorted(shard for what, shard in three.done if what == "gained") == sorted(three.owned)


async def test_a_process_without_database_gives_up_before_another_takes_over(processes: ClusterProcesses) -> None:
    processes.timing = replace(TIMING, lease=2.0)  # short: a lease must run out before another process takes over
    one = await processes.run(2)
    await processes.until(lambda: len(one.owned) == 2)
    two = await processes.run(2)
    await processes.until(lambda: len(two.owned) == 1 and len(one.owned) == 1)
    (shard,) = one.owned
    fence = one.cluster.fence(guild(shard))
    held_by_both = list[int]()
    two.on_gained = lambda gained: held_by_both.extend(one.owned & {gained})
    one.relay.flowing.clear()
    await processes.until(lambda: ("gained", shard) in two.done)
    assert not held_by_both
    with pytest.raises(NotOwnedHere):
        one.cluster.fence(guild(shard))
    assert not one.cluster.is_in_touch
    one.relay.flowing.set()
    await processes.until(lambda: ("lost", shard) in one.done and one.cluster.is_in_touch)
    with pytest.raises(FenceLost):
        await one.store.games.change(1, intent="lobby", fence=fence)
    await two.write(guild(shard))


async def test_killed_processes_are_replaced(processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    async def killable(place: Place) -> tuple[ClusterProcess, asyncio.subprocess.Process]:
        """A process of the cluster, and a real process of this machine whose id it pretends to have."""
        other = await asyncio.create_subprocess_exec("sleep", "60")
        with monkeypatch.context() as patched:
            patched.setattr(os, "getpid", lambda: other.pid)
            return await processes.run(2, place), other

    async def kill(process: ClusterProcess, other: asyncio.subprocess.Process) -> None:
        process.relay.flowing.clear()
        other.kill()
        await other.wait()

    one, two = await killable((1, 2)), await killable((2, 2))
    await processes.until(lambda: one[0].owned == {0} and two[0].owned == {1})
    await kill(*one)
    await processes.until(lambda: two[0].owned == {0, 1})
    await kill(*two)
    three = await processes.run(2, (2, 2))
    await processes.until(lambda: three.owned == {0, 1})


async def test_an_outage_of_the_database_moves_nothing(processes: ClusterProcesses) -> None:
    both = [await processes.run(4, (1, 2)), await processes.run(4, (2, 2))]
    await processes.until(
        lambda: both[1].owned == {1, 3} and both[0].did(3)[-1:] == both[0].did(1)[-1:] == ["disconnected"]
    )
    before = [process.owned for process in both]
    for process in both:
        process.done.clear()
        process.relay.flowing.clear()
    await processes.advance(TIMING.lease)
    assert [process.owned for process in both] == [set(), set()]
    both[0].relay.flowing.set()  # one process reaches the database again before the other
    await processes.until(lambda: both[0].cluster.is_in_touch)
    await processes.renewed()
    both[1].relay.flowing.set()
    await processes.until(lambda: both[1].cluster.is_in_touch)
    await processes.renewed()
    assert [process.owned for process in both] == before
    assert both[0].done == both[1].done == []


async def test_a_restart_of_the_database_moves_nothing(server: Server, processes: ClusterProcesses) -> None:
    if not server.own:
        pytest.skip("the server of COUP_TEST_POSTGRES is not stopped and started")
    both = [await processes.run(2, (1, 2)), await processes.run(2, (2, 2))]
    await processes.until(
        lambda: [process.owned for process in both] == [{0}, {1}] and both[0].did(1)[-1:] in ([], ["disconnected"])
    )
    fences = [both[0].cluster.fence(guild(0)), both[1].cluster.fence(guild(1))]
    for process in both:
        process.done.clear()
    server.stop()
    server.start()
    await eventually(lambda: _written(both))
    assert fences == [both[0].cluster.fence(guild(0)), both[1].cluster.fence(guild(1))]
    assert not [what for process in both for what, _ in process.done if what in ("lost", "gained")]


async def _written(both: list[ClusterProcess]) -> bool:
    try:
        await both[0].write(guild(0))
        await both[1].write(guild(1))
    except (NotOwnedHere, SaveFailed):
        return False
    return True


async def test_stopping_processes_serve_on(processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cluster.cluster.LEAVE_SECONDS", 2 * TIMEOUT_SECONDS)
    one, two = await processes.pair()
    two.may_connect.clear()
    leaving = asyncio.create_task(one.cluster.leave())
    await processes.until(lambda: ("connecting", 0) in two.done)
    await one.write(guild(0))
    two.may_connect.set()
    await leaving
    await one.ended()
    assert two.owned == {0, 1}
    assert one.did(0) == ["connecting", "connected", "gained", "lost", "disconnected"]
    async with asyncio.timeout(TIMEOUT_SECONDS):  # no other process runs, so it need not wait for one
        await two.cluster.leave()
        await two.cluster.close()
    three = await processes.run(2)
    await processes.until(lambda: three.owned == {0, 1})


async def test_a_shard_that_cannot_be_connected_is_retried(processes: ClusterProcesses) -> None:
    one = await processes.join()
    begin, failures = one.begin_session, iter((OSError("no way to Discord"),))

    async def failing(shard: int) -> None:
        for failure in failures:
            raise failure
        await begin(shard)

    one.begin_session = failing
    await one.begin(1)
    await processes.until(lambda: one.owned == {0})
    assert one.done == [("disconnected", 0), ("connecting", 0), ("connected", 0), ("gained", 0)]


CUT_OFF = Reach(reaches_discord=False, failing=frozenset(range(6)))
ENOUGH_RENEWALS = 3
"""After this number of renewals, all processes have stored what has changed, and acted on it."""


async def test_a_process_without_discord_loses_its_shards_until_it_is_back(processes: ClusterProcesses) -> None:
    one, two, three = [await processes.run(6, (place, 3)) for place in (1, 2, 3)]
    await processes.until(lambda: [each.owned for each in (one, two, three)] == [{0, 3}, {1, 4}, {2, 5}])
    for process in (two, three):
        process.done.clear()
        process.may_connect.clear()
    one.cluster.report_reach(CUT_OFF)
    await processes.until(lambda: {shard for _, shard in two.done + three.done} >= {0, 3})
    assert one.owned == {0, 3}, "it keeps a shard until another process can serve that"
    for process in (two, three):
        process.may_connect.set()
    await processes.until(lambda: one.did(0)[-1] == one.did(3)[-1] == "disconnected")
    one.done.clear()
    one.cluster.report_reach(Reach(reaches_discord=False))
    await processes.renewed(ENOUGH_RENEWALS)
    assert not one.done, "it takes none before it has reached Discord for long enough"
    one.cluster.report_reach(Reach())
    await processes.until(lambda: one.owned == {0, 3})


async def test_no_shard_is_given_up_while_no_process_reaches_discord(processes: ClusterProcesses) -> None:
    both = [await processes.run(4, (1, 2)), await processes.run(4, (2, 2))]
    await processes.until(lambda: both[0].owned == {0, 2} and both[1].owned == {1, 3})
    await processes.until(lambda: all(both[0].did(shard)[-1:] in ([], ["disconnected"]) for shard in (1, 3)))
    for process in both:
        process.done.clear()
        process.cluster.report_reach(CUT_OFF)
    await processes.renewed(ENOUGH_RENEWALS)
    both[1].cluster.report_reach(Reach(reaches_discord=False))  # as if Discord had been reachable for a moment
    await processes.renewed(ENOUGH_RENEWALS)
    assert both[0].done == both[1].done == []
    both[1].cluster.report_reach(Reach())
    await processes.until(lambda: both[1].owned == {0, 1, 2, 3})


async def test_unserved_shards_come_before_moves_and_no_session_is_wasted(processes: ClusterProcesses) -> None:
    running = [await processes.run(6) for _ in range(3)]
    await processes.until(lambda: [len(each.owned) for each in running] == [2, 2, 2])
    dead, *left = running
    orphans = dead.owned
    for process in left:
        process.spaces_sessions = True
        process.may_connect.clear()
        process.done.clear()
    dead.relay.flowing.clear()
    await processes.advance(2 * TIMING.lease)
    await processes.until(lambda: any("identified" in each.did(shard) for each in left for shard in orphans))
    newcomer = await processes.join()
    newcomer.spaces_sessions = True
    await newcomer.begin(6)
    serving = [*left, newcomer]
    await processes.renewed(ENOUGH_RENEWALS)
    begun = {shard for each in serving for what, shard in each.done if what == "identified"}
    assert begun <= orphans, "no shard moves while others are not served"
    for process in left:
        process.may_connect.set()
    await processes.until(lambda: [len(each.owned) for each in serving] == [2, 2, 2])
    await processes.until(
        lambda: all(
            each.did(shard).count("identified") == each.did(shard).count("gained")
            for each in serving
            for shard in range(6)
        )
    )


async def test_the_number_of_shards_rises_when_no_process_runs(processes: ClusterProcesses) -> None:
    one = await processes.run(2)
    await processes.until(lambda: one.owned == {0, 1})
    fence = one.cluster.fence(guild(0))
    two = await processes.join()
    assert await two.begin(4) == 2, "those who run go on with their number"
    await two.cluster.close()
    await processes.cut_off(one)  # one process loses the database while the others are restarted
    await processes.advance(TIMING.lease)
    three = await processes.join()
    assert await three.begin(4) == 4
    await processes.until(lambda: three.owned == {0, 1, 2, 3})
    one.relay.flowing.set()
    with pytest.raises(OperatorError, match="use 4 shards by now, this one 2"):
        await one.ended()
    assert one.owned == set()
    with pytest.raises(FenceLost):
        await one.store.games.change(1, intent="lobby", fence=fence)
