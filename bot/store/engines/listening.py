"""PostgreSQL's LISTEN and advisory locks: texts that other processes send, and locks that one process holds."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final, TypeAlias

import psycopg
from psycopg import sql

from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver, connect, cut
from bot.store.engines.postgresql_reconnecting import ReconnectingConnection
from bot.store.errors import SaveFailed

_QUIET_SECONDS: Final = 1.0
"""The connection is checked after this time without a notification."""
_ANSWER_SECONDS: Final = 2.0
_RETRY_SECONDS: Final = 0.25
_LOCK_SECONDS: Final = 60.0
"""The server takes a lock away from a process that hangs for this time."""
_LOCK_SETTINGS: Final = (
    f"-c idle_in_transaction_session_timeout={_LOCK_SECONDS:.0f}s -c lock_timeout={_LOCK_SECONDS:.0f}s"
)


Receive: TypeAlias = Callable[[str | None], None]


class Listener:
    """Receives notifications: those to all processes over a database, and those to this one by its name.

    `receive` is called with each text sent to this process. It is called with None for each notification to all,
    and whenever a notification may have been missed.
    """

    def __init__(
        self, connection: ReconnectingConnection, name: str, receive: Callable[[str | None], None]
    ) -> None:
        self._connection = connection
        self._name = name
        self._receive = receive
        self._own = ""
        self._driver: Driver | None = None

    @classmethod
    async def open(
        cls, address: PostgresqlAddress, name: str, receive: Callable[[str | None], None]
    ) -> "Listener":
        """Connects. Raises BrokenDatabase."""
        return cls(ReconnectingConnection(address, await asyncio.to_thread(connect, address), ""), name, receive)

    async def listen(self) -> None:
        """Listens until it is cancelled; a lost connection is made again."""
        while True:
            try:
                texts = await self._connection.run(self._next, monotonic() + _QUIET_SECONDS + _ANSWER_SECONDS)
            except (SaveFailed, psycopg.Error):
                await asyncio.sleep(_RETRY_SECONDS)
            else:
                for text in texts:
                    self._receive(text)

    async def close(self) -> None:
        """Ends the connection; `listen` must have been cancelled."""
        if self._driver is not None:
            cut(self._driver)  # its thread would otherwise wait on
        await self._connection.close()

    def _next(self, driver: Driver) -> list[str | None]:
        if driver is not self._driver:
            self._own = _channel(driver, f" {self._name}")
            for channel in (self._own, _channel(driver, "")):
                driver.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._driver = driver
            return [None]
        notes = list(driver.notifies(timeout=_QUIET_SECONDS, stop_after=1))
        if not notes:
            driver.execute("SELECT")
        return [note.payload if note.channel == self._own else None for note in notes]


def _channel(driver: Driver, suffix: str) -> str:
    row = driver.execute("SELECT 'coup_' || md5(current_schema() || %s) AS name", (suffix,)).fetchall()[0]
    return row["name"]


@asynccontextmanager
async def exclusive(address: PostgresqlAddress, name: str) -> AsyncGenerator[None]:
    """Lets one process at a time enter the block of this name; the others wait.

    A process that hangs inside loses the lock after a minute. Raises SaveFailed or BrokenDatabase.
    """
    query = "SELECT pg_advisory_xact_lock(hashtextextended(%s || ' ' || current_schema(), 0))"

    def lock(driver: Driver) -> None:
        driver.execute("BEGIN")
        driver.execute(query, (f"coup {name}",))

    driver = await asyncio.to_thread(connect, address, _LOCK_SETTINGS)
    connection = ReconnectingConnection(address, driver, _LOCK_SETTINGS)
    try:
        try:
            await connection.run(lock, monotonic() + _LOCK_SECONDS + _ANSWER_SECONDS)
        except psycopg.Error as error:
            raise SaveFailed(f"Another process has been busy with {name} for too long.") from error
        except asyncio.CancelledError:
            cut(driver)  # its thread would otherwise wait on for the lock
            raise
        yield
    finally:
        await connection.close()  # which ends the transaction
