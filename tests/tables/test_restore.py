"""Restarts: saved tables are restored exactly; games that cannot be verified are set aside."""

import asyncio
import gc
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing

import pytest

from bot.render.cards.stage import stage_card
from bot.render.panels.log import log_page
from bot.render.scene import Scene
from bot.render.stage import Stage
from bot.store import Store
from bot.store.engines.units import Connection
from bot.store.rows import GameRow, Status
from bot.tables.changes import ChangeKind
from bot.tables.refusals import MomentPassed, NotSaved, ShuttingDown
from bot.tables.service import Tables
from bot.tables.session import Person, TableSession
from engine import RULES_VERSION, Game, Move, digest
from engine.editions.g54 import pools
from tests.house import ANA, BEN, CHANNEL, CLEO, GUILD, PASS, START, House, refused

TAX = Move("act", action="tax")


def checksum(table: TableSession) -> str:
    assert table.game is not None
    return digest(table.game)


async def test_a_lobby_comes_back(house: House) -> None:
    table = await house.seat(ANA, BEN, ai=1, pace="slow", options={"two_player": "standard"}, locale="de")
    tables = await house.reopen()
    again = await tables.at(CHANNEL)
    assert again is not None
    assert again.seats == table.seats
    assert (again.pace, again.options, again.locale, again.commitment) == (
        "slow",
        {"two_player": "standard"},
        "de",
        table.commitment,
    )


@pytest.mark.parametrize("ruleset", ["classic", "g54", "mcguire", "short"])
async def test_a_game_comes_back_after_a_kill_at_any_point(house: House, ruleset: str) -> None:
    table = await house.play(ANA, BEN, CLEO, ruleset=ruleset)
    for number in range(60):
        if table.status is not Status.PLAYING:
            break
        before, story = checksum(table), [[event["type"] for event in turn] for turn in table.story]
        answered, owing = set(table.answered), table.owing()
        tables = await house.reopen()
        again = await tables.at(CHANNEL)
        assert again is not None
        assert checksum(again) == before
        assert [[event["type"] for event in turn] for turn in again.story] == story
        assert (again.answered, again.owing()) == (answered, owing)
        table = again
        assert table.game is not None
        assert table.game.ask is not None
        seat = table.owing()[0]
        options = table.game.ask.options[seat]
        await house.answer(table, seat, options[number * 5 % len(options)])


async def test_an_old_question_can_still_be_answered_after_a_restart(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.game is not None
    await house.answer(table, table.game.turn, TAX)
    question, other = table.game.question, 1 - table.game.turn
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    await tables.play.decide(again, again.seats[other].user_id or 0, PASS, question)
    assert again.decisions == 2


async def test_what_expired_meanwhile_gets_a_grace_period(house: House) -> None:
    table = await house.play(ANA, BEN)
    house.clock.turn(10_000.0)
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    assert again.deadline == house.clock.now() + 30
    await house.ring(again, 29.0)
    assert again.decisions == 0
    await house.ring(again, 1.0)
    assert again.decisions == 1


async def test_every_restored_table_is_published_once(house: House) -> None:
    await house.play(ANA, BEN)
    tables = await house.reopen()
    assert house.changes == []
    tables.restoring.begin()
    await tables.drain()
    assert [change.kind for _, change in house.changes] == [ChangeKind.RESTORED]


async def test_a_game_with_tampered_rows_is_set_aside_and_the_others_go_on(house: House) -> None:
    table = await house.play(ANA, BEN)
    other = await house.tables.lobbies.open(GUILD, CHANNEL + 1, CLEO)
    assert table.game is not None
    await house.answer(table, table.game.turn, TAX)

    def tamper(connection: Connection) -> None:
        connection.driver.execute("UPDATE decisions SET move = 'act income'")

    await house.store.database.write(tamper)
    tables = await house.reopen()
    tables.restoring.begin()
    aside = await tables.get(table.id)
    assert aside is not None
    assert aside.status is Status.SET_ASIDE
    assert aside.game is None
    assert await tables.at(CHANNEL) is None
    assert await tables.get(other.id) is not None
    assert (aside, ChangeKind.SET_ASIDE) in [(table, change.kind) for table, change in house.changes]
    assert len(await house.store.games.decisions(table.id)) == 1
    await tables.drain()
    tables = await house.reopen()
    tables.restoring.begin()
    assert table.id not in [table.id for table, _ in house.changes]
    await tables.drain()


async def test_a_lost_row_is_noticed(house: House) -> None:
    table = await house.play(ANA, BEN)
    await _go_on(house, table, 2)

    def lose(connection: Connection) -> None:
        connection.driver.execute("DELETE FROM decisions WHERE seq = 1")

    await house.store.database.write(lose)
    tables = await house.reopen()
    aside = await tables.get(table.id)
    assert aside is not None
    assert aside.status is Status.SET_ASIDE


async def test_a_second_process_never_wins_and_the_first_catches_up(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.game is not None
    seat, question = table.game.turn, table.game.question
    user_id = table.seats[seat].user_id or 0
    store = await Store.open(house.path)
    rival = Tables(store, house.clock, floor=0.0)
    await rival.restoring.restore()
    theirs = await rival.at(CHANNEL)
    assert theirs is not None
    await rival.play.decide(theirs, user_id, TAX, question)
    assert (
        await refused(house.tables.play.decide(table, user_id, Move("act", action="income"), question))
        is MomentPassed
    )
    assert checksum(table) == checksum(theirs)
    assert len(await store.games.decisions(table.id)) == 1
    await house.answer(table, 1 - seat, PASS)
    assert table.decisions == 2
    await store.close()


async def test_a_decision_that_cannot_be_saved_is_refused_and_can_be_repeated(house: House) -> None:
    table = await house.play(*(Person(3000 + number, f"P{number}") for number in range(6)))

    def fill(connection: Connection) -> None:
        connection.driver.execute("INSERT INTO meta VALUES ('ballast', hex(zeroblob(20000)))")  # no page is free
        pages = connection.driver.execute("PRAGMA page_count").fetchone()[0]
        connection.driver.execute(f"PRAGMA max_page_count = {pages}")

    await house.store.database.write(fill)
    with pytest.raises(NotSaved):
        await _go_on(house, table, 100)
    before, kept = checksum(table), table.decisions
    assert len(await house.store.games.decisions(table.id)) == kept
    assert await refused(_go_on(house, table)) is NotSaved
    assert checksum(table) == before
    await house.store.database.write(
        lambda connection: connection.driver.execute("PRAGMA max_page_count = 100000")
    )
    await _go_on(house, table)
    assert table.decisions == kept + 1


async def test_clicks_that_wait_for_each_other_are_refused_in_time_too(house: House) -> None:
    """While another process locks the database, each is refused within 2.5 s, and nothing is saved later."""
    table = await house.play(ANA, BEN)
    loop = asyncio.get_running_loop()

    async def click() -> float:
        began = loop.time()
        assert await refused(_go_on(house, table)) is NotSaved
        return loop.time() - began

    with closing(sqlite3.connect(house.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert max(await asyncio.gather(*(click() for _ in range(4)))) < 2.5
        other.execute("ROLLBACK")
    assert await house.store.games.decisions(table.id) == []
    await _go_on(house, table)
    assert table.decisions == 1


async def test_a_table_that_could_not_be_read_is_tried_again_after_five_seconds(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    def refusals() -> int:
        return caplog.text.count("The clock was refused")

    await house.store.database.write(
        lambda connection: connection.driver.execute("ALTER TABLE games RENAME TO elsewhere")
    )
    house.tables.restoring.begin()
    await house.tables.ring(1)
    for seconds, expected, patience in ((4.9, 1, 0.1), (0.2, 2, 5.0)):
        house.clock.turn(seconds)
        until = time.monotonic() + patience
        while refusals() < 2 and time.monotonic() < until:  # noqa: ASYNC110 - the log alone tells of it
            await asyncio.sleep(0.01)
        assert refusals() == expected
    await house.tables.drain()


async def _go_on(house: House, table: TableSession, decisions: int = 1) -> None:
    for _ in range(decisions):
        assert table.game is not None
        assert table.game.ask is not None
        seat = table.owing()[0]
        await house.answer(table, seat, TAX if table.game.ask.prompt == "act" else PASS)


async def test_a_finished_game_can_be_loaded_long_after(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.play_out(table)
    house.clock.turn(100_000.0)
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    assert again.proof() == table.proof()
    assert await tables.get(999) is None
    await tables.lobbies.rematch(again, ANA)


async def test_a_game_that_ended_as_the_process_did_is_shown_once_more(
    new_house: Callable[..., Awaitable[House]],
) -> None:
    house = await new_house()
    table = await house.play(ANA, BEN)
    await house.play_out(table)
    tables = await house.reopen()
    tables.restoring.begin()
    assert [(table.status, change.kind) for table, change in house.changes] == [(Status.OVER, ChangeKind.RESTORED)]
    await tables.drain()


async def test_a_closing_process_refuses_and_loses_nothing(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.tables.drain()
    assert await refused(house.answer(table, table.game.turn if table.game else 0, TAX)) is ShuttingDown
    assert table.decisions == 0


async def test_a_deadline_is_no_farther_away_after_the_machines_clock_was_set_back(house: House) -> None:
    lobby = await house.tables.lobbies.open(GUILD, CHANNEL + 1, CLEO)
    table = await house.play(ANA, BEN)
    house.clock.turn(-3600.0)
    tables = await house.reopen()
    again, waiting = await tables.get(table.id), await tables.get(lobby.id)
    assert again is not None
    assert waiting is not None
    assert again.deadline == house.clock.now() + 60
    assert waiting.deadline == house.clock.now() + 1800


async def test_a_pool_that_was_drawn_is_not_drawn_again_from_the_roles_of_another_day(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.play(ANA, BEN, CLEO, ruleset="g54", options={"advanced": True})
    await _take_defaults(house, table, 5)
    before, pool = checksum(table), (table.start or {})["pool"]
    assert table.game is not None
    assert table.pool is None
    assert table.rules_version == RULES_VERSION
    drawable = pools._drawable
    monkeypatch.setattr(pools, "_drawable", lambda *asked: tuple(reversed(drawable(*asked))))
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    assert again.game is not None
    assert checksum(again) == before
    assert sorted(again.game.view(None)["roles"]) == sorted(pool)
    await _take_defaults(house, again, 5)


async def _take_defaults(house: House, table: TableSession, decisions: int) -> None:
    for _ in range(decisions):
        await house.answer(table, table.owing()[0])


async def _unplayable(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every replay of a game fail, as if the rules had changed."""

    def new_game(row: GameRow) -> Game:
        raise RuntimeError("the rules have changed")

    monkeypatch.setattr("bot.tables.games.replay.new_game", new_game)


async def test_a_finished_game_keeps_result_and_record_though_the_rules_cannot_replay_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.play(ANA, BEN, ruleset="g54")
    await house.play_out(table)
    proof = table.proof()
    assert proof is not None
    await _unplayable(house, monkeypatch)
    tables = await house.reopen()
    tables.restoring.begin()
    again = await tables.get(table.id)
    assert again is not None
    assert (again.status, again.game) == (Status.OVER, None)
    assert again.proof() == json.loads(json.dumps(proof))
    page = json.dumps(log_page(Scene.of(again), 0).to_components())
    assert "as they were recorded" in page
    assert "Ana" in page
    rematch = await tables.lobbies.rematch(again, ANA)
    assert rematch.ruleset == "g54"
    await tables.drain()


async def test_a_running_game_under_other_rules_is_set_aside_with_that_reason(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.play(ANA, BEN)
    other = await house.tables.lobbies.open(GUILD, CHANNEL + 1, CLEO)
    monkeypatch.setattr("bot.render.cards.turn.RULES_VERSION", "2")
    await _unplayable(house, monkeypatch)
    tables = await house.reopen()
    aside, lobby = await tables.get(table.id), await tables.get(other.id)
    assert aside is not None
    assert lobby is not None
    assert (aside.status, lobby.status) == (Status.SET_ASIDE, Status.LOBBY)
    assert "rules of the bot have changed" in json.dumps(
        stage_card(Scene.of(aside), Stage.of(aside)).to_components()
    )


async def test_the_version_alone_sets_no_game_aside(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.lobbies.RULES_VERSION", "0")
    table = await house.play(ANA, BEN)
    tables = await house.reopen()
    again = await tables.get(table.id)
    assert again is not None
    assert (again.rules_version, again.status) == ("0", Status.PLAYING)


async def test_a_deadline_that_passed_while_the_process_stood_still_gets_a_grace_period(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.ring(table, 3600.0)
    assert table.decisions == 0
    assert table.deadline == house.clock.now() + 30
    await house.ring(table, 30.0)
    assert table.decisions == 1


async def test_tables_that_nobody_uses_are_loaded_again_when_they_are_needed(house: House) -> None:
    registry = house.tables.registry
    registry._cached = 3
    ids: list[int] = []
    table = found = None
    for number in range(12):
        table = await house.tables.lobbies.open(GUILD, CHANNEL + number, Person(number, f"P{number}"))
        await house.tables.lobbies.join(table, Person(100 + number, "Q"))
        await house.configure(table, number, pace="correspondence")
        await house.tables.lobbies.start(table, number, START + number)
        ids.append(table.id)
    del table
    house.changes.clear()
    gc.collect()
    assert len(registry._tables) <= 4
    assert registry.live == set(ids)
    for number, game_id in enumerate(ids):
        found = await house.tables.at(CHANNEL + number)
        assert found is not None
        assert found.id == game_id
        assert await house.tables.get(game_id) is found
        seat = found.owing()[0]
        await house.answer(found, seat)
        assert found.decisions == 1
    del found
    house.changes.clear()
    house.clock.turn(24 * 3600.0)
    gc.collect()
    await house.tables.ring(ids[0])
    first = await house.tables.get(ids[0])
    assert first is not None
    assert first.decisions > 1


async def test_a_table_in_use_is_never_loaded_a_second_time(house: House) -> None:
    registry = house.tables.registry
    registry._cached = 1
    table = await house.tables.lobbies.open(GUILD, CHANNEL, ANA)
    for number in range(1, 5):
        await house.tables.lobbies.open(GUILD, CHANNEL + number, Person(number, "P"))
    assert await house.tables.get(table.id) is table
    assert await house.tables.at(CHANNEL) is table
