"""Skipping a wait: when a table is kept waiting, and that this betrays no sealed answer; more time."""

import pytest

from bot.refusals import Refusal
from bot.store.rows import DecisionChanges, Status
from bot.tables.state import TableState
from bot.tables.transitions import game, moderation
from bot.tables.transitions.lobby import rematch_seats
from bot.tables.transitions.transition import TransitionContext
from tests.harness.tables import ANA, BEN, CHALLENGE, CLEO, PASS, TAX
from tests.tables.transitions.tables import at, game_of, lobby_of, question_of


def refusal(state: TableState, context: TransitionContext) -> Refusal:
    """The refusal of a skip."""
    with pytest.raises(Refusal) as refused:
        game.skip(state, context)
    return refused.value


def window(*, orders: bool = False) -> TableState:
    """A game in which Ana has claimed Duke, so that Ben and Cleo may answer until 21 s."""
    state = game_of(3, orders=orders)
    return game.decide(state, at(1), ANA.user_id, TAX, question_of(state)).state


def test_a_wait_can_be_skipped_after_half_of_its_time() -> None:
    state = game_of(2)
    early = refusal(state, at(29))
    assert (early.code, early.facts) == ("not-stalled", {"names": ("Ana",), "when": at(30).now})
    skipped = game.skip(state, at(30))
    assert isinstance(skipped.save, DecisionChanges)
    assert [(each.seat, each.cause) for each in skipped.save.decisions] == [(0, "timeout")]
    assert skipped.outcome == ("Ana",)
    assert skipped.state.seats[0].missed == 1
    timed_out = game.tick(state, at(60)).save
    assert isinstance(timed_out, DecisionChanges)
    assert [each.checksum for each in skipped.save.decisions] == [each.checksum for each in timed_out.decisions]


def test_in_a_correspondence_game_ten_minutes_are_enough() -> None:
    state = game_of(2, pace="correspondence")
    assert refusal(state, at(599)).code == "not-stalled"
    assert game.skip(state, at(600)).state.decisions == 1


def test_nothing_stalls_where_no_member_is_asked() -> None:
    lesson = game_of(2).replace(deadline=None, practice=True)
    paused = moderation.pause(game_of(2), at(1), "unreachable").state
    away = moderation.pause(game_of(2), at(1), "away").state
    asked_ai = game_of(1, ai=1, first="Iris")
    codes = [refusal(state, at(50)).code for state in (lobby_of(), lesson, paused, away, asked_ai)]
    assert codes == ["not-started", "no-time-limit", "paused", "all-away", "nobody-awaited"]


@pytest.mark.parametrize("answer", [PASS, CHALLENGE])
def test_a_skip_names_and_decides_the_same_whatever_was_sealed(answer: object) -> None:
    state = window()
    sealed = game.decide(state, at(2), CLEO.user_id, answer, question_of(state)).state  # type: ignore[arg-type] - a move
    early = refusal(sealed, at(10))
    assert (early.code, early.facts) == ("not-stalled", {"names": ("Ben",), "when": at(11).now})
    skipped = game.skip(sealed, at(11))
    assert skipped.outcome == ("Ben",)
    assert skipped.state.open_question.answered == frozenset()
    assert question_of(skipped.state) > question_of(sealed)


def test_a_question_in_its_quiet_time_is_never_skipped() -> None:
    state = window(orders=True)
    assert state.is_quiet
    early = game.decide(state, at(2), BEN.user_id, PASS, question_of(state)).state
    for each in (state, early):
        late = refusal(each, at(15))
        assert late.code == "not-stalled"
        assert late.facts["names"] == ("Ben", "Cleo"), "an early answer does not show"


def test_a_window_that_is_closed_already_is_only_shown() -> None:
    state = game_of(3, options={"challenge_priority": "first"})
    state = game.decide(state, at(1), ANA.user_id, TAX, question_of(state)).state
    held = game.decide(state, at(2, min_window_seconds=15), BEN.user_id, CHALLENGE, question_of(state)).state
    assert held.open_question.pending is not None
    skipped = game.skip(held, at(12, min_window_seconds=15))
    assert skipped.save is None
    assert (skipped.outcome, skipped.state.decisions) == (("Cleo",), held.decisions)
    assert question_of(skipped.state) > question_of(held)


def test_a_rematch_offers_more_time_again() -> None:
    longer = game.more_time(game_of(2), at(1), ANA.user_id).state.replace(status=Status.OVER)
    assert longer.seats[0].more_time is not None
    assert [seat.more_time for seat in rematch_seats(longer, ANA)] == [None, None]
