"""Leases on PostgreSQL: which processes run, which shard each holds, and turns they take, by the database's clock.

What several processes change is changed by one statement each, so that a process which is stopped in the middle
keeps no row locked.
"""

from collections.abc import Callable, Iterable, Sequence
from time import monotonic
from typing import Any, Final, LiteralString, TypeVar

import psycopg

from bot.store.address import PostgresqlAddress
from bot.store.cluster_rows import Lease, PlaceConflict, ProcessIdentity, ProcessRow, ProcessState, Reach, Snapshot
from bot.store.engines.postgresql_connection import Driver, connect, said
from bot.store.engines.postgresql_reconnecting import ReconnectingConnection
from bot.store.errors import SaveFailed
from bot.store.repositories import lease_statements as sql
from bot.store.rows import Fence

T = TypeVar("T")

STATEMENT_SECONDS: Final = 1.5
"""Seconds for any statement here: less than between two renewals, so that each has its chance."""
_SOON: Final = 0.01  # seconds: a turn that was free a moment ago is asked for again
_LIMITS: Final = "-c statement_timeout=1500 -c lock_timeout=1000 -c idle_in_transaction_session_timeout=5000"
_RENEWING: Final = f"{_LIMITS} -c synchronous_commit=off"  # a renewal that a crash undoes is one that was late


class Leases:
    """What processes over one database know of each other. Every method raises SaveFailed after STATEMENT_SECONDS seconds.

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
            self._working, lambda driver: driver.execute(sql.AT_MACHINE, {"machine": machine}).fetchall()
        )
        return [row["name"] for row in rows]

    async def enter(self, me: ProcessIdentity, seconds: float) -> PlaceConflict | None:
        """Makes a process known unless another has its place, or one of another number of places: returns that."""
        values = _values(me, ProcessState(), seconds)

        def work(driver: Driver) -> PlaceConflict | None:
            with driver.transaction():
                driver.execute(sql.LOCK)
                rival = driver.execute(sql.PLACE_CONFLICT, values).fetchone()
                if rival is not None:
                    return PlaceConflict(**rival)
                driver.execute(sql.RENEW, values)
                driver.execute(sql.NOTIFY_ALL)
            return None

        return await _run(self._working, work)

    async def renew(self, me: ProcessIdentity, state: ProcessState, seconds: float) -> Snapshot:
        """Keeps a process live for so many seconds from now; returns what the database says then."""
        values = _values(me, state, seconds)

        def work(driver: Driver) -> dict[str, Any]:
            driver.execute(sql.RENEW, values)
            return _one(driver, sql.LOOK, values)

        found = await _run(self._renewing, work)
        return Snapshot(
            found["shards"],
            found["server_runs"],
            tuple(_process_row(*row) for row in found["processes"]),
            {shard: Lease(holder, number) for shard, holder, number in found["leases"]},
        )

    async def agree_on_shards(self, name: str, recommended: int) -> int:
        """Returns how many shards all processes use, raised if no other process reckons with one."""

        def work(driver: Driver) -> int:
            with driver.transaction():
                driver.execute(sql.LOCK)
                row = driver.execute("SELECT value FROM meta WHERE key = 'shards'").fetchone()
                shards = 0 if row is None else int(row["value"])
                if shards < recommended and driver.execute(sql.OTHERS, {"name": name}).fetchone() is None:
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
            row = driver.execute(sql.ACQUIRE, values).fetchone()
            if row is None:
                return None
            driver.execute(sql.NOTIFY_ALL)
            return row["number"]

        number = await _run(self._working, work)
        return None if number is None else Fence(owner, number)

    async def leave(self, name: str) -> None:
        """Lets all processes know that this one is to get no more shards; so must each renewal from now on."""

        def work(driver: Driver) -> None:
            driver.execute("UPDATE processes SET leaving = true WHERE name = %s", (name,))
            driver.execute(sql.NOTIFY_ALL)

        await _run(self._working, work)

    async def release(self, name: str) -> None:
        """Takes a process off the list, after any renewal that is under way, and releases what it holds."""

        def work(driver: Driver) -> None:
            driver.execute(sql.RELEASE, {"name": name})
            driver.execute(sql.NOTIFY_ALL)

        await _run(self._renewing, work)

    async def tell(self) -> None:
        """Tells all processes that something has changed."""
        await _run(self._working, lambda driver: driver.execute(sql.NOTIFY_ALL))

    async def hand_on(self, name: str, shard: int, payload: str) -> bool:
        """Sends a text of less than 8000 bytes to the process that holds a shard; False if no other one does."""
        values = {"name": name, "shard": shard, "payload": payload}
        return await _run(self._working, lambda driver: driver.execute(sql.FORWARD, values).rowcount) > 0

    async def turns(self, name: str, number: int, most: int, seconds: float) -> Sequence[float]:
        """Reserves turns of which any `seconds` may see `most`; returns in how many seconds each is."""
        values = {"name": name, "number": number, "most": most, "seconds": seconds}
        row = await _run(self._working, lambda driver: _one(driver, sql.RESERVE_SLOTS, values))
        return row["waits"]

    async def take_turn(self, name: str, seconds: float) -> float:
        """Takes a turn, of which any `seconds` may see one, and returns 0.

        If there is none now, returns in how many seconds there may be one: nothing is reserved.
        """
        values = {"name": name, "seconds": seconds}

        def work(driver: Driver) -> float:
            if driver.execute(sql.ACQUIRE_SLOT, values).fetchone() is not None:
                return 0.0
            row = driver.execute(sql.SLOT_FREE_IN, values).fetchone()
            return _SOON if row is None else max(_SOON, row["left"])

        return await _run(self._working, work)

    async def close(self) -> None:
        """Closes the connections."""
        await self._renewing.close()
        await self._working.close()


def _values(me: ProcessIdentity, state: ProcessState, seconds: float) -> dict[str, Any]:
    return vars(me) | {
        "shards": state.shards,
        "seconds": seconds,
        "leaving": state.leaving,
        "reaches_discord": state.reach.reaches_discord,
        "failing": sorted(state.reach.failing),
        "starting": sorted(state.starting),
    }


def _process_row(*values: Any) -> ProcessRow:
    name, place, places, taking, left, here, reaches_discord, failing, starting = values
    reach = Reach(reaches_discord, frozenset(failing))
    return ProcessRow(name, place, places, taking, left, here, reach, frozenset(starting))


def _one(driver: Driver, query: LiteralString, values: dict[str, Any]) -> dict[str, Any]:
    return driver.execute(query, values).fetchall()[0]


async def _run(connection: ReconnectingConnection, work: Callable[[Driver], T]) -> T:
    until = monotonic() + STATEMENT_SECONDS
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
