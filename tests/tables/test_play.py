"""Running games: decisions, refusals, timeouts, AI seats, minimum window time."""

from collections.abc import Awaitable, Callable

from bot.tables.transitions.game import come_back, decide
from tests.harness.tables import ANA, BEN, CLEO, INCOME, PASS, START, TAX, Harness, game_of, refused


async def test_refusals_change_nothing(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    game = table.state.game
    assert game is not None
    active, other = (ANA, BEN) if game.turn == 0 else (BEN, ANA)
    tables = harness.tables
    published = len(harness.changes)
    assert await refused(tables.run(table, decide, other.user_id, INCOME, game.question)) == "not-your-turn"
    assert await refused(tables.run(table, decide, CLEO.user_id, INCOME, game.question)) == "watching"
    assert await refused(tables.run(table, decide, active.user_id, PASS, game.question)) == "illegal"
    assert await refused(tables.run(table, decide, active.user_id, INCOME, game.question + 1)) == "moment-passed"
    assert await refused(tables.start(table, ANA.user_id, START)) == "lobby-started"
    assert table.state.game is game
    assert table.state.decisions == 0
    assert len(harness.changes) == published
    assert await harness.store.games.decisions(table.id) == []


async def test_a_decision_delivered_twice_counts_once(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    game = table.state.game
    assert game is not None
    await harness.answer(table, game.turn, TAX)
    window = table.state.game
    assert window is not None
    others = [seat for seat in range(3) if seat != window.turn]
    question = window.question
    first, second = (table.state.seats[seat].user_id or 0 for seat in others)
    await harness.tables.run(table, decide, first, PASS, question)
    assert table.state.owing() == (others[1],) or table.state.owing() == (others[0],)
    assert await refused(harness.tables.run(table, decide, first, PASS, question)) == "already-answered"
    await harness.tables.run(table, decide, second, PASS, question)
    assert await refused(harness.tables.run(table, decide, second, PASS, question)) == "moment-passed"
    assert table.state.decisions == 3
    assert harness.tables.late == 2


async def test_a_timeout_takes_the_default_after_three_an_ai_plays(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    for _ in range(5):
        assert table.state.deadline is not None
        assert table.state.deadline == table.state.asked_at + 60
        await harness.ring(table, 60.0)
    away = [seat for seat in table.state.seats if seat.away]
    assert [seat.missed for seat in away] == [3]
    seat = table.state.seats.index(away[0])
    decided = table.state.decisions
    if game_of(table).turn != seat:
        await harness.answer(table, game_of(table).turn, INCOME)
        decided += 1
    await harness.ring(table, 3.0)
    assert table.state.decisions == decided + 1
    kept = await harness.store.games.decisions(table.id)
    assert kept[-1].cause == "ai"
    await harness.tables.run(table, come_back, away[0].user_id or 0)
    assert not table.state.seats[seat].away


async def test_a_closed_window_stays_on_show_for_its_minimum_time(
    new_harness: Callable[..., Awaitable[Harness]],
) -> None:
    harness = await new_harness(min_window_seconds=1.5)
    table = await harness.play(ANA, BEN)
    await harness.answer(table, game_of(table).turn, TAX)
    window = game_of(table)
    other = 1 - window.turn
    await harness.answer(table, other, PASS)
    assert table.state.game is window
    assert table.state.owing() == ()
    assert len(await harness.store.games.decisions(table.id)) == 2
    assert await refused(harness.answer(table, other, PASS)) == "already-answered"
    await harness.ring(table, 1.0)
    assert table.state.game is window
    await harness.ring(table, 0.5)
    assert table.state.game is not window
    assert game_of(table).turn == other
    assert table.state.deadline == harness.clock.now() + 60


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
