"""Decisions: one object each, with one text and one JSON form."""

import itertools
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Game, Move, Refused
from engine import moves as moves_module
from engine.catalogue import ACTION_IDS, CARDS, ROLES
from engine.referee import Referee

NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")
roles, cards, seats = st.sampled_from(sorted(ROLES)), st.sampled_from(sorted(CARDS)), st.integers(0, 5)
kept = st.lists(cards, max_size=2).map(lambda chosen: tuple(sorted(chosen)))
moves = st.one_of(
    st.builds(Move, st.sampled_from(("pass", "challenge", "pay", "prove", "concede", "draw", "stop", "resign"))),
    st.builds(
        Move,
        st.just("act"),
        st.sampled_from(sorted(ACTION_IDS)),
        st.none() | seats,
        st.none() | seats,
        st.none() | roles,
    ),
    st.builds(Move, st.just("claim"), role=roles, card=st.none() | cards),
    st.builds(Move, st.sampled_from(("lose", "give", "show")), card=cards),
    st.builds(Move, st.just("keep"), cards=kept, give=st.none() | cards),
)


@given(move=moves)
def test_text_and_json_lead_back_to_the_same_object(move: Move) -> None:
    assert Move.parse(str(move)) is move
    assert Move.from_json(move.to_json(NAMES), NAMES) is move


@pytest.mark.parametrize(
    ("move", "text", "json"),
    [
        (Move("pass"), "pass", {"do": "pass"}),
        (Move("act", "steal", 1), "act steal target=1", {"do": "act", "action": "steal", "target": "Ben"}),
        (
            Move("act", "communist", 0, 2),
            "act communist target=0 recipient=2",
            {"do": "act", "action": "communist", "target": "Ada", "recipient": "Cleo"},
        ),
        (
            Move("act", "customs_officer", role="spy"),
            "act customs_officer role=spy",
            {"do": "act", "action": "customs_officer", "role": "spy"},
        ),
        (Move("claim", role="duke"), "claim role=duke", {"do": "claim", "role": "duke"}),
        (
            Move("keep", cards=("banker", "spy"), give="judge"),
            "keep give=judge cards=banker,spy",
            {"do": "keep", "cards": ["banker", "spy"], "give": "judge"},
        ),
    ],
)
def test_moves_have_the_documented_forms(move: Move, text: str, json: dict[str, object]) -> None:
    assert str(move) == text
    assert move.to_json(NAMES) == json


@pytest.mark.parametrize(
    "text",
    [
        *("", "dance", "pass=1", "act chess", "act steal target=", "act steal target=-1", "act steal target=10"),
        *("act steal x=1", "act steal target=1 target", "lose card=king", "claim role=duke*", "keep cards=king"),
        "keep cards=,",
    ],
)
def test_texts_that_are_not_moves_are_refused(text: str) -> None:
    with pytest.raises(Refused):
        Move.parse(text)


def test_requests_add_nothing_to_the_table_of_interned_moves() -> None:
    referee = Referee()
    referee.answer(json.dumps({"new": {"ruleset": "classic", "players": list(NAMES), "first": "Ada"}}))
    before = len(moves_module._interned)
    for kept in itertools.islice(itertools.product(sorted(CARDS), repeat=3), 1000):
        request = {"by": "Ada", "do": "keep", "cards": kept[:2], "give": kept[2]}
        assert referee.answer(json.dumps(request))["error"] == "illegal_decision"
    assert len(moves_module._interned) == before


def test_a_move_that_is_not_interned_yet_is_accepted() -> None:
    made = moves_module._interned.copy()
    moves_module._interned.clear()  # as in a process that has just started
    try:
        early = Move.parse("act coup target=1")
    finally:
        moves_module._interned.update(made)
    game = Game.from_position(
        {
            "ruleset": "classic",
            "turn": "Ada",
            "players": [{"name": name, "coins": 7, "hand": ["duke", "captain"]} for name in NAMES[:2]],
        }
    )
    game.decide(0, early)
    assert game.record()["decisions"] == [{"by": "Ada", "do": "act", "action": "coup", "target": "Ben"}]
