"""Results: when they show, the order of finishing, and seats that an AI finishes for their members."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.render.messages.end import end_message
from bot.render.view_model import TableView
from bot.stats.game_statistics import places
from bot.tables.table import Table
from bot.tables.transitions.game import resign
from bot.tables.transitions.lobby import join
from engine import Event, Game
from tests.harness.discord import texts
from tests.harness.tables import ANA, BEN, Harness, ask_of, change_seat


def played(position: dict[str, Any], *script: tuple[str, dict[str, Any]]) -> tuple[Game, list[Event]]:
    """A game from a position after these decisions; seats without a given decision take the default."""
    game = Game.from_position(position)
    story = [*game.table.events]
    for name, decision in script:
        story += game.decide_json({"by": name, **decision})
    while game.winners is None:
        story += game.timeout()
    return game, story


def player(name: str, hand: list[str], coins: int = 2) -> dict[str, Any]:
    return {"name": name, "hand": hand, "coins": coins}


def test_the_later_eliminated_player_has_the_better_place() -> None:
    people = [player("A", ["duke"], 7), player("B", ["duke"]), player("C", ["duke"], 7)]
    game, story = played(
        {"ruleset": "classic", "turn": "A", "players": people},
        ("A", {"do": "act", "action": "coup", "target": "B"}),
        ("C", {"do": "act", "action": "coup", "target": "A"}),
    )
    assert places(game, story) == (2, 3, 1)


POOL = ["general", "director", "banker", "peacekeeper", "politician"]


def test_players_eliminated_by_one_action_share_a_place() -> None:
    people = [player("A", ["general"], 5), *(player(name, ["banker"]) for name in "BCD")]
    game, story = played(
        {"ruleset": "g54", "pool": POOL, "turn": "A", "players": people}, ("A", {"do": "act", "action": "general"})
    )
    assert places(game, story) == (1, 2, 2, 2)


def test_a_lost_challenge_eliminates_before_the_action_does() -> None:
    people = [player("A", ["general"], 5), *(player(name, ["banker"]) for name in "BCD")]
    game, story = played(
        {"ruleset": "g54", "pool": POOL, "turn": "A", "players": people},
        ("A", {"do": "act", "action": "general"}),
        ("B", {"do": "challenge"}),
        ("A", {"do": "prove"}),
    )
    assert places(game, story) == (1, 4, 2, 2)


def test_a_team_shares_the_place_of_the_one_who_stays_longer() -> None:
    people = [
        player("A", ["duke"], 7),
        player("B", ["duke"], 7),
        player("C", ["captain"]),
        player("D", ["captain"]),
    ]
    game, story = played(
        {"ruleset": "classic", "options": {"teams": True}, "turn": "A", "players": people},
        ("A", {"do": "act", "action": "coup", "target": "B"}),
        ("C", {"do": "act", "action": "income"}),
        ("D", {"do": "resign"}),
    )
    assert places(game, story) == (1, 2, 1, 2)


def test_resignations_in_one_turn_share_a_place() -> None:
    people = [player(name, ["duke"]) for name in "ABC"]
    game, story = played(
        {"ruleset": "classic", "turn": "A", "players": people},
        ("B", {"do": "resign"}),
        ("C", {"do": "resign"}),
        ("A", {"do": "act", "action": "income"}),
    )
    assert places(game, story) == (1, 2, 2)


def end_of(table: Table) -> str:
    return "\n".join(texts(end_message(TableView.of(table)).to_components()))


@pytest.mark.parametrize("away", [False, True])
async def test_a_seat_that_an_ai_finishes_does_not_win_for_its_member(harness: Harness, away: bool) -> None:
    table = await harness.play(ANA, BEN)
    while table.state.game is not None and table.state.game.turn != 1:
        await harness.answer(table, 0)
    change_seat(table, 0, away=away)
    await harness.store.games.save(table.state)
    await harness.tables.run(table, resign, BEN.user_id)
    again = await harness.restarted(table.id)
    assert again.state.result is not None
    assert (again.state.result.winners, again.state.result.places) == ((0,), (1, 2))
    assert again.state.result.abandoned == ((0,) if away else ())
    assert again.state.result.record["result"] == ["Ana"]
    if away:
        assert "Nobody wins: an AI finished the game for Ana" in end_of(again)
        assert "Away at the end: **Ana**. The game counts as lost for them." in end_of(again)
    else:
        assert "Ana wins" in end_of(again)
        assert "counts as lost" not in end_of(again)
    # The winner of a game begins the next one, unless an AI won.
    lobby = await harness.tables.rematch(again, BEN)
    await harness.tables.run(lobby, join, ANA)
    await harness.tables.start(lobby, BEN.user_id, 4243)
    assert lobby.state.first == (None if away else "Ana")


async def test_a_member_away_who_resigns_has_left_no_ai_seat(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    change_seat(table, 1, away=True)
    await harness.tables.run(table, resign, BEN.user_id)
    assert not table.state.seats[1].away
    while table.state.result is None:
        await harness.answer(table, 0)
    assert table.state.result.abandoned == ()


async def test_the_end_of_a_game_does_not_wait_for_the_minimum_time_of_its_window(
    new_harness: Callable[..., Awaitable[Harness]],
) -> None:
    """So statistics never tell of it before."""
    harness = await new_harness(min_window_seconds=1.5)
    table = await harness.play(ANA, BEN)
    waited = False
    while not table.state.has_ended:
        assert await harness.store.games.result(table.id) is None, "what is stored shows"
        if table.state.open_question.pending is not None:
            waited = True
            await harness.ring(table, 1.5)
            continue
        (seat,) = table.state.owing()
        options = ask_of(table).options[seat]
        wanted = [move for move in options if move.action in ("assassinate", "tax")]
        await harness.answer(table, seat, wanted[-1] if wanted else None)
    assert waited, "other windows are open for their minimum time"
    assert await harness.store.games.result(table.id) is not None
