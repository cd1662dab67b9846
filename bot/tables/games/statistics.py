"""Statistics of a table's finished game."""

from collections.abc import Iterable

from bot.stats.game_statistics import game_statistics
from bot.stats.seat_statistics import GameStatistics
from bot.store.rows import GameRow
from bot.tables.games.setup import new_game
from engine import Move


def statistics_of(row: GameRow, decisions: Iterable[tuple[int, Move]]) -> GameStatistics | None:
    """Returns what the people of a finished game did, None for a lesson. `decisions` are all of the game.

    Raises engine.Refused if the rules have changed so that the game cannot be replayed.
    """
    if row.practice:
        return None
    user_ids = [seat.user_id for seat in row.seats]
    return game_statistics(row.ruleset, new_game(row), decisions, row.absences, user_ids)
