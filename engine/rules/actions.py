"""Actions: what a player may declare, and the register in which every edition writes its own."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

from engine.ask import Claim, Rules
from engine.moves import PAY, Move, claim
from engine.table import Table

Effect: TypeAlias = Callable[[Table, int, "Act"], Rules[None] | None]
"""What an action does: to the table, for the active player, as declared and answered."""

Aim: TypeAlias = Callable[[Table, int, str], Iterable[Move]]
Answers: TypeAlias = Literal["target", "anyone", "each", "share", "join"]
Needed: TypeAlias = Literal["by", "target", "recipient"]
Endangers: TypeAlias = Literal["target", "targets", "target later"]


@dataclass(frozen=True, slots=True)
class Action:
    """One action as its card has it.

    `price` is paid at the declaration, to the target where `to_target`; `need` must be in hand beside it but is
    not paid. `aim` lists the declarations one may choose. `answers` says who may answer beside challenging:
    the target or anyone (a counteraction that stops it), each target for itself, others who share in it, or
    one who joins; `replies` are those answers, and `single` means that one of them settles the matter.
    `endangers` says whom it costs a card if nobody stops it: its target, everyone it hits, its target at the end
    of that player's next turn, or (None) nobody; a target that pays the actor `ransom` coins is spared.
    Without those `needs` alive, nothing of it can happen. `forfeits`: exposed, all the claimant's coins go to the
    challenger. `rebuttal` may override a block.
    """

    id: str
    role: str | None
    effect: Effect
    aim: Aim
    price: int
    need: int
    answers: Answers | None
    replies: tuple[Move, ...]
    needs: tuple[Needed, ...]
    to_target: bool
    forfeits: bool
    rebuttal: str | None
    volatile: bool
    single: bool
    endangers: Endangers | None
    ransom: int

    def possible(self, table: Table, act: "Act") -> bool:
        """Whether anything of the effect can still happen (rules.md 8, 2.9)."""
        return not table.fallen or all(table.alive >> getattr(act, needed) & 1 for needed in self.needs)


NO_ONE = -1
"""Stands for a seat where an action has no target or recipient."""


class Act(Claim):
    """An action under way, as declared, and what became of it so far.

    `targets` are those it hits one by one, fixed at the declaration; `sealed` the answers that go with it, by
    seat, and `standing` those of them that were opened and stand, with the role claimed. `answered` says whether
    all answers are in, and `endangered` are those who may still lose a card to it.
    """

    __slots__ = (
        "action",
        "answered",
        "endangered",
        "move",
        "recipient",
        "sealed",
        "standing",
        "target",
        "targets",
    )

    def __init__(self, by: int, action: Action, move: Move) -> None:
        self.by = by
        self.role = action.role
        self.kind = "action"
        self.act = None
        self.copy = None
        self.challenger = None
        self.action = action
        self.move = move
        self.target = NO_ONE if move.target is None else move.target
        self.recipient = NO_ONE if move.recipient is None else move.recipient
        self.targets: tuple[int, ...] = ()
        self.sealed: dict[int, Move] = {}
        self.standing: dict[int, str] = {}
        self.answered = False
        self.endangered: tuple[int, ...] = ()

    def spare(self, seat: int) -> None:
        """Takes a seat out of those whom it endangers."""
        self.endangered = tuple([other for other in self.endangered if other != seat])

    def blocked_by(self, seat: int) -> None:
        """Takes those whom a counteraction that stands protects out of those whom it endangers."""
        if self.action.single:
            self.endangered = ()
        else:
            self.spare(seat)


def act_of(claim: Claim) -> Act | None:
    """The action that a claim declares or answers, if any."""
    act = claim if claim.act is None else claim.act
    return act if isinstance(act, Act) else None


Register: TypeAlias = dict[str, Action]


def nobody(table: Table, me: int, action: str) -> Iterable[Move]:
    """Declared without a target."""
    return _bare(action)


class Bar(NamedTuple):
    """A reason for which a player may not choose others as targets: its id, and whom it protects from a player.

    `coup` says whether it protects from a Coup too. The editions declare those that they know.
    """

    reason: str
    protects: Callable[[Table, int], tuple[int, ...]]
    coup: bool


def anyone_else(table: Table, me: int, action: str) -> Iterable[Move]:
    """Declared at anyone else whom no bar protects from a Coup too (rules.md 3.1, 3.2, 5.3)."""
    return _at(action, _free(table, me, table.edition.coup_bars))


def targetable(table: Table, me: int) -> tuple[int, ...]:
    """Whom a player may target, clockwise: everybody else whom no bar protects (rules.md 3.1, 3.2, 5.3)."""
    return _free(table, me, table.edition.bars)


def untargetable(table: Table, me: int) -> dict[int, str]:
    """Whom else a player may not target, clockwise, each with the reason of the first bar that protects it."""
    reasons: dict[int, str] = {}
    for bar in reversed(table.edition.bars):
        reasons |= dict.fromkeys(bar.protects(table, me), bar.reason)
    return {seat: reasons[seat] for seat in table.others(me) if seat in reasons}


def _free(table: Table, me: int, bars: tuple[Bar, ...]) -> tuple[int, ...]:
    others: tuple[int, ...] = table.others(me)
    for bar in bars:
        protected = bar.protects(table, me)
        if protected:
            others = tuple([seat for seat in others if seat not in protected])
    return others


def at_target(table: Table, me: int, action: str) -> Iterable[Move]:
    """Declared at one targetable player."""
    return _at(action, targetable(table, me))


def at_all(table: Table, me: int, action: str) -> Iterable[Move]:
    """Declared at everyone targetable, if there is anyone (rules.md 8, 2.3)."""
    return _bare(action) if targetable(table, me) else ()


def to_recipient(table: Table, me: int, action: str) -> Iterable[Move]:
    """Declared with a recipient: anyone else alive."""
    return _to(action, table.others(me))


@lru_cache(maxsize=64)
def _bare(action: str) -> tuple[Move, ...]:
    return (Move("act", action),)


@lru_cache(maxsize=1024)
def _to(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple([Move("act", action, recipient=seat) for seat in seats])


@lru_cache(maxsize=8192)
def _at(action: str, seats: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple([Move("act", action, seat) for seat in seats])


def write(
    register: Register,
    name: str,
    *,
    role: str | None = "",
    aim: Aim = nobody,
    price: int = 0,
    need: int = 0,
    answers: Answers | None = None,
    counters: tuple[str, ...] = (),
    needs: tuple[Needed, ...] = ("by",),
    to_target: bool = False,
    forfeits: bool = False,
    rebuttal: str | None = None,
    volatile: bool = False,
    endangers: Endangers | None = None,
    ransom: int = 0,
) -> Callable[[Effect], Effect]:
    """Writes an action into a register; the decorated function is its effect.

    Most actions need their actor alive to be carried out (rules.md 2.9); `needs` says what else, or other, does.
    `role` is the action's own name where it is left out, and None for a general action. `volatile`: the
    declarations depend on everybody's coins.
    """

    def record(effect: Effect) -> Effect:
        register[name] = Action(
            id=name,
            role=name if role == "" else role,
            effect=effect,
            aim=aim,
            price=price,
            need=need,
            answers=answers,
            replies=(PAY,) if answers == "join" else tuple(map(claim, counters)),
            needs=needs,
            to_target=to_target,
            forfeits=forfeits,
            rebuttal=rebuttal,
            volatile=volatile,
            single=answers in ("target", "anyone", "join"),
            endangers=endangers,
            ransom=ransom,
        )
        return effect

    return record
