import pytest

from bot.store.rows import DecisionChanges, Status
from bot.tables.changes import ChangeKind
from bot.tables.refusals import MomentPassed, Refusal
from bot.tables.state import TableState
from bot.tables.transitions import game, moderation
from tests.harness.tables import ANA, BEN, CLEO, INCOME, TAX
from tests.tables.transitions.tables import at, game_of, question_of


def claimed(members: int = 3, *, min_window_seconds: float = 0.0) -> TableState:
    """A game in which Ana has claimed Duke."""
    state = game_of(members)
    context = at(1, min_window_seconds=min_window_seconds)
    return game.decide(state, context, ANA.user_id, TAX, question_of(state)).state


def let_time_out(state: TableState, seconds: float) -> TableState:
    """The table after the time of its question has run out."""
    return game.tick(state, at(seconds)).state


def test_a_decision_opens_the_next_question() -> None:
    state, context = game_of(2), at(3)
    decided = game.decide(state, context, ANA.user_id, INCOME, question_of(state))
    assert isinstance(decided.save, DecisionChanges)
    assert [decision.move for decision in decided.save.decisions] == ["act income"]
    assert (decided.save.before, decided.state.decisions) == (0, 1)
    assert [change.kind for change in decided.changes] == [ChangeKind.DECIDED]
    assert decided.decided is not None
    assert decided.decided.answers == ((0, "player"),)
    assert (decided.state.owing(), decided.state.asked_at) == ((1,), context.now)
    assert decided.state.question_id == decided.save.question_id == context.question_id
    assert state.owing() == (0,), "the table before is as it was"


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


def test_a_paused_game_accepts_no_answers_and_resumes_with_full_time() -> None:
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


def test_only_ai_seats_left_alone_can_be_fast_forwarded() -> None:
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
