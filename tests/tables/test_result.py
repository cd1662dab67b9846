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
from engine import Game
from tests.harness.discord import texts
from tests.harness.tables import ANA, BEN, Harness, ask_of, change_seat


def player(name: str, hand: list[str], coins: int = 2) -> dict[str, Any]:
    return {"name": name, "hand": hand, "coins": coins}


def coup(target: str) -> dict[str, Any]:
    return {"do": "act", "action": "coup", "target": target}


INCOME, GENERAL, RESIGN = {"do": "act", "action": "income"}, {"do": "act", "action": "general"}, {"do": "resign"}
ATTACKED = {
    "ruleset": "g54",
    "pool": ["general", "director", "banker", "peacekeeper", "politician"],
    "players": [player("A", ["general"], 5), *(player(name, ["banker"]) for name in "BCD")],
}
"""A general may attack three others, each with the last card."""
PLACES = {
    "who is eliminated later has the better place": (
        {"players": [player("A", ["duke"], 7), player("B", ["duke"]), player("C", ["duke"], 7)]},
        (("A", coup("B")), ("C", coup("A"))),
        (2, 3, 1),
    ),
    "eliminated by one action": (ATTACKED, (("A", GENERAL),), (1, 2, 2, 2)),
    "a lost challenge comes before the action": (
        ATTACKED,
        (("A", GENERAL), ("B", {"do": "challenge"}), ("A", {"do": "prove"})),
        (1, 4, 2, 2),
    ),
    "a team has the place of the one who stays longer": (
        {
            "options": {"teams": True},
            "players": [
                *(player(name, ["duke"], 7) for name in "AB"),
                *(player(name, ["captain"]) for name in "CD"),
            ],
        },
        (("A", coup("B")), ("C", INCOME), ("D", RESIGN)),
        (1, 2, 1, 2),
    ),
    "resigned in one turn": (
        {"players": [player(name, ["duke"]) for name in "ABC"]},
        (("B", RESIGN), ("C", RESIGN), ("A", INCOME)),
        (1, 2, 2),
    ),
}
"""A position, decisions, and the places of all players."""


@pytest.mark.parametrize(("position", "script", "expected"), PLACES.values(), ids=PLACES)
def test_places_follow_the_order_of_elimination(
    position: dict[str, Any], script: tuple[tuple[str, dict[str, Any]], ...], expected: tuple[int, ...]
) -> None:
    game = Game.from_position({"ruleset": "classic", "turn": "A", **position})
    story = [*game.table.events]
    for name, decision in script:
        story += game.decide_json({"by": name, **decision})
    while game.winners is None:
        story += game.timeout()
    assert places(game, story) == expected


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


async def test_the_end_of_a_game_waits_for_no_minimum_time(new_harness: Callable[..., Awaitable[Harness]]) -> None:
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
