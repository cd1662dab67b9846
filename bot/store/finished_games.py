"""All finished games of a database, from which statistics are computed again."""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from bot.store.engines.database import Connection
from bot.store.query import Query

_FINISHED: Final = Query(
    "SELECT guild_id, game_id, results.over_at, results.channel_id, winners"
    " FROM results JOIN games ON games.id = game_id WHERE practice = 0 ORDER BY guild_id, game_id"
)


class Finished(NamedTuple):
    """A finished game that is not read yet: when it ended, the channel of its lobby, and the winning seats."""

    game_id: int
    over_at: float
    channel_id: int
    winners: Sequence[int]


def finished_games(connection: Connection) -> Iterator[tuple[int, list[Finished]]]:
    """Yields each server with its finished games, without lessons."""
    rows = connection.execute(_FINISHED, {}).fetchall()
    for guild_id, found in groupby(rows, lambda row: row["guild_id"]):
        games = [(row["game_id"], row["over_at"], row["channel_id"], json.loads(row["winners"])) for row in found]
        yield guild_id, [Finished(*game) for game in games]
