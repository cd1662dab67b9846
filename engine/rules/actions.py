"""Actions: who may be their target, and how the editions add them to their registers."""

from collections.abc import Callable
from typing import Final

from engine.moves import PAY, Move, claim
from engine.table.table import (
    Action,
    Aim,
    Answers,
    Bar,
    Dearer,
    Declarations,
    Effect,
    Endangers,
    Needed,
    Register,
    Table,
)


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
