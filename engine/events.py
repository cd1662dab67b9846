"""Events: what happened in a game, in order. Logs and stories are made from them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

Event: TypeAlias = dict[str, Any]
"""One thing that happened: its `type`, the facts of referee.md with seats by number, and, if it is secret, `to`:
the seats that may know of it. It is a plain dictionary because games make very many of them."""

TYPES: Final = (
    *("turn", "action", "claim", "challenge", "proven", "exposed", "blocked", "lapsed", "joined", "coins", "paid"),
    *(
        "refunded",
        "transfer",
        "lost",
        "aside",
        "turned_up",
        "eliminated",
        "estate",
        "resigned",
        "drew",
        "replaced",
    ),
    *("exchanged", "kept", "gave", "given", "examined", "saw", "swapped", "token", "converted", "laid", "taken"),
    *("shown", "exploded", "defused", "mat", "over"),
)
"""The types of all events, in the order of referee.md."""

WORDS: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": ("action", "counteraction", "additional", "rebuttal", "loss", "defuse", "bomb", "estate"),
    "why": ("price", "tax", "join", "draw", "life"),
    "cause": (
        *("challenge", "coup", "assassinate", "guerrilla", "judge", "general", "crime_boss", "disappear"),
        *("protestor", "anarchist", "paramilitary", "resign"),
    ),
    "name": ("peacekeeping", "tax", "treaty", "disappear", "bomb"),
    "event": ("first_turn", "second_turn", "third_turn", "first_death", "second_death"),
    "allegiance": ("loyalist", "reformist"),
}
"""Every value of the facts that are words, but no roles, cards or actions."""

_SEAT_FACTS: Final = frozenset(("by", "target", "recipient", "against", "of", "on", "actor"))
_SEAT_LISTS: Final = frozenset(("winners", "shared", "to"))


def visible_to(event: Event, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) may know of an event.

    >>> event = {"type": "drew", "by": 0, "cards": ("duke",), "to": (0,)}
    >>> visible_to(event, 0), visible_to(event, 1), visible_to(event, None)
    (True, False, False)
    """
    return "to" not in event or seat in event["to"]


def to_json(event: Event, names: Sequence[str]) -> dict[str, Any]:
    """Returns an event as referee.md prints it, with the players' names.

    >>> to_json({"type": "coins", "by": 1, "amount": 2}, ["Ada", "Ben"])
    {'type': 'coins', 'by': 'Ben', 'amount': 2}
    """
    shown: dict[str, Any] = {}
    for key, value in event.items():
        if key in _SEAT_FACTS:
            shown[key] = names[value]
        elif key in _SEAT_LISTS:
            shown[key] = [names[seat] for seat in value]
        else:
            shown[key] = list(value) if key == "cards" else value
    return shown
