"""Windows: how the answers to a claim are collected (referee.md, 'One window, official order')."""

from typing import Final

from engine.ask import Ask, Claim, Rules
from engine.moves import CHALLENGE, PASS, Move
from engine.table import Table

ALLOW_OR_CHALLENGE: Final = (PASS, CHALLENGE)


def window(table: Table, ask: Ask, claim: Claim, *, first_counts: bool = False) -> Rules[int | None]:
    """Collects everybody's answer to a claim; gives the challenger, or None and the answers in `ask.sealed`.

    A challenge settles it at once, or (`challenge_priority: "clockwise"`) when all before the challenger have
    answered. With `first_counts` only the first sealed answer clockwise matters, so those after it are let go.
    """
    options = ask.options
    challenger: int | None = None
    while options:
        seat, move = yield ask
        if move is PASS:
            continue
        if move is CHALLENGE:
            if not table.edition.clockwise:
                return seat
            challenger = seat
        else:
            ask.sealed[seat] = move
            if not first_counts:
                continue
        _let_go_after(options, seat, claim.by, table.edition.seats)
    return challenger


def _let_go_after(options: dict[int, tuple[Move, ...]], seat: int, start: int, seats: int) -> None:
    distance = (seat - start) % seats
    for later in [other for other in options if (other - start) % seats > distance]:
        del options[later]
