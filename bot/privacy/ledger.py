"""The list of all deletions ever finished, kept apart from the database, so that a restore cannot undo them.

A deletion is remembered by its time and the HMAC-SHA256 of the member's id, with a random key. The list is a file.
With PostgreSQL it is also a table, from which each machine completes its file, and which is filled from the file
when the database is a new one.
"""

import asyncio
import fcntl
import hmac
import json
import logging
import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

from bot.store import Store
from bot.store.engines.database import SaveFailed
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.repositories.deletions import add_kept, keep_key, read_kept

log = logging.getLogger(__name__)

Entry: TypeAlias = tuple[str, float]
"""The hash of a member's id, and when the member asked for the deletion, in seconds since 1970."""

_Line: TypeAlias = dict[str, Any]
_KEY_BYTES: Final = 32
_ONLY_OWNER: Final = 0o600


class Ledger:
    """The list of finished deletions that belongs to a database. Its methods raise SaveFailed."""

    def __init__(self, store: Store, path: Path) -> None:
        self._file = LedgerFile(path)
        self._database = None if isinstance(store.database, SqliteDatabase) else store.database

    async def digest(self, user_id: int) -> str:
        """Returns the hash of a member's id."""
        key = bytes.fromhex(await self._key())
        return hmac.new(key, str(user_id).encode(), sha256).hexdigest()

    async def entries(self) -> set[Entry]:
        """Returns all entries; completes the table and the file."""
        if self._database is None:
            return await asyncio.to_thread(self._file.entries)
        key = await self._key()
        kept = await self._database.read(read_kept)
        if await asyncio.to_thread(self._file.key, key) != key:
            log.warning("The list of deletions %s belongs to another database, and is not used", self._file.path)
            return kept
        filed = await asyncio.to_thread(self._file.entries)
        await asyncio.to_thread(self._file.add, kept - filed)
        await self._database.write(lambda connection: add_kept(connection, filed - kept))
        return kept | filed

    async def add(self, entry: Entry) -> None:
        """Adds an entry, durably; does nothing if it is in the list."""
        if self._database is None:
            await asyncio.to_thread(self._file.add, {entry})
        else:
            await self._database.write(lambda connection: add_kept(connection, {entry}))
            await self.entries()

    async def _key(self) -> str:
        """Returns the key of the hashes; a new database gets that of the file, if there is one."""
        drawn = secrets.token_hex(_KEY_BYTES)
        if self._database is None:
            return await asyncio.to_thread(self._file.key, drawn)
        key = await asyncio.to_thread(self._file.known_key) or drawn
        return await self._database.write(lambda connection: keep_key(connection, key))


class LedgerFile:
    """The list in a file: in the first line the key, in each other line an entry, as JSON."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def key(self, drawn: str) -> str:
        """Returns the key of the hashes; makes the file with the drawn key if there is none."""
        return self.known_key() or str(self._append(lambda lines: [] if lines else [{"key": drawn}])[0]["key"])

    def known_key(self) -> str | None:
        """Returns the key of the hashes, None if there is no file."""
        lines = self._read()
        return str(lines[0]["key"]) if lines else None

    def entries(self) -> set[Entry]:
        """Returns all entries."""
        return _entries(self._read())

    def add(self, entries: set[Entry]) -> None:
        """Adds entries, durably, except those that are in the list."""
        self._append(lambda lines: [{"hash": digest, "at": at} for digest, at in entries - _entries(lines)])

    def _read(self) -> list[_Line]:
        try:
            return [json.loads(line) for line in _whole(self.path.read_bytes())] if self.path.exists() else []
        except (OSError, ValueError) as error:
            raise self._unusable(error) from error

    def _append(self, missing: Callable[[list[_Line]], list[_Line]]) -> list[_Line]:
        """Adds the lines that `missing` returns for those in the file; returns all."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with os.fdopen(os.open(self.path, os.O_RDWR | os.O_CREAT, _ONLY_OWNER), "r+b") as file:
                with suppress(OSError):  # where files cannot be locked, one process at a time must use it
                    fcntl.flock(file, fcntl.LOCK_EX)
                whole = _whole(file.read())
                lines: list[_Line] = [json.loads(line) for line in whole]
                added = missing(lines)
                if added:
                    file.truncate(file.seek(sum(map(len, whole))))
                    file.write(b"".join(json.dumps(line).encode() + b"\n" for line in added))
                    file.flush()
                    os.fsync(file.fileno())
                return lines + added
        except (OSError, ValueError) as error:
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> SaveFailed:
        return SaveFailed(f"The list of deletions {self.path} cannot be used: {type(error).__name__}.")


def _entries(lines: list[_Line]) -> set[Entry]:
    return {(str(line["hash"]), float(line["at"])) for line in lines[1:]}


def _whole(content: bytes) -> list[bytes]:
    """Returns the lines; a kill may have left a part of one at the end."""
    return [line for line in content.splitlines(keepends=True) if line.endswith(b"\n")]
