"""The result of a finished game, its winners, places and absent members, and its statistics."""

import logging
from collections.abc import Iterable, Sequence

from bot.stats.finishing_order import places
from bot.stats.game_statistics import game_statistics
from bot.stats.seat_statistics import GameStatistics
from bot.store.rows import GameRow, Result, Seat
from bot.tables.games.setup import new_game
from engine import Event, Game, Move

log = logging.getLogger(__name__)


def result_of(game: Game, story: Iterable[Event], seats: Sequence[Seat]) -> Result:
    """Returns the result of a game that is over, with its whole story."""
    abandoned = tuple(number for number, seat in enumerate(seats) if seat.away)
    return Result(game.winners or (), game.record(), places(game, story), abandoned)


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
