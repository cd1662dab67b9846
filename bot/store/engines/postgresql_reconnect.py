"""A connection to PostgreSQL in a thread of its own, which reconnects in the background when it is lost."""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import Final, Self, TypeVar

from bot.runtime.backoff import Backoff
from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver, connect, connect_again, cut
from bot.store.errors import BrokenDatabase, SaveFailed

log = logging.getLogger(__name__)

T = TypeVar("T")

_FIRST_PAUSE_SECONDS: Final = 0.25
_LONGEST_PAUSE_SECONDS: Final = 2.0


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
                self._error = SaveFailed(str(error))
                await retry.wait()
        log.warning("The database %s is connected again", self._address)

    def _reopen(self) -> None:
        # Set here: the task that waits for this thread may be cancelled, and then nobody would close the driver.
        self._driver = driver = connect_again(self._address, self._settings)
        if self._closed:
            driver.close()
