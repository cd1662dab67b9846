"""Absences: when in a game an AI began to play for a member, and when the member was back."""

from collections.abc import Mapping, Sequence

from bot.store.rows import Absence, Seat
from bot.tables.session import TableSession


def absences_after(
    table: TableSession, seats: Mapping[int, Seat], decided: Sequence[int] = ()
) -> tuple[Absence, ...]:
    """A table's absences, and those that begin or end as `seats` change with the decisions of the seats `decided`.

    A member is back before deciding anything; what is durable but not shown yet is told later.
    """
    shown = table.decisions - (0 if table.held is None else len(table.held.seats))
    added = [
        Absence(table.decisions + decided.index(number) + 1 if becomes.away else shown, number, becomes.away)
        for number, becomes in seats.items()
        if becomes.away is not table.seats[number].away
    ]
    return (*table.absences, *added)
