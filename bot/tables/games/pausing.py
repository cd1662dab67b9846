"""Pausing: a running game stands still, because its channel is out of reach or because everybody in it is away."""

import logging
from dataclasses import replace
from typing import Final

from bot.store.rows import Status
from bot.tables.changes import Change, ChangeKind
from bot.tables.events import back
from bot.tables.games.absences import absences_after
from bot.tables.refusals.games import AllAway, IsPaused, NotPaused
from bot.tables.registry import Registry
from bot.tables.session import AWAY, TableSession

log = logging.getLogger(__name__)

AWAY_LIFE: Final = 7 * 86400.0
"""Seconds after which a game is closed whose players all stay away."""


async def pause(registry: Registry, table: TableSession, cause: str) -> None:
    """Stops the clock of a running game, whose lock is held. Raises Refusal."""
    due = registry.clock.now() + AWAY_LIFE if cause == AWAY else None
    await registry.save(
        table, replace(table.row(), status=Status.PAUSED, deadline=None, paused_for=cause, due=due)
    )
    table.ai_due = {}
    log.info("The game is paused: %s", cause, extra={"game": table.id, "guild": table.guild_id})
    registry.publish(table, Change(ChangeKind.PAUSED, cause=cause))


async def resume(registry: Registry, table: TableSession, returned: int | None = None) -> None:
    """Goes on, the lock being held; the question that stands gets its whole time again. Raises Refusal.

    `returned` is the seat of the player who is back with that.
    """
    if table.status is not Status.PAUSED or table.game is None:
        raise NotPaused
    now = registry.clock.now()
    deadline = now + table.seconds(table.game)
    seats = [
        replace(seat, away=False, missed=0) if number == returned else seat
        for number, seat in enumerate(table.seats)
    ]
    again = replace(
        table.row(),
        status=Status.PLAYING,
        paused_for=None,
        asked_at=now,
        deadline=deadline,
        seats=seats,
        absences=[*absences_after(table, dict(enumerate(seats)))],
    )
    await registry.save(table, again, table.game)
    if returned is not None:
        table.add_story([back(returned)])
    table.reminded = False
    registry.schedule_ai(table)
    registry.publish(table, Change(ChangeKind.RESUMED))


def check_not_paused(table: TableSession) -> None:
    """Raises AllAway or IsPaused at a table that is paused."""
    if table.status is Status.PAUSED:
        raise AllAway if table.awaits_members else IsPaused
