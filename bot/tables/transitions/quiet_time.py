"""The quiet time of a window: at tables with standing orders, nothing about answers shows in its first seconds.

Answers that come in this time are stored, and carried out when it is over, together with what orders allow. So
nobody can tell a click from an order. The quiet time has the same length whether anybody has orders or not.
"""

from bot.store.rows import EarlyAnswer
from bot.tables.question_checks import running_game
from bot.tables.standing_orders import seats_that_allow
from bot.tables.state import FAILED, PLAYER, TableState
from bot.tables.transitions.decisions import Taken, change_seats, commit
from bot.tables.transitions.transition import Context, Transition
from engine import Event, Move, digest
from engine.moves import PASS, RESIGN


def answer_early(state: TableState, context: Context, seat: int, move: Move, cause: str) -> Transition:
    """Returns the transition that stores an answer, or a resignation, in the quiet time. Nothing is announced."""
    ai_due = {other: moment for other, moment in state.open_question.ai_due.items() if other != seat}
    early = EarlyAnswer(seat, str(move), cause)
    after = state.with_question(ai_due=ai_due).replace(early_answers=(*state.early_answers, early))
    return change_seats(after, context, {})


def end_quiet_time(state: TableState, context: Context) -> Transition:
    """Carries out the early answers and the standing orders, and shows which seats have answered.

    First come the answers other than Allow, in the order received. All seats that allow follow in seat order,
    whether by a click or by an order: so neither the decisions nor the record of the game show which it was.
    """
    ordered = [EarlyAnswer(seat, str(PASS), PLAYER) for seat in seats_that_allow(state)]
    answers = sorted(
        (*state.early_answers, *ordered),
        key=lambda answer: (True, answer.seat) if answer.move == str(PASS) else (False, 0),
    )
    state = state.with_question(quiet_until=None)
    if not answers:
        return Transition(state)
    state = state.replace(early_answers=())
    shown = running_game(state)
    game, question, public = (state.latest or shown).clone(), shown.question, None
    taken, events, void = list[Taken](), list[Event](), list[tuple[int, str]]()
    for answer in answers:
        seat, move = answer.seat, Move.parse(answer.move)
        if move is RESIGN and game.ask is not None and game.is_playing(seat):
            public = public or shown.clone()
            public.resign(seat)
            events += game.resign(seat)
        elif game.question == question and game.ask is not None and seat in game.ask.options:
            events += game.decide(seat, move)
        else:
            void.append((seat, answer.cause))
            continue
        taken.append(Taken(seat, move, digest(game), answer.cause))
    failed = {answer.seat for answer in answers if answer.cause == FAILED}
    state = state.with_question(failed=state.open_question.failed | failed)
    return commit(state, context, game, taken, events, PLAYER, void=void, unsealed=public)
