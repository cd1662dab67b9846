import pytest

from bot.refusals import Refusal
from bot.store.rows import Status
from bot.tables.transitions import game, moderation
from tests.harness.tables import ANA, INCOME
from tests.tables.transitions.tables import at, game_of, question_of


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
