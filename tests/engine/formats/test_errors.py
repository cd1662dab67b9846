"""Refusals: each says by its type and facts what was wrong, and words itself for the referee."""

from dataclasses import asdict
from typing import Any

import pytest

from engine import RULESETS, Game, Refused, errors
from engine.editions import EDITIONS

POOL = ["banker", "director", "guerrilla", "peacekeeper", "politician"]


@pytest.mark.parametrize(
    ("setup", "kind", "facts"),
    [
        ({"ruleset": "chess"}, errors.UnknownRuleset, {"ruleset": "chess", "known": tuple(RULESETS)}),
        (
            {"players": list("ABCDEFG")},
            errors.PlayersOutOfRange,
            {"ruleset": "classic", "least": 2, "most": 6},
        ),
        ({"options": {"jester": True}}, errors.UnknownOption, {"option": "jester"}),
        (
            {"ruleset": "mcguire", "options": {"inquisitor": True}},
            errors.OptionNotInRuleset,
            {"option": "inquisitor", "ruleset": "mcguire"},
        ),
        (
            {"options": {"blockers": "nobody"}},
            errors.BadChoice,
            {"option": "blockers", "given": "nobody", "choices": ("target", "anyone")},
        ),
        (
            {"options": {"teams": 1}, "players": list("ABCD")},
            errors.BadChoice,
            {"option": "teams", "given": 1, "choices": (False, True)},
        ),
        (
            {"ruleset": "g54", "options": {"blockers": "anyone"}},
            errors.BadChoice,
            {"option": "blockers", "given": "anyone", "choices": ("target",)},
        ),
        ({"options": {"shuffle": False}}, errors.OptionOfPositions, {"option": "shuffle"}),
        (
            {"options": {"examine": "owner"}},
            errors.OptionNeedsOption,
            {"option": "examine", "needed": "inquisitor"},
        ),
        ({"options": {"teams": True}}, errors.TeamsNeedPlayers, {"players": (4, 6)}),
        ({"pool": POOL}, errors.NoPool, {"ruleset": "classic"}),
        ({"ruleset": "g54", "pool": POOL, "options": {"pool": POOL}}, errors.PoolGivenTwice, {}),
        (
            {"ruleset": "g54", "pool": [*POOL[:4], "duke"]},
            errors.RoleNotInGame,
            {"role": "duke", "ruleset": "g54"},
        ),
        ({"ruleset": "g54", "pool": POOL[:4]}, errors.PoolSize, {"size": 5}),
        (
            {"ruleset": "g54", "pool": [*POOL[:4], "spy"]},
            errors.PoolCategories,
            {"draw": RULESETS["g54"].draw},
        ),
        ({"direction": 1}, errors.BadDirection, {}),
        ({"teams": [["A", "B"]]}, errors.NoTeams, {}),
        ({"first": "Z"}, errors.NoSuchPlayer, {"name": "Z"}),
    ],
)
def test_a_setup_is_refused_with_its_facts(
    setup: dict[str, Any], kind: type[errors.BadRequest], facts: dict[str, Any]
) -> None:
    with pytest.raises(kind) as caught:
        Game.new(**{"ruleset": "classic", "players": ["A", "B"], **setup})
    assert type(caught.value) is kind
    assert asdict(caught.value) == facts
    assert caught.value.code == "bad_request"
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize(
    "long", ["x" * 3000, {"deep": {"deeper": "x" * 3000}}, ["x"] * 3000, pytest.param(10**5000, id="number")]
)
def test_what_is_long_is_not_repeated(long: Any) -> None:
    refused = (
        lambda: Game.new(long, ["A", "B"]),
        lambda: Game.new("classic", ["A", "B"], options={"blockers": long}),
        lambda: Game.new("g54", ["A", "B"], pool=[*POOL[:4], long]),
        lambda: Game.new("classic", ["A", "B"]).seat(long),
        lambda: Game.new("classic", ["A", "B"]).take({"by": "A", "do": "act", "action": long}),
    )
    for request in refused:
        with pytest.raises(Refused) as caught:
            request()
        assert 0 < len(str(caught.value)) < 120


def test_decisions_are_refused_with_their_facts() -> None:
    game = Game.new("classic", ["A", "B"], first="A")
    with pytest.raises(errors.NotPending) as waiting:
        game.take({"by": "B", "do": "pass"})
    assert waiting.value.name == "B"
    with pytest.raises(errors.Stale) as stale:
        game.take({"by": "A", "do": "act", "action": "income", "at": 8})
    assert stale.value.question == 8
    with pytest.raises(errors.IllegalDecision) as illegal:
        game.take({"by": "A", "do": "act", "action": "coup", "target": "B"})
    assert illegal.value.move == "act coup target=1"
    game.resign(0)
    with pytest.raises(errors.GameOver):
        game.resign(1)


def test_every_ruleset_of_the_data_has_its_edition() -> None:
    assert set(EDITIONS) == set(RULESETS)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_choice_of_every_option_can_be_played_and_comes_back_as_chosen(ruleset: str) -> None:
    for name, choices in RULESETS[ruleset].options.items():
        for choice in choices:
            options = {"inquisitor": True, name: choice} if name == "examine" else {name: choice}
            game = Game.new(ruleset, ["A", "B", "C", "D"], options=options)
            assert game.table.edition.options[name] == choice
            assert Game.replay(game.record()).state() == game.state()
