"""What both engines must do alike: the repositories, compare-and-set, fences and the schema."""

import asyncio
from dataclasses import replace

import pytest
from sqlalchemy import text

from bot.store import SaveFailed, StaleWrite, Store
from bot.store.address import Address
from bot.store.audit import Entry
from bot.store.engines.units import Connection, Query
from bot.store.errors import ChannelTaken, FenceLost, TooManyPools
from bot.store.guilds import MOST_POOLS
from bot.store.rows import GameRow, Seat, Status
from bot.store.schema import METADATA
from tests.store.rows import OVER, lobby, playing, step


async def added(store: Store, row: GameRow) -> GameRow:
    row.id = await store.games.add(row)
    return row


async def test_a_game_comes_back_as_it_was_saved(store: Store) -> None:
    row = await added(store, playing(options={"advanced": True}, pool=["spy", "writer"], deadline=0.1 + 0.2))
    assert await store.games.get(row.id) == row
    row.seats[0] = replace(row.seats[0], name="Ána ☃", ready=False, missed=2)
    row.seats.append(Seat(7, "Cleo", away=True))
    await store.games.save(replace(row, pace="slow"))
    assert await store.games.get(row.id) == replace(row, pace="slow")
    await store.games.save(replace(row, seats=row.seats[:1]))
    kept = await store.games.get(row.id)
    assert kept is not None
    assert kept.seats == row.seats[:1]


@pytest.mark.parametrize("game_id", [999, 0, -1, 2**63, 2**80])
async def test_a_game_that_there_is_not_is_none(store: Store, game_id: int) -> None:
    assert await store.games.get(game_id) is None


async def test_what_delivery_notes_is_not_undone_by_a_change_of_the_lobby(store: Store) -> None:
    row = await added(store, lobby())
    await store.games.remember_card(row.id, 10, "lobby")
    await store.games.intend_card(row.id, "turn:1")
    await store.games.remember_reminder(row.id, 11)
    await store.games.save(replace(row, pace="slow"))
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.message_id, kept.card, kept.intent, kept.reminder_id) == (10, "lobby", "turn:1", 11)
    await store.games.remember_card(row.id, 12, "turn:1")
    await store.games.remember_reminder(row.id, None)
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.message_id, kept.intent, kept.reminder_id) == (12, None, None)


async def test_decisions_follow_each_other_and_end_with_a_result(store: Store) -> None:
    row = await added(store, playing())
    away = Seat(2**62 + 1, "Ana", away=True, missed=3)
    first = step(row.id, 0, "act income", "pass", seats={0: away})
    await store.games.take(first)
    last = step(row.id, 2, "act coup target=1", at=1_700_000_009.3, deadline=None, result=OVER)
    await store.games.take(last)
    assert await store.games.decisions(row.id) == [*first.decisions, *last.decisions]
    found = await store.games.last_over(2)
    assert found is not None
    kept, winners = found
    assert winners == (1,)
    assert (kept.status, kept.decisions, kept.over_at, kept.deadline) == (Status.OVER, 3, last.at, None)
    assert kept.seats == [away, row.seats[1]]


async def test_a_decision_that_another_process_has_overtaken_is_refused_whole(store: Store) -> None:
    row = await added(store, playing())
    await store.games.take(step(row.id, 0, "act income"))
    with pytest.raises(StaleWrite):
        await store.games.take(step(row.id, 0, "act tax", seats={0: Seat(5, "Eve")}))
    with pytest.raises(StaleWrite):
        await store.games.save(row)
    kept = await store.games.get(row.id)
    assert kept is not None
    assert (kept.decisions, kept.seats) == (1, row.seats)
    assert [decision.move for decision in await store.games.decisions(row.id)] == ["act income"]


async def test_of_decisions_that_race_one_wins(store: Store) -> None:
    row = await added(store, playing())
    outcomes = await asyncio.gather(
        *(store.games.take(step(row.id, 0, f"act {number}")) for number in range(8)), return_exceptions=True
    )
    assert sum(outcome is None for outcome in outcomes) == 1
    assert sum(isinstance(outcome, StaleWrite) for outcome in outcomes) == 7
    assert len(await store.games.decisions(row.id)) == 1


async def test_what_was_saved_without_an_answer_is_recognised_when_it_is_saved_again(store: Store) -> None:
    """As after a COMMIT that took effect and whose confirmation was lost."""
    row = await added(store, playing())
    assert await store.games.add(row) == row.id
    over = step(row.id, 0, "act income", "pass", result=OVER)
    await store.games.take(over)
    await store.games.take(over)
    assert len(await store.games.decisions(row.id)) == 2
    entry = Entry(1.5, 3, "pace", "slow")
    await store.audit.add(1, entry)
    await store.audit.add(1, entry)
    assert await store.audit.latest(1, 5) == [entry]


async def test_a_channel_has_one_live_table(store: Store) -> None:
    first = await added(store, lobby())
    with pytest.raises(ChannelTaken):
        await store.games.add(lobby(server_seed=b"another"))
    await store.games.save(replace(first, status=Status.CLOSED, over_at=5.0))
    second = await added(store, lobby(server_seed=b"another"))
    assert second.id > first.id


async def test_live_tables_and_those_that_ended_lately_are_listed(store: Store) -> None:
    rows = [await added(store, lobby(channel)) for channel in range(10, 15)]
    await store.games.save(replace(rows[1], status=Status.CLOSED, over_at=100.0))
    await store.games.save(replace(rows[2], status=Status.CLOSED, over_at=50.0))
    await store.games.save(replace(rows[3], status=Status.PAUSED))
    await store.games.set_aside(rows[4].id)
    live = await store.games.live(ended_since=99.0)
    assert [row.id for row in live] == [rows[0].id, rows[1].id, rows[3].id]
    assert live[0].seats == rows[0].seats
    assert [await store.games.live_at(channel) for channel in range(10, 15)] == [
        rows[0].id,
        None,
        None,
        rows[3].id,
        None,
    ]


async def test_the_last_game_of_a_ruleset_is_found(store: Store) -> None:
    for number, ruleset in enumerate(("mcguire", "classic")):
        row = await added(store, playing(server_seed=bytes([number]), ruleset=ruleset))
        await store.games.take(step(row.id, 0, "pass", at=10.0 + number, result=OVER))
    for wanted in ("mcguire", "classic"):
        found = await store.games.last_over(2, wanted)
        assert found is not None
        assert found[0].ruleset == wanted
    newest = await store.games.last_over(2)
    assert newest is not None
    assert newest[0].ruleset == "classic"
    assert await store.games.last_over(3) is None
    assert await store.games.last_over(2, "g54") is None


async def test_open_lobbies_are_counted_by_server_and_by_host(store: Store) -> None:
    for channel, guild, host in ((1, 1, 8), (2, 1, 9), (3, 2, 9)):
        await store.games.add(lobby(channel, guild_id=guild, host_id=host))
    await store.games.add(playing(4, host_id=9))
    assert await store.games.count_lobbies(guild_id=1) == 2
    assert await store.games.count_lobbies(host_id=9) == 2
    assert await store.games.count_lobbies(host_id=10) == 0


async def test_a_process_that_lost_its_games_writes_nothing_more(store: Store) -> None:
    old = await store.fences.take("shard 0")
    other = await store.fences.take("shard 1")
    row = await added(store, playing())
    await store.games.take(step(row.id, 0, "pass"), fence=old)
    new = await store.fences.take("shard 0")
    before = await store.games.get(row.id)
    assert before is not None
    for write in (
        store.games.add(lobby(3), fence=old),
        store.games.save(replace(before, pace="slow"), fence=old),
        store.games.take(step(row.id, 1, "pass"), fence=old),
        store.games.intend_card(row.id, "turn:2", fence=old),
        store.games.remember_card(row.id, 5, "turn:2", fence=old),
        store.games.remember_reminder(row.id, 5, fence=old),
        store.games.set_aside(row.id, fence=old),
    ):
        with pytest.raises(FenceLost):
            await write
    assert await store.games.get(row.id) == before
    assert await store.games.live(0.0) == [before]
    await store.games.take(step(row.id, 1, "pass"), fence=new)
    await store.games.intend_card(row.id, "turn:2", fence=other)


async def test_settings_of_servers_and_members_are_remembered(store: Store) -> None:
    assert (await store.guilds.settings(1)).pace is None
    await store.guilds.change(1, pace="slow")
    assert (await store.guilds.change(1, pool="Calm")).pace == "slow"
    assert (await store.guilds.settings(1)).pool == "Calm"
    assert (await store.guilds.settings(2)).pace is None
    assert (await store.players.get(5)).ping
    assert (await store.players.change(5, dm=True)).dm
    await store.players.change(5, ping=False)
    player = await store.players.get(5)
    assert (player.dm, player.dms_closed, player.ping) == (True, False, False)
    await store.meta.put("a", "1")
    await store.meta.put("a", "2")
    assert (await store.meta.get("a"), await store.meta.get("b")) == ("2", None)


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
    await asyncio.gather(*(store.guilds.save_pool(1, f"pool {n}", ("spy",)) for n in range(MOST_POOLS)))
    with pytest.raises(TooManyPools) as refusal:
        await store.guilds.save_pool(1, "one more", ("spy",))
    assert refusal.value.most == MOST_POOLS
    await store.guilds.save_pool(1, "Pool 0", ("judge",))
    await store.guilds.save_pool(2, "one more", ("spy",))
    pools = await store.guilds.pools(1)
    assert len(pools) == MOST_POOLS
    assert pools["Pool 0"] == ("judge",)


async def test_the_audit_shows_the_newest_entries_of_a_server_first(store: Store) -> None:
    entries = [Entry(100.25 + n, 7 + n, "pace", f"{n}") for n in range(4)]
    for entry in entries:
        await store.audit.add(1, entry)
    await store.audit.add(2, Entry(200.0, 9, "end", "game 3"))
    assert await store.audit.latest(1, 3) == [entries[3], entries[2], entries[1]]
    assert await store.audit.latest(2, 3) == [Entry(200.0, 9, "end", "game 3")]
    assert await store.audit.latest(3, 3) == []


def put(key: str, number: int | None = None):
    """Returns a unit that puts a value and then, if it has a number, raises LookupError."""
    query = Query(text("INSERT INTO meta (key, value) VALUES (:key, 'x')"))

    def unit(connection: Connection) -> str:
        connection.execute(query, {"key": key})
        if number is not None:
            raise LookupError(number)
        return key

    return unit


async def test_a_failing_unit_does_not_spoil_the_others(store: Store) -> None:
    writes = (put("a"), put("half", 1), put("b"), put("a"))
    first, half, last, again = await asyncio.gather(
        *(store.database.write(unit) for unit in writes), return_exceptions=True
    )
    assert (first, last) == ("a", "b")
    assert isinstance(half, LookupError)
    assert isinstance(again, Exception)
    with pytest.raises(LookupError):
        await store.database.write(put("alone", 2))
    assert [await store.meta.get(key) for key in ("a", "b", "half", "alone")] == ["x", "x", None, None]


async def test_who_waits_may_be_cancelled_and_the_unit_is_still_done_once(store: Store) -> None:
    waiting = asyncio.create_task(store.database.write(put("a")))
    await asyncio.sleep(0)
    waiting.cancel()
    await store.database.write(put("b"))
    assert [await store.meta.get(key) for key in ("a", "b")] == ["x", "x"]


async def test_a_read_cannot_change_anything(store: Store) -> None:
    with pytest.raises(SaveFailed):
        await store.database.read(put("a"))
    assert await store.meta.get("a") is None


async def test_after_closing_nothing_is_accepted(address: Address) -> None:
    store = await Store.open(address)
    await store.close()
    with pytest.raises(SaveFailed, match="closed"):
        await store.meta.put("a", "1")
    with pytest.raises(SaveFailed, match="closed"):
        await store.meta.get("a")


async def test_a_database_that_was_closed_opens_again_with_everything(address: Address) -> None:
    store = await Store.open(address)
    row = await added(store, playing())
    await store.close()
    store = await Store.open(address)
    assert await store.games.get(row.id) == row
    await store.close()


async def test_the_migrations_make_the_tables_that_queries_name(store: Store) -> None:
    def columns(connection: Connection) -> dict[str, list[str]]:
        return {
            name: sorted(column[0] for column in connection.driver.execute(f"SELECT * FROM {name}").description)
            for name in METADATA.tables
        }

    assert await store.database.read(columns) == {
        name: sorted(table.columns.keys()) for name, table in METADATA.tables.items()
    }
