"""The special interest roles that have an action (rules.md 4), and the tokens that some place (3)."""

from typing import Final

from engine.moves import PASS, Move, claim
from engine.rules.actions import at_all, at_target, targetable, to_recipient, write
from engine.rules.claim_opening import Window, can_claim
from engine.rules.claims import RIOT_SHARE, open_claims
from engine.rules.lives import take_life
from engine.table.questions import Rules
from engine.table.table import Act, Aim, Bar, Register, Table

SPECIAL_INTEREST: Final[Register] = {}


@write(SPECIAL_INTEREST, "peacekeeper")
def peacekeeper(table: Table, me: int, act: Act) -> None:
    """Take 1 coin and the Peacekeeping token: its holder cannot be targeted."""
    table.gain(me, 1)
    table.tokens = table.tokens._replace(peacekeeping=me)
    table.events.append({"type": "token", "name": "peacekeeping", "by": me})


def _holder(table: Table, me: int) -> int:
    holder = table.tokens.peacekeeping
    return 0 if holder is None else 1 << holder


PEACEKEEPING: Final = Bar("peacekeeping", _holder, coup=False)
"""The holder of the Peacekeeping token cannot be targeted, except by a Coup (rules.md 3.1)."""


def _roles(table: Table, me: int) -> tuple[str, ...]:
    return table.edition.roles


def _naming(action: str, roles: tuple[str, ...]) -> tuple[Move, ...]:
    return tuple([Move("act", action, role=role) for role in roles])


any_role: Final[Aim] = (_roles, _naming)
"""A declaration for each role in play."""


@write(SPECIAL_INTEREST, "customs_officer", aim=any_role, names="taxed_role")
def customs_officer(table: Table, me: int, act: Act) -> None:
    """Tax a role: whoever claims it pays you 1 coin first."""
    role = act.move.role or ""
    table.tokens = table.tokens._replace(tax=(me, role))
    table.events.append({"type": "token", "name": "tax", "by": me, "role": role})


@write(SPECIAL_INTEREST, "foreign_consular", aim=to_recipient, needs=("by", "recipient"))
def foreign_consular(table: Table, me: int, act: Act) -> None:
    """A treaty with the recipient: you cannot target each other, nor coup."""
    table.tokens = table.tokens._replace(treaty=(me, act.recipient))
    table.events.append({"type": "token", "name": "treaty", "by": me, "on": act.recipient})


def _ally(table: Table, me: int) -> int:
    treaty = table.tokens.treaty
    if treaty is None or me not in treaty or table.sides_left() <= len(treaty):
        return 0
    return 1 << treaty[0] | 1 << treaty[1]


TREATY: Final = Bar("treaty", _ally, coup=True)
"""Two players with a treaty cannot target each other while anybody else is alive (rules.md 3.2)."""


@write(SPECIAL_INTEREST, "priest", aim=at_all, answers="each", counters=("priest",))
def priest(table: Table, me: int, act: Act) -> None:
    """Everyone else gives you 1 coin, except players who claim priest and are not exposed."""
    for giver in act.targets:
        if giver not in act.standing:
            table.transfer(giver, me, 1)


@write(
    SPECIAL_INTEREST,
    "politician",
    aim=at_target,
    answers="target",
    counters=("politician",),
    needs=("by", "target"),
)
def politician(table: Table, me: int, act: Act) -> None:
    """Take up to 2 coins from the target; countered by the target's politician."""
    if not act.standing:
        table.transfer(act.target, me, 2)


def _richest_and_poorest(table: Table, me: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    coins, living = table.coins, (me, *table.others(me))
    held = [coins[seat] for seat in living]
    most, least = max(held), min(held)
    richest = tuple([seat for seat in (me, *targetable(table, me)) if coins[seat] == most])
    return richest, tuple([seat for seat in living if coins[seat] == least])


def _between(action: str, between: tuple[tuple[int, ...], tuple[int, ...]]) -> tuple[Move, ...]:
    givers, takers = between
    return tuple([Move("act", action, giver, taker) for giver in givers for taker in takers if taker != giver])


@write(
    SPECIAL_INTEREST,
    "communist",
    aim=(_richest_and_poorest, _between),
    answers="target",
    counters=("communist",),
    needs=("target", "recipient"),
)
def communist(table: Table, me: int, act: Act) -> None:
    """Take up to 3 coins from the richest for the poorest; countered by the richest's communist."""
    if not act.standing:
        table.transfer(act.target, act.recipient, 3)


@write(
    SPECIAL_INTEREST, "protestor", price=2, aim=at_target, answers="join", needs=("target",), endangers="target"
)
def protestor(table: Table, me: int, act: Act) -> Rules[None]:
    """Pay 2: if another player pays 3 to join the riot, the target loses a life.

    It may claim protestor to be spared.
    """
    target = act.target
    joiner = next(
        (seat for seat in table.others(me) if seat in table.sealed and table.coins[seat] >= RIOT_SHARE), None
    )
    if joiner is None:
        table.events.append({"type": "lapsed", "by": me, "action": "protestor"})
        return
    table.pay(joiner, RIOT_SHARE, "join")
    table.events.append({"type": "joined", "by": joiner, "of": me})
    if can_claim(table, target, "protestor"):
        window = Window(table, act, {target: (PASS, claim("protestor"))})
        yield window
        table.sealed = window.sealed
        yield from open_claims(table, act)
    if not act.standing:
        yield from take_life(table, act, target)
