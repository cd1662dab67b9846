"""Settings of servers and members, pools, and the audit log, on both engines."""

import asyncio

import pytest

from bot.refusals import Refusal
from bot.store import Store
from bot.store.address import Address
from bot.store.repositories.audit import Entry
from bot.store.repositories.guilds import MAX_POOLS


async def test_settings_of_servers_and_members_are_remembered(store: Store) -> None:
    assert (await store.guilds.settings(1)).pace is None
    await store.guilds.change(1, pace="slow")
    assert (await store.guilds.change(1, pool="Calm")).pace == "slow"
    assert (await store.guilds.settings(1)).pool == "Calm"
    assert (await store.guilds.settings(2)).pace is None
    assert (await store.players.get(5)).ping
    await store.players.change(5, dm=True)
    await store.players.change(5, ping=False)
    player = await store.players.get(5)
    assert (player.dm, player.dms_closed, player.ping) == (True, False, False)
    await store.meta.put("a", "1")
    await store.meta.put("a", "2")
    assert (await store.meta.get("a"), await store.meta.get("b")) == ("2", None)


async def test_two_processes_that_change_settings_at_once_keep_both(store: Store, address: Address) -> None:
    async with await Store.open(address) as other:
        for guild_id in range(20):
            await asyncio.gather(
                store.guilds.change(guild_id, pace="slow"), other.guilds.change(guild_id, channels=(7,))
            )
            settings = await store.guilds.settings(guild_id)
            assert (settings.pace, settings.channels, settings.talk) == ("slow", (7,), True)


async def test_a_server_is_welcomed_once_until_the_bot_leaves_it(store: Store) -> None:
    await store.guilds.change(1, pace="slow")
    assert [await store.guilds.mark_welcomed(guild_id) for guild_id in (1, 1, 2)] == [True, False, True]
    await store.removed_guilds.note(1, removed_at=5.0)
    assert [await store.guilds.mark_welcomed(guild_id) for guild_id in (1, 2)] == [True, False]
    assert (await store.guilds.settings(1)).pace == "slow"
    assert (await store.guilds.settings(2)).pictures


async def test_names_of_pools_ignore_case(store: Store) -> None:
    await store.guilds.change(1, pool="ÄRGER")
    await store.guilds.save_pool(1, "Ärger", ("banker", "director"))
    await store.guilds.save_pool(1, "ärger", ("spy", "director"))
    await store.guilds.save_pool(1, "Bold", ("spy", "writer"))
    await store.guilds.save_pool(1, "able", ("spy", "farmer"))
    await store.guilds.save_pool(2, "ärger", ("judge",))
    assert await store.guilds.pools(1) == {
        "able": ("spy", "farmer"),
        "Bold": ("spy", "writer"),
        "ärger": ("spy", "director"),
    }
    assert list(await store.guilds.pools(1)) == ["able", "Bold", "ärger"]
    assert await store.guilds.delete_pool(1, "ärGER")
    assert not await store.guilds.delete_pool(1, "ärger")
    assert (await store.guilds.settings(1)).pool is None
    assert list(await store.guilds.pools(2)) == ["ärger"]


async def test_a_server_has_a_limited_number_of_pools(store: Store) -> None:
    await asyncio.gather(*(store.guilds.save_pool(1, f"pool {n}", ("spy",)) for n in range(MAX_POOLS)))
    with pytest.raises(Refusal) as refusal:
        await store.guilds.save_pool(1, "one more", ("spy",))
    assert refusal.value.facts == {"most": MAX_POOLS}
    await store.guilds.save_pool(1, "Pool 0", ("judge",))
    await store.guilds.save_pool(2, "one more", ("spy",))
    pools = await store.guilds.pools(1)
    assert len(pools) == MAX_POOLS
    assert pools["Pool 0"] == ("judge",)


async def test_the_audit_shows_the_newest_entries_of_a_server_first(store: Store) -> None:
    entries = [Entry(100.25 + n, 7 + n, "pace", f"{n}") for n in range(4)]
    for entry in entries:
        await store.audit.add(1, entry)
    await store.audit.add(2, Entry(200.0, 9, "end", "game 3"))
    assert await store.audit.latest(1, 3) == [entries[3], entries[2], entries[1]]
    assert await store.audit.latest(2, 3) == [Entry(200.0, 9, "end", "game 3")]
    assert await store.audit.latest(3, 3) == []
