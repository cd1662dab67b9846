"""PostgreSQL: one connection that writes and one that reads; what runs over them in transactions."""

import asyncio
from time import monotonic
from typing import Any, Final, TypeVar

import psycopg

from bot.store.address import PostgresqlAddress
from bot.store.engines.batches import Batches, Later, Outcome, Write, run
from bot.store.engines.postgresql_connection import Driver, PostgresqlConnection, bring_up_to_date, connect, said
from bot.store.engines.postgresql_reconnecting import ReconnectingConnection
from bot.store.engines.units import PATIENCE, Unit
from bot.store.errors import BrokenDatabase, Conflict, SaveFailed

T = TypeVar("T")

_WRITING: Final = "-c statement_timeout=2500 -c idle_in_transaction_session_timeout=5000"
"""So that the server cancels statements, and releases locks, that this process no longer waits for."""
_LOST: Final = (psycopg.OperationalError, psycopg.InterfaceError)


class PostgresqlDatabase(Batches):
    """An open PostgreSQL database."""

    def __init__(self, writing: ReconnectingConnection, reading: ReconnectingConnection) -> None:
        super().__init__()
        self._writing = writing
        self._reading = reading

    @classmethod
    async def open(cls, address: PostgresqlAddress) -> "PostgresqlDatabase":
        """Connects and applies the migrations the database lacks. Raises BrokenDatabase."""
        await asyncio.to_thread(bring_up_to_date, address)
        writer = await asyncio.to_thread(connect, address, _WRITING)
        try:
            reader = await asyncio.to_thread(connect, address)
        except BrokenDatabase:
            writer.close()
            raise
        return cls(ReconnectingConnection(address, writer, _WRITING), ReconnectingConnection(address, reader, ""))

    async def read(self, unit: Unit[T], patience: float = PATIENCE) -> T:
        """Runs a unit that changes nothing, over what is durable. Raises SaveFailed after `patience` seconds."""
        self._check_open()
        deadline = monotonic() + patience
        while True:
            try:
                return await self._reading.run(lambda driver: _read(driver, unit), deadline)
            except _LOST as error:
                if monotonic() >= deadline:
                    raise _lost(error) from error
            except psycopg.Error as error:
                raise _failure(error) from error

    async def close(self) -> None:
        """Waits for what is being written and closes both connections."""
        await self._written()
        await self._reading.close()
        await self._writing.close()

    async def _commit(self, batch: list[Write]) -> list[Outcome]:
        try:
            return await self._writing.run(
                lambda driver: _commit(driver, batch), min(write.deadline for write in batch)
            )
        except SaveFailed as error:
            return [Later(error)] * len(batch)
        except _LOST as error:
            # Perhaps the COMMIT took effect: the units are run again, and find what they have written.
            return [Later(_lost(error))] * len(batch)


def _read(driver: Driver, unit: Unit[T]) -> T:
    # One transaction, so that all of a unit's queries see the same moment.
    driver.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    try:
        return unit(PostgresqlConnection(driver))
    finally:
        if not driver.closed:
            driver.execute("ROLLBACK")


def _commit(driver: Driver, batch: list[Write]) -> list[Outcome]:
    """Runs units in one transaction."""
    connection = PostgresqlConnection(driver)
    driver.execute("BEGIN")
    try:
        outcomes = run(connection, batch, _run_in_savepoint)
        driver.execute("COMMIT")
    except Exception as error:  # an error of a unit is for its caller
        if driver.closed:
            raise
        driver.execute("ROLLBACK")
        return [(None, _failure(error))] * len(batch)
    return outcomes


def _run_in_savepoint(connection: PostgresqlConnection, unit: Unit[Any]) -> Outcome:
    driver = connection.driver
    driver.execute("SAVEPOINT unit")
    try:
        result = unit(connection)
    except Exception as error:  # an error of a unit is for its caller
        if driver.closed:
            raise
        driver.execute("ROLLBACK TO unit")
        return None, _failure(error)
    driver.execute("RELEASE unit")
    return result, None


def _failure(error: Exception) -> Exception:
    if isinstance(error, psycopg.IntegrityError):
        return Conflict(error.diag.constraint_name or "")
    if isinstance(error, psycopg.Error):
        # Never the whole text: the server repeats values in it, and a value may be a secret.
        return SaveFailed(f"The database failed: {said(error)}.")
    return error


def _lost(error: Exception) -> SaveFailed:
    return SaveFailed(f"The connection to the database was lost: {said(error)}.")
