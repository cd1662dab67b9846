from dataclasses import replace

import pytest

from bot.store.rows import Absence, DecisionChanges, Status
from bot.tables.changes import ChangeKind
from bot.tables.refusals import MomentPassed, Refusal
from bot.tables.state import AWAY, TableState
from bot.tables.transitions import game, moderation
from bot.tables.transitions.moderation import AWAY_SECONDS
from tests.harness.tables import ANA, BEN, CLEO, DOV
from tests.tables.transitions.tables import CHALLENGE, INCOME, PASS, TAX, at, game_of, question_of


def claimed(members: int = 3, *, min_window_seconds: float = 0.0) -> TableState:
    """A game in which Ana has claimed Duke."""
    state = game_of(members)
    context = at(1, min_window_seconds=min_window_seconds)
    return game.decide(state, context, ANA.user_id, TAX, question_of(state)).state


def let_time_out(state: TableState, seconds: float) -> TableState:
    """The table after the time of its question has run out."""
    return game.tick(state, at(seconds)).state


def test_a_decision_is_a_step_and_opens_the_next_question() -> None:
    state, context = game_of(2), at(3)
    decided = game.decide(state, context, ANA.user_id, INCOME, question_of(state))
    assert isinstance(decided.save, DecisionChanges)
    assert [decision.move for decision in decided.save.decisions] == ["act income"]
    assert (decided.save.before, decided.state.decisions) == (0, 1)
    assert [change.kind for change in decided.changes] == [ChangeKind.DECIDED]
    assert decided.decided is not None
    assert (decided.decided.seats, decided.decided.cause) == ((0,), "player")
    assert (decided.state.owing(), decided.state.asked_at) == ((1,), context.now)
    assert decided.state.question_id == decided.save.question_id == context.question_id
    assert state.owing() == (0,), "the table before is as it was"


@pytest.mark.parametrize(
    ("user_id", "move", "later", "question_id", "refusal"),
    [
        (DOV.user_id, INCOME, 0, -1, "not-seated"),
        (BEN.user_id, INCOME, 0, -1, "not-your-turn"),
        (ANA.user_id, PASS, 0, -1, "illegal"),
        (ANA.user_id, INCOME, 1, -1, "moment-passed"),
        (ANA.user_id, INCOME, 0, 5, "moment-passed"),
    ],
)
def test_wrong_answers_are_refused(user_id: int, move: object, later: int, question_id: int, refusal: str) -> None:
    state = game_of(2)
    with pytest.raises(Refusal, match=refusal):
        game.decide(state, at(1), user_id, move, question_of(state) + later, question_id)  # pyright: ignore[reportArgumentType] - one of the moves above


def test_a_window_shows_only_who_has_answered() -> None:
    state, context = claimed(), at(2, min_window_seconds=1.5)
    passed = game.decide(state, context, BEN.user_id, PASS, question_of(state)).state
    challenged = game.decide(state, context, BEN.user_id, CHALLENGE, question_of(state)).state
    for after in (passed, challenged):
        assert (after.game, after.story, after.deadline) == (state.game, state.story, state.deadline)
        assert (after.open_question.answered, after.owing()) == ({1}, (2,))
    with pytest.raises(Refusal, match="already-answered"):
        game.decide(passed, at(3), BEN.user_id, CHALLENGE, question_of(state))


def test_the_answer_of_a_released_seat_has_no_effect() -> None:
    state, context = claimed(), at(2, min_window_seconds=1.5)
    state = game.decide(state, context, BEN.user_id, CHALLENGE, question_of(state)).state
    let_go = game.decide(state, context, CLEO.user_id, CHALLENGE, question_of(state))
    assert isinstance(let_go.save, DecisionChanges)
    assert (let_go.save.decisions, let_go.state.decisions) == ((), state.decisions)


def test_a_window_is_shown_as_closed_after_its_minimum_time() -> None:
    state, context = claimed(2), at(1.2, min_window_seconds=1.5)
    sealed = game.decide(state, context, BEN.user_id, PASS, question_of(state))
    assert sealed.state.game is state.game
    assert sealed.state.open_question.pending is not None
    assert sealed.state.open_question.pending.asked_at == at(2.5).now
    assert not game.tick(sealed.state, at(2.4)).changes
    shown = game.tick(sealed.state, at(2.5))
    assert shown.save is None, "it is durable since the answer"
    assert shown.state.open_question.pending is None
    assert question_of(shown.state) != question_of(state)


def test_three_timeouts_hand_a_seat_to_an_ai_until_an_answer() -> None:
    state, seconds = game_of(2, pace="slow"), 0.0
    for _ in range(6):
        seconds += 181
        state = let_time_out(state, seconds)
    assert [seat.away for seat in state.seats] == [True, True]
    assert state.absences == (Absence(5, 0, True), Absence(6, 1, True))
    paused = game.tick(state, at(seconds + 1))
    assert (paused.state.status, paused.state.paused_for) == (Status.PAUSED, AWAY)
    assert paused.state.due == at(seconds + 1).now + AWAY_SECONDS
    with pytest.raises(Refusal, match="all-away"):
        moderation.resume(paused.state, at(seconds + 2))
    back = game.come_back(paused.state, at(seconds + 9), ANA.user_id)
    assert [change.kind for change in back.changes] == [ChangeKind.RESUMED]
    assert (back.state.status, back.state.seats[0].away, back.state.seats[1].away) == (Status.PLAYING, False, True)
    assert back.state.deadline == at(seconds + 9).now + 180


def test_an_answer_of_an_absent_member_ends_the_absence() -> None:
    state = game_of(2)
    state = state.with_seats({0: replace(state.seats[0], away=True, missed=3)})
    answered = game.decide(state, at(1), ANA.user_id, INCOME, question_of(state))
    assert [change.kind for change in answered.changes] == [ChangeKind.BACK, ChangeKind.DECIDED]
    assert (answered.state.seats[0].away, answered.state.seats[0].missed) == (False, 0)
    assert answered.state.absences == (Absence(0, 0, False),)


def test_half_time_is_published_once_for_each_question() -> None:
    state = game_of(2)
    assert not game.tick(state, at(29)).changes
    half = game.tick(state, at(30))
    assert [change.kind for change in half.changes] == [ChangeKind.HALF_TIME]
    assert not game.tick(half.state, at(31)).changes
    state = game.decide(half.state, at(31), ANA.user_id, TAX, question_of(state)).state
    again = game.tick(state, at(41))
    assert [change.kind for change in again.changes] == [ChangeKind.HALF_TIME]


def test_a_late_timeout_gives_the_members_some_time() -> None:
    state = game_of(2)
    late = game.tick(state, at(60 + 31))
    assert [change.kind for change in late.changes] == [ChangeKind.RESTORED]
    assert late.state.deadline == at(60 + 31 + 30).now
    assert late.save is None


def test_an_ai_seat_is_asked_once_its_pause_is_over() -> None:
    state = game_of(1, ai=1, first="Iris")
    (due,) = state.open_question.ai_due.values()
    early, late = at(due - at().now - 0.1), at(due - at().now + 0.1)
    assert not game.tick(state, early).asked
    assert game.tick(state, late).asked == (1,)
    assert not game.tick(state, late, thinking=[1]).asked
    answered = game.decide_for_ai(state, late, 1, INCOME, question_of(state), failed=False)
    assert (answered.state.owing(), answered.changes[0].cause) == ((0,), "ai")
    with pytest.raises(MomentPassed):
        game.decide_for_ai(answered.state, late, 1, INCOME, question_of(state), failed=False)


def test_a_present_member_cannot_come_back() -> None:
    with pytest.raises(Refusal, match="not-away"):
        game.come_back(game_of(2), at(), ANA.user_id)


def test_a_resignation_shows_at_once_and_ends_a_game_of_two() -> None:
    state = game_of(2)
    resigned = game.resign(state, at(4), BEN.user_id)
    assert isinstance(resigned.save, DecisionChanges)
    over = resigned.state if resigned.state.status is Status.OVER else let_time_out(resigned.state, 64)
    assert over.status is Status.OVER
    assert over.result is not None
    assert over.result.winners == (0,)
    with pytest.raises(Refusal, match="game-over"):
        game.resign(over, at(65), ANA.user_id)
    three = game.resign(game_of(3), at(4), CLEO.user_id).state
    with pytest.raises(Refusal, match="eliminated"):
        game.resign(three, at(5), CLEO.user_id)


def test_a_paused_game_takes_no_answers_and_resumes_with_its_whole_time() -> None:
    state = game_of(2)
    paused = moderation.pause_or_close(state, at(5), "unreachable")
    assert (paused.state.status, paused.state.deadline, paused.save) == (Status.PAUSED, None, "row")
    assert paused.state.wakes_at() is None
    with pytest.raises(Refusal, match="paused"):
        game.decide(paused.state, at(6), ANA.user_id, INCOME, question_of(state))
    resumed = moderation.resume(paused.state, at(100))
    assert (resumed.state.status, resumed.state.deadline) == (Status.PLAYING, at(160).now)
    assert resumed.state.question_id == state.question_id, "its buttons are still good"
    with pytest.raises(Refusal, match="not-paused"):
        moderation.resume(resumed.state, at(101))


def test_only_ai_seats_that_are_left_alone_are_fast_forwarded() -> None:
    with pytest.raises(Refusal, match="still-played"):
        game.begin_fast_forward(game_of(1, ai=2), at(), ANA.user_id)


def test_a_moderator_ends_a_game_without_a_winner() -> None:
    state = game_of(2)
    ended = moderation.end(state, at(5), "moderator", by=99)
    assert (ended.state.status, ended.state.ended_by, ended.state.due) == (Status.CLOSED, 99, None)
    proof = ended.state.seed_proof()
    assert state.seed_proof() is None
    assert proof is not None
    assert proof["record"]["result"] is None
    with pytest.raises(Refusal, match="not-running"):
        moderation.end(ended.state, at(6), "moderator")
