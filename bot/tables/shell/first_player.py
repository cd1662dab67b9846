"""Who begins a game: depends on the last game in its channel."""

from bot.store import Store
from bot.tables.shell.owned_store import store_refusals
from bot.tables.state import TableState
from bot.tables.transitions.lobby import Beginning
from engine import RULESETS


async def beginning_of(state: TableState, store: Store) -> Beginning:
    """Returns the first player and the direction of play of a game. Raises NotSaved."""
    ruleset, direction = RULESETS[state.ruleset], None
    with store_refusals(state.id):
        last = await store.games.last_over(state.channel_id)
        if ruleset.reverses:
            same = await store.games.last_over(state.channel_id, state.ruleset)
            direction = -(same[0].direction or 1) if same else 1
    is_rematch = last is not None and state.rematch_of == last[0].id
    if last is None or not (is_rematch or ruleset.winner_starts):
        return Beginning(None, direction)
    for winner in (last[0].seats[number] for number in last[1] if not last[0].seats[number].away):
        for seat in state.seats:
            if seat.user_id == winner.user_id and (
                winner.user_id is not None or (is_rematch and seat.name == winner.name)
            ):
                return Beginning(seat.name, direction)
    return Beginning(None, direction)
