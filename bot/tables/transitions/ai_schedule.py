"""Schedules the answers of AI seats: after a pause like a person's, which does not depend on their cards."""

from typing import Final

from bot.tables.pace import ai_pause
from bot.tables.seed_commitment import ai_pause_key
from bot.tables.state import TableState
from bot.tables.transitions.transition import Context

LESSON_PAUSE: Final = 2.0
"""The pause in a lesson, as a multiple of the usual one: there is more to read."""


def schedule_ai(state: TableState, context: Context) -> TableState:
    """Returns the table with the moment when each AI seat that owes an answer will answer."""
    owing = [seat for seat in state.owing() if state.played_by_ai(seat)]
    game, seats = state.game, [seat for seat in owing if not state.has_answered(seat)]
    if game is None or game.ask is None or not seats:
        return state.with_question(ai_due={}) if state.open_question.ai_due else state
    usual = context.ai_pause_seconds * (LESSON_PAUSE if state.practice else 1.0)
    longest, due = state.seconds(game) / 2, dict[int, float]()
    key = ai_pause_key(state.server_seed)
    for seat in seats:
        pause = usual * ai_pause(key, seat, game.question, game.ask.prompt)
        due[seat] = state.asked_at + min(longest, pause)
    return state.with_question(ai_due=due)
