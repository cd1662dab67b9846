"""Replay: a table's game comes back from its decisions, exactly as it was or not at all."""

import logging

from bot.store.rows import Decision, GameRow, Status
from bot.tables.session import TIMEOUT, TableSession, silence
from bot.tables.setup import new_game
from engine import Game, Move, digest
from engine.moves import RESIGN

log = logging.getLogger(__name__)


class Mismatch(Exception):
    """A game's rows do not lead to the state that was written down."""


def rebuild(row: GameRow, decisions: list[Decision]) -> TableSession:
    """The table of a row, its game replayed; set aside if that does not lead to what was written down."""
    table = TableSession.of(row)
    if table.interaction_id is not None and table.status is not Status.SET_ASIDE:
        try:
            table.game = _replay(table, decisions)
        except Exception as error:  # whatever it is: this game is set aside, the others are restored
            # The kind of error alone: its text may tell a move, and a move may tell a hand.
            kind = type(error).__name__
            log.error("A game could not be restored and is set aside: %s", kind, extra={"game": table.id})  # noqa: TRY400 - so would a traceback
            table.status, table.deadline = Status.SET_ASIDE, None
    return table


def _replay(table: TableSession, decisions: list[Decision]) -> Game:
    """Plays a table's decisions again and writes its story. Raises Mismatch, or what the rules raise."""
    game = new_game(table)
    table.add_story(game.table.events)
    for decision in decisions:
        question, move = game.question, Move.parse(decision.move)
        events = game.resign(decision.seat) if move is RESIGN else game.decide(decision.seat, move)
        if game.question != question:
            table.answered = set()
        else:
            table.answered.add(decision.seat)
        table.add_story([silence(decision.seat), *events] if decision.cause == TIMEOUT else events)
        if digest(game) != decision.checksum:
            raise Mismatch(f"after {move.do} the state is another than it was")
    if len(decisions) != table.decisions or (game.winners is None) is (table.status is Status.OVER):
        raise Mismatch(f"{len(decisions)} decisions were kept of {table.decisions}")
    return game
