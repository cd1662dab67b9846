"""Computes all statistics, ratings and seasons again, from the decisions of the finished games."""

import logging
from typing import NamedTuple

from bot.stats.seat_statistics import GameStatistics
from bot.store.address import Address
from bot.store.database_copy import open_connection
from bot.store.engines.database import Connection
from bot.store.rebuild import Finished, finished_games, rebuild
from bot.store.repositories.games import read_decisions, read_game
from bot.store.repositories.statistics import FinishedGame
from bot.tables.games import Mismatch, statistics_of
from engine import Move

log = logging.getLogger(__name__)


class Rebuilt(NamedTuple):
    """How many games have statistics now, and how many could not be replayed."""

    games: int
    not_replayed: int


def rebuild_statistics(address: Address) -> Rebuilt:
    """Computes the statistics of all servers again, also while the bot runs.

    Each server is one transaction. A game that cannot be replayed keeps the statistics that it has. Raises
    OperatorError.
    """
    rebuilt = not_replayed = 0
    with open_connection(address, must_exist=True) as connection:
        for guild_id, found in [*finished_games(connection)]:
            games = [_replayed(connection, guild_id, game) for game in found]
            played = [game for game in games if game is not None]
            rebuild(connection, guild_id, played)
            rebuilt += len(played)
            not_replayed += len(games) - len(played)
    return Rebuilt(rebuilt, not_replayed)


def _replayed(connection: Connection, guild_id: int, game: Finished) -> FinishedGame | None:
    try:
        statistics = _statistics(connection, game)
    except Exception as error:  # one game must not prevent the others
        # Only the type: the text of an error may show a move, and so a hand.
        log.warning("A game could not be replayed: %s", type(error).__name__, extra={"game": game.game_id})
        return None
    return FinishedGame(game.game_id, guild_id, game.channel_id, game.over_at, statistics)


def _statistics(connection: Connection, game: Finished) -> GameStatistics:
    row = read_game(connection, game.game_id)
    if row is None:
        raise LookupError("the game was deleted")
    moves = [(each.seat, Move.parse(each.move)) for each in read_decisions(connection, game.game_id)]
    statistics = statistics_of(row, moves)
    if statistics is None or {seat.seat for seat in statistics.seats if seat.has_won} - {*game.winners}:
        raise Mismatch("the replay leads to another result")
    return statistics
