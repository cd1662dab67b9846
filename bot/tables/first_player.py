"""First player: who starts a game, and which way it goes, after the last game of its channel."""

from collections.abc import Sequence

from bot.store.rows import Seat
from bot.tables.registry import Registry, store_refusals
from bot.tables.session import TableSession
from engine import RULESETS


async def first_and_direction(
    registry: Registry, table: TableSession, seats: Sequence[Seat]
) -> tuple[str | None, int | None]:
    """Returns the name of the seat that starts, and which way the game goes, after the last game of its channel.

    Each is None where that is drawn, or the ruleset has one way only. Raises NotSaved.
    """
    ruleset = RULESETS[table.ruleset]
    direction = None
    with store_refusals(table.id):
        last = await registry.store.games.last_over(table.channel_id)
        if ruleset.reverses:
            same = await registry.store.games.last_over(table.channel_id, table.ruleset)
            direction = -(same[0].direction or 1) if same else 1
    if last is None:
        return None, direction
    again = table.rematch_of == last[0].id
    if not again and not ruleset.winner_starts:
        return None, direction
    for winner in (last[0].seats[number] for number in last[1] if not last[0].seats[number].away):
        for seat in seats:
            if seat.user_id == winner.user_id and (
                winner.user_id is not None or (again and seat.name == winner.name)
            ):
                return seat.name, direction
    return None, direction
