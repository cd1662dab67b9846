"""Absences: when in a game an AI began to play for a member, and when the member was back."""

from collections.abc import Mapping, Sequence

from bot.store.rows import Absence, Seat
from bot.tables.state import TableState


def absences_after(
    state: TableState, seats: Mapping[int, Seat], decided: Sequence[int] = ()
) -> tuple[Absence, ...]:
    """Returns a table's absences, with those that begin or end as `seats` change.

    The seats `decided` have taken the decisions that the change comes with, in this order.
    A member is back before deciding anything; what is durable but not shown yet is told later.
    """
    shown = state.decisions - (0 if state.pending is None else len(state.pending.seats))
    added = [
        Absence(state.decisions + decided.index(number) + 1 if becomes.away else shown, number, becomes.away)
        for number, becomes in seats.items()
        if becomes.away is not state.seats[number].away
    ]
    return (*state.absences, *added)
