"""Restarts: tables are restored exactly, or set aside if their replay differs from what was saved."""

import json
from collections.abc import Awaitable, Callable

import pytest

from bot.render.messages.turn import message_for_phase
from bot.render.panels.log import log_panel
from bot.render.view_model import TableView
from bot.store.engines.database import Connection
from bot.store.rows import GameRow, Status
from bot.tables.record_file import seed_proof
from bot.tables.table import Table
from bot.tables.transitions.transition import ChangeKind
from engine import RULES_VERSION, Game
from engine.editions.g54 import pools
from tests.harness.damaged_file import damage_decisions
from tests.harness.tables import ANA, BEN, CHANNEL, CLEO, GUILD, PASS, TAX, Harness, ask_of, checksum, game_of


async def test_a_lobby_is_restored(harness: Harness) -> None:
    table = await harness.seat(ANA, BEN, ai=1, pace="slow", options={"two_player": "standard"}, locale="de")
    again = await harness.restarted(table.id)
    assert again.state.seats == table.state.seats
    assert (again.state.pace, again.state.options, again.state.locale, again.state.commitment) == (
        "slow",
        {"two_player": "standard"},
        "de",
        table.state.commitment,
    )


@pytest.mark.parametrize("ruleset", ["classic", "g54", "mcguire"])
async def test_a_game_is_restored_after_a_kill_at_any_point(harness: Harness, ruleset: str) -> None:
    table = await harness.play(ANA, BEN, CLEO, ruleset=ruleset)
    for number in range(30):
        if table.state.status is not Status.PLAYING:
            break
        before, story = checksum(table), [[event["type"] for event in turn] for turn in table.state.story]
        answered, owing = set(table.state.open_question.answered), table.state.owing()
        again = await harness.restarted(table.id)
        assert checksum(again) == before
        assert [[event["type"] for event in turn] for turn in again.state.story] == story
        assert (again.state.open_question.answered, again.state.owing()) == (answered, owing)
        table = again
        seat = table.state.owing()[0]
        options = ask_of(table).options[seat]
        await harness.answer(table, seat, options[number * 5 % len(options)])


@pytest.mark.parametrize(("pace", "seconds"), [("normal", 30), ("blitz", 20)])
async def test_an_expired_question_gets_30_seconds_or_all_of_it(harness: Harness, pace: str, seconds: int) -> None:
    table = await harness.play(ANA, BEN, pace=pace)
    harness.clock.advance(10_000.0)
    again = await harness.restarted(table.id)
    assert again.state.deadline == harness.clock.now() + seconds
    await harness.ring(again, seconds - 1.0)
    assert again.state.decisions == 0
    await harness.ring(again, 1.0)
    assert again.state.decisions == 1


async def test_every_restored_table_is_published_once(harness: Harness) -> None:
    await harness.play(ANA, BEN)
    tables = await harness.reopen()
    tables.schedule.start()
    await tables.schedule.poll()
    await tables.drain()
    assert [change.kind for _, change in harness.changes] == [ChangeKind.RESTORED]


async def test_a_game_ended_before_a_kill_is_shown_again(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness()
    table = await harness.play(ANA, BEN)
    await harness.play_out(table)
    tables = await harness.reopen()
    tables.schedule.start()
    assert [(table.state.status, change.kind) for table, change in harness.changes] == [
        (Status.OVER, ChangeKind.RESTORED)
    ]
    await tables.drain()


async def test_a_game_in_a_damaged_page_keeps_no_other_from_being_restored(harness: Harness) -> None:
    damaged = await harness.play(ANA, BEN)
    whole = await harness.tables.open(GUILD, CHANNEL + 1, CLEO)
    await harness.store.close()
    damage_decisions(harness.path, damaged.id)
    schedule, waiting = (await harness.open(restore=False)).schedule, list[set[int]]()
    await schedule.restore(0)
    for _ in range(2):
        while not harness.clock.awaited:  # until the damaged game could not be read
            await harness.store.agenda.live_by_guild()
        waiting.append(schedule.waiting.copy())
        harness.clock.advance(5.0)
    assert waiting == [{damaged.id, whole.id}, {damaged.id}]
    await schedule.stop_restoring()


async def test_setting_the_clock_back_postpones_no_deadline(harness: Harness) -> None:
    lobby = await harness.tables.open(GUILD, CHANNEL + 1, CLEO)
    table = await harness.play(ANA, BEN)
    harness.clock.advance(-3600.0)
    again, waiting = await harness.restarted(table.id), await harness.loaded(lobby.id)
    assert again.state.deadline == harness.clock.now() + 60
    assert waiting.state.deadline == harness.clock.now() + 1800


async def test_a_pending_state_is_shown_after_a_restart(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness(min_window_seconds=1.5)
    table = await harness.play(ANA, BEN)
    other = 1 - game_of(table).turn
    await harness.answer(table, game_of(table).turn, TAX)
    await harness.answer(table, other, PASS)
    tables = await harness.reopen()
    again = await tables.at(table.state.channel_id)
    assert again is not None
    assert game_of(again).turn == other
    assert again.state.decisions == 2


async def test_only_the_game_with_changed_rows_is_set_aside(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    other = await harness.tables.open(GUILD, CHANNEL + 1, CLEO)
    await harness.answer(table, game_of(table).turn, TAX)

    def tamper(connection: Connection) -> None:
        connection.driver.execute("UPDATE decisions SET move = 'act income'")

    await harness.store.database.write(tamper)
    tables = await harness.reopen()
    tables.schedule.start()
    aside = await harness.loaded(table.id)
    assert aside.state.status is Status.SET_ASIDE
    assert aside.state.game is None
    assert await tables.at(CHANNEL) is None
    assert await tables.get(other.id) is not None
    assert (aside, ChangeKind.RESTORED) in [(table, change.kind) for table, change in harness.changes]
    assert len(await harness.store.games.decisions(table.id)) == 1
    await tables.drain()
    tables = await harness.reopen()
    tables.schedule.start()
    assert table.id not in [table.id for table, _ in harness.changes]
    await tables.drain()


async def test_a_lost_row_is_noticed(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    await _take_defaults(harness, table, 2)

    def lose(connection: Connection) -> None:
        connection.driver.execute("DELETE FROM decisions WHERE seq = 1")

    await harness.store.database.write(lose)
    aside = await harness.restarted(table.id)
    assert aside.state.status is Status.SET_ASIDE


async def test_a_drawn_pool_has_no_later_roles(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await harness.play(ANA, BEN, CLEO, ruleset="g54", options={"advanced": True})
    await _take_defaults(harness, table, 5)
    before, pool = checksum(table), (table.state.start or {})["pool"]
    assert table.state.pool is None
    assert table.state.rules_version == RULES_VERSION
    drawable = pools._drawable
    monkeypatch.setattr(pools, "_drawable", lambda *asked: tuple(reversed(drawable(*asked))))
    again = await harness.restarted(table.id)
    assert checksum(again) == before
    assert sorted(game_of(again).view(None)["roles"]) == sorted(pool)
    await _take_defaults(harness, again, 5)


async def _take_defaults(harness: Harness, table: Table, decisions: int) -> None:
    for _ in range(decisions):
        await harness.answer(table, table.state.owing()[0])


async def _unplayable(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes every replay of a game fail, as if the rules had changed."""

    def new_game(row: GameRow) -> Game:
        raise RuntimeError("the rules have changed")

    monkeypatch.setattr("bot.tables.games.new_game", new_game)


async def test_a_game_without_replay_keeps_its_result(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await harness.play(ANA, BEN, ruleset="g54")
    await harness.play_out(table)
    proof = seed_proof(table.state)
    assert proof is not None
    await _unplayable(harness, monkeypatch)
    tables = await harness.reopen()
    tables.schedule.start()
    again = await harness.loaded(table.id)
    assert (again.state.status, again.state.game) == (Status.OVER, None)
    assert seed_proof(again.state) == json.loads(json.dumps(proof))
    page = json.dumps(log_panel(TableView.of(again), 0).to_components())
    assert "its recorded decisions" in page
    assert "Ana" in page
    rematch = await tables.rematch(again, ANA)
    assert rematch.state.ruleset == "g54"
    await tables.drain()


async def test_a_game_under_other_rules_is_set_aside(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await harness.play(ANA, BEN)
    other = await harness.tables.open(GUILD, CHANNEL + 1, CLEO)
    monkeypatch.setattr("bot.render.messages.turn.RULES_VERSION", "2")
    await _unplayable(harness, monkeypatch)
    aside, lobby = await harness.restarted(table.id), await harness.loaded(other.id)
    assert (aside.state.status, lobby.state.status) == (Status.SET_ASIDE, Status.LOBBY)
    assert "bot's rules changed" in json.dumps(message_for_phase(TableView.of(aside)).to_components())


async def test_another_version_alone_sets_no_game_aside(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.transitions.lobby.RULES_VERSION", "0")
    table = await harness.play(ANA, BEN)
    again = await harness.restarted(table.id)
    assert (again.state.rules_version, again.state.status) == ("0", Status.PLAYING)
