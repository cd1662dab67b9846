"""Running games: decisions, refusals, timeouts, AI seats, the floor of windows."""

from collections.abc import Awaitable, Callable

from bot.store.rows import Status
from bot.tables.changes import ChangeKind
from bot.tables.refusals.games import (
    AlreadyAnswered,
    GameIsOver,
    IllegalMove,
    IsPaused,
    MomentPassed,
    NotRunning,
    NotYourTurn,
)
from bot.tables.refusals.tables import LobbyStarted, NotSeated
from bot.tables.transitions.game import come_back, resign
from bot.tables.transitions.moderation import pause_or_close, resume
from engine import Move
from tests.house import ANA, BEN, CHALLENGE, CLEO, PASS, START, House, refused

INCOME, TAX = Move("act", action="income"), Move("act", action="tax")


async def test_a_whole_game_is_played_and_its_proof_published(house: House) -> None:
    table = await house.play(ANA, BEN, ai=2)
    assert table.state.seed_proof() is None
    await house.play_out(table)
    assert table.state.status is Status.OVER
    proof = table.state.seed_proof()
    assert proof is not None
    assert proof["commitment"] == table.state.commitment
    assert await house.tables.at(table.state.channel_id) is None
    assert house.changes[-1][1].kind is ChangeKind.OVER


async def test_refusals_change_nothing(house: House) -> None:
    table = await house.play(ANA, BEN)
    game = table.state.game
    assert game is not None
    active, other = (ANA, BEN) if game.turn == 0 else (BEN, ANA)
    tables = house.tables
    published = len(house.changes)
    assert await refused(tables.decide(table, other.user_id, INCOME, game.question)) is NotYourTurn
    assert await refused(tables.decide(table, CLEO.user_id, INCOME, game.question)) is NotSeated
    assert await refused(tables.decide(table, active.user_id, PASS, game.question)) is IllegalMove
    assert await refused(tables.decide(table, active.user_id, INCOME, game.question + 1)) is MomentPassed
    assert await refused(tables.start(table, ANA.user_id, START)) is LobbyStarted
    assert table.state.game is game
    assert table.state.decisions == 0
    assert len(house.changes) == published
    assert await house.store.games.decisions(table.id) == []


async def test_a_decision_delivered_twice_counts_once(house: House) -> None:
    table = await house.play(ANA, BEN, CLEO)
    game = table.state.game
    assert game is not None
    await house.answer(table, game.turn, TAX)
    window = table.state.game
    assert window is not None
    others = [seat for seat in range(3) if seat != window.turn]
    question = window.question
    first, second = (table.state.seats[seat].user_id or 0 for seat in others)
    await house.tables.decide(table, first, PASS, question)
    assert table.state.owing() == (others[1],) or table.state.owing() == (others[0],)
    assert await refused(house.tables.decide(table, first, PASS, question)) is AlreadyAnswered
    await house.tables.decide(table, second, PASS, question)
    assert await refused(house.tables.decide(table, second, PASS, question)) is MomentPassed
    assert table.state.decisions == 3
    assert house.tables.late == 2


async def test_a_timeout_takes_the_default_and_the_third_seats_an_ai(house: House) -> None:
    table = await house.play(ANA, BEN)
    for _ in range(5):
        assert table.state.game is not None
        assert table.state.deadline is not None
        assert table.state.deadline == table.state.asked_at + 60
        await house.ring(table, 60.0)
    away = [seat for seat in table.state.seats if seat.away]
    assert [seat.missed for seat in away] == [3]
    assert [change.kind for _, change in house.changes].count(ChangeKind.AWAY) == 1
    seat = table.state.seats.index(away[0])
    decided = table.state.decisions
    assert table.state.game is not None
    if table.state.game.turn != seat:
        await house.answer(table, table.state.game.turn, INCOME)
        decided += 1
    await house.ring(table, 3.0)
    assert table.state.decisions == decided + 1
    kept = await house.store.games.decisions(table.id)
    assert kept[-1].cause == "ai"
    await house.tables.run(table, come_back, away[0].user_id or 0)
    assert not table.state.seats[seat].away
    assert house.changes[-1][1].kind is ChangeKind.BACK


async def test_answering_brings_an_absent_owner_back(house: House) -> None:
    table = await house.play(ANA, BEN)
    for _ in range(6):
        await house.ring(table, 60.0)
    assert table.state.game is not None
    seat = table.state.game.turn
    assert table.state.seats[seat].away
    await house.answer(table, seat, INCOME)
    assert not table.state.seats[seat].away
    assert table.state.seats[seat].missed == 0


async def test_half_time_is_published_once_for_each_question(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.ring(table, 29.0)
    assert house.changes[-1][1].kind is ChangeKind.STARTED
    await house.ring(table, 1.0)
    assert house.changes[-1][1].kind is ChangeKind.HALF_TIME
    assert table.state.game is not None
    await house.answer(table, table.state.game.turn, TAX)
    await house.ring(table, 10.0)
    published = len(house.changes)
    assert house.changes[-1][1].kind is ChangeKind.HALF_TIME
    await house.ring(table, 1.0)
    assert len(house.changes) == published


async def test_a_window_closed_at_once_shows_only_at_the_floor(
    new_house: Callable[..., Awaitable[House]],
) -> None:
    house = await new_house(min_window_seconds=1.5)
    table = await house.play(ANA, BEN)
    assert table.state.game is not None
    await house.answer(table, table.state.game.turn, TAX)
    window = table.state.game
    other = 1 - window.turn
    await house.answer(table, other, PASS)
    assert table.state.game is window
    assert table.state.owing() == ()
    assert len(await house.store.games.decisions(table.id)) == 2
    assert await refused(house.answer(table, other, PASS)) is AlreadyAnswered
    await house.ring(table, 1.0)
    assert table.state.game is window
    await house.ring(table, 0.5)
    assert table.state.game is not window
    assert table.state.game.turn == other
    assert table.state.deadline == house.clock.now() + 60


async def test_a_held_window_is_settled_after_a_restart(new_house: Callable[..., Awaitable[House]]) -> None:
    house = await new_house(min_window_seconds=1.5)
    table = await house.play(ANA, BEN)
    assert table.state.game is not None
    other = 1 - table.state.game.turn
    await house.answer(table, table.state.game.turn, TAX)
    await house.answer(table, other, PASS)
    tables = await house.reopen()
    again = await tables.at(table.state.channel_id)
    assert again is not None
    assert again.state.game is not None
    assert again.state.game.turn == other
    assert again.state.decisions == 2


async def test_ai_seats_answer_by_themselves_after_a_pause(house: House) -> None:
    table = await house.play(ANA, ai=3)
    assert table.state.game is not None
    if table.state.game.turn == 0:
        await house.answer(table, 0, TAX)
    decided = table.state.decisions
    await house.ring(table, 0.5)
    assert table.state.decisions == decided
    await house.ring(table, 2.5)
    assert table.state.decisions > decided


async def test_resigning_ends_a_game_of_two(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.state.game is not None
    seat = table.state.game.turn
    await house.tables.run(table, resign, table.state.seats[seat].user_id or 0)
    assert table.state.status is Status.OVER
    assert table.state.game.winners == (1 - seat,)
    assert await refused(house.tables.run(table, resign, ANA.user_id)) is GameIsOver


async def test_a_paused_table_waits(house: House) -> None:
    table = await house.play(ANA, BEN)
    await house.tables.run(table, pause_or_close, "unreachable")
    assert table.wakes_at() is None
    assert await refused(house.answer(table, table.state.game.turn if table.state.game else 0)) is IsPaused
    house.clock.turn(500.0)
    await house.tables.run(table, resume)
    assert table.state.deadline == house.clock.now() + 60
    assert table.state.decisions == 0


async def test_a_moderator_ends_a_game(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.state.seed_proof() is None
    await house.tables.end(table, by=7)
    assert table.state.status is Status.CLOSED
    assert table.state.ended_by == 7
    proof = table.state.seed_proof()
    assert proof is not None
    assert proof["record"]["result"] is None
    assert await refused(house.tables.end(table)) is NotRunning


async def test_listeners_receive_a_lost_challenge(house: House) -> None:
    table = await house.play(ANA, BEN)
    assert table.state.game is not None
    await house.answer(table, table.state.game.turn, TAX)
    await house.answer(table, 1 - table.state.game.turn, CHALLENGE)
    change = house.changes[-1][1]
    assert change.kind is ChangeKind.DECIDED
    assert change.cause == "player"
    assert any(event["type"] == "challenge" for event in table.state.story[-1])
