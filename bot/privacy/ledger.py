"""The list of all deletions ever finished, kept apart from the database, so that a restore cannot undo them.

A deletion is remembered by its time and the HMAC-SHA256 of the member's id, with a random key. The list is a file
beside the database with SQLite, and a table that `restore` leaves alone with PostgreSQL.
"""

import asyncio
import hmac
import json
import os
import secrets
from hashlib import sha256
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from bot.store import Store
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.engines.unit_of_work import Connection
from bot.store.errors import SaveFailed
from bot.store.repositories.kept_deletions import add_kept, keep_key, read_kept

Entry: TypeAlias = tuple[str, float]
"""The hash of a member's id, and when the member asked for the deletion, in seconds since 1970."""

_KEY_BYTES: Final = 32
_ONLY_OWNER: Final = 0o600


class Ledger(Protocol):
    """The list of finished deletions. Methods raise SaveFailed."""

    async def digest(self, user_id: int) -> str:
        """Returns the hash of a member's id."""
        ...

    async def entries(self) -> set[Entry]:
        """Returns all entries."""
        ...

    async def add(self, entry: Entry) -> None:
        """Adds an entry, durably; does nothing if it is in the list."""
        ...


def ledger_of(store: Store) -> Ledger:
    """Returns the list of deletions that belongs to a database."""
    database = store.database
    return FileLedger(ledger_path(database.path)) if isinstance(database, SqliteDatabase) else TableLedger(store)


def ledger_path(database: Path) -> Path:
    """Returns the file of the list that belongs to a SQLite file."""
    return database.with_name(f"{database.name}.deletions")


def _hash(key: str, user_id: int) -> str:
    return hmac.new(bytes.fromhex(key), str(user_id).encode(), sha256).hexdigest()


class FileLedger:
    """The list in a file: in the first line the key, in each other line an entry, as JSON."""

    def __init__(self, path: Path) -> None:
        self.path = path

    async def digest(self, user_id: int) -> str:
        """Returns the hash of a member's id; makes the file with its key if there is none."""
        return await asyncio.to_thread(self._digest, user_id)

    async def entries(self) -> set[Entry]:
        """Returns all entries."""
        return await asyncio.to_thread(self._entries)

    async def add(self, entry: Entry) -> None:
        """Adds an entry, durably; does nothing if it is in the list."""
        await asyncio.to_thread(self._add, entry)

    def _digest(self, user_id: int) -> str:
        try:
            if not self._lines():
                self._write({"key": secrets.token_hex(_KEY_BYTES)})
            return _hash(json.loads(self._lines()[0])["key"], user_id)
        except (OSError, ValueError, KeyError) as error:
            raise self._unusable(error) from error

    def _entries(self) -> set[Entry]:
        try:
            return {(entry["hash"], entry["at"]) for entry in map(json.loads, self._lines()[1:])}
        except (OSError, ValueError, KeyError) as error:
            raise self._unusable(error) from error

    def _add(self, entry: Entry) -> None:
        if entry in self._entries():
            return
        try:
            self._write({"hash": entry[0], "at": entry[1]})
        except OSError as error:
            raise self._unusable(error) from error

    def _lines(self) -> list[str]:
        """Returns the whole lines; a kill may have left a part of one behind them."""
        if not self.path.exists():
            return []
        return [line for line in self.path.read_text("utf-8").splitlines(keepends=True) if line.endswith("\n")]

    def _write(self, value: dict[str, str | float]) -> None:
        whole = "".join(self._lines()).encode()
        with os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, _ONLY_OWNER), "r+b") as file:
            file.truncate(len(whole))
            file.seek(len(whole))
            file.write(json.dumps(value).encode() + b"\n")
            file.flush()
            os.fsync(file.fileno())

    def _unusable(self, error: Exception) -> SaveFailed:
        return SaveFailed(f"The list of deletions {self.path} cannot be used: {type(error).__name__}.")


class TableLedger:
    """The list in a PostgreSQL table."""

    def __init__(self, store: Store) -> None:
        self._database = store.database

    async def digest(self, user_id: int) -> str:
        """Returns the hash of a member's id; stores the key if there is none."""
        drawn = secrets.token_hex(_KEY_BYTES)
        return _hash(await self._database.write(lambda connection: keep_key(connection, drawn)), user_id)

    async def entries(self) -> set[Entry]:
        """Returns all entries."""
        return await self._database.read(read_kept)

    async def add(self, entry: Entry) -> None:
        """Adds an entry; does nothing if it is in the list."""

        def unit(connection: Connection) -> None:
            add_kept(connection, *entry)

        await self._database.write(unit)
