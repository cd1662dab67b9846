import pytest

from bot.refusals import Refusal
from bot.store.rows import DecisionChanges, Status
from bot.tables.state import TableState
from bot.tables.transitions import game, moderation
from tests.harness.tables import ANA, BEN, CLEO, INCOME
from tests.tables.transitions.tables import at, game_of, question_of


def let_time_out(state: TableState, seconds: float) -> TableState:
    """The table after the time of its question has run out."""
    return game.tick(state, at(seconds)).state


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
    paused = moderation.pause_or_close(state, at(5))
    assert (paused.state.status, paused.state.deadline, paused.save) == (Status.PAUSED, None, "row")
    assert paused.state.wakes_at() is None
    with pytest.raises(Refusal, match="paused"):
        game.decide(paused.state, at(6), ANA.user_id, INCOME, question_of(state))
    resumed = moderation.resume(paused.state, at(100))
    assert (resumed.state.status, resumed.state.deadline) == (Status.PLAYING, at(160).now)
    assert resumed.state.question_id == state.question_id, "its buttons are still good"
    with pytest.raises(Refusal, match="not-paused"):
        moderation.resume(resumed.state, at(101))
