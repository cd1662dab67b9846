"""Positions: they can be printed and loaded again, and impossible ones are refused."""

from typing import Any

import pytest

from engine import BadRequest, Game


def classic(**more: Any) -> dict[str, Any]:
    """Two players with one card each."""
    players = [{"name": "Ada", "hand": ["duke"]}, {"name": "Ben", "hand": ["captain"]}]
    return {"ruleset": "classic", "turn": "Ada", "players": players, **more}


def g54(**more: Any) -> dict[str, Any]:
    """Three players, the third out of the game; every token's role is in play."""
    players = [
        {"name": "Ada", "hand": ["mercenary"]},
        {"name": "Ben", "hand": ["peacekeeper"]},
        {"name": "Cleo", "hand": [], "lost": ["mercenary", "peacekeeper"]},
    ]
    pool = ["customs_officer", "director", "foreign_consular", "mercenary", "peacekeeper"]
    return {"ruleset": "g54", "pool": pool, "turn": "Ada", "players": players, **more}


def mcguire(**more: Any) -> dict[str, Any]:
    """Two players, one with a special copy."""
    players = [{"name": "Ada", "hand": ["ambassador*"]}, {"name": "Ben", "hand": ["captain"]}]
    return {"ruleset": "mcguire", "turn": "Ada", "players": players, **more}


def test_parts_left_out_have_their_documented_defaults() -> None:
    state = Game.from_position(classic()).state()
    assert [player["coins"] for player in state["players"]] == [2, 2]
    assert (
        state["deck"] == ["ambassador"] * 3 + ["assassin"] * 3 + ["captain"] * 2 + ["contessa"] * 3 + ["duke"] * 2
    )
    assert state["seed"] == "0" * 64
    state = Game.from_position(mcguire()).state()
    assert (state["first"], state["first_turns"], state["mat"], state["out"]) == ("Ada", 0, [], [])
    assert state["direction"] == 1


def test_hands_are_kept_in_alphabetical_order() -> None:
    players = [{"name": "Ada", "hand": ["duke", "captain"]}, {"name": "Ben", "hand": ["duke"]}]
    assert Game.from_position(classic(players=players)).state()["players"][0]["hand"] == ["captain", "duke"]


def test_a_deck_may_lack_some_of_the_remaining_cards() -> None:
    assert Game.from_position(classic(deck=["duke"])).state()["deck"] == ["duke"]
    assert Game.from_position(classic(deck=[])).state()["deck"] == []


def test_a_free_deck_may_hold_more_than_three_of_a_kind() -> None:
    deck = ["duke"] * 9
    assert Game.from_position(classic(deck=deck, options={"free_deck": True})).state()["deck"] == deck
    with pytest.raises(BadRequest, match="200"):
        Game.from_position(classic(deck=["duke"] * 201, options={"free_deck": True}))


def test_a_treaty_may_name_dead_players() -> None:
    assert Game.from_position(g54(tokens={"treaty": ["Ada", "Cleo"]})).state()["tokens"]["treaty"] == [
        "Ada",
        "Cleo",
    ]


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        (classic(turn="Zoe"), "Zoe"),
        (classic(seed="1"), "seed"),
        (classic(deck=["duke"] * 3), "deck"),
        (classic(deck=["king"]), "king"),
        (classic(players=[{"name": "Ada", "hand": ["duke"]}]), "players"),
        (classic(players=[{"name": "Ada", "hand": ["duke"]}, {"name": "Ben", "hand": []}]), "two players"),
        (classic(players=[{"name": "Ada", "hand": ["duke"]}] * 2), "name"),
        (classic(tokens={"peacekeeping": "Ada"}), "classic has no tokens"),
        (classic(first="Ben"), "classic has no first"),
        (classic(direction=0), "classic has no direction"),
        (g54(turn="Cleo"), "alive"),
        (g54(tokens={"tax": {"holder": "Cleo", "role": "director"}}), "living"),
        (g54(tokens={"tax": {"holder": "Ada", "role": "spy"}}), "in play"),
        (g54(tokens={"treaty": ["Ada", "Ada"]}), "two players"),
        (g54(tokens={"disappear": [{"on": "Ada", "by": "Ben"}] * 4}), "three"),
        (mcguire(direction=0), "direction"),
        (mcguire(mat=[{"event": "first_turn", "coins": 1}]), "mat"),
        (mcguire(mat=[{"event": "first_turn", "card": "ambassador*"}]), "deck"),
        (mcguire(out=["duke"] * 4), "deck"),
    ],
)
def test_an_impossible_position_is_refused_with_its_reason(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadRequest, match=reason):
        Game.from_position(position)


def test_random_pools_follow_the_categories_and_leave_advanced_roles_out() -> None:
    advanced_seen = False
    for number in range(60):
        seed = f"{number:064x}"
        plain = Game.new("g54", ["A", "B"], seed=seed).table.edition.roles
        assert len(set(plain)) == 5
        assert not {"producer", "writer", "capitalist", "speculator", "crime_boss", "mercenary"} & set(plain)
        mixed = Game.new("g54", ["A", "B"], seed=seed, options={"advanced": True}).table.edition.roles
        advanced_seen |= "speculator" in mixed
    assert advanced_seen


def test_teams_sit_opposite() -> None:
    options, players = {"teams": True}, list("ABCD")
    game = Game.new("classic", players, options=options, teams=[["A", "C"], ["D", "B"]])
    assert [player["team"] for player in game.view(None)["players"]] == [0, 1, 0, 1]
    with pytest.raises(BadRequest, match="opposite"):
        Game.new("classic", players, options=options, teams=[["A", "B"], ["C", "D"]])
