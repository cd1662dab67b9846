"""Absences: an AI plays for a member who let the time run out too often, until the member answers again."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.store.rows import Absence, Seat
from bot.tables.standing_orders import EVERY_ROUND
from bot.tables.state import PLAYER, TIMEOUT, TableState
from bot.tables.story import seat_event

TIMEOUTS_UNTIL_AWAY: Final = 3
"""Timeouts in a row after which an AI plays for a seat."""


def end_absence(seat: Seat) -> Seat:
    """Returns the seat of a member who plays again."""
    return replace(seat, missed=0, away=False)


def seats_after(state: TableState, decided: Iterable[tuple[int, str]]) -> dict[int, Seat]:
    """Returns the seats that decisions change; `decided` has the seat and the cause of each.

    An answer of the member ends an absence and resets the count of timeouts. Standing orders end when an absence
    begins, and those of every round with the first timeout.
    """
    changed: dict[int, Seat] = {}
    for number, cause in decided:
        seat = state.seats[number]
        if not seat.is_member:
            continue
        if cause == PLAYER and (seat.missed or seat.away):
            changed[number] = end_absence(seat)
        elif cause == TIMEOUT and not seat.away:
            is_away = is_last_timeout(seat) and not state.resigns
            orders = () if is_away or EVERY_ROUND in seat.orders else seat.orders
            changed[number] = replace(seat, missed=seat.missed + 1, away=is_away, orders=orders)
    return changed


def with_absences(state: TableState, changed: Mapping[int, Seat], decided: Sequence[int] = ()) -> TableState:
    """Returns the table with changed seats, and with the absences that begin or end with the change.

    `decided` are the seats of the decisions that come with the change, in order. An absence ends before its
    member's decision. This function adds members who are back to the story; `default_answers` adds members who are
    away.
    """
    if not changed:
        return state
    pending = state.open_question.pending
    shown = state.decisions - (0 if pending is None else len(pending.seats))
    absences = [
        Absence(state.decisions + decided.index(number) + 1 if seat.away else shown, number, seat.away)
        for number, seat in changed.items()
        if seat.away is not state.seats[number].away
    ]
    back_again = [absence.seat for absence in absences if not absence.is_away]
    ai_due = {seat: moment for seat, moment in state.open_question.ai_due.items() if seat not in back_again}
    return (
        state.replace(absences=(*state.absences, *absences))
        .with_seats(changed)
        .with_question(ai_due=ai_due)
        .with_events(seat_event("back", seat) for seat in back_again)
    )


def is_last_timeout(seat: Seat) -> bool:
    """Returns whether one more timeout makes the member of a seat absent."""
    return seat.missed + 1 >= TIMEOUTS_UNTIL_AWAY
