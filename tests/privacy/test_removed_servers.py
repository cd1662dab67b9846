"""A server's data: deleted 30 days after the bot was removed, not after an outage, and not if the bot returns."""

import asyncio

import pytest

from bot.privacy.removed_servers import KEPT_SECONDS, RemovedServers
from bot.store.repositories.audit import Entry
from tests.harness.damaged_file import damage_decisions
from tests.harness.tables import CHANNEL, GUILD, Harness
from tests.privacy.conftest import SQLITE_ONLY
from tests.privacy.stored import ANA, BEN, dump

OTHER_GUILD = GUILD + 1


async def fill(harness: Harness) -> None:
    """Fills the database with games, a rematch, settings and pools of two servers."""
    for guild_id in (GUILD, OTHER_GUILD):
        table = await harness.tables.open(guild_id, CHANNEL + guild_id, ANA, ai_seats=1)
        await harness.tables.start(table, ANA.user_id, guild_id)
        await harness.play_out(table)
        again = await harness.tables.rematch(table, ANA)
        await harness.tables.end(again)
        await harness.store.guilds.change(guild_id, pace="slow")
        await harness.store.audit.add(guild_id, Entry(1.0, BEN.user_id, "pace", "slow"))


async def servers_stored(harness: Harness) -> set[int]:
    """The servers that any row names."""
    rows = await dump(harness.store)
    return {row["guild_id"] for found in rows.values() for row in found if "guild_id" in row}


async def test_everything_about_the_server_goes_after_30_days_and_nothing_else(harness: Harness) -> None:
    await fill(harness)
    removed = RemovedServers(harness.tables)
    before = await dump(harness.store)
    await removed.note(GUILD)
    harness.clock.advance(KEPT_SECONDS - 1)
    await removed.sweep()
    assert await servers_stored(harness) == {GUILD, OTHER_GUILD}
    harness.clock.advance(2)
    await removed.sweep()
    assert await servers_stored(harness) == {OTHER_GUILD}
    after = await dump(harness.store)
    games = {row["id"] for row in after["games"]}
    for table in ("seats", "decisions", "results", "direct_messages"):
        assert {row["game_id"] for row in after[table]} <= games
        assert len(after[table]) == len([row for row in before[table] if row["game_id"] in games])
    assert after["players"] == before["players"]


async def test_a_server_to_which_the_bot_returns_keeps_everything(harness: Harness) -> None:
    await fill(harness)
    removed = RemovedServers(harness.tables)
    await removed.note(GUILD)
    harness.clock.advance(KEPT_SECONDS - 1)
    await removed.forget(GUILD)
    harness.clock.advance(KEPT_SECONDS)
    await removed.sweep()
    assert await servers_stored(harness) == {GUILD, OTHER_GUILD}


async def test_a_server_that_returns_when_its_deletion_is_due_keeps_everything(harness: Harness) -> None:
    await fill(harness)
    await harness.store.removed_guilds.note(GUILD, harness.clock.now())
    await harness.store.removed_guilds.forget(GUILD)
    before = await dump(harness.store)
    assert not await harness.store.removed_guilds.delete(GUILD)
    assert await dump(harness.store) == before


@SQLITE_ONLY
async def test_a_server_that_cannot_be_deleted_does_not_hold_up_others(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    for guild_id in (GUILD, OTHER_GUILD):
        await harness.store.removed_guilds.note(guild_id, harness.clock.now() - KEPT_SECONDS)
    await harness.store.close()
    damage_decisions(harness.path, table.id)
    await RemovedServers(await harness.open(restore=False)).sweep()
    assert [*await harness.store.removed_guilds.all()] == [GUILD]


@pytest.mark.parametrize("is_named", [True, False])
async def test_a_removal_while_the_bot_was_not_connected_is_noticed(harness: Harness, is_named: bool) -> None:
    await fill(harness)
    removed = RemovedServers(harness.tables)
    named = {OTHER_GUILD, *([GUILD] if is_named else [])}
    await removed.compare(0, named, named.__contains__)
    assert await harness.store.removed_guilds.all() == ({} if is_named else {GUILD: harness.clock.now()})
    named.add(GUILD)
    await removed.compare(0, named, named.__contains__)
    assert await harness.store.removed_guilds.all() == {}


async def test_a_server_that_comes_or_goes_during_the_comparison_is_not_mistaken(harness: Harness) -> None:
    await fill(harness)
    removed = RemovedServers(harness.tables)
    await removed.note(OTHER_GUILD)
    named, present = {OTHER_GUILD}, {OTHER_GUILD}
    comparing = asyncio.create_task(removed.compare(0, named, present.__contains__))
    await asyncio.sleep(0)  # the comparison begins
    present.symmetric_difference_update((GUILD, OTHER_GUILD))
    await removed.forget(GUILD)
    await removed.note(OTHER_GUILD)
    await comparing
    assert await harness.store.removed_guilds.all() == {OTHER_GUILD: harness.clock.now()}


async def test_a_server_of_which_only_the_log_is_left_is_noticed_too(harness: Harness) -> None:
    await harness.store.audit.add(GUILD, Entry(1.0, BEN.user_id, "pace", "slow"))
    await harness.store.guilds.save_pool(OTHER_GUILD, "ours", ("duke",))
    await RemovedServers(harness.tables).compare(0, (), lambda _: False)
    assert await harness.store.removed_guilds.all() == dict.fromkeys((GUILD, OTHER_GUILD), harness.clock.now())
