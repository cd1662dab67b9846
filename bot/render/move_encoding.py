"""Moves as arguments of custom ids. A card is written as its slot, so that no id shows a player's cards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from engine.moves import Move

Field = Literal["action", "target", "recipient", "role"]
FIELDS: Final[tuple[Field, ...]] = ("action", "target", "recipient", "role")


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
