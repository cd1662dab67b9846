"""No statement does more work because more games have ended on a server: SQLite's steps are counted."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from bot.store.engines.sqlite import open_file
from bot.store.query import Query
from tests.store.test_query_plans import all_queries

FEW, MANY = 100, 400
"""How many games have ended on the server."""
STEPS = 10
"""SQLite's virtual machine reports its work after this number of steps."""
TOLERANCE = 20
"""A statement that reads something of each game reports its work more often than this."""
SERVER, CHANNEL, MEMBER = 1, 1, 1
"""The server, channel and host of all games; the host has a seat in the first four, and moderates many servers."""
LATE = 1e9
"""A time at which all games have long ended."""

FILL = f"""
INSERT INTO games (
    guild_id, channel_id, host_id, status, locale, ruleset, options, pace, server_seed, asked_at, opened_at,
    over_at, interaction_id, home_id, style, practice
)
SELECT
    {SERVER}, {CHANNEL}, {MEMBER}, CASE WHEN n % 7 = 0 THEN 'closed' ELSE 'over' END,
    'en', 'classic', '{{}}', 'normal', x'00', n, n, n, n, {CHANNEL}, 'thread', n % 3 = 0 FROM numbers;
INSERT INTO seats (game_id, seat, user_id, name, ready, away, missed)
SELECT id, seat, 1000 + id * 4 + seat, 'Ana', 1, 0, 0 FROM games, (SELECT n AS seat FROM numbers LIMIT 4);
UPDATE seats SET user_id = {MEMBER} WHERE seat = 1 AND game_id <= 4;
INSERT INTO decisions SELECT id, n, 0, 'act income', 'player', 0, '' FROM games, (SELECT n FROM numbers LIMIT 4);
INSERT INTO results (game_id, channel_id, over_at, winners, record)
SELECT id, channel_id, over_at, '[]', '{{}}' FROM games WHERE status = 'over';
INSERT INTO seat_statistics (
    game_id, seat, user_id, guild_id, ruleset, over_at, is_rated, team, place, has_won, lies_told, lies_caught,
    challenges_right, challenges_wrong, roles
)
SELECT game_id, seat, user_id, {SERVER}, ruleset, over_at, 1, seat, seat, 0, 0, 0, 0, 0, '{{}}'
FROM seats JOIN games ON games.id = game_id WHERE status = 'over';
INSERT INTO standings SELECT DISTINCT user_id, {SERVER}, '', '', 25, 8, 1, 1, 0, 1 FROM seats;
INSERT INTO players (user_id) SELECT DISTINCT user_id FROM seats;
INSERT INTO audit (guild_id, at, user_id, action, detail) SELECT {SERVER} + n, n, {MEMBER}, '', '' FROM numbers;
"""
MAY_READ_ALL = {
    "SELECT games.id, CASE ": "all games of a host, who wants them exported or deleted",
    "SELECT id FROM games WHERE practice": "all games that a member has opened",
    "SELECT channel_id, home_id FROM games WHERE practice": "the same",
    "SELECT DISTINCT ": "all members, where a restored backup lacks deletions",
    "SELECT guild_id, at, action, detail FROM audit": "what a member did as a moderator, for the export",
    "UPDATE audit SET user_id": "the same, for the deletion",
    "WITH RECURSIVE found(guild_id)": "each server, to find those that have removed the bot",
    "DELETE FROM seat_statistics WHERE guild_id": "the data of a server that has removed the bot",
    "DELETE FROM standings WHERE guild_id": "the same",
    "SELECT game_id, winners FROM results JOIN games": "until a game of this ruleset is found in the channel",
}
"""The beginnings of statements that read all games, and what they read."""


@contextmanager
def filled(path: Path, games: int) -> Iterator[sqlite3.Connection]:
    """Yields a database with this number of games."""
    with closing(open_file(path)) as driver:
        driver.execute("CREATE TEMP TABLE numbers (n INTEGER PRIMARY KEY)")
        driver.executemany("INSERT INTO numbers VALUES (?)", [(n,) for n in range(1, games + 1)])
        driver.executescript(f"BEGIN; {FILL} COMMIT")
        yield driver


def work(driver: sqlite3.Connection, query: Query) -> int:
    """Returns about how many steps a statement takes, in tens, and undoes it."""
    times = dict.fromkeys(("now", "at", "since", "over_at"), LATE)
    values: Mapping[str, Any] = defaultdict(lambda: SERVER, skipped=0, **times)
    counted = 0

    def count() -> None:
        nonlocal counted
        counted += 1

    driver.execute("BEGIN")
    driver.set_progress_handler(count, STEPS)
    with suppress(sqlite3.IntegrityError):  # values of the wrong type, or a row that is there already
        driver.execute(query.sqlite, values).fetchall()
    driver.set_progress_handler(None, 0)
    driver.execute("ROLLBACK")
    return counted


def test_no_statement_takes_longer_because_more_games_have_ended(tmp_path: Path) -> None:
    with filled(tmp_path / "few.sqlite3", FEW) as few, filled(tmp_path / "many.sqlite3", MANY) as many:
        growing = {query.sqlite for query in all_queries() if work(many, query) > work(few, query) + TOLERANCE}
    assert {text for text in growing if not text.startswith(tuple(MAY_READ_ALL))} == set()
    assert {start for start in MAY_READ_ALL if any(text.startswith(start) for text in growing)} == set(
        MAY_READ_ALL
    )


def test_no_statement_compares_each_game_of_a_member_with_each_other_one(tmp_path: Path) -> None:
    with filled(tmp_path / "few.sqlite3", FEW) as few, filled(tmp_path / "many.sqlite3", MANY) as many:
        for driver in (few, many):
            for table in ("seats", "seat_statistics"):
                driver.execute(f"UPDATE {table} SET user_id = {MEMBER} WHERE seat = 1")
        most = 2 * MANY / FEW
        assert {
            query.sqlite for query in all_queries() if work(many, query) > most * work(few, query) + TOLERANCE
        } == set()
