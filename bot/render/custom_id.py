"""Custom ids of controls: what a click means, in at most 100 characters and without a secret.

The argument of an id may be a move, in which a card is written as its slot, so that no id shows a player's cards.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, NamedTuple, Protocol

from engine.moves import Move

VERSION: Final = 1

CUSTOM_ID_PATTERN: Final = re.compile(
    rf"coup:{VERSION}:(?P<op>[a-z]+):(?P<game>\d{{1,19}}):(?P<seq>\d{{1,9}})"
    r"(?:\.(?P<tag>\d{1,10}))?(?::(?P<arg>.+))?"
)
"""`coup:1:<op>:<game>:<seq>[.<tag>][:<arg>]`; `seq` is the engine's question number, 0 where none is answered."""

ANSWERING: Final = frozenset(("act", "pick", "answer", "allow", "sure", "keep", "gift", "choose", "more"))
"""The operations that answer a question, lead to an answer, or take more time for it."""
OPENING: Final = frozenset(("hand", "what", "rules", "join", "back", "resume", "finish"))
"""The operations of the table message that open a panel, and whose buttons panels of other kinds have too."""
_TAG_DIGITS: Final = 7

Field = Literal["action", "target", "recipient", "role"]
FIELDS: Final[tuple[Field, ...]] = ("action", "target", "recipient", "role")


class _Table(Protocol):
    """The state of a table, or the view of one."""

    @property
    def id(self) -> int: ...

    @property
    def commitment(self) -> str: ...


class CustomId(NamedTuple):
    """A control's operation and its argument, its game, and the number of the question that it answers, or 0.

    `tag` is a random number of the question (for an operation that is not ANSWERING: of the table): numbers are
    used again after a backup of the database is restored, while later messages stay in their channels. It is None
    in controls of versions without tags.
    """

    op: str
    arg: str = ""
    game: int = 0
    seq: int = 0
    tag: int | None = None

    def __str__(self) -> str:
        question = self.seq if self.tag is None else f"{self.seq}.{self.tag}"
        text = f"coup:{VERSION}:{self.op}:{self.game}:{question}"
        return f"{text}:{self.arg}" if self.arg else text

    @classmethod
    def of(cls, match: re.Match[str]) -> "CustomId":
        """Returns the custom id that `CUSTOM_ID_PATTERN` has matched."""
        tag = None if match["tag"] is None else int(match["tag"])
        return cls(match["op"], match["arg"] or "", int(match["game"]), int(match["seq"]), tag)

    @classmethod
    def of_table(cls, table: _Table, op: str, arg: str = "") -> "CustomId":
        """Returns the custom id of a control that belongs to a table, whatever question is open there."""
        return cls(op, arg, table.id, tag=_tag(table))

    def may_be_on(self, table: _Table) -> bool:
        """Returns False if the control certainly belongs to an earlier table with the same id.

        The tag of an answer is checked with its question.
        """
        return self.op in ANSWERING or self.tag in (None, _tag(table))


def _tag(table: _Table) -> int:
    """Returns the tag of a table: a part of its commitment, which is random and public."""
    return int(table.commitment[:_TAG_DIGITS], 16)


def answered_question(custom_id: str) -> int | None:
    """Returns the number of the question that a control answers; None if it answers none."""
    match = CUSTOM_ID_PATTERN.fullmatch(custom_id)
    return int(match["seq"]) if match is not None and match["op"] in ANSWERING else None


def encode_move(move: Move, cards: Sequence[str]) -> str:
    """Returns a move as the argument of a custom id; a card is written as its slot in the owner's `cards`."""
    parts = [move.do]
    for field in FIELDS:
        value = getattr(move, field)
        if value is not None:
            parts.append(f"{field[0]}{value}")
    if move.card is not None:
        parts.append(f"c{cards.index(move.card)}")
    return ".".join(parts)


def decode_move(argument: str, options: Iterable[Move], cards: Sequence[str]) -> Move | None:
    """Returns the option that `encode_move` writes as this argument; None if no option is."""
    return next((move for move in options if move.cards is None and encode_move(move, cards) == argument), None)


def find_keep(
    slots: Sequence[int], given: int | None, options: Iterable[Move], cards: Sequence[str]
) -> Move | None:
    """Returns the option that keeps the cards in `slots` and gives away the one in slot `given`, or None."""
    if len(set(slots)) != len(slots) or any(slot >= len(cards) for slot in (*slots, given or 0)):
        return None
    wanted = tuple(sorted(cards[slot] for slot in slots))
    gives = None if given is None else cards[given]
    return next((move for move in options if move.cards == wanted and move.give == gives), None)


def gift_slots(slots: Sequence[int], options: Iterable[Move], cards: Sequence[str]) -> list[int]:
    """Returns the slots that may be given away when those in `slots` are kept, one for each different card."""
    wanted = tuple(sorted(cards[slot] for slot in slots))
    gifts = {move.give for move in options if move.cards == wanted and move.give is not None}
    left = {card: slot for slot, card in reversed(list(enumerate(cards))) if slot not in slots}
    return [left[card] for card in sorted(gifts) if card in left]


@dataclass(frozen=True, slots=True)
class PartialMove:
    """A move that is chosen step by step: first its action, then each field in which the options differ."""

    chosen: tuple[str, ...]
    """The values chosen so far: the action, then those of the fields after it."""
    moves: tuple[Move, ...]
    """Every legal move that agrees with the values chosen so far."""

    @classmethod
    def of(cls, options: Iterable[Move], chosen: Sequence[str] = ()) -> "PartialMove":
        """Returns the partial move after these values have been chosen, one by one."""
        step = cls((), tuple(options))
        for value in chosen:
            step = step.then(value)
        return step

    def then(self, value: str) -> "PartialMove":
        """Returns the partial move after this value has been chosen for the next field."""
        field = self.field
        moves = tuple(move for move in self.moves if field is not None and field_value(move, field) == value)
        return PartialMove((*self.chosen, value), moves)

    @property
    def move(self) -> Move | None:
        """The move, if only one is left; None before."""
        return self.moves[0] if self.chosen and len(self.moves) == 1 else None

    @property
    def field(self) -> Field | None:
        """The field to choose next; None if the moves differ in none."""
        if not self.chosen:
            return "action"
        for field in FIELDS:
            if len({field_value(move, field) for move in self.moves}) > 1:
                return field
        return None

    @property
    def values(self) -> list[str]:
        """The possible values of the next field, in the engine's order."""
        field = self.field
        return [] if field is None else list(dict.fromkeys(field_value(move, field) for move in self.moves))

    def completed(self) -> list["PartialMove"]:
        """Returns every way to choose the fields that are left."""
        if self.move is not None or self.field is None:
            return [self]
        return [step for value in self.values for step in self.then(value).completed()]


@lru_cache(maxsize=1024)
def turn_choices(options: tuple[Move, ...], most: int) -> tuple[PartialMove, ...]:
    """Returns the choices of a turn, at most `most`: each move, those without a target first.

    If there are too many, the actions with the most moves are one choice each, and narrowed afterwards.
    """
    first = PartialMove.of(options)
    choices = {action: first.then(action).completed() for action in first.values}
    while sum(map(len, choices.values())) > most:
        largest = max(choices, key=lambda action: len(choices[action]))
        choices[largest] = [first.then(largest)]
    return tuple(step for steps in sorted(choices.values(), key=lambda steps: len(steps) > 1) for step in steps)


def field_value(move: Move, field: Field) -> str:
    """Returns a move's value in a field as text; empty if it has none."""
    value = getattr(move, field)
    return "" if value is None else str(value)
