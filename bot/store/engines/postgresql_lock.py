"""A lock in PostgreSQL that only one of the processes that use the database can hold at a time."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from time import monotonic
from typing import Final

import psycopg

from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver
from bot.store.engines.postgresql_reconnect import ReconnectingConnection
from bot.store.errors import SaveFailed

_ANSWER_SECONDS: Final = 2.0
_LOCK_SECONDS: Final = 60.0
"""The server releases the lock of a process that hangs for this time."""
_LOCK_SETTINGS: Final = (
    f"-c idle_in_transaction_session_timeout={_LOCK_SECONDS:.0f}s -c lock_timeout={_LOCK_SECONDS:.0f}s"
)


@asynccontextmanager
async def exclusive(address: PostgresqlAddress, name: str) -> AsyncGenerator[None]:
    """Lets one process at a time enter the block of this name; the others wait.

    A process that hangs inside loses the lock after a minute. Raises SaveFailed or BrokenDatabase.
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
