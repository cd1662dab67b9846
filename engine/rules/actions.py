"""Actions: who may be their target, and how the editions add them to their registers."""

from collections.abc import Callable
from typing import Concatenate, Final, ParamSpec

from engine.moves import Move
from engine.table.table import Action, Aim, Bar, Effect, Register, Table

P = ParamSpec("P")


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


def _at_once(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return (Move("act", action),) if seats else ()


anyone_else: Final[Aim] = (_coupable, at)
"""A declaration for each other player whom no rule protects from a Coup (rules.md 3.1, 3.2, 5.3)."""
at_target: Final[Aim] = (targetable, at)
"""A declaration for each player who may be targeted."""
at_all: Final[Aim] = (targetable, _at_once)
"""One declaration that hits all players who may be targeted; none if nobody may (rules.md 8, 2.3)."""
to_recipient: Final[Aim] = (Table.others, _to)
"""A declaration for each other living player, as the recipient."""


def _writing(
    make: Callable[Concatenate[Effect, P], Action],
) -> Callable[Concatenate[Register, P], Callable[[Effect], Effect]]:
    def write(register: Register, *name: P.args, **facts: P.kwargs) -> Callable[[Effect], Effect]:
        def record(effect: Effect) -> Effect:
            action = make(effect, *name, **facts)
            register[action.id] = action
            return effect

        return record

    return write


write: Final = _writing(Action)
"""Adds an action to an edition's actions: `@write(REGISTER, "name", ..)`, with the facts of an `Action`.

The decorated function is its effect.
"""
