"""Leases on PostgreSQL: which processes run, which shard each holds, and turns they take, by the database's clock.

What several processes change is changed by one statement each, so that a process which is stopped in the middle
keeps no row locked.
"""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Final, LiteralString, TypeVar

import psycopg

from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver, connect, said
from bot.store.engines.postgresql_reconnecting import ReconnectingConnection
from bot.store.errors import SaveFailed
from bot.store.repositories.fences import Fence
from bot.store.rows import Lease, Me, ProcessRow, Rival, Snapshot

T = TypeVar("T")

PATIENCE: Final = 1.5
"""Seconds for any statement here: less than between two renewals, so that each has its chance."""
_LIMITS: Final = "-c statement_timeout=1500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000"
_RENEWING: Final = f"{_LIMITS} -c synchronous_commit=off"  # a renewal that a crash undoes is one that was late
_TELL: Final = "SELECT pg_notify('coup_' || md5(current_schema()), '')"
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('coup processes ' || current_schema(), 0))"
_RENEW: Final = """
    WITH forgotten AS (
        DELETE FROM processes WHERE until < clock_timestamp() - interval '1 hour' AND name <> %(name)s
    )
    INSERT INTO processes (name, place, places, machine, shards, until, leaving) VALUES (
        %(name)s, %(place)s, %(places)s, %(machine)s, %(shards)s,
        clock_timestamp() + make_interval(secs => %(seconds)s), %(leaving)s)
    ON CONFLICT (name) DO UPDATE
    SET shards = excluded.shards, until = excluded.until, leaving = excluded.leaving"""
_LOOK: Final = """
    SELECT (SELECT value::integer FROM meta WHERE key = 'shards') AS shards,
        extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8 AS server_runs,
        coalesce((SELECT json_agg(json_build_array(
                name, place, places, NOT leaving AND shards IS NOT NULL,
                extract(epoch FROM until - clock_timestamp()), coalesce(machine = %(machine)s, false)))
            FROM processes), '[]') AS processes,
        coalesce((SELECT json_agg(json_build_array(shard, holder, number)) FROM leases), '[]') AS leases"""
_RIVAL: Final = """
    SELECT place, places, until FROM processes
    WHERE (place = %(place)s OR places <> %(places)s) AND NOT leaving
        AND until > clock_timestamp() AND name <> %(name)s
    ORDER BY until DESC LIMIT 1"""
_AT_MACHINE: Final = "SELECT name FROM processes WHERE machine = %(machine)s AND until > clock_timestamp()"
_OTHERS: Final = """
    SELECT FROM processes WHERE shards IS NOT NULL AND until > clock_timestamp() AND name <> %(name)s LIMIT 1"""
_TAKE: Final = """
    WITH free AS (
        SELECT shard FROM leases
        WHERE shard = %(shard)s AND number = %(seen)s
            AND EXISTS (SELECT FROM processes WHERE name = %(name)s AND until > clock_timestamp() AND NOT leaving)
            AND NOT EXISTS (
                SELECT FROM processes
                WHERE until > clock_timestamp() AND NOT leaving AND shards IS NOT NULL
                    AND name <> ALL (%(reckoned)s::text[]))
        FOR UPDATE
    ), raised AS (
        INSERT INTO fences (owner, number) SELECT %(owner)s, 1 FROM free
        ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number
    )
    UPDATE leases SET holder = %(name)s, number = raised.number FROM raised
    WHERE shard = %(shard)s RETURNING leases.number"""
_RELEASE: Final = """
    WITH released AS (UPDATE leases SET holder = NULL WHERE holder = %(name)s)
    DELETE FROM processes WHERE name = %(name)s"""
_HAND_ON: Final = """
    SELECT pg_notify('coup_' || md5(current_schema() || ' ' || holder), %(payload)s)
    FROM leases JOIN processes ON name = holder
    WHERE shard = %(shard)s AND holder <> %(name)s AND processes.until > clock_timestamp()"""
_TURNS: Final = """
    INSERT INTO turns AS t (name, taken) VALUES (
        %(name)s,
        array_fill('-infinity'::timestamptz, ARRAY[%(most)s::int - %(number)s::int])
            || array_fill(clock_timestamp(), ARRAY[%(number)s::int]))
    ON CONFLICT (name) DO UPDATE SET taken = t.taken[%(number)s + 1:] || ARRAY(
        SELECT greatest(clock_timestamp(), earlier + make_interval(secs => %(seconds)s))
        FROM unnest(t.taken[:%(number)s]) AS earlier ORDER BY 1)
    RETURNING ARRAY(
        SELECT extract(epoch FROM turn - clock_timestamp())::float8
        FROM unnest(taken[%(most)s::int - %(number)s::int + 1:]) AS turn) AS waits"""


class Leases:
    """What processes over one database know of each other. Every method raises SaveFailed after PATIENCE seconds.

    Renewals have a connection of their own, so that nothing else holds them up.
    """

    def __init__(self, renewing: ReconnectingConnection, working: ReconnectingConnection) -> None:
        self._renewing = renewing
        self._working = working

    @classmethod
    def open(cls, address: PostgresqlAddress) -> "Leases":
        """Connects. Raises BrokenDatabase."""
        renewing = connect(address, _RENEWING)
        try:
            working = connect(address, _LIMITS)
        except BaseException:
            renewing.close()
            raise
        return cls(
            ReconnectingConnection(address, renewing, _RENEWING), ReconnectingConnection(address, working, _LIMITS)
        )

    async def at_machine(self, machine: str | None) -> list[str]:
        """Returns the names of the processes that run on a machine, as far as the database knows."""
        rows = await _run(
            self._working, lambda driver: driver.execute(_AT_MACHINE, {"machine": machine}).fetchall()
        )
        return [row["name"] for row in rows]

    async def enter(self, me: Me, seconds: float) -> Rival | None:
        """Makes a process known unless another has its place, or one of another number of places: returns that."""
        values = {**vars(me), "shards": None, "seconds": seconds, "leaving": False}

        def work(driver: Driver) -> Rival | None:
            with driver.transaction():
                driver.execute(_LOCK)
                rival = driver.execute(_RIVAL, values).fetchone()
                if rival is not None:
                    return Rival(**rival)
                driver.execute(_RENEW, values)
                driver.execute(_TELL)
            return None

        return await _run(self._working, work)

    async def renew(self, me: Me, shards: int | None, seconds: float, *, leaving: bool) -> Snapshot:
        """Keeps a process live for so many seconds from now; returns what the database says then."""
        values = {**vars(me), "shards": shards, "seconds": seconds, "leaving": leaving}

        def work(driver: Driver) -> dict[str, Any]:
            driver.execute(_RENEW, values)
            return _one(driver, _LOOK, values)

        found = await _run(self._renewing, work)
        return Snapshot(
            found["shards"],
            found["server_runs"],
            tuple(ProcessRow(*row) for row in found["processes"]),
            {shard: Lease(holder, number) for shard, holder, number in found["leases"]},
        )

    async def agree_on_shards(self, name: str, recommended: int) -> int:
        """Returns how many shards all processes use, raised if no other process reckons with one."""

        def work(driver: Driver) -> int:
            with driver.transaction():
                driver.execute(_LOCK)
                row = driver.execute("SELECT value FROM meta WHERE key = 'shards'").fetchone()
                shards = 0 if row is None else int(row["value"])
                if shards < recommended and driver.execute(_OTHERS, {"name": name}).fetchone() is None:
                    shards = recommended
                    driver.execute(
                        "INSERT INTO meta (key, value) VALUES ('shards', %s)"
                        " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                        (str(shards),),
                    )
                    # A process that has been asleep since must write nothing by the old number.
                    driver.execute("UPDATE fences SET number = number + 1 WHERE owner LIKE 'shard %'")
                    driver.execute("DELETE FROM leases")
                driver.execute("UPDATE processes SET shards = %s WHERE name = %s", (shards, name))
                driver.execute(
                    "INSERT INTO leases (shard, number) SELECT shard, 0 FROM generate_series(0, %s - 1) AS shard"
                    " ON CONFLICT DO NOTHING",
                    (shards,),
                )
            return shards

        return await _run(self._working, work)

    async def take(self, name: str, shard: int, shards: int, seen: int, reckoned: Iterable[str]) -> Fence | None:
        """Makes a process the holder of a shard and returns its fence: nobody writes with an earlier one any more.

        Returns None, and changes nothing, if the lease is not as it was `seen` (its number), if the process is no
        longer live, or if one runs that is not among those it has `reckoned` with.
        """
        owner = f"shard {shard} of {shards}"
        values = {"name": name, "shard": shard, "owner": owner, "seen": seen, "reckoned": list(reckoned)}

        def work(driver: Driver) -> int | None:
            row = driver.execute(_TAKE, values).fetchone()
            if row is None:
                return None
            driver.execute(_TELL)
            return row["number"]

        number = await _run(self._working, work)
        return None if number is None else Fence(owner, number)

    async def leave(self, name: str) -> None:
        """Lets all processes know that this one is to get no more shards; so must each renewal from now on."""

        def work(driver: Driver) -> None:
            driver.execute("UPDATE processes SET leaving = true WHERE name = %s", (name,))
            driver.execute(_TELL)

        await _run(self._working, work)

    async def release(self, name: str) -> None:
        """Takes a process off the list, and releases what it holds."""

        def work(driver: Driver) -> None:
            driver.execute(_RELEASE, {"name": name})
            driver.execute(_TELL)

        await _run(self._working, work)

    async def tell(self) -> None:
        """Tells all processes that something has changed."""
        await _run(self._working, lambda driver: driver.execute(_TELL))

    async def hand_on(self, name: str, shard: int, payload: str) -> bool:
        """Sends a text of less than 8000 bytes to the process that holds a shard; False if no other one does."""
        values = {"name": name, "shard": shard, "payload": payload}
        return await _run(self._working, lambda driver: driver.execute(_HAND_ON, values).rowcount) > 0

    async def turns(self, name: str, number: int, most: int, seconds: float) -> Sequence[float]:
        """Reserves turns of which any `seconds` may see `most`; returns in how many seconds each is."""
        values = {"name": name, "number": number, "most": most, "seconds": seconds}
        row = await _run(self._working, lambda driver: _one(driver, _TURNS, values))
        return row["waits"]

    async def close(self) -> None:
        """Closes the connections."""
        await self._renewing.close()
        await self._working.close()


def _one(driver: Driver, query: LiteralString, values: dict[str, Any]) -> dict[str, Any]:
    return driver.execute(query, values).fetchall()[0]


async def _run(connection: ReconnectingConnection, work: Callable[[Driver], T]) -> T:
    until = monotonic() + PATIENCE
    while True:
        try:
            return await connection.run(work, until)
        except psycopg.Error as error:
            # What was lost with its connection is done again: each of these may be done twice.
            if not _is_lost(error) or monotonic() >= until:
                raise SaveFailed(f"The database could not be used: {said(error)}.") from error


def _is_lost(error: psycopg.Error) -> bool:
    broken = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return broken and (error.sqlstate is None or error.sqlstate.startswith(("08", "57P")))
