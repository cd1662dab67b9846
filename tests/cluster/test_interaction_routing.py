"""Interactions that several processes receive: one process handles each, or the member is told that none can."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from discord.utils import time_snowflake

from bot.gateway import interaction_routing
from bot.gateway.interaction_routing import InteractionRouter
from bot.ops.metrics import Metrics
from bot.refusals import NotOwnedHere, Refusal
from tests.harness.processes.cluster_processes import ClusterProcess, ClusterProcesses
from tests.harness.waiting import TIMEOUT_SECONDS

STARTED = datetime.now(UTC)
GUILD = 1 << 22
"""A server on shard 1."""


@pytest.fixture(autouse=True)
def _busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Extends the time limits of messages between processes, because the machine may be busy."""
    monkeypatch.setattr(interaction_routing, "RESPONSE_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr(interaction_routing, "FORWARD_SECONDS", TIMEOUT_SECONDS)
    monkeypatch.setattr(interaction_routing, "SHARED_SECONDS", TIMEOUT_SECONDS)


class Door(InteractionRouter):
    """The routing of one process, with the ids of the interactions that it handled and refused."""

    def __init__(self, process: ClusterProcess) -> None:
        self.handled = list[int]()
        self.refused = list[int]()
        self.changed = asyncio.Event()
        self.on_handling: Callable[[int], None] = lambda interaction_id: None
        nobody: Any = None  # it passes nothing to cogs
        super().__init__(nobody, nobody, process.cluster, Metrics())
        process.on_gained, process.on_handed = self.settle, self.receive

    def deliver(self, interaction_id: int) -> None:
        """Delivers an interaction on the server to it, as Discord would."""
        self.receive({"id": str(interaction_id), "guild_id": str(GUILD)})

    async def until(self, condition: Callable[[], bool]) -> None:
        """Waits until an interaction was handled or refused and the condition is true."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not condition():
                self.changed.clear()
                await self.changed.wait()

    def handle(self, payload: dict[str, Any]) -> None:
        self.handled.append(int(payload["id"]))
        self.changed.set()
        self.on_handling(int(payload["id"]))

    def refuse(self, payload: dict[str, Any], refusal: Refusal) -> None:
        assert isinstance(refusal, NotOwnedHere)
        self.refused.append(int(payload["id"]))
        self.changed.set()


async def test_an_interaction_received_several_times_is_handled_by_the_owner(processes: ClusterProcesses) -> None:
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    here, there = Door(one), Door(two)
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
    for door in (here, there, here, there):
        door.deliver(5)
    here.deliver(6)
    await there.until(lambda: {5, 6} <= set(there.handled))
    await asyncio.gather(here.finish(), there.finish())
    assert (here.handled, sorted(there.handled)) == ([], [5, 6])
    assert not here.refused


async def test_after_a_shard_moved_only_unhandled_interactions_are_handled(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(interaction_routing, "SETTLE_SECONDS", 1.5)
    one = await processes.run(2, (1, 2))
    here, left = Door(one), list[asyncio.Task[None]]()
    await processes.until(lambda: one.owned == {0, 1})
    two = await processes.join((2, 2))
    there = Door(two)

    def gained(shard: int) -> None:
        there.settle(shard)
        for interaction_id in (7, 8, 9):
            there.deliver(interaction_id)

    async def leave_undone() -> None:
        """Leaves an interaction undone: shares what was handled, and forwards the interaction to the new owner."""
        await processes.until(lambda: ("lost", 1) in one.done)
        await here.share_handled(1)
        assert here.forward_current(8, GUILD)

    def handling(interaction_id: int) -> None:
        if interaction_id == 8:
            left.append(asyncio.create_task(leave_undone()))

    two.on_gained, here.on_handling = gained, handling
    here.deliver(7)
    here.deliver(8)
    await here.until(lambda: sorted(here.handled) == [7, 8])
    await two.begin(2)
    await there.until(lambda: {8, 9} <= set(there.handled))
    await asyncio.gather(*left, here.finish(), there.finish())
    assert sorted(here.handled) == [7, 8]
    assert sorted(there.handled) == [8, 9]


async def test_a_single_process_does_not_wait_for_others(processes: ClusterProcesses) -> None:
    one = await processes.run(2)
    door = Door(one)
    await processes.until(lambda: ("gained", 1) in one.done)
    door.settle(1)
    door.deliver(5)
    assert door.handled == [5]


def id_at(seconds: float) -> int:
    """Returns the id of an interaction that Discord sends this number of seconds after the start of the tests."""
    return time_snowflake(STARTED + timedelta(seconds=seconds))


async def test_an_interaction_received_after_a_hang_is_not_handled(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    here, there = Door(one), Door(two)
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
    end = 20 + 2 * TIMEOUT_SECONDS
    for sent, received in ((10, 10), (20, 20.1), (21, end), (end, end)):
        monkeypatch.setattr(interaction_routing, "running_time", lambda at=received: at)
        for door in (here, there):
            door.deliver(id_at(sent))
    await asyncio.gather(here.finish(), there.finish())
    assert sorted(there.handled) == [id_at(10), id_at(20), id_at(end)]
    assert not here.handled
    assert not here.refused


@pytest.mark.parametrize(
    "ids",
    [
        [10**18 + count for count in range(6)],
        [id_at(0) + count for count in range(6)],
        [id_at(count / 1000) for count in range(6)],
        [id_at(seconds) for seconds in (0, 0, 300, 300, 300, 360)],
        [id_at(seconds) for seconds in (0, 20, 340, 60, 80, 100)],
    ],
    ids=["counted", "of the start, then counted", "a thousandth apart", "of a clock that jumps", "once wrong"],
)
async def test_an_interaction_whose_id_tells_no_time_is_handled(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch, ids: list[int]
) -> None:
    one = await processes.run(2)
    door = Door(one)
    await processes.until(lambda: ("gained", 1) in one.done)
    for count, interaction_id in enumerate(ids):
        monkeypatch.setattr(interaction_routing, "running_time", lambda at=count * 20.0: at)
        door.deliver(interaction_id)
    assert door.handled == list(dict.fromkeys(ids))


async def test_after_the_clock_of_discord_was_set_interactions_are_soon_handled_again(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = await processes.run(2)
    door = Door(one)
    await processes.until(lambda: ("gained", 1) in one.done)
    ids = [id_at(seconds) for seconds in (0, 20, -260, -240, -220)]
    for count, interaction_id in enumerate(ids):
        monkeypatch.setattr(interaction_routing, "running_time", lambda at=count * 20.0: at)
        door.deliver(interaction_id)
    assert door.handled == [*ids[:2], *ids[3:]]


async def test_interactions_are_forwarded_when_the_clock_was_set_ahead(
    processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = await processes.run(2, (1, 2)), await processes.run(2, (2, 2))
    here, there = Door(one), Door(two)
    await processes.until(lambda: one.owned == {0} and two.owned == {1})
    here.deliver(time_snowflake(datetime.now(UTC)))
    await there.until(lambda: len(there.handled) == 1)
    set_to = time.time() + 2 * TIMEOUT_SECONDS
    monkeypatch.setattr("time.time", lambda: set_to)
    here.deliver(there.handled[0] + 1)
    await there.until(lambda: len(there.handled) == 2)
    await asyncio.gather(here.finish(), there.finish())


async def test_an_unhandled_click_is_refused(processes: ClusterProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interaction_routing, "FORWARD_SECONDS", 0.5)
    one = await processes.join()
    door = Door(one)
    await one.cluster.agree_on_shards(2)
    door.deliver(5)
    door.deliver(5)
    await door.until(lambda: bool(door.refused))
    await door.finish()
    assert (door.handled, door.refused) == ([], [5])
