"""Replay: a table's game comes back from its decisions, exactly as it was or not at all."""

import logging
from collections.abc import Sequence

from bot.store.rows import Absence, Decision, GameRow, Result, Status
from bot.tables.events import away, back, silence
from bot.tables.games.setup import new_game
from bot.tables.session import FAILED, TIMEOUT, TableSession
from engine import Event, Game, Move, digest
from engine.moves import RESIGN

log = logging.getLogger(__name__)


class Mismatch(Exception):
    """A game's rows do not lead to the state that was written down."""


def rebuild(row: GameRow, decisions: Sequence[Decision], result: Result | None = None) -> TableSession:
    """The table of a row, its game replayed.

    A running game whose replay does not lead to what was written down is set aside. A finished game keeps its
    result and record even where today's rules cannot replay it; it has no `game` then.
    """
    table = TableSession.of(row)
    table.result = result
    if table.interaction_id is None or table.status is Status.SET_ASIDE:
        return table
    try:
        _replay(table, decisions)
    except Exception as error:  # whatever it is: only this game is given up, the others are restored
        table.game, table.latest, table.story = None, None, [[]]
        # The kind of error alone is logged: its text or a traceback may show a move, and so a hand.
        kind, facts = type(error).__name__, {"game": table.id}
        if table.ended:
            log.warning("A game that has ended cannot be replayed: %s", kind, extra=facts)
        else:
            log.error("A game could not be restored and is set aside: %s", kind, extra=facts)  # noqa: TRY400 - a traceback may hold hands
            table.status, table.deadline = Status.SET_ASIDE, None
    return table


def _replay(table: TableSession, decisions: Sequence[Decision]) -> None:
    """Plays a table's decisions again and writes its story. Raises Mismatch, or what the rules raise."""
    game = new_game(table)
    table.add_story(game.table.events)
    _tell_returns(table, 0)
    opened = 0  # how many decisions came before the question that stands
    for number, decision in enumerate(decisions, start=1):
        question = game.question
        events = _take(game, decision)
        if decision.cause == FAILED:
            table.failed.add(decision.seat)
        if decision.cause == TIMEOUT or game.question != question:  # when time runs out, that settles the question
            table.add_story(table.told_failures())
        if game.question != question:
            table.answered, opened = set(), number
        else:
            table.answered.add(decision.seat)
        if decision.cause == TIMEOUT and Move.parse(decision.move) is not RESIGN:
            table.add_story([silence(decision.seat)])
        if Absence(number, decision.seat, True) in table.absences:
            table.add_story([away(decision.seat)])
        table.add_story(events)
        _tell_returns(table, number)
        if digest(game) != decision.checksum:
            raise Mismatch(f"after decision {number} the state is another than it was")
    if len(decisions) != table.decisions or (game.winners is None) is (table.status is Status.OVER):
        raise Mismatch(f"{len(decisions)} decisions were kept of {table.decisions}")
    table.answered.update(table.void_answers)
    table.latest = game
    table.game = game if opened == len(decisions) else _as_shown(table, decisions, opened)


def _tell_returns(table: TableSession, decisions: int) -> None:
    """Tells which members came back after so many decisions."""
    back_now = [
        absence.seat for absence in table.absences if absence.decisions == decisions and not absence.is_away
    ]
    table.add_story([back(seat) for seat in back_now])


def _as_shown(table: TableSession, decisions: Sequence[Decision], opened: int) -> Game:
    """The game as it was when its window opened, without the answers sealed since."""
    game = new_game(table)
    for decision in decisions[:opened]:
        _take(game, decision)
    for decision in decisions[opened:]:
        if Move.parse(decision.move) is RESIGN:  # which is not sealed
            game.resign(decision.seat)
    return game


def _take(game: Game, decision: Decision) -> Sequence[Event]:
    move = Move.parse(decision.move)
    return game.resign(decision.seat) if move is RESIGN else game.decide(decision.seat, move)
