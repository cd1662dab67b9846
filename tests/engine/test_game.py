"""What `Game` promises: who may decide when, the numbers of questions, clones, and records."""

import pytest

from engine import BadRequest, Game, GameOver, IllegalDecision, Move, NotPending, Stale, UnknownPlayer
from engine.moves import CHALLENGE, PASS
from tests.harness.random_games import everything

INCOME = Move("act", "income")
TAX = Move("act", "tax")


@pytest.fixture
def game() -> Game:
    """Ada has a duke and a captain, and may act."""
    return Game.from_position(
        {
            "ruleset": "classic",
            "options": {"shuffle": False},
            "turn": "Ada",
            "players": [
                {"name": "Ada", "hand": ["captain", "duke"]},
                {"name": "Ben", "hand": ["assassin", "contessa"]},
                {"name": "Cleo", "hand": ["duke"], "lost": ["contessa"]},
            ],
        }
    )


def test_a_question_keeps_its_number_until_something_new_is_asked(game: Game) -> None:
    assert game.question == 0
    game.decide(0, TAX, 0)
    assert game.question == 1
    game.decide(2, PASS, 1)
    assert game.question == 1
    with pytest.raises(Stale):
        game.decide(1, PASS, 0)
    game.decide(1, PASS, 1)
    assert (game.question, game.seq, game.turn) == (2, 3, 1)


def test_nothing_can_be_decided_after_the_end(game: Game) -> None:
    game.decide(0, TAX)
    game.resign(1)
    assert game.winners is None
    game.resign(2)
    assert game.winners == (0,)
    for late in (lambda: game.decide(0, INCOME), game.timeout, lambda: game.resign(0)):
        with pytest.raises(GameOver):
            late()
    assert game.clone().winners == (0,)


def test_resigning_twice_is_refused(game: Game) -> None:
    game.resign(2)
    with pytest.raises(UnknownPlayer):
        game.resign(2)


def test_a_resigned_player_loses_by_default_until_the_turn_ends(game: Game) -> None:
    game.decide(0, TAX)
    game.decide(1, CHALLENGE)
    game.resign(1)
    events = game.timeout()
    assert [event["type"] for event in events if event.get("by") == 1] == ["lost", "lost", "eliminated"]
    assert game.turn == 2


def test_a_changed_record_is_refused(game: Game) -> None:
    game.decide(0, TAX)
    game.timeout()
    record = game.record()
    assert everything(Game.replay(record)) == everything(game)
    decisions = record["decisions"]
    broken = (
        {**record, "result": ["Ada"]},
        {**record, "decisions": decisions[1:]},
        {**record, "decisions": [*decisions, decisions[0]]},
        {**record, "decisions": [{**decisions[0], "by": "Zoe"}, *decisions[1:]]},
        {**record, "new": {}},
        {"decisions": decisions},
        {**record, "more": 1},
    )
    for changed in broken:
        with pytest.raises((BadRequest, IllegalDecision, NotPending, UnknownPlayer)):
            Game.replay(changed)


def test_the_record_of_a_new_game_holds_what_was_drawn() -> None:
    new = Game.new("g54", ["Ada", "Ben"]).record()["new"]
    assert len(new["seed"]) == 64
    assert len(new["pool"]) == 5
    assert new["first"] in ("Ada", "Ben")
    assert Game.new("g54", ["Ada", "Ben"]).record()["new"]["seed"] != new["seed"]
