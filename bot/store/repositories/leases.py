"""Leases on PostgreSQL: which processes run, which shard each owns, and their shared rate limits.

All times are by the database's clock. Each change of a row that several processes write is one statement, so that
a process that is stopped in the middle keeps no row locked.
"""

import asyncio
from collections.abc import Callable, Iterable, Mapping, Sequence
from time import monotonic
from typing import Any, Final, LiteralString, TypeVar

import psycopg
from psycopg import sql

from bot.store.address import PostgresqlAddress
from bot.store.engines.database import SaveFailed
from bot.store.engines.postgresql_connection import CHANNEL, Driver, ReconnectingConnection
from bot.store.rows import Fence, Lease, PlaceConflict, Process, Reach, Snapshot

T = TypeVar("T")

STATEMENT_SECONDS: Final = 1.5
"""Time for any statement here: less than between two renewals, so that no statement delays the next renewal."""
_QUIET_SECONDS: Final = 1.0
"""The connection that listens is checked after this time without a notification."""
_LISTEN_SECONDS: Final = _QUIET_SECONDS + 2.0
_LISTEN_RETRY_SECONDS: Final = 0.25
_SLOT_RETRY_SECONDS: Final = 0.01
"""Pause before another try to use a slot that was free a moment ago."""
_LIMITS: Final = "-c statement_timeout=1500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000"
# A crash may undo a renewal; that is no worse than a late one.
_RENEWAL_LIMITS: Final = f"{_LIMITS} -c synchronous_commit=off"

_CHANNEL: Final = f"SELECT {CHANNEL} AS name"
NOTIFY_ALL: Final = "SELECT pg_notify('coup_' || md5(current_schema()), '')"
_LOCK: Final = "SELECT pg_advisory_xact_lock(hashtextextended('coup processes ' || current_schema(), 0))"
_RENEW: Final = """
    WITH forgotten AS (
        DELETE FROM processes WHERE until < clock_timestamp() - interval '1 hour' AND name <> %(name)s
    )
    INSERT INTO processes (
        name, place, places, machine, shards, until, leaving, reaches_discord, failing, starting
    ) VALUES (
        %(name)s, %(place)s, %(places)s, %(machine)s, %(shards)s,
        clock_timestamp() + make_interval(secs => %(seconds)s), %(leaving)s,
        %(reaches_discord)s, %(failing)s::integer[], %(starting)s::integer[])
    ON CONFLICT (name) DO UPDATE
    SET shards = excluded.shards, until = excluded.until, leaving = excluded.leaving,
        reaches_discord = excluded.reaches_discord, failing = excluded.failing, starting = excluded.starting"""
_LOOK: Final = """
    SELECT (SELECT value::integer FROM meta WHERE key = 'shards') AS shards,
        extract(epoch FROM clock_timestamp() - pg_postmaster_start_time())::float8 AS server_runs,
        coalesce((SELECT json_agg(json_build_object(
                'name', name, 'place', place, 'places', places, 'machine', machine,
                'leaving', leaving OR shards IS NULL, 'reaches_discord', reaches_discord, 'failing', failing,
                'starting', starting, 'seconds_left', extract(epoch FROM until - clock_timestamp())))
            FROM processes), '[]') AS processes,
        coalesce((SELECT json_agg(json_build_array(shard, holder, number)) FROM leases), '[]') AS leases"""
_PLACE_CONFLICT: Final = """
    SELECT place, places, until FROM processes
    WHERE (place = %(place)s OR places <> %(places)s) AND NOT leaving
        AND until > clock_timestamp() AND name <> %(name)s
    ORDER BY until DESC LIMIT 1"""
_NAMES_ON_MACHINE: Final = "SELECT name FROM processes WHERE machine = %(machine)s AND until > clock_timestamp()"
_OTHERS: Final = """
    SELECT FROM processes WHERE shards IS NOT NULL AND until > clock_timestamp() AND name <> %(name)s LIMIT 1"""
_SHARDS: Final = "SELECT value FROM meta WHERE key = 'shards'"
_SET_SHARDS: Final = """
    INSERT INTO meta (key, value) VALUES ('shards', %(shards)s)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value"""
_RAISE_FENCES: Final = "UPDATE fences SET number = number + 1 WHERE owner LIKE 'shard %'"
_DELETE_LEASES: Final = "DELETE FROM leases"
_USE_SHARDS: Final = "UPDATE processes SET shards = %(shards)s WHERE name = %(name)s"
_ADD_LEASES: Final = """
    INSERT INTO leases (shard, number) SELECT shard, 0 FROM generate_series(0, %(shards)s - 1) AS shard
    ON CONFLICT DO NOTHING"""
_MARK_LEAVING: Final = f"""
    WITH marked AS (UPDATE processes SET leaving = true WHERE name = %(name)s) {NOTIFY_ALL}"""
_ACQUIRE: Final = f"""
    WITH free AS (
        SELECT shard FROM leases
        WHERE shard = %(shard)s AND number = %(seen)s
            AND EXISTS (SELECT FROM processes WHERE name = %(name)s AND until > clock_timestamp() AND NOT leaving)
            AND NOT EXISTS (
                SELECT FROM processes
                WHERE until > clock_timestamp() AND NOT leaving AND shards IS NOT NULL
                    AND name <> ALL (%(known)s::text[]))
        FOR UPDATE
    ), raised AS (
        INSERT INTO fences (owner, number) SELECT %(owner)s, 1 FROM free
        ON CONFLICT (owner) DO UPDATE SET number = fences.number + 1 RETURNING number
    ), acquired AS (
        UPDATE leases SET holder = %(name)s, number = raised.number FROM raised
        WHERE shard = %(shard)s RETURNING leases.number
    )
    SELECT number, ({NOTIFY_ALL}) FROM acquired"""
_RELEASE: Final = f"""
    WITH released AS (UPDATE leases SET holder = NULL WHERE holder = %(name)s),
        removed AS (DELETE FROM processes WHERE name = %(name)s)
    {NOTIFY_ALL}"""
_FORWARD: Final = """
    SELECT pg_notify('coup_' || md5(current_schema() || ' ' || holder), %(payload)s)
    FROM leases JOIN processes ON name = holder
    WHERE shard = %(shard)s AND holder <> %(name)s AND processes.until > clock_timestamp()"""
_ACQUIRE_SLOT: Final = """
    INSERT INTO turns AS t (name, taken) VALUES (%(name)s, ARRAY[clock_timestamp()])
    ON CONFLICT (name) DO UPDATE SET taken = excluded.taken
    WHERE t.taken[1] + make_interval(secs => %(seconds)s) <= clock_timestamp()
    RETURNING true"""
_SLOT_FREE_IN: Final = """
    SELECT extract(epoch FROM taken[1] + make_interval(secs => %(seconds)s) - clock_timestamp())::float8 AS left
    FROM turns WHERE name = %(name)s"""
_RESERVE_SLOTS: Final = """
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
    """Processes that share a database, and their leases. Methods raise SaveFailed after STATEMENT_SECONDS.

    Renewals have a connection of their own, so that nothing else delays them, and so has `listen`.
    """

    def __init__(
        self, renewing: ReconnectingConnection, working: ReconnectingConnection, listening: ReconnectingConnection
    ) -> None:
        self._renewing = renewing
        self._working = working
        self._listening = listening
        self._topics: dict[str, str] = {}  # by channel
        self._listening_driver: Driver | None = None

    @classmethod
    async def open(cls, address: PostgresqlAddress) -> "Leases":
        """Connects. Raises BrokenDatabase."""
        return cls(*await ReconnectingConnection.open_each(address, _RENEWAL_LIMITS, _LIMITS, ""))

    async def names_on_machine(self, machine: str | None) -> list[str]:
        """Returns the names of the processes that run on a machine, as far as the database knows."""
        return [row["name"] for row in await _all(self._working, _NAMES_ON_MACHINE, machine=machine)]

    async def register(self, process: Process, seconds: float) -> PlaceConflict | None:
        """Makes a process known to the others.

        Does nothing, and returns the conflict, if a running process has the same place, or a place among another
        number of processes.
        """
        values = _values(process, None, seconds)

        def work(driver: Driver) -> PlaceConflict | None:
            with driver.transaction():
                driver.execute(_LOCK)
                conflict = driver.execute(_PLACE_CONFLICT, values).fetchone()
                if conflict is not None:
                    return PlaceConflict(**conflict)
                driver.execute(_RENEW, values)
                driver.execute(NOTIFY_ALL)
            return None

        return await _run(self._working, work)

    async def renew(self, process: Process, shards: int | None, seconds: float) -> Snapshot:
        """Extends the leases of a process to `seconds` from now; returns what the database says then.

        `shards` is the number of shards that it uses, None until the processes have agreed on one.
        """
        values = _values(process, shards, seconds)

        def work(driver: Driver) -> dict[str, Any]:
            driver.execute(_RENEW, values)
            return driver.execute(_LOOK).fetchall()[0]

        found = await _run(self._renewing, work)
        return Snapshot(
            found["shards"],
            found["server_runs"],
            tuple(map(_process, found["processes"])),
            {shard: Lease(holder, number) for shard, holder, number in found["leases"]},
        )

    async def agree_on_shards(self, name: str, recommended: int) -> int:
        """Returns the number of shards that all processes use. Increases it if no other process relies on it."""

        def work(driver: Driver) -> int:
            with driver.transaction():
                driver.execute(_LOCK)
                row = driver.execute(_SHARDS).fetchone()
                shards = 0 if row is None else int(row["value"])
                if shards < recommended and driver.execute(_OTHERS, {"name": name}).fetchone() is None:
                    shards = recommended
                    driver.execute(_SET_SHARDS, {"shards": str(shards)})
                    # A process that was stopped meanwhile must not write with fences of the old number of shards.
                    driver.execute(_RAISE_FENCES)
                    driver.execute(_DELETE_LEASES)
                driver.execute(_USE_SHARDS, {"name": name, "shards": shards})
                driver.execute(_ADD_LEASES, {"shards": shards})
            return shards

        return await _run(self._working, work)

    async def acquire(self, name: str, shard: int, shards: int, seen: int, known: Iterable[str]) -> Fence | None:
        """Makes a process the owner of a shard and returns its fence; writes with an earlier one are refused.

        Returns None, and changes nothing, if the number of the lease is no longer `seen`, if the process is no
        longer live, or if a process runs that is not in `known`.
        """
        owner = f"shard {shard} of {shards}"
        rows = await _all(
            self._working, _ACQUIRE, name=name, shard=shard, owner=owner, seen=seen, known=list(known)
        )
        return Fence(owner, rows[0]["number"]) if rows else None

    async def mark_leaving(self, name: str) -> None:
        """Stores that a process is leaving and gets no more shards. Later renewals must store the same."""
        await _all(self._working, _MARK_LEAVING, name=name)

    async def release(self, name: str) -> None:
        """Removes a process, after any renewal that is under way, and releases its shards."""
        await _all(self._renewing, _RELEASE, name=name)

    async def notify_all(self) -> None:
        """Notifies all processes that something has changed."""
        await _all(self._working, NOTIFY_ALL)

    async def listen(self, receivers: Mapping[str, Callable[[str], None]], missed: Callable[[], None]) -> None:
        """Calls the receiver of a topic with each text, until it is cancelled; reconnects after losses.

        Calls `missed` whenever notifications may have been missed, also at the beginning. Keeps no notification,
        because one may be a deleted member's id.
        """
        while True:
            try:
                notes = await self._listening.run(
                    lambda driver: self._next_notes(driver, receivers), monotonic() + _LISTEN_SECONDS
                )
            except (SaveFailed, psycopg.Error):
                await asyncio.sleep(_LISTEN_RETRY_SECONDS)  # a server that is down refuses at once
                continue
            if notes is None:
                missed()
            for note in notes or ():
                receivers[self._topics[note.channel]](note.payload)

    def _next_notes(self, driver: Driver, topics: Iterable[str]) -> list[psycopg.Notify] | None:
        """Waits for notifications. Returns None if it has just begun to listen on a new connection."""
        if driver is not self._listening_driver:
            channels = {
                topic: driver.execute(_CHANNEL, {"topic": topic}).fetchall()[0]["name"] for topic in topics
            }
            for channel in channels.values():
                driver.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._topics = {channel: topic for topic, channel in channels.items()}
            self._listening_driver = driver
            return None
        notes = list(driver.notifies(timeout=_QUIET_SECONDS, stop_after=1))
        if not notes:
            driver.execute("SELECT")
        return notes

    async def forward(self, name: str, shard: int, payload: str) -> bool:
        """Sends a text of less than 8000 bytes to the process that owns a shard; False if no other one does."""
        return bool(await _all(self._working, _FORWARD, name=name, shard=shard, payload=payload))

    async def reserve_slots(self, name: str, number: int, most: int, seconds: float) -> Sequence[float]:
        """Reserves slots, of which there are at most `most` in any `seconds`; returns the seconds until each."""
        rows = await _all(self._working, _RESERVE_SLOTS, name=name, number=number, most=most, seconds=seconds)
        return rows[0]["waits"]

    async def acquire_slot(self, name: str, seconds: float) -> float:
        """Uses a slot, of which there is one in any `seconds`, and returns 0.

        If there is none now, returns the seconds until there may be one, and reserves nothing.
        """
        values = {"name": name, "seconds": seconds}

        def work(driver: Driver) -> float:
            if driver.execute(_ACQUIRE_SLOT, values).fetchone() is not None:
                return 0.0
            row = driver.execute(_SLOT_FREE_IN, values).fetchone()
            return _SLOT_RETRY_SECONDS if row is None else max(_SLOT_RETRY_SECONDS, row["left"])

        return await _run(self._working, work)

    async def close(self) -> None:
        """Closes the connections; `listen` must have been cancelled."""
        self._listening.cut()  # otherwise its thread would keep waiting
        await self._listening.close()
        await self._renewing.close()
        await self._working.close()


def _values(process: Process, shards: int | None, seconds: float) -> dict[str, Any]:
    place, places = process.place or (None, None)
    return {
        **vars(process),
        **vars(process.reach),
        "place": place,
        "places": places,
        "failing": sorted(process.reach.failing),
        "starting": sorted(process.starting),
        "shards": shards,
        "seconds": seconds,
    }


def _process(row: dict[str, Any]) -> Process:
    return Process(
        row["name"],
        None if row["place"] is None else (row["place"], row["places"]),
        row["leaving"],
        Reach(row["reaches_discord"], frozenset(row["failing"])),
        frozenset(row["starting"]),
        row["machine"],
        row["seconds_left"],
    )


async def _all(connection: ReconnectingConnection, query: LiteralString, **values: Any) -> list[dict[str, Any]]:
    """Returns all rows of a statement."""
    return await _run(connection, lambda driver: driver.execute(query, values).fetchall())


async def _run(connection: ReconnectingConnection, work: Callable[[Driver], T]) -> T:
    # Work is repeated if its connection was lost, so all work here must be safe to do twice.
    return await connection.repeat(work, monotonic() + STATEMENT_SECONDS)
