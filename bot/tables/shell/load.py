"""Reads from the store: tables, and who begins the next game of a channel."""

from typing import Final

from bot.store import Store
from bot.store.rows import Decision, GameRow, Status
from bot.tables.games.replay import rebuild
from bot.tables.pace import GRACE_SECONDS, half_time
from bot.tables.state import TableState
from bot.tables.transitions.lobby import Beginning
from engine import RULESETS

LATE_HALF_TIME_SECONDS: Final = 5.0
"""If a table is loaded later than this after half time, half time counts as published."""


async def read_state(store: Store, row: GameRow) -> tuple[TableState, list[Decision]]:
    """Returns the table of a row, with its game replayed (see `rebuild`), and its decisions. Raises SaveFailed."""
    decisions = [] if row.status is Status.SET_ASIDE else await store.games.decisions(row.id)
    result = await store.games.result(row.id) if row.status is Status.OVER else None
    state = rebuild(row, decisions, result)
    if result is not None:
        state = state.replace(points=await store.standings.points_of_game(row.id))
    return state, decisions


def with_time(state: TableState, now: float, served_since: float) -> TableState:
    """Returns a table with some time left for its question, if its time ran out while no process served it.

    If the question is older than that, its quiet time begins again.
    """
    if state.deadline is None:
        return state
    whole = state.whole_time()
    # If the machine's clock was set back since, the deadline would be too far away.
    deadline = min(state.deadline, now + whole)
    is_half_over = half_time(state.asked_at, deadline) + LATE_HALF_TIME_SECONDS < now
    deadline = max(deadline, served_since + min(GRACE_SECONDS, whole))
    state = state.replace(deadline=deadline).with_question(is_half_over=is_half_over)
    if state.asked_at < served_since:
        return state.with_quiet_time(now)
    quiet = state.with_quiet_time(min(state.asked_at, now))
    return quiet if (quiet.open_question.quiet_until or 0.0) > now else state


async def beginning_of(state: TableState, store: Store) -> Beginning:
    """Returns the first player and the direction of play, which follow from the last game. Raises SaveFailed."""
    ruleset, direction = RULESETS[state.ruleset], None
    last = await store.game_queries.last_over(state.channel_id)
    if ruleset.reverses:
        same = await store.game_queries.last_over(state.channel_id, state.ruleset)
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
