"""A connection to PostgreSQL: connects, brings the database up to date, and runs queries."""

import asyncio
import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Timer
from time import monotonic
from typing import Any, ClassVar, Final, LiteralString, Self, TypeAlias, TypeVar, cast

import psycopg
from psycopg import sql
from psycopg.errors import InsufficientPrivilege, ReadOnlySqlTransaction
from psycopg.rows import dict_row

from bot.runtime.clock import Backoff
from bot.store.address import PostgresqlAddress
from bot.store.engines.database import BrokenDatabase, SaveFailed
from bot.store.migrations import TooNew, check, migrate
from bot.store.query import Query, Row, Values

log = logging.getLogger(__name__)

T = TypeVar("T")

Failure: TypeAlias = psycopg.Error
Driver: TypeAlias = psycopg.Connection[dict[str, Any]]

CHANNEL: Final = "'coup_' || md5(current_schema() || %(topic)s)"
"""The channel for a topic; each schema has its own. The topic "" is for all processes, " name" for one."""
_CONNECT_SECONDS: Final = 3
_MIGRATION_LOCK: Final = 0x636F7570
_FIRST_PAUSE_SECONDS: Final = 0.25
_LONGEST_PAUSE_SECONDS: Final = 2.0


class PostgresqlConnection:
    """A connection of psycopg that runs queries. Its methods raise psycopg.Error."""

    __slots__ = ("driver",)
    engine: ClassVar = "postgresql"

    def __init__(self, driver: Driver) -> None:
        self.driver = driver

    def execute(self, query: Query, values: Values, /) -> psycopg.Cursor[dict[str, Any]]:
        """Runs a statement."""
        return self.driver.execute(query.postgresql, values)

    def execute_all(self, query: Query, rows: Iterable[Values], /) -> None:
        """Runs a statement once for each of the rows, in one round trip."""
        with self.driver.cursor() as cursor:
            cursor.executemany(query.postgresql, rows)

    def notify(self, topic: str, text: str, /) -> None:
        """Sends a text to the processes that listen for a topic (see `Leases.listen`)."""
        self.driver.execute(f"SELECT pg_notify({CHANNEL}, %(text)s)", {"topic": topic, "text": text})

    def begin_reading(self) -> None:
        """Begins a transaction that sees the database as it is now."""
        self.driver.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")

    def begin_writing(self) -> None:
        """Begins a transaction."""
        self.driver.execute("BEGIN")

    def rows(self, query: Query, /) -> Iterator[Row]:
        """Yields the rows of a query, which are fetched a few at a time."""
        with self.driver.cursor("whole") as cursor:
            yield from cursor.execute(query.postgresql)

    def continue_ids(self) -> None:
        """Makes new rows get higher ids than those that were copied."""
        for number_of in ("games", "audit"):
            highest = _value(self.driver, f"SELECT max(id) FROM {number_of}")
            if highest is not None:
                self.driver.execute("SELECT setval(pg_get_serial_sequence(%s, 'id'), %s)", (number_of, highest))

    def version(self) -> int:
        """Returns the number of the last migration applied, 0 before the first."""
        if _value(self.driver, "SELECT to_regclass('schema_version')") is None:
            return 0
        return _value(self.driver, "SELECT version FROM schema_version")

    def begin_migrating(self) -> None:
        """Waits for any other process that migrates, then begins a transaction."""
        # The lock is taken before the transaction begins, so that the transaction sees the changes of the process
        # before. It is released when the connection ends, which only serves migrations.
        self.driver.execute("SELECT pg_advisory_lock(%s)", (_MIGRATION_LOCK,))
        self.begin_writing()

    def run_script(self, script: str) -> None:
        """Runs the statements of a script."""
        self.driver.execute(cast(LiteralString, script))

    def set_version(self, number: int) -> None:
        """Stores the number of the last migration applied."""
        self.driver.execute("UPDATE schema_version SET version = %s", (number,))


def connect(address: PostgresqlAddress, settings: str = "") -> Driver:
    """Connects with server settings such as `-c name=value`. Raises BrokenDatabase, never with the password."""
    given: dict[str, Any] = {"connect_timeout": _CONNECT_SECONDS, "application_name": "coup-for-discord"}
    given |= dict(address.parameters)
    given["options"] = f"{given.get('options', '')} {settings}".strip()
    try:
        return psycopg.Connection[dict[str, Any]].connect(
            host=address.host,
            port=address.port,
            user=address.user,
            dbname=address.database,
            password=address.password,
            autocommit=True,
            row_factory=dict_row,
            **given,
        )
    except psycopg.Error as error:
        raise BrokenDatabase(_why_not(address, error)) from None


def cut(driver: Driver) -> None:
    """Breaks a connection that another thread waits for; the server undoes what is not committed."""
    with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(driver.fileno())) as connection:
        connection.shutdown(socket.SHUT_RDWR)


def bring_up_to_date(address: PostgresqlAddress) -> None:
    """Applies missing migrations; processes that start together wait for each other. Raises BrokenDatabase."""
    with closing(connect(address)) as driver:
        try:
            migrate(PostgresqlConnection(driver))
        except TooNew as error:
            raise BrokenDatabase(f"The database {address} {error}") from error
        except psycopg.Error as error:
            raise BrokenDatabase(
                f"The database {address} could not be brought up to date ({error_text(error)}). "
                "It was left as it is."
            ) from error


def _value(driver: Driver, query: LiteralString) -> Any:
    row = driver.execute(query).fetchone()
    return None if row is None else next(iter(row.values()))


def failure_text(error: Exception) -> str:
    """Returns the sentence about an error. The server's own text may repeat values, which may be secrets."""
    return f"The database failed: {error_text(error)}."


def error_text(error: Exception) -> str:
    """Returns the text of an error about the server or a right, otherwise its class: a text may repeat values."""
    if isinstance(error, psycopg.OperationalError | InsufficientPrivilege | ReadOnlySqlTransaction):
        return (error.diag.message_primary or str(error)).strip().rstrip(".").replace("\n", " ")
    return type(error).__name__


def _why_not(address: PostgresqlAddress, error: psycopg.Error) -> str:
    text = str(error).strip().partition("\n")[0].rstrip(".")  # the other lines only guess at the cause
    if address.password:
        text = text.replace(address.password, "***")
    pgconn = error.pgconn
    if pgconn is not None and (pgconn.needs_password or "authentication failed" in text):
        return (
            f"The database {address} does not accept the password of {address.user}: "
            "set the right one in COUP_DATABASE."
        )
    if "permission denied for database" in text:
        database, user = (sql.Identifier(name).as_string() for name in (address.database, address.user))
        return (
            f"The database {address} does not let {address.user} connect: "
            f"GRANT CONNECT ON DATABASE {database} TO {user}"
        )
    return f"The database {address} cannot be reached: {text}."


class ReconnectingConnection:
    """A connection with a thread of its own, which reconnects in the background when it is lost."""

    def __init__(self, address: PostgresqlAddress, driver: Driver, settings: str) -> None:
        self._address = address
        self._driver: Driver | None = driver
        self._settings = settings
        self._thread = ThreadPoolExecutor(1, "postgresql")
        self._again: asyncio.Task[None] | None = None
        self._closed = False
        self._error = SaveFailed(f"The connection to the database {address} is lost.")

    @classmethod
    async def open_each(cls, address: PostgresqlAddress, *settings: str) -> list[Self]:
        """Returns a new connection with each of the settings. Raises BrokenDatabase; then none is open."""
        opened: list[Self] = []
        try:
            for each in settings:
                opened.append(cls(address, await asyncio.to_thread(connect, address, each), each))
        except BaseException:
            for connection in opened:
                await connection.close()
            raise
        return opened

    async def run(self, work: Callable[[Driver], T], deadline: float) -> T:
        """Returns the result of `work`, which the thread does. Breaks the connection at the deadline, to end it.

        The deadline is of time.monotonic(). Raises SaveFailed if there is no connection, or what the work raises.
        """
        driver = await self._wait_for_driver(deadline)
        loop = asyncio.get_running_loop()
        cutting = loop.call_later(max(0.0, deadline - monotonic()), cut, driver)

        def done(worked: asyncio.Future[T]) -> None:
            cutting.cancel()
            worked.exception()  # so that no warning follows if the caller was cancelled
            if driver.closed and self._driver is driver:
                self._driver = None

        working = loop.run_in_executor(self._thread, work, driver)
        working.add_done_callback(done)
        # If the caller is cancelled, the thread continues with the work, at most until the deadline.
        return await asyncio.shield(working)

    async def repeat(self, work: Callable[[Driver], T], deadline: float) -> T:
        """Returns the result of `work`, which is done again if the connection is lost before its end.

        Raises SaveFailed if the database fails, or is not reached by the deadline.
        """
        while True:
            try:
                return await self.run(work, deadline)
            except psycopg.Error as error:
                if not _is_lost(error) or monotonic() >= deadline:
                    raise SaveFailed(failure_text(error)) from error

    def cut(self) -> None:
        """Breaks the connection, to end work that would keep waiting."""
        if self._driver is not None:
            cut(self._driver)

    async def close(self) -> None:
        """Ends the connection and its thread."""
        self._closed = True
        if self._again is not None:
            self._again.cancel()
        if self._driver is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._driver.close)
        await asyncio.to_thread(self._thread.shutdown)

    async def _wait_for_driver(self, deadline: float) -> Driver:
        if self._closed:
            raise SaveFailed("The database is closed.")
        if self._driver is None:
            if self._again is None or self._again.done():
                self._again = asyncio.create_task(self._reconnect())
            await asyncio.wait((self._again,), timeout=max(0.0, deadline - monotonic()))
        if self._driver is None:
            raise self._error
        return self._driver

    async def _reconnect(self) -> None:
        log.warning("The connection to the database %s is lost; a new one is being made", self._address)
        retry = Backoff(_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS)
        while self._driver is None:
            try:
                await asyncio.get_running_loop().run_in_executor(self._thread, self._reopen)
            except BrokenDatabase as error:
                self._error = error
                await retry.wait()
        log.warning("The database %s is connected again", self._address)

    def _reopen(self) -> None:
        # Set here: the task that waits for this thread may be cancelled, and then nobody would close the driver.
        self._driver = driver = _connect_again(self._address, self._settings)
        if self._closed:
            driver.close()


def _is_lost(error: psycopg.Error) -> bool:
    broken = isinstance(error, psycopg.OperationalError | psycopg.InterfaceError)
    return broken and (error.sqlstate is None or error.sqlstate.startswith(("08", "57P")))


def _connect_again(address: PostgresqlAddress, settings: str) -> Driver:
    """Returns a new connection, as `connect`, to a database that was brought up to date before.

    Raises BrokenDatabase, also if a newer version of this program has changed the schema since.
    """
    driver = connect(address, settings)
    cutting = Timer(_CONNECT_SECONDS, cut, (driver,))
    cutting.start()
    try:
        check(PostgresqlConnection(driver))
    except TooNew as error:
        driver.close()
        raise BrokenDatabase(f"The database {address} {error}") from error
    except psycopg.Error as error:
        driver.close()
        raise BrokenDatabase(_why_not(address, error)) from None
    finally:
        cutting.cancel()
    return driver
