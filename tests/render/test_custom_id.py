"""Custom ids and the moves in them: decoding gives back what was encoded, and no id reveals a card."""

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.render.custom_id import (
    CUSTOM_ID_PATTERN,
    CustomId,
    PartialMove,
    decode_move,
    encode_move,
    find_keep,
    gift_slots,
)
from bot.render.seat_view import SeatView
from bot.tables.transitions.transition import QUESTION_ID_BITS
from engine import Move
from tests.harness.played_tables import played, tables

CARDS = ["banker", "banker", "priest"]


def test_cards_are_encoded_as_slots() -> None:
    lose = Move("lose", card="priest")
    assert encode_move(lose, CARDS) == "lose.c2"
    assert decode_move("lose.c2", [Move("lose", card="banker"), lose], CARDS) is lose
    assert decode_move("lose.c9", [lose], CARDS) is None
    assert decode_move("nonsense", [lose], CARDS) is None


def test_kept_cards_are_found_by_slots() -> None:
    options = [Move("keep", cards=("banker", "banker")), Move("keep", cards=("banker", "priest"))]
    assert find_keep([0, 1], None, options, CARDS) is options[0]
    assert find_keep([2, 0], None, options, CARDS) is options[1]
    assert find_keep([0, 0], None, options, CARDS) is None
    assert find_keep([0, 7], None, options, CARDS) is None


def test_the_producer_gives_one_of_the_cards_left_over() -> None:
    cards = ["banker", "priest", "writer"]
    options = [
        Move("keep", cards=("banker",), give="priest"),
        Move("keep", cards=("banker",), give="writer"),
        Move("keep", cards=("priest",), give="banker"),
    ]
    assert gift_slots([0], options, cards) == [1, 2]
    assert find_keep([0], 2, options, cards) is options[1]
    assert gift_slots([2], options, cards) == []
    assert gift_slots([1], [*options[1:], Move("keep", cards=("writer",), give="banker")], cards) == [0]


def test_a_declaration_is_chosen_step_by_step() -> None:
    options = [Move("act", "income"), *(Move("act", "steal", target) for target in (1, 2))]
    first = PartialMove.of(options)
    assert first.values == ["income", "steal"]
    assert first.then("income").move is options[0]
    second = first.then("steal")
    assert (second.field, second.values, second.move) == ("target", ["1", "2"], None)
    assert second.then("2").move is options[2]
    assert second.then("5").moves == ()


def test_every_legal_move_can_be_encoded_and_decoded() -> None:
    for _, table in tables():
        for moment in played(table, 3):
            for seat in moment.state.owing():
                view = SeatView.of(moment, seat)
                options, cards = view.options, view.cards
                assert options
                for move in options:
                    if move.cards is None:
                        assert decode_move(encode_move(move, cards), options, cards) is move
                    assert len(view.table.answer_label(move)) <= 100
                    if move.do == "act":
                        assert reached(options, move)


def reached(options: tuple[Move, ...], move: Move) -> bool:
    """Whether some choices in the selects lead to a move."""
    step = PartialMove.of(options).then(move.action or "")
    while step.move is None and step.field is not None:
        value = getattr(move, step.field)
        step = step.then(str(value))
    return step.move is move


@settings(max_examples=50)
@given(
    st.sampled_from(["answer", "pick", "log"]),
    st.integers(0, 2**62),
    st.integers(0, 10**6),
    st.text("ab.-0", max_size=40),
    st.none() | st.integers(0, 2**QUESTION_ID_BITS - 1),
)
def test_custom_ids_are_parsed_as_written(op: str, game: int, seq: int, arg: str, tag: int | None) -> None:
    custom_id = CustomId(op, arg, game, seq, tag)
    match = CUSTOM_ID_PATTERN.fullmatch(str(custom_id))
    assert match is not None
    assert CustomId.of(match) == custom_id
    assert len(str(custom_id)) <= 100
