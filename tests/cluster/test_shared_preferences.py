"""Several processes cache members' preferences; notifications keep the caches right, because no time passes."""

import asyncio
from contextlib import suppress

from bot.store import SaveFailed
from tests.harness.processes.cluster_processes import ClusterProcess, ClusterProcesses

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
