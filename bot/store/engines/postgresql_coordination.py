"""Notifications between processes that share a PostgreSQL database, and a lock that only one of them can hold."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import psycopg
from psycopg import sql

from bot.store.address import PostgresqlAddress
from bot.store.engines.database import SaveFailed
from bot.store.engines.postgresql_connection import CHANNEL, Driver, ReconnectingConnection

_QUIET_SECONDS: Final = 1.0
"""The connection is checked after this time without a notification."""
_ANSWER_SECONDS: Final = 2.0
_RETRY_SECONDS: Final = 0.25
_LOCK_SECONDS: Final = 60.0
"""The server releases the lock of a process that hangs for this time."""
_LOCK_SETTINGS: Final = (
    f"-c idle_in_transaction_session_timeout={_LOCK_SECONDS:.0f}s -c lock_timeout={_LOCK_SECONDS:.0f}s"
)


class Listener:
    """Receives the notifications of some topics over a connection, which nothing else may use."""

    def __init__(self, connection: ReconnectingConnection) -> None:
        self._connection = connection
        self._topics: dict[str, str] = {}  # by channel
        self._driver: Driver | None = None

    async def listen(self, receivers: Mapping[str, Callable[[str], None]], missed: Callable[[], None]) -> None:
        """Calls the receiver of a topic with each text, until it is cancelled; reconnects after losses.

        Calls `missed` whenever notifications may have been missed, also at the beginning.
        """
        while True:
            try:
                await self._receive(receivers, missed)
            except (SaveFailed, psycopg.Error):
                await asyncio.sleep(_RETRY_SECONDS)

    async def close(self) -> None:
        """Ends the connection; `listen` must have been cancelled."""
        self._connection.cut()  # otherwise its thread would keep waiting
        await self._connection.close()

    async def _receive(self, receivers: Mapping[str, Callable[[str], None]], missed: Callable[[], None]) -> None:
        """Waits for notifications and delivers them; keeps none, because one may be a deleted member's id."""
        until = monotonic() + _QUIET_SECONDS + _ANSWER_SECONDS
        notes = await self._connection.run(lambda driver: self._next(driver, receivers), until)
        if notes is None:
            missed()
        for note in notes or ():
            receivers[self._topics[note.channel]](note.payload)

    def _next(self, driver: Driver, topics: Iterable[str]) -> list[psycopg.Notify] | None:
        """Waits for notifications. Returns None if it has just begun to listen on a new connection."""
        if driver is not self._driver:
            self._topics = {_channel(driver, topic): topic for topic in topics}
            for channel in self._topics:
                driver.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._driver = driver
            return None
        notes = list(driver.notifies(timeout=_QUIET_SECONDS, stop_after=1))
        if not notes:
            driver.execute("SELECT")
        return notes


def _channel(driver: Driver, topic: str) -> str:
    return driver.execute(f"SELECT {CHANNEL} AS name", {"topic": topic}).fetchall()[0]["name"]


@asynccontextmanager
async def exclusive(address: PostgresqlAddress, name: str) -> AsyncGenerator[None]:
    """Lets one process at a time enter the block of this name; the others wait.

    A process that hangs inside loses the lock after a minute. Raises SaveFailed.
    """
    query = "SELECT pg_advisory_xact_lock(hashtextextended(%s || ' ' || current_schema(), 0))"

    def lock(driver: Driver) -> None:
        driver.execute("BEGIN")
        driver.execute(query, (f"coup {name}",))

    [connection] = await ReconnectingConnection.open_each(address, _LOCK_SETTINGS)
    try:
        try:
            await connection.run(lock, monotonic() + _LOCK_SECONDS + _ANSWER_SECONDS)
        except psycopg.Error as error:
            raise SaveFailed(f"Another process has been busy with {name} for too long.") from error
        except asyncio.CancelledError:
            connection.cut()  # otherwise its thread would keep waiting for the lock
            raise
        yield
    finally:
        await connection.close()  # this ends the transaction, which releases the lock
