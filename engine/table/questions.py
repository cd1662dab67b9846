"""Questions: what the rules ask, which seats they ask, and every legal answer."""

from collections.abc import Generator
from functools import cache
from typing import Any, Final, TypeAlias, TypeVar

from engine.catalogue import SPECIAL_COPIES
from engine.moves import PAY, Move

T = TypeVar("T")

NO_ONE: Final = -1
"""The number in place of a seat when an action or a claim has no target or no recipient."""

WINDOW_PROMPTS: Final = frozenset(("respond", "defuse", "estate", "bomb"))
"""Prompts with the same options for everyone asked, whatever cards they hold: claim, challenge or pass."""

_PRIVATE_PROMPTS: Final = frozenset(("prove", "lose", "keep", "give", "show"))


class Claim:
    """A claim that lies open on the table, with the facts that a decision about it needs.

    `role` None is an action that claims to hold no role. It may be blockable (foreign aid), or claim not to hold
    the role `denied` (9.4). `kind`: action, counteraction, additional, rebuttal, loss, defuse, bomb or estate.
    `act` is the action that the claim answers, if any; `target` the seat to which the Bomb is handed, if any;
    `challenger` is the seat that challenged the claim, if any.
    """

    __slots__ = ("act", "by", "challenger", "denied", "kind", "role", "target")

    def __init__(
        self, by: int, role: str | None, kind: str, act: "Claim | None" = None, target: int = NO_ONE
    ) -> None:
        self.by = by
        self.role = role
        self.kind = kind
        self.act = act
        self.target = target
        self.denied: str | None = None
        self.challenger: int | None = None

    def proof(self, hand: tuple[str, ...]) -> tuple[str, ...]:
        """Returns the cards that prove the claim when they are shown, () if the hand cannot prove it."""
        if self.denied is not None:
            return hand if proof_of(self.denied, hand) is None else ()
        card = proof_of(self.role, hand, self.kind)
        return () if card is None else (card,)


def proof_of(role: str | None, cards: tuple[str, ...], kind: str = "action") -> str | None:
    """Returns the card among `cards` that proves a claim of a role, None if none does: then the claim is a lie.

    `cards` are the claimant's hand, or, for a claim of kind "loss", the one card put aside (rules.md 4.2).

    >>> proof_of("duke", ("captain", "duke"))
    'duke'
    >>> proof_of("contessa", ("contessa*", "duke"))
    'contessa*'
    >>> proof_of("contessa", ("contessa", "duke"), "rebuttal") is None
    True
    """
    for card in proving_cards(role, kind):
        if card in cards:
            return card
    return None


@cache
def proving_cards(role: str | None, kind: str) -> tuple[str, ...]:
    """Returns the cards that prove a claim of a role, a plain copy before a special one.

    Only the special copy proves a claim of kind "rebuttal" (rules.md 6.3).
    """
    cards = () if kind == "rebuttal" else (role,)
    return tuple(card for card in (*cards, SPECIAL_COPIES.get(role)) if card is not None)


class Ask:
    """One question: the prompt of referee.md, and the options of each seat that still owes an answer.

    `offered` has the options of every seat that was asked. Seats are in the order in which they are asked. `claim`
    is the claim in question, if any; `cause` says why a life is lost. `public` keeps what everybody sees while the
    question is open, once a view has shown it.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], first="Ada")
    >>> events = game.decide(0, Move("act", "foreign_aid"))
    >>> game.ask.prompt, game.ask.options[1]
    ('respond', (Move<pass>, Move<claim role=duke>))
    >>> game.ask.window, game.ask.private, game.ask.default(1)
    (True, False, 0)
    """

    __slots__ = ("cause", "claim", "offered", "options", "prompt", "public")

    def __init__(
        self,
        prompt: str,
        options: dict[int, tuple[Move, ...]],
        claim: Claim | None = None,
        cause: str | None = None,
    ) -> None:
        self.prompt = prompt
        self.options = self.offered = options
        self.claim = claim
        self.cause = cause
        self.public: dict[str, Any] | None = None

    @property
    def window(self) -> bool:
        """Whether this is a window: everyone asked has the same options, whatever cards they hold."""
        return self.prompt in WINDOW_PROMPTS

    @property
    def private(self) -> bool:
        """Whether the options depend on cards that only their owner may see."""
        return self.prompt in _PRIVATE_PROMPTS

    def settled_by(self, seat: int, move: Move) -> bool:
        """Records a seat's answer. Returns whether that settles the question: always, if one seat is asked."""
        return True

    def default(self, seat: int) -> int:
        """Returns the index of the option that a timeout chooses (2.12): `pay` to save a life, else the first."""
        options = self.options[seat]
        return len(options) - 1 if self.prompt == "lose" and options[-1] is PAY else 0


Rules: TypeAlias = Generator[Ask, Move, T]
"""A rule: yields each question it needs to ask, is sent the move that settled it, and finally returns a T."""
