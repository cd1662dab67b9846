"""Restoring: tables come back from their rows by replay, exactly as they were or not at all."""

import logging
from dataclasses import fields
from typing import Final

from bot.store.rows import Decision, GameRow, Status
from bot.tables.lobby import new_game
from bot.tables.registry import Registry, refusals
from bot.tables.table import TIMEOUT, Change, ChangeKind, TableSession, silence
from engine import Game, Move, digest
from engine.moves import RESIGN

log = logging.getLogger(__name__)

GRACE: Final = 30.0  # seconds that a question gets after a restart at least, or its whole time if that is less
LATELY: Final = 900.0  # seconds: tables ended for less are shown once more, should their last card be missing


class Mismatch(Exception):
    """A game's rows do not lead to the state that was written down."""


class Restoring(Registry):
    """What brings tables back."""

    async def restore(self) -> None:
        """Takes in every table that was live, before anybody is told. Raises SaveFailed."""
        now = self.clock.now()
        for row in await self.store.games.live(ended_since=now - LATELY):
            table = await self._rebuilt(row)
            if table.status in (Status.LOBBY, Status.PLAYING) and table.deadline is not None:
                grace = GRACE if table.game is None else min(GRACE, table.seconds(table.game))
                table.half_told = (table.asked_at + table.deadline) / 2 <= now
                table.deadline = max(table.deadline, now + grace)
            self.schedule_ai(table)
            self.remember(table)

    def begin(self) -> None:
        """Starts the clock, and tells of every restored table."""
        for table in list(self._tables.values()):
            aside = table.status is Status.SET_ASIDE
            self.tell(table, Change(ChangeKind.SET_ASIDE if aside else ChangeKind.RESTORED))
        self._alarms.start()

    async def recall(self, game_id: int) -> TableSession | None:
        """A table that may have ended long ago, None if there never was one. Raises TableError."""
        table = self.get(game_id)
        if table is None:
            with refusals(game_id):
                row = await self.store.games.get(game_id)
                if row is not None:
                    table = self._tables.setdefault(game_id, await self._rebuilt(row))
        return table

    async def reload(self, table: TableSession) -> None:
        """Brings a table up to what another process has written meanwhile. Raises SaveFailed."""
        row = await self.store.games.get(table.id)
        if row is None:
            return
        log.warning("Another process has decided in this game", extra={"game": table.id})
        newer = await self._rebuilt(row)
        for column in fields(GameRow):
            setattr(table, column.name, getattr(newer, column.name))
        table.game, table.story, table.answered = newer.game, newer.story, newer.answered
        table.held = None
        self.schedule_ai(table)
        self.tell(table, Change(ChangeKind.RESTORED))

    async def _rebuilt(self, row: GameRow) -> TableSession:
        table = TableSession(**{column.name: getattr(row, column.name) for column in fields(GameRow)})
        if table.interaction_id is not None and table.status is not Status.SET_ASIDE:
            decisions = await self.store.games.decisions(row.id)
            try:
                table.game = _replay(table, decisions)
            except Exception as error:  # whatever it is: this game is set aside, the others are restored
                # The kind of error alone: its text may tell a move, and a move may tell a hand.
                kind = type(error).__name__
                log.error("A game could not be restored and is set aside: %s", kind, extra={"game": table.id})  # noqa: TRY400 - so would a traceback
                table.status, table.deadline = Status.SET_ASIDE, None
                await self.store.games.set_aside(row.id)
        return table


def _replay(table: TableSession, decisions: list[Decision]) -> Game:
    """Plays a table's decisions again, telling its story. Raises Mismatch, or what the rules raise."""
    game = new_game(table)
    table.tell_story(game.table.events)
    for decision in decisions:
        question, move = game.question, Move.parse(decision.move)
        events = game.resign(decision.seat) if move is RESIGN else game.decide(decision.seat, move)
        if game.question != question:
            table.answered = set()
        else:
            table.answered.add(decision.seat)
        table.tell_story([silence(decision.seat), *events] if decision.cause == TIMEOUT else events)
        if digest(game) != decision.checksum:
            raise Mismatch(f"after {move.do} the state is another than it was")
    if len(decisions) != table.decisions or (game.winners is None) is (table.status is Status.OVER):
        raise Mismatch(f"{len(decisions)} decisions were kept of {table.decisions}")
    return game
