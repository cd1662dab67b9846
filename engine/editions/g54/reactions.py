"""Roles that react: missionary and intellectual to a life lost, lawyer to a death (rules.md 4.2, 4.3)."""

from typing import Final

from engine.moves import PASS, Move, claim
from engine.rules.claim_opening import Window, can_claim, pay_tax
from engine.rules.claims import contest
from engine.rules.lives import COUP
from engine.table.questions import Claim, Rules
from engine.table.table import LossClaim, Table

COMPENSATION: Final = 5
_SHARE_OR_NOT: Final = (PASS, claim("lawyer"))


def _missionary(table: Table, seat: int) -> None:
    drawn = table.draw_up_to(1)
    table.set_hand(seat, (*table.hands[seat], *drawn))
    table.events.append({"type": "replaced", "by": seat})
    table.events.append({"type": "drew", "by": seat, "cards": drawn, "to": (seat,)})


def _intellectual(table: Table, seat: int) -> None:
    table.gain(seat, COMPENSATION)


LOSS_CLAIMS: Final = {
    "missionary": LossClaim(lambda table, cause: cause != COUP and bool(table.deck), _missionary, replaces=True),
    "intellectual": LossClaim(lambda table, cause: True, _intellectual),
}
"""Missionary: draw a card for the life, but not on a Coup. Intellectual: take 5 coins for it, always."""


def estates(table: Table) -> Rules[None] | None:
    """Lawyer: the living may claim a share in each estate of the turn, in order of death (rules.md 4.3)."""
    return _settle_all(table) if table.frozen else None


def _settle_all(table: Table) -> Rules[None]:
    while table.frozen:
        dead = table.frozen[0]
        if table.coins[dead]:
            yield from _settle(table, dead)
        table.frozen = table.frozen[1:]


def _settle(table: Table, dead: int) -> Rules[None]:
    estate = Claim(dead, None, "estate")
    options: dict[int, tuple[Move, ...]] = {
        seat: _SHARE_OR_NOT for seat in table.from_active() if can_claim(table, seat, "lawyer")
    }
    window = Window(table, estate, options, "estate")
    if options:
        yield window
    standing: list[int] = []
    table.sealed = window.sealed
    for seat in table.from_active():
        if (
            table.sealed.pop(seat, None) is None
            or not table.is_present(seat)
            or not pay_tax(table, seat, "lawyer")
        ):
            continue
        table.events.append({"type": "claim", "by": seat, "role": "lawyer", "kind": "estate", "of": dead})
        if (yield from contest(table, Claim(seat, "lawyer", "estate"), table.others(seat))) is not None:
            standing.append(seat)
    heirs = [seat for seat in standing if table.alive >> seat & 1]
    amount = table.coins[dead]
    table.coins[dead] = 0
    share = amount // len(heirs) if heirs else 0
    for heir in heirs:
        table.coins[heir] += share
    table.events.append({"type": "estate", "of": dead, "amount": amount, "share": share, "shared": tuple(heirs)})
