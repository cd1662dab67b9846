"""Checks a PostgreSQL server and its running processes; whether its role can write, and which rights it lacks."""

import asyncio
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Final, TypeAlias, TypeVar

import psycopg
from psycopg import sql

from bot.cluster import Place
from bot.doctor.finding import Finding, clock_finding, failed, passed
from bot.store.address import PostgresqlAddress
from bot.store.engines.database import BrokenDatabase
from bot.store.engines.postgresql_connection import Driver, connect, error_text
from bot.store.migrations import newest_version, tables_made

T = TypeVar("T")
_Row: TypeAlias = dict[str, Any]

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
_PROCESSES: Final = """
    SELECT name, place, places FROM processes WHERE until > clock_timestamp() AND NOT leaving ORDER BY name"""
_ROLE: Final = """
    SELECT current_user AS role, current_database() AS database, pg_is_in_recovery() AS is_standby,
        current_setting('search_path') AS search_path,
        (SELECT source FROM pg_settings WHERE name = 'default_transaction_read_only' AND setting = 'on')
            AS read_only_by"""
_SCHEMAS: Final = """
    SELECT n.oid, n.nspname AS name, to_jsonb(ARRAY(
            SELECT privilege FROM unnest(ARRAY['USAGE', 'CREATE']) AS needed(privilege)
            WHERE NOT has_schema_privilege(n.oid, privilege))) AS lacking,
        EXISTS (SELECT FROM pg_class WHERE relnamespace = n.oid AND relname = 'schema_version') AS is_ours
    FROM pg_namespace AS n WHERE n.nspname = ANY(%s)
    ORDER BY array_position(%s, n.nspname::text)"""
_TABLES: Final = """
    SELECT c.relname AS name, pg_get_userbyid(c.relowner) AS owner, pg_has_role(c.relowner, 'USAGE') AS is_owned,
        array_to_string(ARRAY(
            SELECT privilege FROM unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS needed(privilege)
            WHERE NOT has_table_privilege(c.oid, privilege)), ', ') AS lacking
    FROM pg_class AS c WHERE c.relnamespace = %s AND c.relkind = 'r' AND c.relname = ANY(%s)
    ORDER BY c.relname"""
"""Sequences need no rights: those of identity columns belong to their tables."""
_PATH: Final = re.compile(r'"((?:[^"]|"")*)"|([^",\s]+)')


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


async def examine_server(address: PostgresqlAddress) -> list[Finding]:
    """Returns the findings about a server and the rights of the bot's role on it. Raises BrokenDatabase."""
    facts = await asyncio.to_thread(_ask_server, address, _facts)
    return [*judge(facts, address), *await asyncio.to_thread(_ask_server, address, examine_rights)]


async def examine_processes(address: PostgresqlAddress, cluster: Place | None) -> Finding:
    """Returns the finding about the processes that share an up-to-date database. Raises BrokenDatabase."""
    rows = await asyncio.to_thread(_ask_server, address, lambda driver: driver.execute(_PROCESSES).fetchall())
    sizes = {row["places"] for row in rows if row["places"] is not None}
    if cluster is not None:
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


def examine_rights(driver: Driver) -> list[Finding]:
    """Returns a finding for each fault of a role, with the SQL that corrects it, or one that there is none."""
    role: _Row = driver.execute(_ROLE).fetchall()[0]
    name: str = role["role"]
    listed = [quoted.replace('""', '"') or bare.lower() for quoted, bare in _PATH.findall(role["search_path"])]
    path = [name if each == "$user" else each for each in listed]
    schemas = driver.execute(_SCHEMAS, (path, path)).fetchall()
    if not schemas:
        return [*judge_transactions(role), _no_schema(name, path)]
    schema = next((each for each in schemas if each["is_ours"]), schemas[0])
    tables = driver.execute(_TABLES, (schema["oid"], tables_made("postgresql"))).fetchall()
    wrong = [*judge_transactions(role), *_lacking_rights(name, schema, tables)]
    foreign = [table for table in tables if not table["is_owned"]]
    if foreign and _is_behind(driver, schema, tables):
        objects = [_name(schema["name"], table["name"]) for table in foreign]
        mends = [f"ALTER TABLE {table} OWNER TO {_name(name)}" for table in objects]
        sentence = f"The tables have to be migrated, and {name} does not own them: {'; '.join(mends)}"
        wrong.append(failed("rights", sentence))
    owners = sorted({table["owner"] for table in foreign})
    told = f"; only {' and '.join(owners)} may migrate the tables at an update" if owners else ""
    return wrong or [passed("rights", f"The role {name} may do what the bot needs{told}.")]


def judge_transactions(role: _Row) -> Iterator[Finding]:
    """Yields a finding for each reason why transactions of a role are read-only; `role` is the row of `_ROLE`."""
    if role["is_standby"]:
        yield failed(
            "transactions",
            "The server is a standby, which saves nothing: name the primary server in COUP_DATABASE, or promote "
            "this one (SELECT pg_promote())",
        )
    if role["read_only_by"] == "client":
        yield failed(
            "transactions",
            "The options in COUP_DATABASE make all transactions read-only, so that nothing is saved: remove "
            "default_transaction_read_only from them.",
        )
    elif role["read_only_by"] is not None:
        yield failed(
            "transactions",
            "All transactions are read-only, so that nothing is saved: "
            f"BEGIN READ WRITE; ALTER ROLE {_name(role['role'])} IN DATABASE {_name(role['database'])} "
            "SET default_transaction_read_only = off; COMMIT",
        )


def _no_schema(role: str, path: Sequence[str]) -> Finding:
    return failed(
        "rights",
        f"No schema of the search path ({', '.join(path) or 'empty'}) exists: "
        f"CREATE SCHEMA {_name(path[0] if path else role)} AUTHORIZATION {_name(role)}",
    )


def _lacking_rights(role: str, schema: _Row, tables: Sequence[_Row]) -> Iterator[Finding]:
    if schema["lacking"]:
        yield failed(
            "rights",
            f"The role {role} lacks {' and '.join(schema['lacking'])} on the schema {schema['name']}, "
            "without which it can neither use nor migrate what is in it: "
            f"GRANT {', '.join(schema['lacking'])} ON SCHEMA {_name(schema['name'])} TO {_name(role)}",
        )
    for lacking in sorted({table["lacking"] for table in tables if table["lacking"]}):
        names = [table["name"] for table in tables if table["lacking"] == lacking]
        objects = ", ".join(_name(schema["name"], name) for name in names)
        yield failed(
            "rights",
            f"The role {role} lacks {lacking} on {', '.join(names)}: "
            f"GRANT {lacking} ON {objects} TO {_name(role)}",
        )


def _is_behind(driver: Driver, schema: _Row, tables: Sequence[_Row]) -> bool:
    """Whether migrations must be applied; False if the role may not read the version."""
    versions = [each for each in tables if each["name"] == "schema_version"]
    if not versions:
        return True
    if "USAGE" in schema["lacking"] or "SELECT" in versions[0]["lacking"]:
        return False
    query = sql.SQL("SELECT version FROM {}").format(sql.Identifier(schema["name"], "schema_version"))
    return driver.execute(query).fetchall()[0]["version"] < newest_version("postgresql")


def _name(*parts: str) -> str:
    return sql.Identifier(*parts).as_string()
