"""Checks a PostgreSQL server: its version, durability, log, connections, clock, and the running processes."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeVar

import psycopg

from bot.cluster import Place
from bot.doctor.finding import Finding, clock_finding, failed, passed
from bot.doctor.postgresql_rights import judge_rights, read_rights
from bot.store.address import PostgresqlAddress
from bot.store.engines.database import BrokenDatabase
from bot.store.engines.postgresql_connection import Driver, connect, error_text

T = TypeVar("T")

OLDEST_VERSION: Final = 14
NEEDED_CONNECTIONS: Final = 6
"""Connections of one process: for writing, reading, leases (2) and listening, and one more at times."""

_FACTS: Final = """
    SELECT current_setting('server_version_num')::int AS version,
        current_setting('fsync') AS fsync,
        current_setting('synchronous_commit') AS synchronous_commit,
        current_setting('full_page_writes') AS full_page_writes,
        current_setting('log_parameter_max_length') <> '0' AND (
            current_setting('log_statement') IN ('mod', 'all')
            OR current_setting('log_min_duration_statement') <> '-1'
            OR current_setting('log_min_duration_sample') <> '-1') AS logs_values,
        extract(epoch FROM clock_timestamp())::float8 AS now,
        1 + least(
            current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
                - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
            (SELECT CASE WHEN rolconnlimit >= 0 THEN rolconnlimit
                - (SELECT count(*) FROM pg_stat_activity WHERE usename = current_user) END
                FROM pg_roles WHERE rolname = current_user),
            (SELECT CASE WHEN datconnlimit >= 0 THEN datconnlimit
                - (SELECT count(*) FROM pg_stat_activity AS a WHERE a.datname = current_database()) END
                FROM pg_database AS d WHERE d.datname = current_database()))::int AS free"""
"""`free` counts the connection that asks, too: it has ended when the bot needs one."""


@dataclass(frozen=True)
class ServerFacts:
    """Settings and state of a server.

    `logs_values`: whether its log holds the values of statements. `free`: the number of free connections. `ahead`:
    by how many seconds this machine's clock is ahead of the server's, plus or minus `unsure`.
    """

    version: int
    fsync: str
    synchronous_commit: str
    full_page_writes: str
    logs_values: bool
    free: int
    ahead: float
    unsure: float


_PROCESSES: Final = """
    SELECT name, place, places FROM processes WHERE until > clock_timestamp() AND NOT leaving ORDER BY name"""


async def examine_server(address: PostgresqlAddress) -> list[Finding]:
    """Returns the findings about a server and the rights of the bot's role on it. Raises BrokenDatabase."""
    facts = await asyncio.to_thread(_ask_server, address, _facts)
    rights = await asyncio.to_thread(_ask_server, address, read_rights)
    return [*judge(facts, address), *judge_rights(rights)]


async def examine_processes(address: PostgresqlAddress, cluster: Literal["auto"] | Place | None) -> Finding:
    """Returns the finding about the processes that share an up-to-date database. Raises BrokenDatabase."""
    rows = await asyncio.to_thread(_ask_server, address, lambda driver: driver.execute(_PROCESSES).fetchall())
    sizes = {row["places"] for row in rows if row["places"] is not None}
    if isinstance(cluster, tuple):
        sizes.add(cluster[1])
    if len(sizes) > 1:
        told = " and ".join(f"…/{size}" for size in sorted(sizes))
        return failed(
            "processes", f"COUP_CLUSTER is {told} on different processes: set the same number on all of them."
        )
    names = [row["name"] + (f" ({row['place']}/{row['places']})" if row["place"] else "") for row in rows]
    return passed("processes", f"These processes run: {', '.join(names)}." if names else "No process runs.")


def judge(facts: ServerFacts, address: PostgresqlAddress) -> Iterator[Finding]:
    """Yields findings about the version, durability, log, connections and clock of a server."""
    release = f"PostgreSQL {facts.version // 10_000}.{facts.version % 10_000}"
    yield (
        passed("server", f"{release} answers at {address.host}:{address.port}.")
        if facts.version >= OLDEST_VERSION * 10_000
        else failed("server", f"{release} is too old: upgrade the server to {OLDEST_VERSION} or newer.")
    )
    yield from _durability(facts, address)
    if facts.logs_values:
        yield failed(
            "secrets",
            "The server logs statements with their values, hands and interaction tokens among them: "
            "ALTER SYSTEM SET log_parameter_max_length = 0; SELECT pg_reload_conf()",
        )
    yield (
        passed("connections", f"{facts.free} connections are free; a process takes up to {NEEDED_CONNECTIONS}.")
        if facts.free >= NEEDED_CONNECTIONS
        else failed(
            "connections",
            f"Only {facts.free} connections are free, and a process takes up to {NEEDED_CONNECTIONS}: "
            "raise max_connections (or the limit of the role or the database), or end what else is connected.",
        )
    )
    yield clock_finding(facts.ahead, facts.unsure, "the database's")


def _durability(facts: ServerFacts, address: PostgresqlAddress) -> Iterator[Finding]:
    mends = {
        "fsync": "ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf()",
        "full_page_writes": "ALTER SYSTEM SET full_page_writes = on; SELECT pg_reload_conf()",
        "synchronous_commit": f"ALTER DATABASE {address.database} SET synchronous_commit = on",
    }
    off = [name for name in mends if getattr(facts, name) == "off"]
    for name in off:
        yield failed(
            "durability",
            f"{name} is off, so that a crash of the server can lose or spoil what was saved: {mends[name]}",
        )
    if not off:
        yield passed("durability", "What the database has acknowledged outlives a crash of its server.")


def _ask_server(address: PostgresqlAddress, ask: Callable[[Driver], T]) -> T:
    try:
        with closing(connect(address)) as driver:
            return ask(driver)
    except psycopg.Error as error:
        raise BrokenDatabase(f"The database {address} could not be asked ({error_text(error)}).") from error


def _facts(driver: Driver) -> ServerFacts:
    driver.execute("SELECT")  # the first statement may take longer; the next one measures only the travel time
    asked = time.time()
    row: dict[str, Any] = driver.execute(_FACTS).fetchall()[0]
    answered = time.time()
    return ServerFacts(ahead=(asked + answered) / 2 - row.pop("now"), unsure=(answered - asked) / 2, **row)
