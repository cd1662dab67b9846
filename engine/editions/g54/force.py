"""The force roles (rules.md 4), and what becomes of the mercenary's Disappear tokens (3.4)."""

from typing import Final

from engine.moves import PASS, PAY, REFUSE, claim
from engine.rules.actions import at, at_all, at_target, targetable, write
from engine.rules.claim_opening import can_claim, pay_tax
from engine.rules.claims import contest
from engine.rules.lives import DISAPPEAR, lose_life, take_life
from engine.table.questions import Ask, Claim, Rules
from engine.table.table import Act, Register, Table

FORCE: Final[Register] = {}
CONTRACT: Final = 5
RANSOM: Final = 2
DISAPPEAR_TOKENS: Final = 3


@write(
    FORCE,
    "guerrilla",
    price=4,
    aim=at_target,
    answers="target",
    counters=("guerrilla",),
    needs=("target",),
    endangers="target",
)
def guerrilla(table: Table, me: int, act: Act) -> Rules[None] | None:
    """Pay 4: the target loses a life; countered by the target's guerrilla."""
    return None if act.standing else take_life(table, act, act.target)


@write(
    FORCE,
    "judge",
    price=3,
    to_target=True,
    aim=at_target,
    answers="target",
    counters=("judge",),
    needs=("target",),
    endangers="target",
)
def judge(table: Table, me: int, act: Act) -> Rules[None] | None:
    """Give 3 to the target, who loses a life; countered by the target's judge, who keeps the 3."""
    return None if act.standing else take_life(table, act, act.target)


@write(FORCE, "general", price=5, aim=at_all, answers="each", counters=("general",), needs=(), endangers="targets")
def general(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 5: everyone else loses a life, except players who claim general and are not exposed."""
    for victim in act.targets:
        if victim not in act.standing:
            yield from take_life(table, act, victim)


@write(
    FORCE,
    "crime_boss",
    need=CONTRACT,
    aim=at_target,
    needs=("by", "target"),
    endangers="target",
    ransom=RANSOM,
)
def crime_boss(table: Table, me: int, act: Act) -> Rules[None]:
    """The target may pay the boss 2; otherwise the boss pays 5 and the target loses a life."""
    target = act.target
    if table.coins[me] < CONTRACT:
        return
    if table.coins[target] >= RANSOM:
        move = yield Ask("ransom", {target: (PAY, REFUSE)}, act)
        if move is PAY:
            table.transfer(target, me, RANSOM)
            return
    table.pay(me, CONTRACT, "price")
    yield from take_life(table, act, target)


def _victims(table: Table, me: int) -> tuple[int, ...]:
    return targetable(table, me) if len(table.tokens.disappear) < DISAPPEAR_TOKENS else ()


@write(
    FORCE,
    "mercenary",
    price=3,
    aim=(_victims, at),
    answers="target",
    counters=("mercenary",),
    needs=("target",),
    endangers="target later",
)
def mercenary(table: Table, me: int, act: Act) -> None:
    """Pay 3: put a Disappear token on the target, unless it claims mercenary and is not exposed."""
    if not act.standing:
        tokens = (*table.tokens.disappear, (act.target, me))
        table.tokens = table.tokens._replace(disappear=tokens)
        table.events.append({"type": "token", "name": "disappear", "by": me, "on": act.target})


def disappear(table: Table) -> Rules[None] | None:
    """At the end of a player's turn each Disappear token on it costs a life, unless a claim averts it (4)."""
    tokens = [token for token in table.tokens.disappear if token[0] == table.turn]
    return _take_effect(table, table.turn, tokens) if tokens else None


def _take_effect(table: Table, me: int, tokens: list[tuple[int, int]]) -> Rules[None]:
    for token in tokens:
        if not table.is_present(me):
            return
        if not (yield from _ask_to_defuse(table, me)):
            yield from lose_life(table, me, DISAPPEAR)
        if table.alive >> me & 1:
            left = list(table.tokens.disappear)
            left.remove(token)
            table.tokens = table.tokens._replace(disappear=tuple(left))
            table.events.append({"type": "token", "name": "disappear", "by": token[1], "on": me, "off": True})


def _ask_to_defuse(table: Table, me: int) -> Rules[bool]:
    if not can_claim(table, me, "mercenary"):
        return False
    move = yield Ask("defuse", {me: (PASS, claim("mercenary"))})
    if move is PASS:
        return False
    pay_tax(table, me, "mercenary")
    table.events.append({"type": "claim", "by": me, "role": "mercenary", "kind": "defuse"})
    opened = Claim(me, "mercenary", "defuse")
    return (yield from contest(table, opened, table.others(me))) is not None
