"""Members' preferences: the cache is right, not old, and small; consent to direct messages is never cached."""

import asyncio

import pytest

from bot.store.engines.database import Conflict, Connection
from bot.store.repositories.players import Player
from bot.tables.preferences import CACHED_SECONDS, MemberPreferences
from tests.harness.tables import Harness, ManualClock

ANA, BEN = 1, 2


@pytest.fixture
def other(harness: Harness) -> MemberPreferences:
    """The preferences as seen by another process, whose notifications do not arrive here."""
    return MemberPreferences(harness.store.players, harness.clock)


async def test_a_preference_is_briefly_old(harness: Harness, clock: ManualClock, other: MemberPreferences) -> None:
    preferences = harness.tables.preferences
    assert (await preferences.get(ANA)).ping
    await other.change(ANA, ping=False)
    clock.advance(CACHED_SECONDS - 0.1)
    assert (await preferences.get(ANA)).ping
    clock.advance(0.1)
    assert not (await preferences.get(ANA)).ping


async def test_consent_to_direct_messages_is_read_each_time(harness: Harness, other: MemberPreferences) -> None:
    preferences = harness.tables.preferences
    assert not (await preferences.player(ANA)).dm
    await other.change(ANA, dm=True)
    assert (await preferences.player(ANA)).dm
    await other.change(ANA, dm=False)
    assert not (await preferences.player(ANA)).dm


async def test_preferences_that_were_read_with_the_consent_are_not_read_again(
    harness: Harness, other: MemberPreferences
) -> None:
    preferences = harness.tables.preferences
    assert (await preferences.get(ANA)).ping
    await other.change(ANA, ping=False)
    assert not (await preferences.player(ANA)).ping
    await other.change(ANA, ping=True)
    assert not (await preferences.get(ANA)).ping, "it was cached"


async def test_a_change_that_fails_is_not_shown(harness: Harness) -> None:
    preferences = harness.tables.preferences

    def refuse(connection: Connection) -> None:
        connection.driver.execute(
            "CREATE TRIGGER refuse BEFORE INSERT ON players BEGIN SELECT RAISE(ABORT, 'refused'); END"
        )

    assert (await preferences.get(ANA)).ping
    await harness.store.database.write(refuse)
    with pytest.raises(Conflict):
        await preferences.change(ANA, ping=False)
    assert (await preferences.get(ANA)).ping


async def test_a_read_during_a_change_is_not_kept(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    has_read, released, read = asyncio.Event(), asyncio.Event(), harness.store.players.get

    async def get(user_id: int) -> Player:
        found = await read(user_id)
        has_read.set()
        await released.wait()
        return found

    monkeypatch.setattr(harness.store.players, "get", get)
    preferences = harness.tables.preferences
    early = asyncio.create_task(preferences.get(ANA))
    await has_read.wait()
    await preferences.change(ANA, ping=False)
    released.set()
    assert (await early).ping, "it began before the change"
    assert not (await preferences.get(ANA)).ping


async def test_the_preferences_of_many_members_replace_the_oldest(
    harness: Harness, other: MemberPreferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    preferences = harness.tables.preferences
    monkeypatch.setattr(preferences._cached, "most", 3)
    for user_id in (ANA, BEN, 3, 4):
        await preferences.get(user_id)
        await other.change(user_id, ping=False)
    assert not (await preferences.get(ANA)).ping, "it was dropped, and read again"
    assert (await preferences.get(4)).ping, "it is still cached"
