"""Leases on PostgreSQL: which processes run, which shard each owns, and their shared rate limits.

All times are by the database's clock. Each change of a row that several processes write is one statement, so that
a process that is stopped in the middle keeps no row locked.
"""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Final, LiteralString, TypeVar

import psycopg

from bot.store.address import PostgresqlAddress
from bot.store.cluster_rows import Lease, PlaceConflict, Process, Reach, Snapshot
from bot.store.engines.postgresql_connection import Driver, error_text
from bot.store.engines.postgresql_reconnect import ReconnectingConnection
from bot.store.errors import SaveFailed
from bot.store.repositories import lease_statements as sql
from bot.store.rows import Fence

T = TypeVar("T")

STATEMENT_SECONDS: Final = 1.5
"""Time for any statement here: less than between two renewals, so that no statement delays the next renewal."""
_SLOT_RETRY_SECONDS: Final = 0.01
"""Pause before another try to use a slot that was free a moment ago."""
_LIMITS: Final = "-c statement_timeout=1500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000"
# A crash may undo a renewal; that is no worse than a late one.
_RENEWAL_LIMITS: Final = f"{_LIMITS} -c synchronous_commit=off"


class Leases:
    """Processes that share a database, and their leases. Methods raise SaveFailed after STATEMENT_SECONDS.

    Renewals have a connection of their own, so that nothing else delays them.
    """

    def __init__(self, renewing: ReconnectingConnection, working: ReconnectingConnection) -> None:
        self._renewing = renewing
        self._working = working

    @classmethod
    async def open(cls, address: PostgresqlAddress) -> "Leases":
        """Connects. Raises BrokenDatabase."""
        return cls(*await ReconnectingConnection.open_each(address, _RENEWAL_LIMITS, _LIMITS))

    async def names_on_machine(self, machine: str | None) -> list[str]:
        """Returns the names of the processes that run on a machine, as far as the database knows."""
        return [row["name"] for row in await _all(self._working, sql.NAMES_ON_MACHINE, machine=machine)]

    async def register(self, process: Process, seconds: float) -> PlaceConflict | None:
        """Makes a process known to the others.

        Does nothing, and returns the conflict, if a running process has the same place, or a place among another
        number of processes.
        """
        values = _values(process, None, seconds)

        def work(driver: Driver) -> PlaceConflict | None:
            with driver.transaction():
                driver.execute(sql.LOCK)
                conflict = driver.execute(sql.PLACE_CONFLICT, values).fetchone()
                if conflict is not None:
                    return PlaceConflict(**conflict)
                driver.execute(sql.RENEW, values)
                driver.execute(sql.NOTIFY_ALL)
            return None

        return await _run(self._working, work)

    async def renew(self, process: Process, shards: int | None, seconds: float) -> Snapshot:
        """Extends the leases of a process to `seconds` from now; returns what the database says then.

        `shards` is the number of shards that it uses, None until the processes have agreed on one.
        """
        values = _values(process, shards, seconds)

        def work(driver: Driver) -> dict[str, Any]:
            driver.execute(sql.RENEW, values)
            return driver.execute(sql.LOOK).fetchall()[0]

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
                driver.execute(sql.LOCK)
                row = driver.execute(sql.SHARDS).fetchone()
                shards = 0 if row is None else int(row["value"])
                if shards < recommended and driver.execute(sql.OTHERS, {"name": name}).fetchone() is None:
                    shards = recommended
                    driver.execute(sql.SET_SHARDS, {"shards": str(shards)})
                    # A process that was stopped meanwhile must not write with fences of the old number of shards.
                    driver.execute(sql.RAISE_FENCES)
                    driver.execute(sql.DELETE_LEASES)
                driver.execute(sql.USE_SHARDS, {"name": name, "shards": shards})
                driver.execute(sql.ADD_LEASES, {"shards": shards})
            return shards

        return await _run(self._working, work)

    async def acquire(self, name: str, shard: int, shards: int, seen: int, known: Iterable[str]) -> Fence | None:
        """Makes a process the owner of a shard and returns its fence; writes with an earlier one are refused.

        Returns None, and changes nothing, if the number of the lease is no longer `seen`, if the process is no
        longer live, or if a process runs that is not in `known`.
        """
        owner = f"shard {shard} of {shards}"
        rows = await _all(
            self._working, sql.ACQUIRE, name=name, shard=shard, owner=owner, seen=seen, known=list(known)
        )
        return Fence(owner, rows[0]["number"]) if rows else None

    async def mark_leaving(self, name: str) -> None:
        """Stores that a process is leaving and gets no more shards. Later renewals must store the same."""
        await _all(self._working, sql.MARK_LEAVING, name=name)

    async def release(self, name: str) -> None:
        """Removes a process, after any renewal that is under way, and releases its shards."""
        await _all(self._renewing, sql.RELEASE, name=name)

    async def notify_all(self) -> None:
        """Notifies all processes that something has changed."""
        await _all(self._working, sql.NOTIFY_ALL)

    async def forward(self, name: str, shard: int, payload: str) -> bool:
        """Sends a text of less than 8000 bytes to the process that owns a shard; False if no other one does."""
        return bool(await _all(self._working, sql.FORWARD, name=name, shard=shard, payload=payload))

    async def reserve_slots(self, name: str, number: int, most: int, seconds: float) -> Sequence[float]:
        """Reserves slots, of which there are at most `most` in any `seconds`; returns the seconds until each."""
        rows = await _all(self._working, sql.RESERVE_SLOTS, name=name, number=number, most=most, seconds=seconds)
        return rows[0]["waits"]

    async def acquire_slot(self, name: str, seconds: float) -> float:
        """Uses a slot, of which there is one in any `seconds`, and returns 0.

        If there is none now, returns the seconds until there may be one, and reserves nothing.
        """
        values = {"name": name, "seconds": seconds}

        def work(driver: Driver) -> float:
            if driver.execute(sql.ACQUIRE_SLOT, values).fetchone() is not None:
                return 0.0
            row = driver.execute(sql.SLOT_FREE_IN, values).fetchone()
            return _SLOT_RETRY_SECONDS if row is None else max(_SLOT_RETRY_SECONDS, row["left"])

        return await _run(self._working, work)

    async def close(self) -> None:
        """Closes the connections."""
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
    until = monotonic() + STATEMENT_SECONDS
    while True:
        try:
            return await connection.run(work, until)
        except psycopg.Error as error:
            # Work is repeated if its connection was lost, so all work here must be safe to do twice.
            if not _is_lost(error) or monotonic() >= until:
                raise SaveFailed(f"The database could not be used: {error_text(error)}.") from error


def _is_lost(error: psycopg.Error) -> bool:
    broken = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return broken and (error.sqlstate is None or error.sqlstate.startswith(("08", "57P")))
