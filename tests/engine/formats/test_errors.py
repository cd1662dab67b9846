"""Refusals of the engine: each has a reason and facts, and a sentence for the referee."""

import ast
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from engine import RULESETS, Game, Move, Refused, errors
from engine.editions import EDITIONS

POOL = ["banker", "director", "guerrilla", "peacekeeper", "politician"]


@pytest.mark.parametrize(
    ("setup", "reason", "facts"),
    [
        ({"ruleset": "chess"}, "unknown_ruleset", {"given": "chess", "known": tuple(RULESETS)}),
        ({"players": list("ABCDEFG")}, "players_out_of_range", {"ruleset": "classic", "least": 2, "most": 6}),
        ({"players": ["A", "A"]}, "Every player has a name of its own.", {}),
        ({"players": ["A", "x" * 101]}, "A name has 1 to 100 characters.", {}),
        ({"options": {"jester": True}}, "unknown_option", {"given": "jester"}),
        (
            {"ruleset": "mcguire", "options": {"inquisitor": True}},
            "option_not_in_ruleset",
            {"option": "inquisitor", "ruleset": "mcguire"},
        ),
        (
            {"options": {"blockers": "nobody"}},
            "bad_choice",
            {"option": "blockers", "given": "nobody", "choices": ("target", "anyone")},
        ),
        (
            {"options": {"teams": 1}, "players": list("ABCD")},
            "bad_choice",
            {"option": "teams", "given": 1, "choices": (False, True)},
        ),
        (
            {"ruleset": "g54", "options": {"blockers": "anyone"}},
            "bad_choice",
            {"option": "blockers", "given": "anyone", "choices": ("target",)},
        ),
        ({"options": {"shuffle": False}}, "option_of_positions", {"option": "shuffle"}),
        ({"options": {"examine": "owner"}}, "option_needs_option", {"option": "examine", "needed": "inquisitor"}),
        ({"options": {"teams": True}}, "teams_need_players", {"players": (4, 6)}),
        ({"pool": POOL}, "no_pool", {"ruleset": "classic"}),
        ({"ruleset": "g54", "pool": POOL, "options": {"pool": POOL}}, "pool_given_twice", {}),
        ({"ruleset": "g54", "pool": [*POOL[:4], "duke"]}, "role_not_in_game", {"role": "duke", "ruleset": "g54"}),
        ({"ruleset": "g54", "pool": POOL[:4]}, "pool_size", {"size": 5}),
        ({"ruleset": "g54", "pool": [*POOL[:4], POOL[0]]}, "pool_size", {"size": 5}),
        (
            {"ruleset": "g54", "pool": [*POOL[:4], "spy"]},
            "pool_categories",
            {
                "draw": RULESETS["g54"].draw,
                "rule": ("1 finance", "1 communications", "1 force", "2 special interest"),
            },
        ),
        ({"direction": 1}, "bad_direction", {}),
        ({"teams": [["A", "B"]]}, "no_teams", {}),
        ({"first": "Z"}, "no_such_player", {"name": "Z"}),
    ],
)
def test_a_setup_is_refused_with_its_facts(setup: dict[str, Any], reason: str, facts: dict[str, Any]) -> None:
    with pytest.raises(errors.BadRequest) as caught:
        Game.new(**{"ruleset": "classic", "players": ["A", "B"], **setup})
    assert caught.value.reason == reason
    assert caught.value.facts == facts
    assert caught.value.code == "bad_request"
    assert str(caught.value).endswith(".")


def test_a_refusal_says_values_as_json_does() -> None:
    with pytest.raises(errors.BadRequest, match="Option teams is one of false, true, not 1"):
        Game.new("classic", list("ABCD"), options={"teams": 1})


@pytest.mark.parametrize(
    "odd",
    ["x" * 3000, {"deep": {"deeper": "x" * 3000}}, ["x"] * 3000, pytest.param(10**5000, id="number"), "\ud800"],
)
def test_a_refusal_does_not_repeat_long_input_or_half_a_surrogate_pair(odd: Any) -> None:
    refused = (
        lambda: Game.new(odd, ["A", "B"]),
        lambda: Game.new("classic", ["A", "B"], options={"blockers": odd}),
        lambda: Game.new("g54", ["A", "B"], pool=[*POOL[:4], odd]),
        lambda: Game.new("classic", ["A", "B"]).seat(odd),
        lambda: Game.new("classic", ["A", "B"]).decide_json({"by": "A", "do": "act", "action": odd}),
    )
    for request in refused:
        with pytest.raises(Refused) as caught:
            request()
        assert 0 < len(str(caught.value).encode()) < 120


def test_a_refusal_does_not_repeat_the_long_name_of_a_field() -> None:
    with pytest.raises(Refused, match=r"^that: "):
        Game.from_position({"ruleset": "classic", "turn": "A", "players": [], "x" * 3000: 1})


def test_decisions_are_refused_with_their_facts() -> None:
    game = Game.new("classic", ["A", "B"], first="A")
    with pytest.raises(errors.NotPending) as waiting:
        game.decide_json({"by": "B", "do": "pass"})
    assert waiting.value.facts == {"name": "B"}
    with pytest.raises(errors.Stale) as stale:
        game.decide_json({"by": "A", "do": "act", "action": "income", "at": 8})
    assert stale.value.facts == {"question": 8}
    with pytest.raises(errors.IllegalDecision) as illegal:
        game.decide_json({"by": "A", "do": "act", "action": "coup", "target": "B"})
    assert illegal.value.facts == {"action": "coup", "price": 7, "name": "A", "coins": 2}
    game.resign(0)
    with pytest.raises(errors.GameOver):
        game.resign(1)


def test_every_reason_raised_has_a_sentence_with_the_same_facts() -> None:
    raised = {
        call.args[0].value: {str(fact.arg) for fact in call.keywords}
        for path in Path(str(errors.__file__)).parent.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text()))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "BadRequest"
        if isinstance(call.args[0], ast.Constant) and isinstance(call.args[0].value, str)
    }
    assert len(raised) > 40
    for reason, facts in raised.items():
        sentence = errors.SENTENCES.get(reason, reason)
        assert " " in sentence, reason
        assert {name for _, name, _, _ in Formatter().parse(sentence) if name} <= facts, reason


def test_every_ruleset_of_the_data_has_its_edition() -> None:
    assert set(EDITIONS) == set(RULESETS)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_choice_of_every_option_can_be_played_and_recorded(ruleset: str) -> None:
    for name, choices in RULESETS[ruleset].options.items():
        for choice in choices:
            options = {"inquisitor": True, name: choice} if name == "examine" else {name: choice}
            game = Game.new(ruleset, ["A", "B", "C", "D"], options=options)
            assert game.table.edition.options[name] == choice
            assert Game.replay(game.record()).state() == game.state()


REFUSED = (
    ("reformation", {}, "act convert target=1", 1, "too_poor"),
    ("reformation", {}, "act convert target=1", 10, "must_coup"),
    ("reformation", {}, "act coup target=2", 7, "target_bound"),
    ("reformation", {}, "act steal target=0", 2, "target_self"),
    ("reformation", {}, "act embezzle target=1", 2, "wrong_fields"),
    ("reformation", {}, "act embezzle|claim role=duke", 2, "no_block"),
    ("reformation", {}, "act embezzle|challenge|prove", 2, "denied_proof"),
    ("reformation", {}, "act foreign_aid|challenge", 2, "no_challenge"),
    (
        "reformation",
        {"options": {"blockers": "anyone"}},
        "act steal target=1|pass|claim role=captain",
        2,
        "block_bound",
    ),
    ("reformation", {}, "act steal target=1|pass|claim role=captain", 2, "not_its_target"),
    ("anarchy", {}, "act income", 2, "no_such_action"),
    ("anarchy", {}, "act anarchist target=1", 2, "too_poor"),
    (
        "anarchy",
        {},
        "act anarchist target=1|claim target=2 role=anarchist|pass|pass|claim target=1 role=anarchist",
        3,
        "held_bomb",
    ),
    ("anarchy", {}, "act anarchist target=1|claim target=0 role=anarchist", 3, "held_bomb"),
    ("anarchy", {"tokens": {"peacekeeping": "B"}}, "act anarchist target=1", 3, "target_peacekeeping"),
    (
        "anarchy",
        {"tokens": {"peacekeeping": "C"}},
        "act anarchist target=1|claim target=2 role=anarchist",
        3,
        "target_peacekeeping",
    ),
    ("anarchy", {"tokens": {"treaty": ["A", "B"]}}, "act coup target=1", 7, "target_treaty"),
)


@pytest.mark.parametrize(("ruleset", "more", "moves", "coins", "reason"), REFUSED)
def test_a_decision_that_breaks_a_rule_is_refused_by_its_name(
    ruleset: str, more: dict[str, Any], moves: str, coins: int, reason: str
) -> None:
    pool = ["anarchist", "financier", "foreign_consular", "peacekeeper", "reporter"]
    own, other = ("duke", "captain") if ruleset == "reformation" else ("anarchist", "financier")
    setup = {"pool": pool} if ruleset == "anarchy" else {}
    players = [{"name": name, "coins": coins, "hand": [own, other]} for name in "ABC"]
    options = {"free_pool": True} if ruleset == "anarchy" else {}
    game = Game.from_position(
        {"ruleset": ruleset, "options": options, "turn": "A", "players": players, **setup, **more}
    )
    *before, last = (Move.parse(text) for text in moves.split("|"))
    for move in before:
        assert game.ask is not None
        game.decide(next(iter(game.ask.options)), move)
    assert game.ask is not None
    with pytest.raises(errors.IllegalDecision) as refusal:
        game.decide(next(iter(game.ask.options)), last)
    assert refusal.value.reason == reason
    assert "{" not in str(refusal.value)


def test_a_bound_player_who_would_block_is_told_what_binds_it() -> None:
    game = Game.new("reformation", ["A", "B", "C"], first="A")
    game.decide(0, Move("act", "foreign_aid"))
    with pytest.raises(errors.NotPending) as bound:
        game.decide_json({"by": "C", "do": "claim", "role": "duke"})
    assert (bound.value.code, bound.value.reason) == ("not_pending", "block_bound")
    for by, decision in (("C", {"do": "pass"}), ("A", {"do": "claim", "role": "duke"})):
        with pytest.raises(errors.NotPending) as waiting:
            game.decide_json({"by": by, **decision})
        assert waiting.value.reason == "not_pending"
