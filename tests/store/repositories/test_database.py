"""Databases: units of work that fail, are cancelled, only read, or come too late, on both engines."""

import asyncio

import pytest

from bot.store import SaveFailed, Store
from bot.store.address import Address
from bot.store.engines.database import Connection
from bot.store.query import Query


def put(key: str, number: int | None = None):
    """Returns a unit that puts a value and then, if it has a number, raises LookupError."""
    query = Query("INSERT INTO meta (key, value) VALUES (:key, 'x')")

    def unit(connection: Connection) -> str:
        connection.execute(query, {"key": key})
        if number is not None:
            raise LookupError(number)
        return key

    return unit


async def test_a_failing_unit_does_not_spoil_the_others(store: Store) -> None:
    writes = (put("a"), put("half", 1), put("b"), put("a"))
    first, half, last, again = await asyncio.gather(
        *(store.database.write(unit) for unit in writes), return_exceptions=True
    )
    assert (first, last) == ("a", "b")
    assert isinstance(half, LookupError)
    assert isinstance(again, Exception)
    with pytest.raises(LookupError):
        await store.database.write(put("alone", 2))
    assert [await store.meta.get(key) for key in ("a", "b", "half", "alone")] == ["x", "x", None, None]


async def test_a_unit_is_done_once_even_if_its_caller_is_cancelled(store: Store) -> None:
    waiting = asyncio.create_task(store.database.write(put("a")))
    await asyncio.sleep(0)  # until the unit is queued
    waiting.cancel()
    await store.database.write(put("b"))
    assert [await store.meta.get(key) for key in ("a", "b")] == ["x", "x"]


async def test_a_read_cannot_change_anything(store: Store) -> None:
    with pytest.raises(SaveFailed):
        await store.database.read(put("a"))
    assert await store.meta.get("a") is None


async def test_after_closing_nothing_is_accepted(address: Address) -> None:
    store = await Store.open(address)
    await store.close()
    with pytest.raises(SaveFailed, match="closed"):
        await store.meta.put("a", "1")
    with pytest.raises(SaveFailed, match="closed"):
        await store.meta.get("a")
