"""Helpers for tests of tables: a clock that tests set, and the table service over a real database file."""

import asyncio
import random
import sqlite3
from collections.abc import Awaitable, Iterable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.refusals import Refusal
from bot.runtime.clock import Clock
from bot.store.address import Address
from bot.store.rows import Seat, Status, TableSettings
from bot.tables.service import Tables
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import decide
from bot.tables.transitions.lobby import configure, join
from bot.tables.transitions.transition import Change
from engine import Ask, Event, Game, Move, digest
from tests.harness.databases import open_store

ANA, BEN, CLEO, DOV = Person(1001, "Ana"), Person(1002, "Ben"), Person(1003, "Cleo"), Person(1004, "Dov")
GUILD, CHANNEL, START = 77, 88, 4242
SALT = "5a" * 32
"""The salt of every seat where a test wants the same deal each time (see `bot.tables.seed_commitment`)."""
INCOME, TAX, PASS, CHALLENGE = Move("act", "income"), Move("act", "tax"), Move("pass"), Move("challenge")


class ManualClock(Clock):
    """A clock that stops until a test advances it."""

    def __init__(self, at: float = 1_000_000.0) -> None:
        self.at = at
        self._sleepers: list[tuple[float, asyncio.Future[None]]] = []

    def now(self) -> float:
        """Returns seconds since 1970."""
        return self.at

    async def sleep_until(self, moment: float) -> None:
        """Waits until a test has set the clock to `moment` or later."""
        if moment > self.at:
            future = asyncio.get_running_loop().create_future()
            self._sleepers.append((moment, future))
            await future

    @property
    def awaited(self) -> bool:
        """Whether any task sleeps until a future moment."""
        return any(not future.done() for _, future in self._sleepers)

    def advance(self, seconds: float) -> None:
        """Advances the clock (sets it back, if negative), and wakes tasks whose moment has come."""
        self.at += seconds
        for moment, future in self._sleepers:
            if moment <= self.at and not future.done():
                future.set_result(None)
        self._sleepers = [(moment, future) for moment, future in self._sleepers if not future.done()]


class Harness:
    """The table service over a real database, inside an `async with` block.

    `changes` are the changes that the service has published. `reopen` restarts the service as after a kill.
    """

    def __init__(self, address: Address, clock: ManualClock, **settings: float) -> None:
        self.address = address
        self.clock = clock
        self.settings: dict[str, Any] = {"min_window_seconds": 0.0, "ai_pause_seconds": 2.0} | settings
        self.changes: list[tuple[Table, Change]] = []

    async def __aenter__(self) -> "Harness":
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.store.close()

    @property
    def path(self) -> Path:
        """The file of a SQLite database."""
        assert isinstance(self.address, Path)
        return self.address

    async def open(self, *, restore: bool = True) -> Tables:
        self.store = await open_store(self.address)
        self.tables = Tables(self.store, self.clock, **self.settings)
        self.tables.listeners.append(lambda table, change: self.changes.append((table, change)))
        if restore:
            await self.tables.schedule.restore(0)
            await self.tables.schedule.restored()
        return self.tables

    async def reopen(self, *, restore: bool = True) -> Tables:
        """Restarts as after a kill: the old service is not closed, and the same database is opened again.

        Unless it must `restore`, it loads no table.
        """
        await self.store.close()
        self.changes.clear()
        return await self.open(restore=restore)

    def back_up(self, path: Path) -> Path:
        """Copies the SQLite file as it is."""
        with closing(sqlite3.connect(self.path)) as now, closing(sqlite3.connect(path)) as copy:
            now.backup(copy)
        return path

    async def loaded(self, game_id: int) -> Table:
        """Returns a table, from memory or from the database."""
        table = await self.tables.get(game_id)
        assert table is not None
        return table

    async def restarted(self, game_id: int) -> Table:
        """Restarts as after a kill; returns a table as it is afterwards."""
        await self.reopen()
        return await self.loaded(game_id)

    async def configure(self, table: Table, by: int, **changes: Any) -> None:
        """The host changes some settings of a lobby."""
        await self.tables.run(table, configure, by, replace(table.state.settings, **changes))

    async def seat(self, *people: Person, ai: int = 0, locale: str = "en", **settings: Any) -> Table:
        """Opens a lobby with these members and AI seats."""
        table = await self.tables.open(
            GUILD, CHANNEL, people[0], TableSettings(**settings), ai_seats=ai, locale=locale
        )
        for person in people[1:]:
            await self.tables.run(table, join, person)
        return table

    async def play(self, *people: Person, ai: int = 0, **settings: Any) -> Table:
        """Starts a game of these members and AI seats."""
        table = await self.seat(*people, ai=ai, **settings)
        await self.tables.start(table, people[0].user_id, START)
        return table

    async def ring(self, table: Table, seconds: float = 0.0) -> None:
        """Advances the clock, then lets happen what is due at a table."""
        self.clock.advance(seconds)
        await self.tables.schedule.ring(table.id)

    async def answer(self, table: Table, seat: int, move: Move | None = None) -> None:
        """A seat's player takes a move, or the default."""
        ask, user_id = ask_of(table), table.state.seats[seat].user_id
        assert user_id is not None
        move = move or ask.options[seat][ask.default(seat)]
        await self.tables.run(table, decide, user_id, move, game_of(table).question)

    async def play_out(self, table: Table, most: int = 3000) -> None:
        """Lets everybody play until the game is over.

        Members choose at random, but the choices are the same in each run.
        """
        chance = random.Random(1)  # with a fixed choice the game may repeat for ever
        for _ in range(most):
            if table.state.status is not Status.PLAYING:
                return
            owing = [seat for seat in table.state.owing() if not table.state.has_answered(seat)]
            if not owing:
                await self.ring(table, 1.0)
                continue
            seat = owing[0]
            if table.state.seats[seat].user_id is None:
                await self.ring(table, 3.0)
            else:
                await self.answer(table, seat, chance.choice(ask_of(table).options[seat]))
        raise AssertionError("the game did not end")


def game_of(table: Table) -> Game:
    """The game at a table."""
    assert table.state.game is not None
    return table.state.game


def in_turn(table: Table) -> list[str]:
    """The names of the seats, from the one whose turn it is."""
    names, turn = table.state.names, game_of(table).turn
    return [*names[turn:], *names[:turn]]


def ask_of(table: Table) -> Ask:
    """The open question of the game at a table."""
    ask = game_of(table).ask
    assert ask is not None
    return ask


def change(table: Table, **changes: Any) -> None:
    """Changes fields of a table's state in memory, without the checks of a transition."""
    table.state = table.state.replace(**changes)


def take_commitments(table: Table) -> None:
    """Makes a lobby one that was opened before seats had commitments."""
    change(table, seats=tuple(replace(seat, salt=None, commitment=None) for seat in table.state.seats))


def put_seat(table: Table, number: int, seat: Seat) -> None:
    """Puts a seat in place of another, in memory."""
    table.state = table.state.with_seats({number: seat})


def change_seat(table: Table, number: int, **changes: Any) -> None:
    """Changes a seat in memory."""
    put_seat(table, number, replace(table.state.seats[number], **changes))


def tell(table: Table, events: Iterable[Event]) -> None:
    """Adds events to the story of a table in memory."""
    table.state = table.state.with_events(events)


async def refused(work: Awaitable[object]) -> str:
    """Returns the code of the refusal that an awaitable raises."""
    with pytest.raises(Refusal) as refusal:
        await work
    return refusal.value.code


def checksum(table: Table) -> str:
    """Returns the digest of a table's running game."""
    return digest(game_of(table))


async def go_on(harness: Harness, table: Table) -> None:
    """Advances the clock to the next event at a table, and lets it happen."""
    moment = table.wakes_at()
    assert moment is not None
    await harness.ring(table, max(0.0, moment - harness.clock.now()))


async def until_away(harness: Harness, table: Table, *seats: int) -> None:
    """Lets the time of these seats run out until an AI plays for them; the other seats decide the default."""
    while not all(table.state.seats[seat].away for seat in seats):
        present = [seat for seat in table.state.owing() if seat not in seats]
        await (harness.answer(table, present[0]) if present else go_on(harness, table))


def told(table: Table, kind: str) -> list[int]:
    """The seats (`by`) of all events of this kind in the table's story, one for each event."""
    return [event["by"] for turn in table.state.story for event in turn if event["type"] == kind]
