"""All finished games of a database, from which statistics are computed again."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.store.engines.database import Connection
from bot.store.query import Query
from bot.store.repositories.games import read_decisions, read_game
from bot.store.rows import Decision, GameRow

_FINISHED: Final = Query(
    "SELECT guild_id, game_id, results.over_at, results.channel_id, winners"
    " FROM results JOIN games ON games.id = game_id WHERE practice = 0 ORDER BY guild_id, game_id"
)


@dataclass(frozen=True)
class Finished:
    """A finished game that is not read yet: when it ended, the channel of its lobby, and the winning seats."""

    game_id: int
    over_at: float
    channel_id: int
    winners: tuple[int, ...]


def finished_games(connection: Connection) -> Iterator[tuple[int, list[Finished]]]:
    """Yields each server with its finished games, without lessons."""
    rows = connection.execute(_FINISHED, {}).fetchall()
    for guild_id, found in groupby(rows, lambda row: row["guild_id"]):
        yield (
            guild_id,
            [
                Finished(row["game_id"], row["over_at"], row["channel_id"], tuple(json.loads(row["winners"])))
                for row in found
            ],
        )


def read_played(connection: Connection, game_id: int) -> tuple[GameRow, list[Decision]]:
    """Returns a finished game and its decisions. Raises LookupError if it was deleted."""
    row = read_game(connection, game_id)
    if row is None:
        raise LookupError(game_id)
    return row, read_decisions(connection, game_id)
