"""No statement reads a whole table that grows: the plans of all statements, on both engines."""

import ast
import re
import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import closing
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import bot.store
from bot.store.engines.postgresql_connection import bring_up_to_date, connect
from bot.store.engines.sqlite import open_file
from bot.store.query import Query
from tests.harness.processes.postgresql_server import Server

READ_WHOLE = {
    "bot.store.database_copy": "a copy has every row",
    "bot.store.rebuild": "statistics are computed again from all games",
}
"""Modules whose statements read everything, and why they may."""
SMALL_TABLES = {
    "meta": "a handful of values",
    "fences": "a row for each shard",
    "leases": "a row for each shard",
    "processes": "a row for each process that runs",
    "turns": "a row for each rate limiter",
    "deletions": "a row for each deletion that is not finished",
    "finished_deletions": "a row for each member who was deleted",
    "kept_deletions": "a row for each member who was deleted",
    "removed_guilds": "a row for each server that the bot was removed from in the last days",
    "found": "a part of a query, with as many rows as are shown or counted",
    "ended": "the rows of a page",
    "CONSTANT": "no table at all",
}
"""Tables that may be read whole, and why they stay small."""
INDEXES_OF_LIVE_GAMES = {"one_table_a_channel", "games_lesson"}
"""Indexes that may be read whole, because a game leaves them when it ends."""
INDEXES_OF_CHANNELS = {"games_from", "games_played"}
"""Indexes of all games ever played in a channel, which may only be read from a time on."""
INDEX_OF_SERVERS = "games_by_guild"
"""The index of all games ever played on a server, by status: only the server's deletion may read all of them."""
DELETES_A_SERVER = ("WITH RECURSIVE found(guild_id)", "SELECT id FROM games WHERE guild_id")
"""The beginnings of the statements that do so."""

FILL = """
INSERT INTO games (
    guild_id, channel_id, host_id, status, locale, ruleset, options, pace, server_seed, asked_at, opened_at,
    over_at, interaction_id, home_id, style
)
SELECT
    n % 200, n, n % 1000, CASE WHEN n % 50 = 0 THEN 'playing' WHEN n % 7 = 0 THEN 'closed' ELSE 'over' END,
    'en', 'classic', '{}', 'normal', '', n, n, n, n, n, 'thread'
FROM generate_series(1, 5000) AS n;
INSERT INTO seats (game_id, seat, user_id, name, ready, away, missed)
SELECT id, seat, id % 1000, 'Ana', 1, 0, 0 FROM games, generate_series(0, 3) AS seat;
INSERT INTO decisions SELECT id, seq, 0, 'act income', 'player', 0, '' FROM games, generate_series(0, 3) AS seq;
INSERT INTO results (game_id, channel_id, over_at, winners, record)
SELECT id, channel_id, over_at, '[]', '{}' FROM games WHERE status = 'over';
INSERT INTO seat_statistics (
    game_id, seat, user_id, guild_id, ruleset, over_at, is_rated, team, place, has_won, lies_told, lies_caught,
    challenges_right, challenges_wrong, roles
)
SELECT id, seat, seat * 1000 + id % 1000, guild_id, ruleset, over_at, 1, seat, seat, 0, 0, 0, 0, 0, '{}'
FROM games, generate_series(0, 3) AS seat WHERE status = 'over';
INSERT INTO standings
SELECT n, n % 200, CASE WHEN s = 0 THEN '' ELSE '2026-1' || s END, '', 25, 8, n, 1, 0, 1
FROM generate_series(1, 2000) AS n, generate_series(0, 2) AS s;
INSERT INTO seasons
SELECT n, '2026-1' || s, 1, n, n FROM generate_series(1, 2000) AS n, generate_series(0, 2) AS s;
INSERT INTO direct_messages (game_id, nonce, seat, question, sent_at)
SELECT id, nonce, 0, 0, 0 FROM games, generate_series(0, 1) AS nonce;
INSERT INTO players SELECT n FROM generate_series(1, 5000) AS n;
INSERT INTO guilds SELECT n FROM generate_series(1, 5000) AS n;
INSERT INTO pools SELECT n / 3, n::text, '', '' FROM generate_series(1, 5000) AS n;
INSERT INTO bans SELECT n % 200, n, 'Ana', n, n, '', 1 FROM generate_series(1, 5000) AS n;
INSERT INTO avoided SELECT n % 200, n, n + 1 FROM generate_series(1, 5000) AS n;
INSERT INTO call_list SELECT n % 200, n, 0, NULL, NULL FROM generate_series(1, 5000) AS n;
INSERT INTO audit (guild_id, at, user_id, action, detail)
SELECT n % 200, n, 1, 'pace', '' FROM generate_series(1, 5000) AS n;
ANALYZE
"""
"""Statements that fill a PostgreSQL database: its plans depend on how much is in the tables."""
OLD_GAMES = """
UPDATE games SET guild_id = 1 WHERE id <= 2000;
UPDATE seats SET user_id = 1 WHERE game_id <= 1000 AND seat = 0;
ANALYZE
"""
"""Makes a member of a large server play every fifth game, long ago: reading the newest games first takes long."""


def modules() -> list[ModuleType]:
    """All modules of the store whose statements may not read everything."""
    names = [found.name for found in walk_packages(bot.store.__path__, "bot.store.")]
    return [import_module(name) for name in names if name not in READ_WHOLE]


def queries(values: Iterable[object]) -> Iterator[Query]:
    """The queries among some values, also those inside tuples and dicts."""
    for value in values:
        if isinstance(value, Query):
            yield value
        elif isinstance(value, tuple):
            yield from queries(value)
        elif isinstance(value, dict):
            yield from queries(value.values())


def all_queries() -> list[Query]:
    """Every statement that runs on both engines."""
    found = [query for module in modules() for query in queries(vars(module).values())]
    assert len(found) > 40
    return found


def statements_of_leases() -> list[str]:
    """Every statement of PostgreSQL alone."""
    module = import_module("bot.store.repositories.leases")
    texts = [value for name, value in vars(module).items() if name.isupper() and isinstance(value, str)]
    found = [text for text in texts if text.split()[0] in ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")]
    assert len(found) >= 20
    return found


def test_every_query_is_a_constant_so_that_it_is_found_here() -> None:
    elsewhere = [
        f"{file}:{call.lineno}"
        for file in Path(bot.__path__[0]).rglob("*.py")
        if file.stem != "database_copy" and "Query(" in file.read_text("utf-8")
        for outer in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or "/store/" not in str(file)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Query"
    ]
    assert elsewhere == []


def test_no_statement_scans_a_growing_table_on_sqlite(tmp_path: Path) -> None:
    with closing(open_file(tmp_path / "coup.sqlite3")) as driver:
        scans = {
            f"{detail}: {text}"
            for text in (query.sqlite for query in all_queries())
            for *_, detail in driver.execute(f"EXPLAIN QUERY PLAN {text}", defaultdict(lambda: None))
            if is_sqlite_scan(detail)
        }
    assert scans == set()


def is_sqlite_scan(detail: str) -> bool:
    """Whether a line of SQLite's query plan reads all of a table that grows, or all games of a channel."""
    by_index = re.match(r"SEARCH \w+ USING (?:COVERING )?INDEX (\w+)", detail)
    if by_index is not None and by_index[1] in INDEXES_OF_CHANNELS:
        return "over_at" not in detail
    found = re.match(r"SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?", detail)
    return found is not None and found[1] not in SMALL_TABLES and found[2] not in INDEXES_OF_LIVE_GAMES


def test_no_statement_scans_a_growing_table_on_postgresql(server: Server) -> None:
    address = server.address()
    bring_up_to_date(address)
    with closing(connect(address, "-c enable_seqscan=off -c plan_cache_mode=force_generic_plan")) as driver:
        driver.execute(FILL)
        scans = {
            f"{node['Node Type']} of {node.get('Relation Name') or node['Index Name']}: {text}"
            for text in [*(query.postgresql for query in all_queries()), *statements_of_leases()]
            for node in postgresql_plan(driver, text)
            if is_postgresql_scan(node) or (reads_a_server(node) and not text.startswith(DELETES_A_SERVER))
        }
    assert scans == set()


def test_the_old_games_of_a_member_are_found_by_the_members_seats_on_postgresql(server: Server) -> None:
    address = server.address()
    bring_up_to_date(address)
    with closing(connect(address, "-c plan_cache_mode=force_custom_plan")) as driver:
        driver.execute(FILL)
        driver.execute(OLD_GAMES)
        history = next(query.postgresql for query in all_queries() if "count(DISTINCT team)" in query.sqlite)
        read = {
            (node.get("Relation Name"), node.get("Index Name")) for node in postgresql_plan(driver, history, 1)
        }
    assert {index for relation, index in read if relation == "games"} == {"games_pkey"}
    assert (None, "seats_by_user") in read
    assert ("seats", "seats_pkey") not in read


def postgresql_plan(driver: Any, text: str, value: int | None = None) -> Iterator[dict[str, Any]]:
    """The nodes of a plan; `value` is that of all parameters, if the plan is made for certain values."""
    names = list(dict.fromkeys(re.findall(r"%\((\w+)\)s", text)))
    numbered = re.sub(r"%\((\w+)\)s", lambda found: f"${names.index(found[1]) + 1}", text)
    values = f"({', '.join(['NULL' if value is None else str(value)] * len(names))})" if names else ""
    driver.execute(f"PREPARE statement AS {numbered}".encode())
    ((plans,),) = (
        row.values() for row in driver.execute(f"EXPLAIN (FORMAT JSON) EXECUTE statement{values}".encode())
    )
    driver.execute("DEALLOCATE statement")
    nodes = [plan["Plan"] for plan in plans]
    while nodes:
        node = nodes.pop()
        yield node
        nodes += node.get("Plans", [])


def is_postgresql_scan(node: dict[str, Any]) -> bool:
    """Whether a node of a plan reads a whole table or index that grows, or all games that have ended."""
    if node["Node Type"] == "Seq Scan":
        return node["Relation Name"] not in SMALL_TABLES
    if "Index Name" not in node or node["Index Name"] in INDEXES_OF_LIVE_GAMES:
        return False
    if node.get("Relation Name") in SMALL_TABLES:
        return False
    condition = node.get("Index Cond", "")
    reads_ended_games = "'over'" in condition or "closed" in condition
    return not condition or (reads_ended_games and "over_at" not in condition)


def reads_a_server(node: dict[str, Any]) -> bool:
    """Whether a node reads all games ever played on a server."""
    return node.get("Index Name") == INDEX_OF_SERVERS and "status" not in node.get("Index Cond", "")


def test_a_statement_that_scans_is_noticed(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as connection:
        connection.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, host INTEGER, status TEXT)")
        connection.execute("CREATE INDEX by_host ON games(host)")
        plans = {
            text: is_sqlite_scan(connection.execute(f"EXPLAIN QUERY PLAN {text}").fetchone()[3])
            for text in (
                "SELECT id FROM games WHERE status = ''",
                "SELECT host FROM games",
                "SELECT id FROM games WHERE host = 1",
            )
        }
    assert list(plans.values()) == [True, True, False]
