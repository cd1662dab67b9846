"""Lobbies: who sits down, what will be played, and the start."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any, Final

from bot.store.games import ChannelTaken
from bot.store.rows import Seat, Status
from bot.tables.errors import TableError
from bot.tables.fairness import draw_server_seed, game_seed
from bot.tables.pace import pace as pace_of
from bot.tables.registry import Registry, refusals
from bot.tables.table import Change, ChangeKind, Person, TableSession
from engine import RULESETS, Game, Refused
from engine.ai import KINDS

log = logging.getLogger(__name__)

LOBBY_LIFE: Final = 1800.0  # seconds
RULES_VERSION: Final = version("coup-for-discord")
WINNER_STARTS: Final = ("g54", "mcguire")
AI_NAMES: Final = ("Iris", "Jonas", "Kira", "Leon", "Mila", "Nils")


class Lobbies(Registry):
    """What can be done at a table before its game."""

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        *,
        ruleset: str = "classic",
        options: dict[str, Any] | None = None,
        pool: Sequence[str] | None = None,
        pace: str | None = None,
        ai_seats: int = 0,
        ai_kind: str = "honest",
        locale: str = "en",
    ) -> TableSession:
        """Opens a lobby; the host sits down, and so many AI seats. Raises TableError."""
        seats = [Seat(host.user_id, host.name)]
        for _ in range(ai_seats):
            seats.append(_ai_seat(seats, ai_kind))
        return await self._open(
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            locale=locale,
            ruleset=ruleset,
            options=dict(options or {}),
            pool=None if pool is None else list(pool),
            pace=pace or self.default_pace,
            seats=seats,
        )

    async def rematch(self, table: TableSession, person: Person) -> TableSession:
        """Opens a lobby with the same seats and settings; the others confirm by joining. Raises TableError."""
        if table.status is not Status.OVER or table.game is None or table.game.winners is None:
            raise TableError("not-over")
        if table.seat_of(person.user_id) is None:
            raise TableError("not-seated")
        return await self._open(
            guild_id=table.guild_id,
            channel_id=table.channel_id,
            host_id=person.user_id,
            locale=table.locale,
            ruleset=table.ruleset,
            options=dict(table.options),
            pool=table.pool,
            pace=table.pace,
            rematch_of=table.id,
            seats=[
                Seat(seat.user_id, seat.name, seat.ai, ready=seat.user_id in (None, person.user_id))
                for seat in table.seats
            ],
        )

    async def join(self, table: TableSession, person: Person) -> None:
        """A member sits down, or confirms a rematch. Raises TableError."""
        async with table.lock:
            self._check_lobby(table)
            number = table.seat_of(person.user_id)
            if number is not None:
                if table.seats[number].ready:
                    raise TableError("already-seated")
                seats = [replace(seat, ready=seat.ready or at == number) for at, seat in enumerate(table.seats)]
            else:
                self._check_room(table)
                seats = [*table.seats, Seat(person.user_id, _free_name(table.seats, person.name))]
            await self._reseat(table, seats)

    async def leave(self, table: TableSession, person: Person) -> None:
        """A member stands up; the next hosts after the host, the last closes the lobby. Raises TableError."""
        async with table.lock:
            self._check_lobby(table)
            if table.seat_of(person.user_id) is None:
                raise TableError("not-seated")
            await self._reseat(table, [seat for seat in table.seats if seat.user_id != person.user_id])

    async def add_ai(self, table: TableSession, by: int, kind: str = "honest") -> None:
        """The host seats an AI of a kind. Raises TableError."""
        async with table.lock:
            self._check_host(table, by)
            self._check_room(table)
            await self._reseat(table, [*table.seats, _ai_seat(table.seats, kind)])

    async def remove_ai(self, table: TableSession, by: int, seat: int | None = None) -> None:
        """The host takes away an AI seat or an unconfirmed one (None: the last such). Raises TableError."""
        async with table.lock:
            self._check_host(table, by)
            removable = [number for number, taken in enumerate(table.seats) if taken.ai or not taken.ready]
            if not removable or (seat is not None and seat not in removable):
                raise TableError("no-ai")
            gone = removable[-1] if seat is None else seat
            await self._reseat(table, [taken for number, taken in enumerate(table.seats) if number != gone])

    async def configure(self, table: TableSession, by: int, **changes: Any) -> None:
        """The host changes ruleset, options, pool or pace. Raises TableError with the reason."""
        async with table.lock:
            self._check_host(table, by)
            wanted = {"ruleset": table.ruleset, "options": table.options, "pool": table.pool, "pace": table.pace}
            wanted |= changes
            if wanted["ruleset"] != "g54":
                wanted["pool"] = None
            _check_setup(seats=len(table.seats), **wanted)
            await self.change(table, **wanted)
            self.tell(table, Change(ChangeKind.SEATED))

    async def start(self, table: TableSession, by: int, interaction_id: int) -> None:
        """The host starts the game; the interaction's id goes into its seed. Raises TableError."""
        async with table.lock:
            self._check_host(table, by)
            if len(table.seats) < table.limits[0]:
                raise TableError("too-few")
            absent = [seat.name for seat in table.seats if not seat.ready]
            if absent:
                raise TableError("unconfirmed", names=", ".join(absent))
            first, direction = await self._beginning(table)
            began = replace(table, interaction_id=interaction_id, first=first, direction=direction)
            try:
                game = new_game(began)
            except Refused as refusal:
                raise TableError("bad-setup", reason=str(refusal)) from refusal
            now = self.clock.now()
            await self.change(
                table,
                status=Status.PLAYING,
                rules_version=RULES_VERSION,
                interaction_id=interaction_id,
                first=first,
                direction=direction,
                asked_at=now,
                deadline=now + table.seconds(game),
            )
            table.game = game
            table.tell_story(game.table.events)
            self.schedule_ai(table)
            self.tell(table, Change(ChangeKind.STARTED))

    async def close(self, table: TableSession, by: int) -> None:
        """The host closes the lobby. Raises TableError."""
        async with table.lock:
            self._check_host(table, by)
            await self.shut(table, "host")

    async def _open(self, **columns: Any) -> TableSession:
        self.check_open()
        _check_setup(
            seats=len(columns["seats"]),
            **{name: columns[name] for name in ("ruleset", "options", "pool", "pace")},
        )
        if self.at(columns["channel_id"]) is not None:
            raise TableError("table-exists")
        now = self.clock.now()
        table = TableSession(
            id=0,
            server_seed=draw_server_seed(),
            opened_at=now,
            asked_at=now,
            deadline=now + LOBBY_LIFE,
            **columns,
        )
        with refusals(None):
            try:
                table.id = await self.store.games.add(table)
            except ChannelTaken as error:
                raise TableError("table-exists") from error
        log.info("A table was opened", extra={"game": table.id, "guild": table.guild_id})
        self.tell(table, Change(ChangeKind.SEATED))
        return table

    async def _reseat(self, table: TableSession, seats: list[Seat]) -> None:
        members = [seat.user_id for seat in seats if seat.user_id is not None and seat.ready]
        if not members:
            await self.shut(table, "empty")
            return
        host = table.host_id if table.host_id in members else members[0]
        await self.change(table, seats=seats, host_id=host)
        self.tell(table, Change(ChangeKind.SEATED))

    async def _beginning(self, table: TableSession) -> tuple[str | None, int | None]:
        """Who starts, and which way a mcguire game goes, after the last game in the channel."""
        with refusals(table.id):
            last = await self.store.games.last_over(table.channel_id)
            same = (
                await self.store.games.last_over(table.channel_id, "mcguire")
                if table.ruleset == "mcguire"
                else None
            )
        direction = None if table.ruleset != "mcguire" else -(same[0].direction or 1) if same else 1
        if last is None:
            return None, direction
        again = table.rematch_of == last[0].id
        if not again and table.ruleset not in WINNER_STARTS:
            return None, direction
        for winner in (last[0].seats[number] for number in last[1]):
            for seat in table.seats:
                if seat.user_id == winner.user_id and (
                    winner.user_id is not None or (again and seat.name == winner.name)
                ):
                    return seat.name, direction
        return None, direction

    def _check_lobby(self, table: TableSession) -> None:
        self.check_open()
        if table.status is not Status.LOBBY:
            raise TableError("lobby-started" if table.running else "lobby-closed")

    def _check_host(self, table: TableSession, by: int) -> None:
        self._check_lobby(table)
        if by != table.host_id:
            raise TableError("not-host")

    def _check_room(self, table: TableSession) -> None:
        if len(table.seats) >= table.limits[1]:
            raise TableError("lobby-full")


def new_game(table: TableSession) -> Game:
    """The game of a table from its beginning, always the same. Raises engine.Refused if it is impossible."""
    return Game.new(
        table.ruleset,
        table.names,
        options=table.options,
        pool=table.pool,
        seed=game_seed(table.server_seed, table.interaction_id or 0, [seat.user_id for seat in table.seats]),
        first=table.first,
        direction=table.direction,
    )


def _check_setup(*, ruleset: str, options: dict[str, Any], pool: list[str] | None, pace: str, seats: int) -> None:
    """Raises TableError if no number of players from `seats` up could play this."""
    try:
        pace_of(pace)
    except ValueError as error:
        raise TableError("bad-pace", given=pace) from error
    most = RULESETS[ruleset].players[1] if ruleset in RULESETS else seats
    if seats > most:
        raise TableError("bad-setup", reason=f"{ruleset} seats {most} players at most.")
    refusal: Refused | None = None
    for players in range(seats, most + 1):
        try:
            Game.new(ruleset, [str(number) for number in range(players)], options=options, pool=pool)
        except Refused as error:
            refusal = error
        else:
            return
    raise TableError("bad-setup", reason=str(refusal))


def _ai_seat(seats: Sequence[Seat], kind: str) -> Seat:
    if kind not in KINDS:
        raise TableError("no-ai")
    taken = {seat.name for seat in seats}
    name = next((name for name in AI_NAMES if name not in taken), AI_NAMES[0])
    return Seat(None, _free_name(seats, name), kind)


def _free_name(seats: Sequence[Seat], wanted: str) -> str:
    taken = {seat.name for seat in seats}
    if wanted not in taken:
        return wanted
    return next(name for name in (f"{wanted} ({number})" for number in range(2, 99)) if name not in taken)
