"""What tests of the tables share: a clock that they set, and the table service over a real database file."""

import asyncio
import random
from collections.abc import Awaitable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.store.address import PostgresqlAddress
from bot.store.rows import Status
from bot.tables.changes import Change
from bot.tables.games.setup import LobbySettings
from bot.tables.refusals.refusal import Refusal
from bot.tables.service import Tables
from bot.tables.session import Person, TableSession
from engine import Move, digest

ANA, BEN, CLEO, DOV = Person(1001, "Ana"), Person(1002, "Ben"), Person(1003, "Cleo"), Person(1004, "Dov")
GUILD, CHANNEL, START = 77, 88, 4242
PASS, CHALLENGE = Move("pass"), Move("challenge")


class HandClock:
    """A clock that stands still until a test turns it."""

    def __init__(self, at: float = 1_000_000.0) -> None:
        self.at = at
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Returns seconds since 1970."""
        return self.at

    async def sleep_until(self, moment: float) -> None:
        """Returns once a test has turned the clock to `moment`, or beyond."""
        if moment > self.at:
            future = asyncio.get_running_loop().create_future()
            self._sleepers.append((moment, future))
            await future

    @property
    def awaited(self) -> bool:
        """Whether somebody sleeps until a moment to come."""
        return any(not future.done() for _, future in self._sleepers)

    def turn(self, seconds: float) -> None:
        """Sets the clock forward (back, if negative), and wakes whoever slept until a moment that has come."""
        self.at += seconds
        for moment, future in self._sleepers:
            if moment <= self.at and not future.done():
                future.set_result(None)
        self._sleepers = [(moment, future) for moment, future in self._sleepers if not future.done()]


class House:
    """The table service over a real store, on the server of an address if one is given.

    `changes`: those published; `reopen` restarts it as after a kill.
    """

    def __init__(
        self, path: Path, clock: HandClock, *, server: PostgresqlAddress | None = None, **settings: float
    ) -> None:
        self.path = path
        self.server = server
        self.clock = clock
        self.settings = {"floor": 0.0, "ai_pause": 2.0} | settings
        self.changes: list[tuple[TableSession, Change]] = []

    async def open(self) -> Tables:
        self.store = await Store.open(self.server or self.path)
        self.tables = Tables(
            self.store, self.clock, floor=self.settings["floor"], ai_pause=self.settings["ai_pause"]
        )
        self.tables.listeners.append(lambda table, change: self.changes.append((table, change)))
        await self.tables.restoring.restore()
        await self.tables.restoring.done()
        return self.tables

    async def reopen(self) -> Tables:
        """Restarts as after a kill: the old service is not closed, and the same database is opened again."""
        await self.store.close()
        self.changes.clear()
        return await self.open()

    async def configure(self, table: TableSession, by: int, **changes: Any) -> None:
        """The host changes some settings of a lobby."""
        await self.tables.lobbies.configure(table, by, replace(LobbySettings.of(table), **changes))

    async def seat(self, *people: Person, ai: int = 0, locale: str = "en", **settings: Any) -> TableSession:
        """A lobby with these members and AI seats."""
        table = await self.tables.lobbies.open(
            GUILD, CHANNEL, people[0], LobbySettings(**settings), ai_seats=ai, locale=locale
        )
        for person in people[1:]:
            await self.tables.lobbies.join(table, person)
        return table

    async def play(self, *people: Person, ai: int = 0, **settings: Any) -> TableSession:
        """A running game of these members and AI seats."""
        table = await self.seat(*people, ai=ai, **settings)
        await self.tables.lobbies.start(table, people[0].user_id, START)
        return table

    async def ring(self, table: TableSession, seconds: float = 0.0) -> None:
        """Turns the clock, then lets a table do what is due."""
        self.clock.turn(seconds)
        await self.tables.ring(table.id)

    async def answer(self, table: TableSession, seat: int, move: Move | None = None) -> None:
        """A seat's owner takes a move, its default if none is named."""
        assert table.game is not None
        assert table.game.ask is not None
        ask = table.game.ask
        user_id = table.seats[seat].user_id
        assert user_id is not None
        move = move or ask.options[seat][ask.default(seat)]
        await self.tables.play.decide(table, user_id, move, table.game.question)

    async def play_out(self, table: TableSession, most: int = 3000) -> None:
        """Everybody plays on, members at random but the same each time, till the game is over."""
        assert table.game is not None
        chance = random.Random(1)  # an order of its own may go round in circles for ever
        for _ in range(most):
            if table.status is not Status.PLAYING:
                return
            assert table.game.ask is not None
            if not table.owing():
                await self.ring(table, 1.0)
                continue
            seat = table.owing()[0]
            options = table.game.ask.options[seat]
            if table.seats[seat].user_id is None:
                await self.ring(table, 3.0)
            else:
                await self.answer(table, seat, chance.choice(options))
        raise AssertionError("the game did not end")


async def refused(work: Awaitable[object]) -> type[Refusal]:
    """The kind of refusal that the work meets."""
    with pytest.raises(Refusal) as refusal:
        await work
    return refusal.type


def checksum(table: TableSession) -> str:
    """Returns the digest of a table's running game."""
    assert table.game is not None
    return digest(table.game)
