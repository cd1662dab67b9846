"""Questions: what the rules ask, which seats they ask, and every legal answer."""

from collections.abc import Generator
from typing import Final, TypeAlias, TypeVar

from engine.catalogue import SPECIAL_COPIES
from engine.moves import PAY, Move

T = TypeVar("T")

WINDOW_PROMPTS: Final = frozenset(("respond", "defuse", "estate"))
"""Prompts whose answers are the same for everyone asked, whoever holds what: claim or challenge, or let it be."""

_PRIVATE_PROMPTS: Final = frozenset(("prove", "lose", "keep", "give", "show"))


class Claim:
    """A claim lying open on the table, and the context that a decision about it is taken in.

    `role` None is a blockable action that claims nothing (foreign aid). `kind`: action, counteraction,
    additional, rebuttal, loss, defuse or estate. `act` is the action it answers, if any; `copy` the very
    card that alone proves it (rules.md 6.3); `challenger` who challenged, if anybody did.
    """

    __slots__ = ("act", "by", "challenger", "copy", "kind", "role")

    def __init__(
        self, by: int, role: str | None, kind: str, act: "Claim | None" = None, copy: str | None = None
    ) -> None:
        self.by = by
        self.role = role
        self.kind = kind
        self.act = act
        self.copy = copy
        self.challenger: int | None = None

    def proof(self, hand: tuple[str, ...]) -> str | None:
        """The card of a hand that proves the claim, None if none does; a plain copy before a special one."""
        if self.copy is not None:
            return self.copy if self.copy in hand else None
        return proof_of(self.role, hand)


def proof_of(role: str | None, hand: tuple[str, ...]) -> str | None:
    """The card of a hand that proves a claim of a role, None if none does; a plain copy before a special one."""
    if role in hand:
        return role
    special = SPECIAL_COPIES.get(role)
    return special if special in hand else None


class Ask:
    """One question: the prompt of referee.md, and the options of each seat that still owes an answer.

    Seats stand in the order they are asked in. `claim` is the claim it is about, `cause` why a life is lost.
    """

    __slots__ = ("cause", "claim", "options", "prompt")

    def __init__(
        self,
        prompt: str,
        options: dict[int, tuple[Move, ...]],
        claim: Claim | None = None,
        cause: str | None = None,
    ) -> None:
        self.prompt = prompt
        self.options = options
        self.claim = claim
        self.cause = cause

    @property
    def window(self) -> bool:
        """Whether this is a window: everyone asked is offered the same answers, whoever holds what."""
        return self.prompt in WINDOW_PROMPTS

    @property
    def private(self) -> bool:
        """Whether the options depend on cards that only their owner may see."""
        return self.prompt in _PRIVATE_PROMPTS

    @property
    def untouched(self) -> bool:
        """Whether everyone to whom it was put still owes an answer."""
        return True

    def settled_by(self, seat: int, move: Move) -> bool:
        """Records a seat's answer. Returns whether it settles the question; else more answers are awaited."""
        del self.options[seat]
        return True

    def default(self, seat: int) -> int:
        """The index of the option that a timeout takes (rules.md 2.12): the first, but `pay` before a life."""
        options = self.options[seat]
        return len(options) - 1 if self.prompt == "lose" and options[-1] is PAY else 0


Rules: TypeAlias = Generator[Ask, Move, T]
"""A rule: yields each question it needs to ask, is sent the move that settled it, and returns a T in the end."""
