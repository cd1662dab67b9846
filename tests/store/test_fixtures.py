"""Databases of earlier versions: their games continue or keep their results; and migrations."""

import json
import random
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Store
from bot.store.address import Address
from bot.store.migrations import FOLDER
from bot.store.repositories.games import GAME
from bot.store.rows import GameRow, Status
from bot.tables.service import Tables
from bot.tables.transitions.game import come_back, decide
from bot.tables.transitions.moderation import resume
from engine.catalogue import ROLES, RULESETS, Role
from engine.editions.g54 import pools
from tests.harness.migrations import undo_migrations
from tests.harness.tables import (
    ANA,
    BEN,
    CLEO,
    START,
    Harness,
    ManualClock,
    ask_of,
    game_of,
    go_on,
    refused,
    take_commitments,
    told,
    until_away,
)
from tests.store.rows import first_version, playing

PAUSED, SET_ASIDE, LOBBY, CLOSED, ENDED = 23, 27, 25, 26, 28
FINISHED = tuple(range(1, 22, 2))
RUNNING = (*range(2, 23, 2), 24)


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database file of the first schema."""
    return first_version(tmp_path / "coup.sqlite3")


@pytest.fixture
async def store(old: Path) -> AsyncIterator[Store]:
    async with await Store.open(old) as opened:
        yield opened


async def row_of(store: Store, game_id: int) -> GameRow:
    row = await store.games.get(game_id)
    assert row is not None
    return row


async def test_every_running_game_is_restored_and_continues(store: Store) -> None:
    clock = ManualClock(1_700_100_000.0)
    tables = Tables(store, clock, min_window_seconds=0.0)
    await tables.schedule.restore(0)
    await tables.schedule.restored()
    chance = random.Random(1)
    for number in RUNNING:
        table = await tables.get(number)
        assert table is not None
        assert table.state.status is Status.PLAYING, number
        before = table.state.decisions
        while (ask := game_of(table).ask) is not None and table.state.decisions < before + 30:
            seat = chance.choice(table.state.owing())
            user_id = table.state.seats[seat].user_id
            if user_id is None:
                clock.advance(5.0)
                await tables.schedule.ring(number)
            else:
                move = chance.choice(ask.options[seat])
                await tables.run(table, decide, user_id, move, game_of(table).question)
        after = await row_of(store, number)
        assert after.decisions > before
        assert after.status is Status.OVER or after.decisions >= before + 30
    paused = await tables.get(PAUSED)
    assert paused is not None
    await tables.run(paused, resume)
    assert paused.state.owing()


@pytest.fixture
def added_roles(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds two roles to each category of g54, as if they were new since the games were dealt."""
    for category in RULESETS["g54"].draw:
        for name in ("aardvark", "zealot"):
            monkeypatch.setitem(ROLES, f"{name}_{category}", Role(category=category))
    pools._drawable.cache_clear()
    yield
    pools._drawable.cache_clear()


@pytest.mark.usefixtures("added_roles")
async def test_roles_added_later_change_no_game(store: Store) -> None:
    tables = Tables(store, ManualClock(1_700_100_000.0), min_window_seconds=0.0)
    await tables.schedule.restore(0)
    await tables.schedule.restored()
    dealt_anew = 0
    for number in (*RUNNING, PAUSED, *FINISHED):
        table = await tables.get(number)
        assert table is not None
        wanted = Status.OVER if number in FINISHED else Status.PAUSED if number == PAUSED else Status.PLAYING
        assert (table.state.status, table.state.game is None) == (wanted, False), number
        assert table.state.start is not None
        assert game_of(table).start["pool"] == table.state.start["pool"]
        if table.state.ruleset == "g54" and table.state.pool is None:
            seed = bytes.fromhex(game_of(table).record()["new"]["seed"])
            drawn = pools.draw_pool(seed, advanced=bool(table.state.options.get("advanced")))
            dealt_anew += list(drawn) != table.state.start["pool"]
    assert dealt_anew > 3  # the games whose pools would have changed if they had been drawn again


async def test_deadlines_of_all_running_games_are_known_without_loading_them(store: Store) -> None:
    due = await store.agenda.due(1_800_000_000.0)
    assert {table.game_id for table in due} == {*RUNNING, LOBBY}
    for table in due:
        row = await row_of(store, table.game_id)
        asked = any(seat.played_by_ai for seat in row.seats)
        assert table.due == (row.asked_at if asked else row.deadline)
        assert row.changed_at >= row.asked_at


RESULTS = "SELECT game_id, channel_id, over_at, winners, record FROM results ORDER BY game_id"


async def test_finished_games_keep_result_and_record(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        before = connection.execute(RESULTS).fetchall()
    async with await Store.open(old) as store:
        for number, channel_id, _, winners, _ in before:
            row = await row_of(store, number)
            assert row.status is Status.OVER
            last = await store.games.last_over(channel_id, row.ruleset)
            assert last is not None
            assert (last[0].id, last[1]) == (number, tuple(json.loads(winners)))
    with closing(sqlite3.connect(old)) as connection:
        assert connection.execute(RESULTS).fetchall() == before
    assert tuple(result[0] for result in before) == FINISHED


async def test_settings_pools_and_the_audit_log_are_kept(store: Store) -> None:
    settings = await store.guilds.settings(77)
    assert (settings.pace, settings.pool) == ("slow", "Calm")
    assert set(await store.guilds.pools(77)) == {"Calm", "Ärger"}
    assert not (await store.players.get(1002)).ping
    assert (await store.players.get(1003)).dms_closed
    assert [entry.detail for entry in await store.audit.latest(77, 5)] == ["slow"]
    assert [(await row_of(store, number)).status for number in (LOBBY, CLOSED, SET_ASIDE, ENDED)] == [
        Status.LOBBY,
        Status.CLOSED,
        Status.SET_ASIDE,
        Status.CLOSED,
    ]


async def test_of_a_members_two_lessons_the_newest_continues(tmp_path: Path) -> None:
    path = tmp_path / "lessons.sqlite3"
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path)) as connection:
        undo_migrations(connection, 13)
    with closing(sqlite3.connect(path)) as connection:
        for channel in (3, 4):
            known = {column[1] for column in connection.execute("PRAGMA table_info(games)")}
            values = GAME.values(playing(channel, practice=True))
            row = {name: value for name, value in values.items() if name in known}
            names = ", ".join(row)
            connection.execute(
                f"INSERT INTO games ({names}) VALUES ({', '.join(f':{name}' for name in row)})", row
            )
        connection.commit()
    async with await Store.open(path) as store:
        assert [(await row_of(store, number)).status for number in (1, 2)] == [Status.CLOSED, Status.PLAYING]
        assert await store.games.live_lesson(playing().host_id) == (2, 1)


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_each_migration_of_an_engine_has_a_number_of_its_own(engine: str) -> None:
    """Two files of one number for the same engine would hide each other."""
    files = [file for file in FOLDER.glob("*.sql") if file.suffixes[:-1] in ([], [f".{engine}"])]
    numbers = Counter(file.name[:4] for file in files)
    assert [number for number, count in numbers.items() if count > 1] == []


async def test_a_running_game_keeps_its_absences_and_its_message(address: Address) -> None:
    async with Harness(address, ManualClock()) as harness:
        table = await harness.seat(ANA, BEN, CLEO)
        take_commitments(table)
        await harness.tables.start(table, ANA.user_id, START)
        await until_away(harness, table, 0)
        while "ai" not in [decision.cause for decision in await harness.store.games.decisions(table.id)]:
            await (harness.answer(table, seat) if (seat := table.state.owing()[0]) else go_on(harness, table))
        await harness.tables.run(table, come_back, ANA.user_id)
        await until_away(harness, table, 1)
        absences = len(table.state.absences)
        assert absences == 3
        while [decision.cause for decision in await harness.store.games.decisions(table.id)][-1] != "ai":
            await (harness.answer(table, seat) if (seat := table.state.owing()[0]) != 1 else go_on(harness, table))
        others = await harness.tables.open(77, 89, BEN, ai_seats=1)
        take_commitments(others)
        await harness.tables.start(others, BEN.user_id, 4243)

        await harness.store.database.write(lambda connection: undo_migrations(connection.driver, 11))
        await harness.store.close()
        await (await Store.open(address)).close()
        await harness.open()
        again, untouched = await harness.loaded(table.id), await harness.loaded(others.id)
        assert (told(again, "away"), told(again, "back")) == ([0, 1], [0])
        assert [(absence.seat, absence.is_away) for absence in again.state.absences] == [
            (0, True),
            (0, False),
            (1, True),
        ]
        assert (untouched.state.absences, untouched.state.question_id, again.state.question_id) == ((), None, None)
        while again.state.seats[again.state.owing()[0]].away:
            await go_on(harness, again)
        seat, number, drawn = again.state.owing()[0], game_of(again).question, again.state.question_id
        user_id, move = again.state.seats[seat].user_id or 0, ask_of(again).options[seat][0]
        assert await refused(harness.tables.run(again, decide, user_id, move, number, 5)) == "moment-passed"
        await harness.tables.run(again, decide, user_id, move, number, drawn)
