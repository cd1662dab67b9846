"""Events: what happened, in order; views, logs and stories are made of them."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

Event: TypeAlias = dict[str, Any]
"""One thing that happened: its `type`, the facts of referee.md with seats by number, and, where not everyone may
know of it, `to`: the seats that may. A plain dictionary, for a game makes more of them than of anything else."""

_SEAT_FACTS: Final = frozenset(("by", "target", "recipient", "against", "of", "on", "actor"))
_SEAT_LISTS: Final = frozenset(("winners", "shared", "to"))


def visible_to(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) may know of an event."""
    return "to" not in event or seat in event["to"]


def to_json(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """An event as referee.md prints it, with players named."""
    shown: dict[str, Any] = {}
    for key, value in event.items():
        if key in _SEAT_FACTS:
            shown[key] = names[value]
        elif key in _SEAT_LISTS:
            shown[key] = [names[seat] for seat in value]
        else:
            shown[key] = list(value) if key == "cards" else value
    return shown
