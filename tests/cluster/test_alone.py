"""A single process with a SQLite file: it owns all shards, keeps Discord's limits, and is the only one."""

import asyncio
import errno
import fcntl
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.cluster import Membership, join, only_process


class Noted:
    """Handlers that record their calls."""

    def __init__(self, refused: int | None = None) -> None:
        self.done = list[tuple[str, int]]()
        self.all_gained = asyncio.Event()
        self._refused = refused

    async def begin_session(self, shard: int) -> None:
        if shard == self._refused:
            raise OSError("no way to Discord")
        self.done.append(("connect", shard))

    async def take_over(self, shard: int) -> None:
        self.done.append(("gained", shard))
        if len(self.done) == 6:
            self.all_gained.set()

    async def give_up(self, shard: int) -> None:
        self.done.append(("lost", shard))

    async def end_session(self, shard: int) -> None:
        self.done.append(("disconnect", shard))

    async def receive(self, payload: dict[str, Any]) -> None:
        raise AssertionError("there is nobody to hand anything on")


async def test_it_connects_and_owns_every_shard(tmp_path: Path) -> None:
    alone = await join(tmp_path / "coup.sqlite3")
    assert await alone.agree_on_shards(3) == 3
    handlers = Noted()
    running = asyncio.create_task(alone.run(handlers))
    await handlers.all_gained.wait()
    for shard in range(3):
        assert handlers.done.index(("connect", shard)) < handlers.done.index(("gained", shard))
    assert alone.owned_shards == {0, 1, 2}
    assert alone.shard_of(7 << 22) == 1
    assert alone.owns(7 << 22)
    assert alone.fence(7 << 22) is None
    assert not await alone.forward(1, {"id": "1"})
    await alone.leave()
    await running


async def test_the_process_ends_if_a_shard_cannot_be_connected() -> None:
    alone = Membership()
    await alone.agree_on_shards(3)
    with pytest.raises(OSError, match="no way"):
        await alone.run(Noted(refused=1))


async def test_it_sends_at_most_fifty_requests_in_any_second() -> None:
    alone, loop, sent = Membership(), asyncio.get_running_loop(), list[float]()
    began = loop.time()

    async def send() -> None:
        await alone.wait_to_request()
        sent.append(loop.time())

    await asyncio.gather(*(send() for _ in range(60)))
    assert sent[50] - began > 1.0


async def test_a_burst_within_the_limit_does_not_wait() -> None:
    alone = Membership()
    fifty = asyncio.gather(*(alone.wait_to_request() for _ in range(50)))
    for _ in range(60):
        # One iteration of the loop: each request waits for the ones before it, but not for time.
        await asyncio.sleep(0)
    assert fifty.done()


def test_a_file_system_without_locks_does_not_stop_the_bot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "lockf", refused)
    with caplog.at_level(logging.WARNING), only_process(tmp_path / "coup.sqlite3"):
        assert "not locked against a second process" in caplog.text


def test_a_folder_that_cannot_be_written_does_not_stop_the_bot(tmp_path: Path) -> None:
    (tmp_path / "coup.sqlite3.lock").mkdir()
    with only_process(tmp_path / "coup.sqlite3"):
        pass
