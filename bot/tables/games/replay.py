"""Replay: restores a table's game from its decisions, exactly as it was or not at all; a game's statistics."""

import logging
from collections.abc import Iterable, Sequence

from bot.stats.game_statistics import game_statistics
from bot.stats.seat_statistics import GameStatistics
from bot.store.rows import Absence, Decision, GameRow, Result, Status
from bot.tables.games.setup import new_game
from bot.tables.state import FAILED, TIMEOUT, TableState
from bot.tables.story import seat_event
from engine import Event, Game, Move, digest
from engine.moves import RESIGN

log = logging.getLogger(__name__)


class Mismatch(Exception):
    """The replay of a game does not lead to the state that was stored."""


def rebuild(row: GameRow, decisions: Sequence[Decision], result: Result | None = None) -> TableState:
    """Returns the table of a row, with its game replayed.

    A running game whose replay does not lead to the stored state is set aside. A finished game keeps its result
    and record even if the rules have changed so that it cannot be replayed; its `game` is None then.
    """
    state = TableState.of(row).replace(result=result)
    if state.interaction_id is None or state.status is Status.SET_ASIDE:
        return state
    try:
        return _replay(state, decisions)
    except Exception as error:  # an error sets only this game aside
        kind, facts = type(error).__name__, {"game": state.id}
        if state.has_ended:
            log.warning("A game that has ended cannot be replayed: %s", kind, extra=facts)
            return state
        log.exception("A game could not be restored and is set aside: %s", kind, extra=facts)
        return state.replace(status=Status.SET_ASIDE, deadline=None)


def _replay(state: TableState, decisions: Sequence[Decision]) -> TableState:
    """Returns the table with its decisions replayed. Raises Mismatch, or any error of the rules."""
    game = new_game(state)
    state = state.with_events([*game.table.events, *_returns(state, 0)])
    opened = 0  # the number of decisions before the open question
    for number, decision in enumerate(decisions, start=1):
        seat, move, question = decision.seat, Move.parse(decision.move), game.question
        events = game.carry_out(seat, move)
        if decision.cause == FAILED:
            state = state.with_question(failed=state.open_question.failed | {seat})
        if decision.cause == TIMEOUT or game.question != question:  # a timeout always settles the question
            state = state.with_events(state.failures()).with_question(failed=frozenset())
        if game.question != question:
            state, opened = state.with_question(answered=frozenset()), number
        else:
            state = state.with_question(answered=state.open_question.answered | {seat})
        let_time_out = decision.cause == TIMEOUT and move is not RESIGN
        state = state.with_events(
            [
                *([seat_event("silence", seat)] if let_time_out else []),
                *([seat_event("away", seat)] if Absence(number, seat, True) in state.absences else []),
                *events,
                *_returns(state, number),
            ]
        )
        if digest(game) != decision.checksum:
            raise Mismatch(f"after decision {number} the state is another than it was")
    if len(decisions) != state.decisions or (game.winners is None) is (state.status is Status.OVER):
        raise Mismatch(f"{len(decisions)} decisions were stored of {state.decisions}")
    shown = game if opened == len(decisions) else _shown_game(state, decisions, opened)
    answered = state.open_question.answered.union(state.void_answers)
    return state.with_question(answered=answered, sealed=game).replace(game=shown)


def _returns(state: TableState, decisions: int) -> list[Event]:
    """Returns the events of the members who came back after this many decisions."""
    return [
        seat_event("back", absence.seat)
        for absence in state.absences
        if absence.decisions == decisions and not absence.is_away
    ]


def _shown_game(state: TableState, decisions: Sequence[Decision], opened: int) -> Game:
    """Returns the game as it was when its window opened, without the answers that are sealed since then."""
    game = new_game(state)
    for decision in decisions[:opened]:
        game.carry_out(decision.seat, Move.parse(decision.move))
    for decision in decisions[opened:]:
        if Move.parse(decision.move) is RESIGN:  # a resignation is not sealed
            game.resign(decision.seat)
    return game


def statistics_of(row: GameRow, decisions: Iterable[tuple[int, Move]]) -> GameStatistics | None:
    """Returns what the people of a finished game did, None for a lesson. `decisions` are all of the game.

    Raises engine.Refused if the rules have changed so that the game cannot be replayed.
    """
    if row.practice:
        return None
    user_ids = [seat.user_id for seat in row.seats]
    return game_statistics(row.ruleset, new_game(row), decisions, row.absences, user_ids)


def statistics_at_end(row: GameRow, decisions: Iterable[tuple[int, Move]]) -> GameStatistics | None:
    """Returns the statistics of a game that has just finished; None if it cannot be replayed.

    A game must end whatever happens to its statistics; `rebuild-stats` can count it later.
    """
    try:
        return statistics_of(row, decisions)
    except Exception as error:
        # Only the type: the text of an error may show a move, and so a hand.
        log.warning("A game has no statistics: %s", type(error).__name__, extra={"game": row.id})
        return None
