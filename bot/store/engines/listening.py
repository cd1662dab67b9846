"""PostgreSQL's own means between processes: what others NOTIFY, and locks that one process at a time has."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import psycopg
from psycopg import sql

from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver, connect, cut
from bot.store.engines.postgresql_reconnecting import ReconnectingConnection
from bot.store.errors import SaveFailed

_QUIET: Final = 1.0  # seconds without a word after which the server is asked whether it is still there
_ANSWER: Final = 2.0  # seconds for its answer
_AGAIN: Final = 0.25
_HELD: Final = 60.0  # seconds after which the server takes a lock from a process that hangs
_LOCKED: Final = f"-c idle_in_transaction_session_timeout={_HELD:.0f}s -c lock_timeout={_HELD:.0f}s"


class Listener:
    """Hears what is sent to all processes over a database, and what is sent to one of them by its name.

    `heard` is called with each text sent to this one; with None for what is sent to all, and whenever something
    may have been missed.
    """

    def __init__(self, connection: ReconnectingConnection, name: str, heard: Callable[[str | None], None]) -> None:
        self._connection = connection
        self._name = name
        self._heard = heard
        self._own = ""
        self._driver: Driver | None = None

    @classmethod
    async def open(cls, address: PostgresqlAddress, name: str, heard: Callable[[str | None], None]) -> "Listener":
        """Connects. Raises BrokenDatabase."""
        return cls(ReconnectingConnection(address, await asyncio.to_thread(connect, address), ""), name, heard)

    async def listen(self) -> None:
        """Listens until `close`, whatever happens to the connection."""
        while True:
            try:
                texts = await self._connection.run(self._next, monotonic() + _QUIET + _ANSWER)
            except (SaveFailed, psycopg.Error):
                await asyncio.sleep(_AGAIN)
            else:
                for text in texts:
                    self._heard(text)

    async def close(self) -> None:
        """Ends the connection; `listen` must have been cancelled."""
        if self._driver is not None:
            cut(self._driver)  # whose thread would else go on waiting
        await self._connection.close()

    def _next(self, driver: Driver) -> list[str | None]:
        if driver is not self._driver:
            self._own = _channel(driver, f" {self._name}")
            for channel in (self._own, _channel(driver, "")):
                driver.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
            self._driver = driver
            return [None]
        notes = list(driver.notifies(timeout=_QUIET, stop_after=1))
        if not notes:
            driver.execute("SELECT")
        return [note.payload if note.channel == self._own else None for note in notes]


def _channel(driver: Driver, suffix: str) -> str:
    row = driver.execute("SELECT 'coup_' || md5(current_schema() || %s) AS name", (suffix,)).fetchall()[0]
    return row["name"]


@asynccontextmanager
async def exclusive(address: PostgresqlAddress, name: str) -> AsyncGenerator[None]:
    """Lets one process over a database at a time do what has this name; others wait.

    A process that hangs meanwhile loses it after a minute. Raises SaveFailed or BrokenDatabase.
    """
    query = "SELECT pg_advisory_xact_lock(hashtextextended(%s || ' ' || current_schema(), 0))"

    def lock(driver: Driver) -> None:
        driver.execute("BEGIN")
        driver.execute(query, (f"coup {name}",))

    driver = await asyncio.to_thread(connect, address, _LOCKED)
    connection = ReconnectingConnection(address, driver, _LOCKED)
    try:
        try:
            await connection.run(lock, monotonic() + _HELD + _ANSWER)
        except psycopg.Error as error:
            raise SaveFailed(f"Another process has been busy with {name} for too long.") from error
        except asyncio.CancelledError:
            cut(driver)  # whose thread would else go on waiting for the lock
            raise
        yield
    finally:
        await connection.close()  # which ends the transaction
