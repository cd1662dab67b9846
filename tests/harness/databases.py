"""Opens databases for tests."""

import contextlib
import functools
from pathlib import Path

from bot.store import Store
from bot.store.address import Address
from bot.store.engines.sqlite_connection import open_file


async def open_store(address: Address) -> Store:
    """Opens a database. A new SQLite file begins as a copy, which is seven times faster than all migrations."""
    if isinstance(address, Path) and not address.exists():
        address.write_bytes(_empty_file())
    return await Store.open(address)


@functools.cache
def _empty_file() -> bytes:
    with contextlib.closing(open_file(Path(":memory:"))) as driver:
        return driver.serialize()
