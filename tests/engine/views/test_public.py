"""The public view of a game, and what a player may know about targets and the truth of claims."""

import random
from typing import Any

import pytest

from engine import RULESETS, Game, Move, claims_truly
from engine.moves import CHALLENGE, PASS, PROVE
from tests.harness.random_games import random_setup, start


def position(pool: str = "", hands: str = "duke, captain, contessa, assassin", **more: Any) -> Game:
    """Ada's turn, with Ben, Cleo and Dov, each with one card and 7 coins; a game of g54 if there is a pool."""
    players = [
        {"name": name, "coins": 7, "hand": [card]}
        for name, card in zip(("Ada", "Ben", "Cleo", "Dov"), hands.split(", "), strict=True)
    ]
    facts: dict[str, Any] = {"ruleset": "g54", "pool": pool.split(", ")} if pool else {"ruleset": "classic"}
    return Game.from_position({**facts, "turn": "Ada", "players": players, "deck": [], **more})


def can_prove(game: Game, seat: int, move: Move) -> bool | None:
    """Whether a seat could prove the claim of a decision if challenged; None if it cannot be challenged."""
    game.decide(seat, move)
    question, ask = game.question, game.ask
    claim = None if ask is None else ask.claim
    if ask is None or claim is None or claim.by != seat or claim.kind not in ("action", "rebuttal"):
        return None
    for other in [other for other, moves in ask.options.items() if CHALLENGE in moves]:
        if game.question == question and other in ask.options:
            game.decide(other, CHALLENGE)
    if game.ask is None or game.ask.prompt != "prove":
        return None
    return PROVE in game.ask.options[seat]


@pytest.mark.parametrize("priority", ["first", "clockwise"])
def test_a_window_looks_the_same_until_it_closes(priority: str) -> None:
    game = position(options={"challenge_priority": priority})
    game.decide_json({"by": "Ada", "do": "act", "action": "assassinate", "target": "Dov"})
    before = game.public()
    assert before.window
    assert before.asked == (1, 2, 3)
    assert before.options[3] == (PASS, CHALLENGE, Move("claim", role="contessa"))
    passed = game.clone()
    passed.decide(3, PASS)
    assert not game.decide(3, Move("claim", role="contessa"))
    assert game.public() == before
    assert all(game.view(seat) == passed.view(seat) for seat in (0, 1, 2, None))
    if priority == "clockwise":
        game.decide(2, CHALLENGE)
        assert game.ask is not None
        assert list(game.ask.options) == [1]
        assert game.public() == before
        assert game.clone().public() == before


def test_a_resigned_player_is_not_shown_as_asked_by_later_windows() -> None:
    game = Game.new("classic", ["Ada", "Ben", "Cleo", "Dov"], first="Ada")
    game.resign(1)
    game.decide(0, Move("act", "tax"))
    opened = game.public()
    assert opened.asked == (2, 3)
    game.decide(2, PASS)
    assert game.public() == opened


def test_options_that_depend_on_hidden_cards_are_not_public() -> None:
    game = position()
    assert game.ask is not None
    assert game.public().options == game.ask.options
    game.decide_json({"by": "Ada", "do": "act", "action": "tax"})
    for name in ("Ben", "Cleo", "Dov"):
        if game.public().prompt == "respond":
            game.decide_json({"by": name, "do": "challenge"})
    public = game.public()
    assert (public.prompt, public.asked, public.options) == ("prove", (0,), {})


def test_a_claim_is_shown_with_its_action() -> None:
    game = position()
    game.decide_json({"by": "Ada", "do": "act", "action": "steal", "target": "Cleo"})
    claim = game.public().claim
    assert claim is not None
    assert claim.action is not None
    assert (claim.by, claim.role, claim.kind, claim.action.target) == (0, "captain", "action", 2)
    assert claim.action.answers == "target"
    for seat in (1, 3):
        game.decide(seat, PASS)
    game.decide(2, Move("claim", role="ambassador"))
    claim = game.public().claim
    assert claim is not None
    assert claim.action is not None
    assert (claim.by, claim.role, claim.kind, claim.action.by) == (2, "ambassador", "counteraction", 0)


def test_the_game_says_why_somebody_cannot_be_targeted() -> None:
    pool = "foreign_consular, peacekeeper, guerrilla, banker, director"
    hands = "banker, banker, director, director"
    tokens = {"peacekeeping": "Cleo", "treaty": ["Ada", "Dov"]}
    game = position(pool, hands, tokens=tokens)
    assert game.untargetable(0) == {2: "peacekeeping", 3: "treaty"}
    assert game.untargetable(1) == {2: "peacekeeping"}
    assert game.ask is not None
    aimed = {(move.action, move.target) for move in game.ask.options[0] if move.target is not None}
    assert aimed == {("coup", 1), ("coup", 2), ("guerrilla", 1)}
    teams = position(options={"teams": True})
    assert [teams.untargetable(seat) for seat in range(4)] == [{2: "team"}, {3: "team"}, {0: "team"}, {1: "team"}]
    assert position().untargetable(0) == {}


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_a_claim_is_true_exactly_if_it_can_be_proven(ruleset: str) -> None:
    for number in range(12):
        chance = random.Random(number)
        game = start(random_setup(chance, ruleset))
        for _ in range(60):
            ask = game.ask
            if ask is None:
                break
            seat = next(iter(ask.options))
            move = chance.choice(ask.options[seat])
            provable = can_prove(game.clone(), seat, move)
            if provable is not None:
                assert claims_truly(game, seat, move) is provable, move
            game.decide(seat, move)


def test_a_decision_without_a_claim_is_neither_true_nor_false() -> None:
    game = position()
    assert claims_truly(game, 0, Move("act", "income")) is None
    assert claims_truly(game, 0, Move("act", "foreign_aid")) is None
    assert claims_truly(game, 0, Move("act", "tax")) is True
    assert claims_truly(game, 0, Move("act", "assassinate", 1)) is False
    game.decide_json({"by": "Ada", "do": "act", "action": "foreign_aid"})
    assert claims_truly(game, 1, PASS) is None
    assert claims_truly(game, 1, Move("claim", role="duke")) is False


def test_only_the_special_copy_makes_a_rebuttal_true() -> None:
    for card, truth in (("contessa", False), ("contessa*", True)):
        players = [{"name": "Ada", "hand": [card]}, {"name": "Ben", "hand": ["duke"]}]
        game = Game.from_position({"ruleset": "mcguire", "turn": "Ada", "players": players})
        game.decide_json({"by": "Ada", "do": "act", "action": "foreign_aid"})
        game.decide_json({"by": "Ben", "do": "claim", "role": "duke"})
        assert claims_truly(game, 0, Move("claim", role="contessa")) is truth


def test_the_card_put_aside_decides_whether_its_claim_is_true() -> None:
    players = [
        {"name": "Ada", "coins": 7, "hand": ["banker"]},
        {"name": "Ben", "hand": ["missionary", "director"]},
    ]
    pool = ["banker", "director", "guerrilla", "intellectual", "missionary"]
    game = Game.from_position({"ruleset": "g54", "pool": pool, "turn": "Ada", "players": players})
    game.decide_json({"by": "Ada", "do": "act", "action": "guerrilla", "target": "Ben"})
    game.decide(1, PASS)
    assert claims_truly(game, 1, Move("lose", card="director")) is None
    assert claims_truly(game, 1, Move("claim", role="missionary", card="director")) is False
    assert claims_truly(game, 1, Move("claim", role="missionary", card="missionary")) is True


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_values_of_a_deal_give_the_same_game_again(ruleset: str) -> None:
    for number in range(5):
        request = {"position": {}}
        chance = random.Random(number)
        while "position" in request:
            request = random_setup(chance, ruleset)
        game = start(request)
        new = request["new"]
        for given in ("pool", "first", "direction", "teams"):
            new.pop(given, None)
        new["options"].pop("free_pool", None)
        if game.start["pool"]:
            new["options"]["free_pool"] = True
        again = Game.new(new["ruleset"], new["players"], options=new["options"], seed=new["seed"], **game.start)
        assert again.state()["players"] == game.state()["players"]
        assert again.turn == game.turn
        assert again.start == game.start
