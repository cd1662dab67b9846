"""Actions: who may be their target, how the editions add them to their registers, and the tax on a role."""

from collections.abc import Callable
from typing import Final

from engine.moves import PAY, Move, claim
from engine.table.declarations import Declarations
from engine.table.table import Action, Aim, Answers, Bar, Dearer, Effect, Endangers, Needed, Register, Table


def targetable(table: Table, me: int) -> tuple[int, ...]:
    """Returns the seats that a player may target, clockwise: those that no rule protects (3.1, 3.2, 5.3)."""
    bars = table.edition.bars
    return _free(table, me, bars) if bars else table.others(me)


def able_to_block(table: Table, me: int) -> tuple[int, ...]:
    """Returns the other players whom no rule keeps from blocking what a player does, clockwise (rules.md 9.2)."""
    return _free(table, me, table.edition.block_bars)


def untargetable(table: Table, me: int) -> dict[int, str]:
    """Returns the seats that a player may not target, clockwise; the reason is that of the first bar."""
    bars = [(bar.reason, bar.protects(table, me)) for bar in reversed(table.edition.bars)]
    return {seat: reason for seat in table.others(me) for reason, seats in bars if seats >> seat & 1}


def _free(table: Table, me: int, bars: tuple[Bar, ...]) -> tuple[int, ...]:
    protected = 0
    for bar in bars:
        protected |= bar.protects(table, me)
    return table.others_except(me, protected)


def _coupable(table: Table, me: int) -> tuple[int, ...]:
    return _free(table, me, table.edition.coup_bars)


def at(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    """Returns a declaration for each target."""
    return tuple([Move("act", action, seat) for seat in seats])


def _to(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple([Move("act", action, recipient=seat) for seat in seats])


def _bare(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return (Move("act", action),)


def _at_once(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return (Move("act", action),) if seats else ()


nobody: Final[Aim] = (None, _bare)
"""The only declaration of an action that has no target."""
anyone_else: Final[Aim] = (_coupable, at)
"""A declaration for each other player whom no rule protects from a Coup (rules.md 3.1, 3.2, 5.3)."""
at_target: Final[Aim] = (targetable, at)
"""A declaration for each player who may be targeted."""
at_all: Final[Aim] = (targetable, _at_once)
"""One declaration that hits all players who may be targeted; none if nobody may (rules.md 8, 2.3)."""
to_recipient: Final[Aim] = (Table.others, _to)
"""A declaration for each other living player, as the recipient."""


def write(
    register: Register,
    name: str,
    *,
    role: str | None = "",
    denied: str | None = None,
    aim: Aim = nobody,
    price: int = 0,
    surcharge: int = 0,
    dearer: Dearer | None = None,
    need: int = 0,
    names: str | None = None,
    shows: int = 0,
    answers: Answers | None = None,
    counters: tuple[str, ...] = (),
    needs: tuple[Needed, ...] = ("by",),
    to_target: bool = False,
    forfeits: bool = False,
    rebuttal: str | None = None,
    endangers: Endangers | None = None,
    ransom: int = 0,
) -> Callable[[Effect], Effect]:
    """Adds an action to an edition's actions; the decorated function is its effect.

    `role` is the action's own name by default, and None for a general action. `needs` says who must be
    alive for the action to be carried out: by default its actor (rules.md 2.9). `Action` describes the rest.
    """

    among, declare = aim
    declarations = Declarations(name, declare)

    def record(effect: Effect) -> Effect:
        register[name] = Action(
            id=name,
            role=name if role == "" else role,
            denied=denied,
            effect=effect,
            among=among,
            declarations=declarations,
            bare=declarations[()] if among is None else (),
            price=price,
            surcharge=surcharge,
            dearer=dearer,
            need=need,
            names=names,
            shows=shows,
            answers=answers,
            replies=(PAY,) if answers == "join" else tuple(map(claim, counters)),
            needs=needs,
            to_target=to_target,
            forfeits=forfeits,
            rebuttal=rebuttal,
            single=answers in ("target", "anyone", "join"),
            endangers=endangers,
            ransom=ransom,
            cost=price + need,
        )
        return effect

    return record


# The tax on a role (rules.md 3.3)


def can_claim(table: Table, seat: int, role: str | None, besides: int = 0) -> bool:
    """Whether a player can pay `besides` coins and, if the role is taxed, one coin of tax."""
    return table.coins[seat] >= (besides if table.tokens.tax is None else besides + tax_on(table, seat, role))


def tax_on(table: Table, seat: int, role: str | None) -> int:
    """Returns how many coins of tax a claim of a role costs a player, 0 or 1."""
    tax = table.tokens.tax
    return int(tax is not None and tax[1] == role and tax[0] != seat)


def pay_tax(table: Table, seat: int, role: str) -> bool:
    """Pays the tax on a role, if any is due. Returns False if the player cannot pay; then the claim is dropped."""
    tax = table.tokens.tax
    if tax is None or tax[1] != role or tax[0] == seat:
        return True
    if not table.coins[seat]:
        table.events.append({"type": "lapsed", "by": seat, "role": role})
        return False
    table.coins[seat] -= 1
    table.coins[tax[0]] += 1
    table.events.append({"type": "paid", "by": seat, "amount": 1, "why": "tax", "recipient": tax[0]})
    return True
