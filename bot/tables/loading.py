"""Loading: what the store holds of a table, read and made a table again."""

from bot.store import Store
from bot.store.rows import Decision, GameRow, Status
from bot.tables.games.replay import rebuild
from bot.tables.pace import GRACE, half_time
from bot.tables.session import TableSession

RINGING_SECONDS = 5.0
"""The half time of a table that is loaded later than this after it has been published before."""


async def read_table(store: Store, row: GameRow) -> tuple[TableSession, list[Decision]]:
    """Returns the table of a row, its game replayed (see `rebuild`), and its decisions. Raises SaveFailed."""
    began = row.interaction_id is not None and row.status is not Status.SET_ASIDE
    decisions = await store.games.decisions(row.id) if began else []
    result = await store.games.result(row.id) if row.status is Status.OVER else None
    return rebuild(row, decisions, result), decisions


def extend_deadline(table: TableSession, now: float, served_since: float) -> None:
    """Gives a question some time again that ran out while nobody served the table."""
    if table.deadline is not None:
        # If the machine's clock was set back since, the deadline would be too far away.
        table.deadline = min(table.deadline, now + table.whole_time())
        table.reminded = half_time(table.asked_at, table.deadline) + RINGING_SECONDS < now
        table.deadline = max(table.deadline, served_since + min(GRACE, table.whole_time()))
