"""Lobbies: who sits down, what will be played, and the start."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.store.errors import ChannelTaken
from bot.store.rows import Seat, Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.fairness import draw_server_seed
from bot.tables.first_player import first_and_direction
from bot.tables.games.questions import draw_question_id
from bot.tables.games.setup import LobbySettings, check_settings, new_game
from bot.tables.games.sitting import USUAL_KIND, ai_seat, free_name, key_of
from bot.tables.owned_store import store_refusals
from bot.tables.refusals.tables import (
    AlreadySeated,
    BadSetup,
    LobbyClosed,
    LobbyFull,
    LobbyStarted,
    NoAiSeat,
    NotHost,
    NotOver,
    NotSeated,
    ServerFull,
    TableExists,
    TooFewPlayers,
    TooManyLobbies,
    Unconfirmed,
)
from bot.tables.registry import Registry
from bot.tables.session import LOBBY_LIFE, Person, TableSession
from engine import RULES_VERSION, Refused
from engine.catalogue import has_pool

log = logging.getLogger(__name__)

MOST_OF_MEMBER: Final = 5  # open lobbies that one member may host
MOST_OF_SERVER: Final = 50  # open lobbies that a server may have
UNSHOWN_SECONDS: Final = 5.0
"""A lobby that has no message after this is shown when somebody tries to open another one in its channel."""

_USUAL: Final = LobbySettings()


class Lobbies:
    """What can be done at a table before its game."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        settings: LobbySettings = _USUAL,
        *,
        ai_seats: int = 0,
        locale: str = "en",
    ) -> TableSession:
        """Opens a lobby; the host sits down, and so many AI seats. Raises Refusal."""
        seats = [Seat(host.user_id, host.name)]
        for _ in range(ai_seats):
            seats.append(self._ai_seat(seats, settings.ai))
        return await self._open(guild_id, channel_id, host, settings, seats, locale)

    async def rematch(self, table: TableSession, person: Person) -> TableSession:
        """Opens a lobby with the same seats and settings; the others confirm by joining. Raises Refusal."""
        if table.status is not Status.OVER:
            raise NotOver
        if table.seat_of(person.user_id) is None:
            raise NotSeated
        seats = [
            replace(seat, ready=seat.user_id in (None, person.user_id), away=False, missed=0)
            for seat in table.seats
        ]
        with store_refusals(table.id):  # what no host chooses is as the server has it by now
            server = await self._registry.store.guilds.settings(table.guild_id)
        settings = replace(LobbySettings.of(table), pictures=server.pictures, ai=server.ai)
        return await self._open(
            table.guild_id, table.lobby_channel_id, person, settings, seats, table.locale, rematch_of=table.id
        )

    async def join(self, table: TableSession, person: Person) -> str | None:
        """A member sits down, or confirms a rematch; at a full table the last AI makes room.

        Returns the name of that AI, None if there was room. Raises Refusal.
        """
        async with self._registry.holding(table):
            self._check_lobby(table)
            number, seats, gone = table.seat_of(person.user_id), list(table.seats), None
            if number is not None:
                if seats[number].ready:
                    raise AlreadySeated
                seats[number] = replace(seats[number], ready=True)
            elif table.makes_room is not None:
                gone = seats.pop(table.makes_room).name
                seats.insert(table.makes_room, Seat(person.user_id, free_name(seats, person.name)))
            else:
                self._check_room(table)
                seats.append(Seat(person.user_id, free_name(seats, person.name)))
            await self._reseat(table, seats)
            return gone

    async def leave(self, table: TableSession, person: Person) -> None:
        """A member stands up; the next hosts after the host, the last closes the lobby. Raises Refusal."""
        async with self._registry.holding(table):
            self._check_lobby(table)
            if table.seat_of(person.user_id) is None:
                raise NotSeated
            await self._reseat(table, [seat for seat in table.seats if seat.user_id != person.user_id])

    async def add_ai(
        self, table: TableSession, by: int, kind: str | None = None, temperament: str | None = None
    ) -> None:
        """The host seats an AI of a kind (None: the usual one of the table) and temperament (None: by chance).

        Raises Refusal.
        """
        async with self._registry.holding(table):
            self._check_host(table, by)
            self._check_room(table)
            seat = self._ai_seat(table.seats, kind or table.ai, temperament)
            await self._reseat(table, [*table.seats, seat])

    async def free_seat(self, table: TableSession, by: int, key: str) -> None:
        """The host takes away the AI seat, or the unconfirmed one, of that key (see `key_of`). Raises Refusal."""
        async with self._registry.holding(table):
            self._check_host(table, by)
            seats = table.seats
            free = (at for at in table.removable if key_of(seats[at].user_id, seats[at].name) == key)
            gone = next(free, None)
            if gone is None:
                raise NoAiSeat
            await self._reseat(table, [taken for number, taken in enumerate(table.seats) if number != gone])

    async def configure(self, table: TableSession, by: int, settings: LobbySettings) -> None:
        """The host changes what will be played. Raises Refusal."""
        async with self._registry.holding(table):
            self._check_host(table, by)
            if not has_pool(settings.ruleset):
                settings = replace(settings, pool=None)
            check_settings(settings, len(table.seats))
            await self._registry.save(table, replace(table.row(), **settings.columns()))
            self._registry.publish(table, Change(ChangeKind.SEATED))

    async def start(self, table: TableSession, by: int, interaction_id: int) -> None:
        """The host starts the game; the interaction's id goes into its seed. Raises Refusal."""
        async with self._registry.holding(table):
            self._check_host(table, by)
            await self._start(table, table.seats, interaction_id)

    async def start_against_ai(self, table: TableSession, by: int, interaction_id: int, most: int) -> None:
        """The host seats up to `most` AI players where there is room, and starts the game. Raises Refusal.

        That is one transaction: a second click at the same time finds the game started.
        """
        async with self._registry.holding(table):
            self._check_host(table, by)
            seats = list(table.seats)
            for _ in range(min(most, table.limits[1] - len(seats))):
                seats.append(self._ai_seat(seats, table.ai))
            await self._start(table, seats, interaction_id)

    async def close(self, table: TableSession, by: int) -> None:
        """The host closes the lobby. Raises Refusal."""
        async with self._registry.holding(table):
            self._check_host(table, by)
            await self._registry.close(table, "host")

    async def expire(self, table: TableSession) -> None:
        """Closes a lobby whose time is up, or publishes its half time; its lock is held. Raises Refusal."""
        now, half = self._registry.clock.now(), table.half_time()
        if table.deadline is not None and table.deadline <= now:
            await self._registry.close(table, "expired")
        elif half is not None and half <= now:
            table.reminded = True
            self._registry.publish(table, Change(ChangeKind.HALF_TIME))

    async def _start(self, table: TableSession, seats: list[Seat], interaction_id: int) -> None:
        """Starts the game of a lobby with these seats, in one transaction. Its lock is held. Raises Refusal."""
        if len(seats) < table.limits[0]:
            raise TooFewPlayers(table.limits[0])
        absent = tuple(seat.name for seat in seats if not seat.ready)
        if absent:
            raise Unconfirmed(absent)
        first, direction = await first_and_direction(self._registry, table, seats)
        began = replace(table.row(), seats=seats, interaction_id=interaction_id, first=first, direction=direction)
        try:
            game = new_game(began)
        except Refused as refusal:
            raise BadSetup(refusal) from refusal
        now = self._registry.clock.now()
        began = replace(
            began,
            status=Status.PLAYING,
            start=dict(game.start),
            rules_version=RULES_VERSION,
            asked_at=now,
            deadline=now + table.seconds(game),
            question_id=draw_question_id(),
        )
        await self._registry.save(table, began, game)
        table.game = table.latest = game
        table.reminded = False
        table.add_story(game.table.events)
        self._registry.schedule_ai(table)
        self._registry.publish(table, Change(ChangeKind.STARTED))

    async def _open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        settings: LobbySettings,
        seats: list[Seat],
        locale: str,
        rematch_of: int | None = None,
    ) -> TableSession:
        self._registry.check_open()
        check_settings(settings, len(seats))
        now = self._registry.clock.now()
        existing = await self._registry.at(channel_id)
        if existing is not None:
            if existing.message_id is None and existing.opened_at + UNSHOWN_SECONDS < now:
                # Its host was told that nobody knows whether it was opened.
                self._registry.publish(existing, Change(ChangeKind.RESTORED))
            raise TableExists
        await self._check_limits(guild_id, host.user_id)
        table = TableSession(
            id=0,
            guild_id=guild_id,
            channel_id=channel_id,
            host_id=host.user_id,
            locale=locale,
            server_seed=draw_server_seed(),
            opened_at=now,
            asked_at=now,
            changed_at=now,
            deadline=now + LOBBY_LIFE,
            rematch_of=rematch_of,
            seats=seats,
            **settings.columns(),
        )
        table.due = table.due_now()
        with self._registry.writing(table) as fence:
            try:
                table.id = await self._registry.store.games.add(table, fence=fence)
            except ChannelTaken as error:
                raise TableExists from error
        self._registry.live += 1
        log.info("A table was opened", extra={"game": table.id, "guild": table.guild_id})
        self._registry.publish(table, Change(ChangeKind.SEATED))
        return table

    def _ai_seat(self, seats: Sequence[Seat], kind: str | None, temperament: str | None = None) -> Seat:
        return ai_seat(seats, kind or USUAL_KIND, temperament, self._registry.chance)

    async def _reseat(self, table: TableSession, seats: list[Seat]) -> None:
        members = [seat.user_id for seat in seats if seat.user_id is not None and seat.ready]
        if not members:
            await self._registry.close(table, "empty")
            return
        host = table.host_id if table.host_id in members else members[0]
        await self._registry.save(table, replace(table.row(), seats=seats, host_id=host))
        self._registry.publish(table, Change(ChangeKind.SEATED))

    async def _check_limits(self, guild_id: int, host_id: int) -> None:
        """Raises TooManyLobbies or ServerFull where one more open lobby would be too many."""
        games = self._registry.store.games
        with store_refusals(None):
            if await games.count_lobbies(host_id=host_id) >= MOST_OF_MEMBER:
                raise TooManyLobbies(MOST_OF_MEMBER)
            if await games.count_lobbies(guild_id=guild_id) >= MOST_OF_SERVER:
                raise ServerFull(MOST_OF_SERVER)

    def _check_lobby(self, table: TableSession) -> None:
        self._registry.check_open()
        if table.status is not Status.LOBBY:
            raise LobbyStarted if table.running else LobbyClosed

    def _check_host(self, table: TableSession, by: int) -> None:
        self._check_lobby(table)
        if by != table.host_id:
            raise NotHost

    def _check_room(self, table: TableSession) -> None:
        if len(table.seats) >= table.limits[1]:
            raise LobbyFull
