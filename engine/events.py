"""Events: what happened, in order; views, logs and stories are made of them."""

from collections.abc import Sequence
from typing import Any, Final

_SEAT_FACTS: Final = frozenset(("by", "target", "recipient", "against", "of", "on", "actor"))
_SEAT_LISTS: Final = frozenset(("winners", "shared"))


class Event:
    """One thing that happened. `facts` name seats by number; `to` holds the seats that may see it, None all."""

    __slots__ = ("facts", "to", "type")

    def __init__(self, type: str, facts: dict[str, Any], to: tuple[int, ...] | None = None) -> None:  # noqa: A002 - the contract's own word
        self.type = type
        self.facts = facts
        self.to = to

    def __repr__(self) -> str:
        return f"Event({self.type!r}, {self.facts!r}, to={self.to!r})"

    def visible_to(self, seat: int | None) -> bool:
        """Whether a seat (None: a spectator) may know of it."""
        return self.to is None or seat in self.to

    def to_json(self, names: Sequence[str]) -> dict[str, Any]:
        """The event as referee.md prints it: `type`, the facts with players named, and `to` if private."""
        shown: dict[str, Any] = {"type": self.type}
        for key, value in self.facts.items():
            if key in _SEAT_FACTS:
                shown[key] = names[value]
            elif key in _SEAT_LISTS:
                shown[key] = [names[seat] for seat in value]
            elif key == "cards":
                shown[key] = list(value)
            else:
                shown[key] = value
        if self.to is not None:
            shown["to"] = [names[seat] for seat in self.to]
        return shown
