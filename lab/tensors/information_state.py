"""Information states: everything that a seat has ever seen, heard and decided, as rows of numbers.

Two situations have the same rows exactly if the seat cannot tell them apart, however much it remembers (perfect
recall).
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from engine import RULESETS, Edition, Event, Move
from engine.catalogue import pool_roles
from engine.events import TYPES, WORDS
from engine.moves import RESIGN
from lab.errors import LabError
from lab.tensors.decisions import Decisions, action_columns
from lab.tensors.observation import PROMPTS

ROW_TYPES: Final = (
    *(*TYPES, "decision", "pool", "lies", "player"),
    *("card in hand", "card aside", "card drawn", "card in the deck", "card out", "question"),
)
"""What a row may be: an event, a decision of the seat itself, or a part of what it sees now."""
MAX_CARDS: Final = 4
"""The most cards that one event shows."""
_SEATS: Final = ("by", "target", "recipient", "against", "of", "on")
_ROLES: Final = ("role", "denied", "taxed_role", "named_role")
_NUMBERS: Final = ("amount", "coins", "returned", "estate", "share", "off", "question", "direction")
_WORDS: Final[Mapping[str, tuple[str, ...]]] = {**WORDS, "prompt": (*PROMPTS, "bomb")}
_SEAT_LISTS: Final = ("winners", "shared", "pending")
_NOT_SHOWN: Final = frozenset(("type", "to"))
"""Facts of an event without a column of their own: who may see it follows from the others."""

Row = list[int]


def layout(edition: Edition) -> tuple[str, ...]:
    """Returns the name of each column of a row.

    In every column, 0 means that the row has no such fact, and -1 that the fact is null. Other values count from
    1: the type among `ROW_TYPES`; seats clockwise from the viewer; roles by their position among those in play;
    cards by that among the kinds of cards of the deck, in alphabetical order; actions by that among
    `action_columns`; decisions by their number in `Decisions`; roles of a pool by that among all roles of the
    ruleset; words by that in `engine.events.WORDS`. A number is the number plus 1. The last columns are 1 for the
    seats that win, share an estate, or owe a decision.
    """
    return (
        "type",
        *_SEATS,
        *_ROLES,
        *("card", *(f"card {number}" for number in range(1, MAX_CARDS + 1)), "action", "decision", "pool"),
        *_NUMBERS,
        *_WORDS,
        *(f"seat {shift}" for shift in range(edition.seats)),
    )


class InformationState:
    """What a seat of a game remembers.

    It is told every event that the seat may see (`observe`), and each decision of the seat before that is carried
    out (`decide`).
    """

    def __init__(self, edition: Edition, seat: int) -> None:
        self.seat = seat
        self.columns = layout(edition)
        self._edition = edition
        self._at = {name: at for at, name in enumerate(self.columns)}
        self._roles = {role: number for number, role in enumerate(edition.roles, 1)}
        self._cards = {card: number for number, card in enumerate(sorted(set(edition.deck)), 1)}
        self._actions = {
            edition.roles[action] if isinstance(action, int) else action: number
            for number, action in enumerate(action_columns(edition), 1)
        }
        every = RULESETS[edition.ruleset]
        self._pool = {
            name: number for number, name in enumerate((*pool_roles(edition.ruleset), *every.joining.values()), 1)
        }
        self._decisions = Decisions(edition)
        self._history: list[Row] = []

    def observe(self, event: Event) -> None:
        """Remembers an event that the seat may see."""
        facts = {name: value for name, value in event.items() if name not in _NOT_SHOWN}
        self._history.append(self._row(event["type"], facts))

    def decide(self, view: Mapping[str, Any], move: Move) -> None:
        """Remembers a decision of the seat; `view` is the view in which it is made."""
        if move is RESIGN:
            return  # an event says so
        number = self._decisions.numbers(self._edition, (move,), self.seat)[0] + 1
        self._history.append(self._row("decision", {**self._question(view), "decision": number}))

    def rows(self, view: Mapping[str, Any]) -> list[Row]:
        """Returns the information state: the history, oldest first, then what the seat sees now."""
        return [*self._history, *self._present(view)]

    def tensor(self, view: Mapping[str, Any], length: int) -> list[Row]:
        """Returns the information state as `length` rows; those that are missing at the end are all 0.

        Raises LabError if it has more rows: the seat would forget something.
        """
        rows = self.rows(view)
        if len(rows) > length:
            raise LabError(f"This information state has {len(rows)} rows, and only {length} were asked for.")
        return rows + [[0] * len(self.columns) for _ in range(length - len(rows))]

    def _present(self, view: Mapping[str, Any]) -> Iterator[Row]:
        """Yields what the view shows, apart from what follows from the events."""
        for name in view.get("pool", ()):
            yield self._row("pool", {"pool": self._pool[name]})
        for lying in view.get("mat", ()):
            yield self._row("lies", {name: value for name, value in lying.items() if name != "coins"})
        for seat, player in enumerate(view["players"]):
            allied = {"allegiance": player["allegiance"]} if "allegiance" in player else {}
            yield self._row("player", {"by": seat, "coins": player["coins"], **allied})
            if "hand" in player:
                yield from (self._row("card in hand", {"by": seat, "card": card}) for card in player["hand"])
                yield from (self._row("card aside", {"by": seat, "card": card}) for card in player["aside"])
        for pile, name in (("drawn", "card drawn"), ("deck", "card in the deck"), ("out", "card out")):
            yield from (self._row(name, {"card": card}) for card in view.get(pile, ()))
        first = {"direction": view["direction"], "of": self._names(view)[view["first"]]} if "first" in view else {}
        yield self._row("question", {**self._question(view), **first, "by": self._names(view)[view["turn"]]})

    def _question(self, view: Mapping[str, Any]) -> dict[str, Any]:
        names = self._names(view)
        asked: dict[str, Any] = {"prompt": view["prompt"]["prompt"]} if "prompt" in view else {}
        return {"question": view["question"], "pending": [names[name] for name in view["pending"]], **asked}

    @staticmethod
    def _names(view: Mapping[str, Any]) -> dict[str, int]:
        return {player["name"]: seat for seat, player in enumerate(view["players"])}

    def _row(self, kind: str, facts: Mapping[str, Any]) -> Row:
        row = [0] * len(self.columns)
        row[0] = ROW_TYPES.index(kind) + 1
        for name, value in facts.items():
            if name == "cards":
                for number, card in enumerate(value, 1):
                    row[self._at[f"card {number}"]] = self._cards[card]
            elif name in _SEAT_LISTS:
                for seat in value:
                    row[self._at[f"seat {(seat - self.seat) % self._edition.seats}"]] = 1
            else:
                row[self._at[name]] = -1 if value is None else self._number(name, value)
        return row

    def _number(self, name: str, value: Any) -> int:
        """Returns the number of a fact."""
        if name in _SEATS:
            return (value - self.seat) % self._edition.seats + 1
        if name in _NUMBERS:
            return int(value) + 1
        if name in _WORDS:
            return _WORDS[name].index(value) + 1
        known: Mapping[str, Mapping[str, int]] = {"card": self._cards, "action": self._actions}
        if name in ("decision", "pool"):
            return value
        return known.get(name, self._roles)[value]
