"""Tables: the interface to all lobbies and games, for buttons, commands, moderators, the clock and AI seats."""

import asyncio
import logging
from dataclasses import replace
from typing import Final

from bot.cluster.membership import Membership
from bot.refusals import NotOwnedHere, Refusal, TableExists
from bot.runtime.background import Alarms
from bot.runtime.clock import Clock
from bot.store import Store
from bot.store.rows import Status, TableSettings
from bot.tables.ai_seats import Advisers, AISeats
from bot.tables.games import USUAL_KIND, ai_seat, member_seat
from bot.tables.lessons import Lessons
from bot.tables.pace import orders_by_default
from bot.tables.preferences import MemberPreferences, ServerSettings
from bot.tables.schedule import Schedule
from bot.tables.shell import Shell, beginning_of
from bot.tables.state import Person, TableState
from bot.tables.table import Table
from bot.tables.transitions import game, lobby, moderation
from bot.tables.transitions.transition import Change, ChangeKind

log = logging.getLogger(__name__)

UNSHOWN_SECONDS: Final = 5.0
"""A lobby without a message after this time is shown when a member tries to open another in its channel."""
_USUAL: Final = TableSettings()


class Tables(Shell):
    """All tables of the servers that this process owns; it owns all servers if `membership` is None.

    `run` carries out a transition (see `bot.tables.transitions`). The commands here need more: they read from the
    store first, or open a table.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        membership: Membership | None = None,
        *,
        min_window_seconds: float = 1.5,
        ai_pause_seconds: float = 2.0,
        default_pace: str = "normal",
    ) -> None:
        alarms = Alarms(clock, lambda game_id: self.schedule.ring(game_id))
        super().__init__(store, clock, alarms, membership or Membership(), min_window_seconds, ai_pause_seconds)
        self.default_pace = default_pace
        self.preferences = MemberPreferences(store.players, clock)
        self.ai_seats = AISeats()
        self.schedule = Schedule(self, self.ai_seats)
        self.lessons = Lessons(self)
        self.advisers = Advisers(store)

    async def server_settings(self, guild_id: int) -> ServerSettings:
        """Returns the settings of a server. Raises SaveFailed."""
        return ServerSettings.of(await self.store.guilds.settings(guild_id), self.default_pace)

    async def from_channel(self, channel_id: int, user_id: int) -> Table | None:
        """Returns a live table of a channel whose game is played in a thread, or None. Raises Refusal.

        Of several, it is the newest in which the member plays, or otherwise the newest.
        """
        found = [
            await self.get(game_id)
            for game_id in sorted(await self.store.games.live_from(channel_id), reverse=True)
        ]
        tables = [table for table in found if table is not None]
        return max(tables, key=lambda table: table.state.seat_of(user_id) is not None, default=None)

    # Commands

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        host: Person,
        settings: TableSettings = _USUAL,
        *,
        ai_seats: int = 0,
        locale: str = "en",
        parent_id: int | None = None,
    ) -> Table:
        """Returns a new lobby with the host and some AI seats. Raises Refusal.

        `parent_id` is the channel of the thread in which it is opened, None if that is no thread.
        """
        seats = [member_seat(host.user_id, host.name)]
        for _ in range(ai_seats):
            seats.append(ai_seat(seats, settings.ai or USUAL_KIND, None, self.chance))
        state = lobby.open_lobby(self.context(), guild_id, channel_id, host, settings, seats, locale)
        return await self._add(state, parent_id)

    async def rematch(self, table: Table, person: Person, parent_id: int | None = None) -> Table:
        """Returns a new lobby with the same seats and settings; the others confirm by joining. Raises Refusal.

        Members who have been banned since have no seat in it. `parent_id` is the channel of the thread in which it
        is opened, None if that is no thread.
        """
        state, seats = table.state, lobby.rematch_seats(table.state, person)
        # Hosts cannot choose pictures and AI: the server's settings may have changed.
        server = await self.server_settings(table.guild_id)
        others = {seat.user_id for seat in seats if seat.user_id not in (None, person.user_id)}
        banned = await self.store.bans.among(table.guild_id, others, self.clock.now())
        is_usual = state.orders == orders_by_default(len(state.members()), state.pace)
        orders = None if is_usual else state.orders
        settings = replace(state.settings, pictures=server.pictures, ai=server.ai, orders=orders)
        seats = [seat for seat in seats if seat.user_id not in banned]
        context, channel_id = self.context(), state.lobby_channel_id
        again = lobby.open_lobby(context, state.guild_id, channel_id, person, settings, seats, state.locale)
        return await self._add(again.replace(rematch_of=state.id), parent_id)

    async def start(
        self, table: Table, by: int, interaction_id: int, *, with_ai: int = 0, only_confirmed: bool = False
    ) -> None:
        """Starts the game of a lobby for its host (see `transitions.lobby.start`). Raises Refusal."""
        seats = tuple(seat for seat in table.state.seats if seat.ready or not only_confirmed)
        beginning = await beginning_of(table.state.replace(seats=seats), self.store)
        await self.run(
            table, lobby.start, by, interaction_id, beginning, with_ai=with_ai, only_confirmed=only_confirmed
        )

    async def join(self, table: Table, person: Person, interaction_id: int) -> str | None:
        """Seats a member at a lobby; the last who confirms a rematch starts it. Raises Refusal.

        Returns the name of the AI that made room, if any.
        """
        if table.state.rematch_of is None:
            return (await self.run(table, lobby.join, person)).outcome
        beginning = await beginning_of(table.state, self.store)
        return (await self.run(table, lobby.confirm, person, interaction_id, beginning)).outcome

    async def finish(self, table: Table, user_id: int) -> None:
        """Plays a game to its end at once, at the request of a member who is out of the game. Raises Refusal.

        Only AI seats, and members who are away, are left in it. The table is not locked while the AIs decide; no
        alarm does anything there meanwhile.
        """
        while True:
            await self.run(table, game.begin_fast_forward, user_id)
            if table.state.status is not Status.PLAYING:
                return
            if table.fast_forward is None:
                break
            await table.fast_forward.wait()
        table.fast_forward = asyncio.Event()
        before = table.state.decisions
        try:
            rest = await self.ai_seats.play_rest(table, self.clock.now())
            await self.run(table, game.fast_forward, before, rest)
        finally:
            table.fast_forward.set()
            table.fast_forward = None
            self.cache.remember(table)

    async def end(self, table: Table, *, by: int | None = None, has_game: bool | None = None) -> None:
        """Ends a game without a winner, or closes a lobby (see `transitions.moderation.end`). Raises Refusal."""
        if by is not None:
            table.note_pings((by,), await self.preferences.who_accept_pings((by,)))
        await self.run(table, moderation.end, by, has_game)

    async def free_lobby_seats(self, guild_id: int, user_id: int) -> None:
        """Frees the seats of a member in all lobbies of a server. Raises Refusal.

        Waits for each lobby's lock, so that a member who has just joined one is seen there.
        """
        for game_id in await self.store.games.lobbies(guild_id):
            table = await self.get(game_id)
            try:
                if table is not None:
                    await self.run(table, lobby.leave, Person(user_id, ""))
            except Refusal as refusal:
                if refusal.code not in ("not-seated", "lobby-closed", "leave-started"):
                    raise

    async def confirm_owned(self, guild_id: int) -> None:
        """Asks the database whether this process still owns the tables of a server.

        A response that is made from memory may be outdated: a process that cannot reach the database learns only
        when its lease runs out that another process owns the tables, and that members have decided there.
        Raises NotOwnedHere, or SaveFailed if the database does not answer.
        """
        fence = self.membership.fence(guild_id)
        if fence is not None and not await self.store.database.is_current(fence):
            self.membership.report_lost_fence(guild_id)
            raise NotOwnedHere(guild_id)

    # Ownership and shutdown

    async def release(self, shard: int) -> None:
        """Forgets a shard's tables: another process owns them, and nothing is written here any more."""
        await self.schedule.stop_restoring(shard)
        self.cache.release(lambda guild_id: self.membership.shard_of(guild_id) == shard)
        self._served.pop(shard, None)

    async def drain(self) -> None:
        """Accepts no more decisions, and returns when those under way are durable."""
        # Set first, so that no defaults are decided for AI seats when their worker closes.
        self.is_closing = True
        await asyncio.gather(self.ai_seats.close(), self.advisers.close())
        await self.schedule.close()
        await super().drain()

    async def save_posted(self, table: Table, **columns: str | int | None) -> None:
        """Stores columns of `Posted`, so that a restart finds the messages. Raises SaveFailed or NotOwnedHere.

        This process remembers them even if they cannot be stored.
        """
        table.posted = replace(table.posted, **columns)
        with self.membership.writing(table.guild_id) as fence:
            await self.store.games.change(table.id, fence=fence, **columns)

    async def _add(self, state: TableState, parent_id: int | None) -> Table:
        """Stores and returns a new lobby. Raises Refusal, TableExists if there is a live table in its channel."""
        self.check_open()
        existing = await self.at(state.channel_id)
        if existing is not None:
            is_late = existing.state.opened_at + UNSHOWN_SECONDS < self.clock.now()
            if is_late and existing.posted.message_id is None:
                # The lobby was stored, but its host was told that this is unknown: show it now.
                self.publish(existing, Change(ChangeKind.RESTORED))
            raise TableExists
        table = await self.add(state, ChangeKind.CHANGED, parent_id)
        log.info("A table was opened", extra=table.log_context)
        return table
