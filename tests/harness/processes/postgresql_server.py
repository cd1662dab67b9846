"""The PostgreSQL server of the tests: the one that COUP_TEST_POSTGRES names, or one that the tests start."""

import os
from contextlib import closing
from itertools import count
from time import monotonic
from urllib.parse import quote

import psycopg

from bot.launch.postgresql import NoServer, OwnServer
from bot.store.address import PostgresqlAddress, parse
from bot.store.engines.postgresql_connection import connect

__all__ = ["PASSWORD", "NoServer", "Server", "postgresql_address", "until_somebody_waits"]

PASSWORD = "opensesame"


class Server:
    """A server with a new schema for each test; if the tests started it, they can stop and restart it."""

    def __init__(self, url: str, own: OwnServer | None) -> None:
        self.url = url
        self._own = own
        self._numbers = count()

    @classmethod
    def found(cls) -> "Server":
        """Returns the server to test with; starts one if none is named. Raises NoServer."""
        named = os.environ.get("COUP_TEST_POSTGRES")
        if named:
            return cls(named, None)
        own = OwnServer.create(PASSWORD)
        return cls(own.url, own)

    @property
    def own(self) -> bool:
        """Whether the tests started this server, and may stop it."""
        return self._own is not None

    def start(self) -> None:
        """Starts it and waits until it accepts connections."""
        if self._own is not None:
            self._own.start()

    def stop(self) -> None:
        """Stops it at once, as a crash would."""
        if self._own is not None:
            self._own.stop()

    def remove(self) -> None:
        """Stops it and deletes its files."""
        if self._own is not None:
            self._own.remove()

    def schema(self) -> str:
        """Returns the URL of an empty schema."""
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}")  # pyright: ignore[reportArgumentType, reportCallIssue] - no literal
        return f"{self.url}?options={quote(f'-c search_path={name}')}"

    def address(self) -> PostgresqlAddress:
        """Returns the address of an empty schema."""
        return postgresql_address(self.schema())


def postgresql_address(url: str) -> PostgresqlAddress:
    """Returns the address of a URL."""
    address = parse(url)
    assert isinstance(address, PostgresqlAddress)
    return address


def until_somebody_waits(address: PostgresqlAddress) -> None:
    """Waits until a session on the server is waiting for an advisory lock."""
    until = monotonic() + 20.0
    with closing(connect(address)) as driver:
        while not driver.execute("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted").fetchall():
            assert monotonic() < until, "nobody waits"
