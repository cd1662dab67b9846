"""The anarchist, and the Bomb that is handed on until it goes off or is defused (rules.md 10.6)."""

from typing import Final

from engine.moves import PASS, Move, claim
from engine.rules.actions import at_target, targetable, write
from engine.rules.claim_opening import can_claim, pay_tax
from engine.rules.claims import contest
from engine.rules.lives import take_life
from engine.table.questions import NO_ONE, Ask, Claim, Rules
from engine.table.table import Act, Register, Table

BOMB: Final[Register] = {}


@write(BOMB, "anarchist", role=None, price=3, aim=at_target, endangers="target")
def anarchist(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 3: the Bomb lies before the target, who may claim anarchist to defuse it or to hand it on."""
    held: tuple[int, ...] = (me,)
    holder = act.target
    while table.is_present(holder):
        held = _place(table, act, held, holder)
        move = yield from _claim(table, act, held)
        if move is None:
            if table.is_present(holder):
                table.events.append({"type": "exploded", "by": holder})
                yield from take_life(table, act, holder)
            break
        if move.target is None:
            table.events.append({"type": "defused", "by": holder})
            break
        holder = move.target
    if table.tokens.bomb:
        _take_off(table)


def _place(table: Table, act: Act, held: tuple[int, ...], holder: int) -> tuple[int, ...]:
    held = (*held, holder)
    table.tokens = table.tokens._replace(bomb=held)
    act.endangered = (holder,)
    table.events.append({"type": "token", "name": "bomb", "by": held[-2], "on": holder})
    return held


def _take_off(table: Table) -> None:
    holder = table.tokens.bomb[-1]
    table.tokens = table.tokens._replace(bomb=())
    table.events.append({"type": "token", "name": "bomb", "by": holder, "on": holder, "off": True})


def _claim(table: Table, act: Act, held: tuple[int, ...]) -> Rules[Move | None]:
    """Asks the holder of the Bomb for a claim. Returns the claim if it stands, None if there is none."""
    holder = held[-1]
    if not can_claim(table, holder, "anarchist"):
        return None
    to_others = [seat for seat in targetable(table, holder) if seat not in held]
    ways = (PASS, claim("anarchist"), *(Move("claim", target=seat, role="anarchist") for seat in to_others))
    move = yield Ask("bomb", {holder: ways}, act)
    if move is PASS:
        return None
    pay_tax(table, holder, "anarchist")
    target = NO_ONE if move.target is None else move.target
    opened = Claim(holder, "anarchist", "bomb", act, target)
    told = {} if move.target is None else {"target": target}
    table.events.append({"type": "claim", "by": holder, "role": "anarchist", "kind": "bomb", **told})
    return None if (yield from contest(table, opened, table.others(holder))) is None else move
