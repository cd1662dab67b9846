"""Receives the notifications that other processes send with PostgreSQL's NOTIFY."""

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Final, TypeAlias

import psycopg
from psycopg import sql

from bot.store.address import PostgresqlAddress
from bot.store.engines.postgresql_connection import Driver, connect, cut
from bot.store.engines.postgresql_reconnect import ReconnectingConnection
from bot.store.errors import SaveFailed

_QUIET_SECONDS: Final = 1.0
"""The connection is checked after this time without a notification."""
_ANSWER_SECONDS: Final = 2.0
_RETRY_SECONDS: Final = 0.25


Receive: TypeAlias = Callable[[str | None], None]


class Listener:
    """Receives notifications: those to all processes that use a database, and those to this process by its name.

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
        """Listens until it is cancelled; reconnects when the connection is lost."""
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
            cut(self._driver)  # otherwise its thread would keep waiting
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
