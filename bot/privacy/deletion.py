"""Deletes members' data: in the database, in games that run, in the memory of every process, and after a restore.

A deletion is a stored request (the SQL table `deletions`), so a kill does not stop it. Each process carries out
its own part: it drops what it has in memory, and replaces the member at the live tables that it owns. Whichever
process finds no live table left rewrites the games that have ended, deletes the other rows, and finishes the
request. A game that is rewritten has another name in the member's place, and the same cards, decisions and seed.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, Final

from bot.privacy.ledger import Ledger
from bot.refusals import MomentPassed, Refusal
from bot.runtime.background import BackgroundTasks, repeat
from bot.store import SaveFailed, Store
from bot.store.repositories.deletions import AnonymousGame, Deletion
from bot.store.rows import Absence, Decision, Fence, GameRow, Result, Status
from bot.tables.games import free_name, new_game, seed_of
from bot.tables.service import Tables
from bot.tables.state import Person, TableState
from bot.tables.table import Table
from bot.tables.transitions import lobby
from engine import Game, Move, digest

log = logging.getLogger(__name__)

POLL_SECONDS: Final = 60.0
"""Requests are read this often, because a notification may have been missed, or a process may have ended."""
_STAND_IN_BITS: Final = 62
ANONYMOUS: Final = "Former player"
"""The name of a player whose data was deleted; others of the same game get a number."""
_NAMED_IN_DECISIONS: Final = ("by", "target", "recipient")


class MemberDeletion:
    """Deletes members' data. The functions of `forgotten` are called with the id of each member to forget."""

    def __init__(self, tables: Tables, ledger: Ledger) -> None:
        self.forgotten: list[Callable[[int], None]] = [tables.preferences.forget, tables.advisers.forget]
        self._tables = tables
        self._ledger = ledger
        self._background = BackgroundTasks()
        self._lock = asyncio.Lock()
        self._is_asked_again = False

    async def ask(self, user_id: int) -> bool:
        """Deletes a member's data. Returns False if it is not finished: other processes must do their part.

        The request is durable from then on. Raises SaveFailed if it could not be stored.
        """
        await self._tables.store.deletions.ask([_new_deletion(user_id, self._tables.clock.now())])
        try:
            await self.carry_out()
            pending = await self._tables.store.deletions.pending()
        except SaveFailed as error:
            log.warning("A deletion is not finished yet: %s", error)
            return False
        return all(deletion.user_id != user_id for deletion in pending)

    async def count_live_games(self, user_id: int) -> int:
        """Returns the number of live tables that a member is part of. Raises SaveFailed."""
        return sum((await self._tables.store.deletions.games_of(user_id, self._tables.clock.now())).values())

    def start(self) -> None:
        """Starts to carry out requests: those found now, and each new one."""
        clock = self._tables.clock
        self._background.run(repeat(self._carry_out_all, clock, POLL_SECONDS, POLL_SECONDS, "A deletion"))

    def notice(self, user_id: int | None) -> None:
        """Forgets a member, because the data was or will be deleted; None if notifications were missed.

        Starts to carry out the requests.
        """
        self._background.run(self._forget_and_carry_out(user_id))

    async def close(self) -> None:
        """Stops the work; the requests stay."""
        await self._background.close()

    async def carry_out(self) -> None:
        """Carries out this process's part of each request; those that fail stay pending. Raises SaveFailed."""
        async with self._lock:
            for deletion in await self._tables.store.deletions.pending():
                with _logged():
                    await self._carry_out(deletion)

    async def _carry_out_all(self) -> None:
        """Carries out this process's part of each request, once those of before a restore are asked for again."""
        if not self._is_asked_again:
            await ask_again(self._tables.store, self._ledger)
            self._is_asked_again = True
        await self.carry_out()

    async def _forget_and_carry_out(self, user_id: int | None) -> None:
        """Reads the member's tables again, and carries out the requests; what fails is repeated later."""
        try:
            if user_id is not None:
                await self._refresh_tables(user_id)
            await self.carry_out()
            await self._ledger.entries()  # completes the file of this machine
        except SaveFailed as error:
            log.warning("Deletions were not carried out yet: %s", error)

    async def _carry_out(self, deletion: Deletion) -> None:
        store, asked = self._tables.store, (deletion.user_id, deletion.asked_at)
        for game_id, is_live in (await store.deletions.games_of(*asked)).items():
            if is_live:
                await self._leave(game_id, deletion)
        if any((await store.deletions.games_of(*asked)).values()):
            return
        async with store.database.exclusive("deletion"):
            await _finish(store, self._ledger, deletion)
        log.info("A member's data was deleted")
        await self._refresh_tables(deletion.user_id)

    async def _leave(self, game_id: int, deletion: Deletion) -> None:
        """Takes a member out of a live table, if this process owns it."""
        tables, user_id = self._tables, deletion.user_id
        try:
            table = await tables.get(game_id)
            if table is None or table.state.has_ended:
                return
            if table.state.practice:
                await tables.lessons.end(table)
            elif table.state.status is Status.LOBBY:
                await tables.run(table, lobby.leave, Person(user_id, ""))
            else:
                await self._replace_player(table, deletion)
        except Refusal as refusal:  # most often: another process owns the table
            log.info("A member was not taken out of a table: %s", refusal, extra={"game": game_id})

    async def _replace_player(self, table: Table, deletion: Deletion) -> None:
        tables = self._tables
        async with tables.locked(table):
            table.is_in_doubt = True  # until it is read again: the checksums of its decisions depend on the names
            with tables.membership.writing(table.guild_id) as fence:
                await _rewrite_game(tables.store, table.id, deletion, fence)
            await tables.reload(table)
        self._forget_table(table, deletion.user_id)

    async def _refresh_tables(self, user_id: int) -> None:
        """Drops or reads again each table in memory that a member's data is part of, then forgets the rest."""
        cache = self._tables.cache
        for table in [table for table in cache.loaded() if _mentions(table.state, user_id)]:
            if table.state.has_ended and not cache.needs(table):
                cache.drop(table)
            else:
                try:
                    async with self._tables.locked(table):
                        await self._tables.reload(table)
                except Refusal as error:
                    log.info("A table was not read again: %s", error, extra={"game": table.id})
            self._forget_table(table, user_id)
        for forget in self.forgotten:
            forget(user_id)

    def _forget_table(self, table: Table, user_id: int) -> None:
        table.note_pings((user_id,), ())
        self._tables.ai_seats.forget(table)


def _new_deletion(user_id: int, asked_at: float) -> Deletion:
    """Returns the request to delete a member's data, with a new random id that replaces the member's."""
    return Deletion(user_id, -1 - secrets.randbits(_STAND_IN_BITS), asked_at)


async def ask_again(store: Store, ledger: Ledger) -> None:
    """Asks again for the deletions that were finished once, but not in this database: it was restored since.

    Raises SaveFailed.
    """
    missing = await ledger.entries() - await store.deletions.finished()
    if not missing:
        return
    asked_at: dict[str, float] = {}
    for listed, at in missing:
        asked_at[listed] = max(at, asked_at.get(listed, at))
    digests = {await ledger.digest(user_id): user_id for user_id in await store.deletions.people()}
    again = [_new_deletion(digests[digest], at) for digest, at in asked_at.items() if digest in digests]
    await store.deletions.ask(again)


async def delete_again(store: Store, ledger: Ledger) -> int:
    """Deletes, in a database that was restored and that no process uses, what was deleted since the backup.

    Those that fail stay pending, for the bot to try again. Returns the number of members. Raises SaveFailed.
    """
    await ask_again(store, ledger)
    pending = await store.deletions.pending()
    for deletion in pending:
        with _logged():
            await _finish(store, ledger, deletion)
    return len(pending) - len(await store.deletions.pending())


async def _finish(store: Store, ledger: Ledger, deletion: Deletion) -> None:
    """Rewrites all games of a member, deletes all other rows, and finishes the request. Raises SaveFailed.

    It may be interrupted at any point, and repeated.
    """
    for game_id in await store.deletions.games_of(deletion.user_id, deletion.asked_at):
        await _rewrite_game(store, game_id, deletion)
    digest = await ledger.digest(deletion.user_id)
    await ledger.add((digest, deletion.asked_at))
    await store.deletions.finish(deletion, digest)


async def _rewrite_game(store: Store, game_id: int, deletion: Deletion, fence: Fence | None = None) -> None:
    """Stores a game without a member. Raises SaveFailed or FenceLost."""
    row = await store.games.get(game_id)
    if row is None:
        return
    decisions, result = await store.games.decisions(game_id), await store.games.result(game_id)
    # In a thread: a long game takes some tenths of a second to replay.
    game = await asyncio.to_thread(_without_member, row, decisions, result, deletion)
    try:
        await store.deletions.rewrite(game, fence=fence)
    except MomentPassed as error:
        raise SaveFailed(f"Game {game_id} has changed while a member was deleted from it.") from error


@contextmanager
def _logged() -> Generator[None]:
    """Logs the error of a deletion and suppresses it, so that the next deletion runs."""
    try:
        yield
    except SaveFailed as error:
        log.warning("A deletion is not finished yet: %s", error)
    except Exception:  # one member's damaged row must not keep others from being deleted
        log.exception("A deletion failed")


def _mentions(state: TableState, user_id: int) -> bool:
    return user_id in (state.host_id, state.ended_by, -state.channel_id) or state.seat_of(user_id) is not None


def _without_member(
    row: GameRow, decisions: Sequence[Decision], result: Result | None, deletion: Deletion
) -> AnonymousGame:
    """Returns a game without a member: an anonymous id and name replace the member's; the seed is stored.

    If the member is still in the game, an AI plays the seat from now on. Another member becomes the host of a game
    that runs. The checksums of decisions are computed again, because they depend on the names; if the game does
    not match them, they are emptied, and it stays set aside.
    """
    user_id, stand_in = deletion.user_id, deletion.stand_in
    seat, seats = row.seat_of(user_id), list(row.seats)
    others = [each.user_id or 0 for each in row.seats if each.is_member and each.user_id != user_id]
    changed = replace(
        row,
        channel_id=stand_in if row.channel_id == -user_id else row.channel_id,
        host_id=row.host_id if row.host_id != user_id else others[0] if row.is_running and others else stand_in,
        ended_by=stand_in if row.ended_by == user_id else row.ended_by,
        seed=row.seed or (None if row.interaction_id is None else seed_of(row)),
    )
    if seat is None:
        return AnonymousGame(changed, None, (), result)
    own = seats.pop(seat)
    old, new = own.name, free_name(seats, ANONYMOUS)
    seats.insert(seat, replace(own, user_id=stand_in, name=new, missed=0, orders=(), salt=None))
    changed = replace(
        changed,
        seats=tuple(seats),
        first=new if row.first == old else row.first,
        start=None if row.start is None else _renamed_start(row.start, old, new),
    )
    checksums, game = _checksums(replace(row, seed=changed.seed), changed, decisions)
    if row.is_running and game is not None and game.is_playing(seat) and not own.away:
        seats[seat] = replace(seats[seat], away=True)
        absences = (*row.absences, Absence(row.decisions, seat, True))
        changed = replace(changed, seats=tuple(seats), absences=absences)
    renamed = None if result is None else replace(result, record=_renamed_record(result.record, old, new))
    return AnonymousGame(changed, seat, checksums, renamed)


def _renamed_record(record: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Returns a record (referee.md) in which a player has another name. Roles and actions keep their names."""

    def swap(value: Any) -> Any:
        return new if value == old else value

    setup: dict[str, Any] = {**record["new"], "players": [swap(name) for name in record["new"]["players"]]}
    return {
        **record,
        "new": _renamed_start(setup, old, new),
        "decisions": [
            {key: swap(fact) if key in _NAMED_IN_DECISIONS else fact for key, fact in decision.items()}
            for decision in record["decisions"]
        ],
        "result": None if record["result"] is None else [swap(name) for name in record["result"]],
    }


def _renamed_start(start: Mapping[str, Any], old: str, new: str) -> dict[str, Any]:
    """Returns what a deal has decided, with another name of a player."""
    renamed = dict(start)
    if start.get("first") == old:
        renamed["first"] = new
    if start.get("teams") is not None:
        renamed["teams"] = [[new if name == old else name for name in team] for team in start["teams"]]
    return renamed


def _checksums(
    before: GameRow, after: GameRow, decisions: Sequence[Decision]
) -> tuple[tuple[str, ...], Game | None]:
    """Returns the checksums of a game's decisions with the new names, and the game.

    If the game does not match its checksums, they are empty, and the game is None.
    """
    nothing = ("",) * len(decisions), None
    if before.interaction_id is None:
        return nothing
    checksums: list[str] = []
    try:
        game, renamed = new_game(before), new_game(after)
        for decision in decisions:
            for each in (game, renamed):
                each.carry_out(decision.seat, Move.parse(decision.move))
            if digest(game) != decision.checksum:
                return nothing
            checksums.append(digest(renamed))
    except Exception:  # an older game that cannot be replayed must not prevent the deletion
        return nothing
    return tuple(checksums), game
