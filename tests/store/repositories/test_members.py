"""Settings, pools and the audit log; bans, avoided members and the call list; on both engines."""

import asyncio
from dataclasses import replace

import pytest

from bot.refusals import Refusal
from bot.store import Store
from bot.store.address import Address
from bot.store.engines.database import Connection
from bot.store.repositories.audit import Entry, Filter
from bot.store.repositories.call_list import MAX_CALLED, Listed
from bot.store.repositories.guilds import MAX_POOLS
from bot.store.repositories.server_rules import Ban
from bot.store.rows import Seat, Status
from tests.store.rows import lobby

ANA = 2**62 + 1
NOW = 1_700_000_000.0
HOUR = 3600.0


def a_ban(user_id: int, *, until: float | None = None) -> Ban:
    """A ban that Ana makes now."""
    return Ban(user_id, "Ben", NOW, until, "late", ANA)


async def list_members(store: Store, guild_id: int, *users: int) -> None:
    """Puts members on the call list of a server."""
    for user in users:
        await store.call_list.add(guild_id, user)


async def test_bans_are_replaced_lifted_and_end(store: Store) -> None:
    await store.bans.add(1, a_ban(5))
    await store.bans.add(1, a_ban(5, until=NOW + 10))
    await store.bans.add(2, a_ban(6))
    newer = replace(a_ban(7, until=NOW + 10), at=NOW + 1)
    await store.bans.add(1, newer)
    assert await store.bans.of_server(1, NOW) == [newer, a_ban(5, until=NOW + 10)]
    assert await store.bans.among(1, [5, 6], NOW) == {5}
    assert await store.bans.among(1, [5, 6], NOW + 10) == set()
    assert not await store.bans.lift(1, 5, NOW + 10)
    assert await store.bans.lift(2, 6, NOW)
    assert await store.bans.of_server(2, NOW) == []


async def test_a_banned_member_is_seated_in_no_transaction(store: Store) -> None:
    game_id = await store.games.add(lobby())
    await store.bans.add(1, a_ban(5))
    await store.bans.add(1, a_ban(6, until=NOW + HOUR))
    row = replace(lobby(), id=game_id, changed_at=NOW)
    for user, code in ((5, "banned"), (6, "banned-until")):
        with pytest.raises(Refusal) as refused:
            await store.games.save(replace(row, seats=(*row.seats, Seat(user, "Ben"))))
        assert refused.value.code == code
    stored = await store.games.get(game_id)
    assert stored is not None
    assert stored.seats == row.seats
    await store.games.save(replace(row, seats=(*row.seats, Seat(8, "Dov"))))
    await store.bans.add(1, a_ban(8))
    await store.games.save(replace(row, seats=(*row.seats, Seat(8, "Dov"), Seat(9, "Eve"))))  # Eve is not banned
    await store.games.save(replace(row, seats=(*row.seats, Seat(5, "Ben", ready=False))))
    with pytest.raises(Refusal):
        await store.games.save(replace(row, seats=(*row.seats, Seat(5, "Ben"))))
    with pytest.raises(Refusal):
        await store.games.add(lobby(3, seats=(Seat(5, "Ben"),)))


async def test_tables_opened_at_once_do_not_exceed_the_limit(store: Store) -> None:
    await store.guilds.change(1, most_tables=3)
    opened = await asyncio.gather(
        *(store.games.add(lobby(channel)) for channel in range(10)), return_exceptions=True
    )
    refused = [each for each in opened if isinstance(each, Refusal)]
    assert len(refused) == 7
    assert {(each.code, each.facts["most"]) for each in refused} == {("tables-of-server", 3)}
    await store.games.add(lobby(20, guild_id=2))
    await store.games.add(lobby(21, practice=True))


async def test_a_table_is_opened_only_in_allowed_channels_and_their_threads(store: Store) -> None:
    await store.guilds.change(1, channels=(2, 3))
    assert (await store.guilds.settings(1)).channels == (2, 3)
    await store.games.add(lobby(2))
    await store.games.add(lobby(9), parent_id=3)
    for parent_id in (None, 8):
        with pytest.raises(Refusal) as refused:
            await store.games.add(lobby(7), parent_id=parent_id)
        assert refused.value.facts == {"channels": (2, 3)}


async def test_a_list_of_avoided_members_is_replaced_as_a_whole(store: Store) -> None:
    await store.avoided.replace(1, ANA, {7, 5})
    await store.avoided.replace(1, 5, {ANA})
    await store.avoided.replace(2, ANA, {9})
    assert await store.avoided.of(1, ANA) == [5, 7]
    await store.avoided.replace(1, ANA, ())
    assert await store.avoided.of(1, ANA) == []
    assert await store.avoided.of(2, ANA) == [9]


async def test_changes_of_one_entry_at_once_are_all_stored_and_put_nobody_back(store: Store) -> None:
    await list_members(store, 1, 5, 6)
    call_list = store.call_list
    await asyncio.gather(
        call_list.change(1, 5, lambda listed: replace(listed, utc_offset=330)),
        call_list.change(1, 5, lambda listed: replace(listed, quiet_from=22, quiet_to=8)),
        call_list.remove(1, 6),
        call_list.change(1, 6, lambda listed: replace(listed, utc_offset=330)),
    )
    await call_list.add(1, 5)
    assert await call_list.get(1, 5) == Listed(5, 330, 22, 8), "to press Call me again changes nothing"
    assert await call_list.get(1, 6) is None


async def test_of_calls_made_at_once_only_one_is_stored(store: Store) -> None:
    await list_members(store, 1, 5, 6)
    lobbies = [await store.games.add(lobby(channel)) for channel in range(4)]
    made = await asyncio.gather(
        *(store.call_list.claim(1, game_id, ANA, NOW, ()) for game_id in lobbies * 2), return_exceptions=True
    )
    assert [each for each in made if not isinstance(each, Refusal)] == [[5, 6]]
    assert {each.code for each in made if isinstance(each, Refusal)} == {"called-lately"}


async def test_a_member_of_several_servers_is_called_by_one_of_them(store: Store) -> None:
    lobbies = [await store.games.add(lobby(guild, guild_id=guild)) for guild in range(1, 6)]
    for guild in range(1, 6):
        await list_members(store, guild, 5, 6, 7)
    made = await asyncio.gather(
        *(store.call_list.claim(guild, game, ANA, NOW, ()) for guild, game in enumerate(lobbies, 1)),
        return_exceptions=True,
    )
    called = [user for each in made if isinstance(each, list) for user in each]
    assert sorted(called) == [5, 6, 7]


async def test_a_call_that_reaches_nobody_is_not_stored(store: Store) -> None:
    game_id = await store.games.add(lobby())
    await list_members(store, 1, 5)
    with pytest.raises(Refusal, match="nobody-to-call"):
        await store.call_list.claim(1, game_id, ANA, NOW, {5})
    assert await store.call_list.claim(1, game_id, ANA, NOW, ()) == [5]


async def test_one_call_mentions_those_who_were_called_longest_ago(store: Store) -> None:
    game_id = await store.games.add(lobby())
    users = range(1000, 1000 + MAX_CALLED + 20)
    await list_members(store, 1, *users)
    first = await store.call_list.claim(1, game_id, ANA, NOW, ())
    assert len(first) == MAX_CALLED
    second = await store.call_list.claim(1, game_id, ANA, NOW + HOUR, ())
    assert sorted(first + second) == list(users)
    await list_members(store, 1, 9999)
    third = await store.call_list.claim(1, game_id, ANA, NOW + 12 * HOUR, ())
    assert third == [*first[:-1], 9999], "who was never called comes before all others"


async def test_a_table_that_is_no_lobby_of_the_caller_calls_nobody(store: Store) -> None:
    await list_members(store, 1, 5)
    lobby_id, closed = await store.games.add(lobby(2)), await store.games.add(lobby(3, status=Status.CLOSED))
    for game_id, host, code in (
        (lobby_id, 5, "moment-passed"),
        (closed, ANA, "lobby-closed"),
        (99, ANA, "lobby-closed"),
    ):
        with pytest.raises(Refusal, match=code):
            await store.call_list.claim(1, game_id, host, NOW, ())


@pytest.mark.parametrize(
    ("offset", "quiet", "hour", "is_quiet"),
    [
        (0, (22, 8), 23, True),
        (0, (22, 8), 7, True),
        (0, (22, 8), 8, False),
        (60, (22, 8), 21, True),
        (-300, (9, 17), 13, False),
        (-300, (9, 17), 14, True),
        (330, (0, 1), 18, False),
        (330, (0, 1), 19, True),
        (0, (None, None), 3, False),
    ],
)
def test_quiet_hours_are_read_on_the_members_clock(
    offset: int, quiet: tuple[int | None, int | None], hour: int, is_quiet: bool
) -> None:
    midnight = NOW - NOW % 86400
    assert Listed(5, offset, *quiet).is_quiet(midnight + hour * HOUR) is is_quiet


async def test_settings_of_servers_and_members_are_remembered(store: Store) -> None:
    assert (await store.guilds.settings(1)).pace is None
    await store.guilds.change(1, pace="slow")
    await store.guilds.change(1, pool="Calm")
    assert (await store.guilds.settings(1)).pace == "slow"
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


async def test_others_write_while_the_ratings_of_a_large_server_are_deleted(store: Store) -> None:
    def rate(connection: Connection) -> None:
        for member in range(1, 201):
            connection.driver.execute(f"INSERT INTO standings VALUES ({member}, 1, '', '', 25, 8, 1, 1, 0, 1)")

    await store.database.write(rate)
    await store.removed_guilds.note(1, removed_at=5.0)
    deleting, written = asyncio.create_task(store.removed_guilds.delete(1)), 0
    while not deleting.done():
        await store.players.change(7, ping=False)
        written += 1
    assert written > 3
    left = "SELECT count(*) AS number FROM standings"
    assert (await store.database.read(lambda each: each.driver.execute(left).fetchone()))["number"] == 0


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


async def test_the_audit_is_filtered_by_kind_and_moderator(store: Store) -> None:
    pace, end = Entry(100.0, 7, "pace", "30"), Entry(200.0, 8, "ended", "game 3")
    for entry in (pace, end):
        await store.audit.add(1, entry)
    for wanted, found in (
        (Filter("settings"), [pace]),
        (Filter("games"), [end]),
        (Filter("games", 7), []),
        (Filter(user_id=8), [end]),
    ):
        assert await store.audit.latest(1, 5, wanted) == found
        assert await store.audit.count(1, wanted) == len(found)
