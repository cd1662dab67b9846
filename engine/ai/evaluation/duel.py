"""The one-card duel of classic Coup: a table of how often each option wins, solved rather than judged.

With one card each, every challenge ends the game, so a table can hold all that matters: the own card, both purses,
and what each has claimed since the deal or its last exchange. `lab.duel` solves it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from data import ROOT
from engine.ai.evaluation.network import BadWeights
from engine.catalogue import RULESETS
from engine.events import Event
from engine.json_files import read_json
from engine.moves import Move

TABLE: Final = ROOT / "ai" / "duel.json"

ROLES: Final = RULESETS["classic"].roles
ACT: Final = "act"
KEEP: Final = "keep"
WORDS: Final[Mapping[str, Sequence[str]]] = {
    ACT: ("income", "foreign_aid", "tax", "steal", "assassinate", "exchange", "coup"),
    "foreign_aid": ("pass", "duke"),
    "tax": ("pass", "challenge"),
    "steal": ("pass", "challenge", "ambassador", "captain"),
    "assassinate": ("pass", "challenge", "contessa"),
    "exchange": ("pass", "challenge"),
    "foreign_aid duke": ("pass", "challenge"),
    "steal ambassador": ("pass", "challenge"),
    "steal captain": ("pass", "challenge"),
    "assassinate contessa": ("pass", "challenge"),
}
"""The words for a question's options, in the order in which the table lists those that are allowed."""

FAMES: Final = "-xmasndMASND"
"""What a player is known for: nothing, an exchange, the role it claims; in capitals, after claims of others."""
UNKNOWN: Final = FAMES[0]
EXCHANGED: Final = FAMES[1]
PURSES: Final = "0123456789A"
"""Coins; more than ten count like ten."""
_DIGITS: Final = frozenset("0123456789")
_LEAST_HEAT: Final = 1e-3


def fame(before: str, role: str) -> str:
    """What a player is known for who claims a role, and was known for something before."""
    single = FAMES[2 + ROLES.index(role)]
    return single if before in (UNKNOWN, EXCHANGED, single) else single.upper()


class Place(NamedTuple):
    """Where a seat stands that is asked: both purses and fames, its own first."""

    purse: str
    other_purse: str
    fame: str
    other_fame: str


class Duel:
    """What is known of the two players of a duel, to one of them."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._fames: dict[int, str] = {}
        self._claimed: list[tuple[int, str]] = []  # in this turn

    def observe(self, event: Event) -> None:
        """Remembers claims and exchanges; those of a turn count from its end on."""
        kind = event["type"]
        if kind == "turn":
            for by, what in self._claimed:
                self._fames[by] = what if what == EXCHANGED else fame(self._fames.get(by, UNKNOWN), what)
            self._claimed.clear()
        elif kind == "exchanged":
            self._claimed.append((event["by"], EXCHANGED))
        elif kind in ("action", "claim") and event.get("role") in ROLES:
            self._claimed.append((event["by"], event["role"]))

    def place(self, view: Mapping[str, Any]) -> Place:
        """Where the seat stands."""
        seats = self._seat, 1 - self._seat
        purses = [PURSES[min(len(PURSES) - 1, view["players"][seat]["coins"])] for seat in seats]
        return Place(purses[0], purses[1], *(self._fames.get(seat, UNKNOWN) for seat in seats))

    def worths(self, view: Mapping[str, Any], options: Sequence[Move]) -> list[float] | None:
        """About how often the seat wins after each option; None for what is not in the table."""
        place, worths = self.place(view), table()["worths"]
        if view["prompt"]["prompt"] == "keep":
            where = place.purse + place.other_purse + place.other_fame
            kept = [worths.get(f"{KEEP} {move.cards[0]}", {}).get(where) for move in options if move.cards]
            return None if None in kept else [int(each) / 100 for each in kept]
        asked = question(view)
        found: str | None = worths.get(f"{asked} {view['players'][self._seat]['hand'][0]}", {}).get("".join(place))
        if found is None or len(found) != 2 * len(options):
            return None
        order = sorted(options, key=lambda move: WORDS[asked].index(word(move)))
        by_move = {move: int(found[2 * at : 2 * at + 2]) / 100 for at, move in enumerate(order)}
        return [by_move[move] for move in options]


def is_duel(view: Mapping[str, Any]) -> bool:
    """Whether a view is of the duel that the table is about."""
    players = view["players"]
    return (
        view["ruleset"] == "classic"
        and len(players) == 2
        and not view["options"].get("inquisitor")
        and all(player["cards"] == 1 and not player["lost"] for player in players)
    )


def question(view: Mapping[str, Any]) -> str:
    """What a seat is asked, as one of WORDS: to act, or what it says to an action, or to a counteraction."""
    claim = view["claim"]
    if claim is None:
        return ACT
    action: str = claim["action"]["action"]
    return action if claim["kind"] == "action" else f"{action} {claim['role']}"


def word(move: Move) -> str:
    """The word of WORDS for an option."""
    return move.action or move.role or move.do


@cache
def table(path: Path = TABLE) -> Mapping[str, Any]:
    """The table: `worths` by question and own card, then by place, two digits an option; `heat` as for a Bluffer.

    Raises BadWeights where it cannot be read.
    """
    try:
        found = read_json(path)
        fits = _LEAST_HEAT <= found["heat"] <= 1 and all(_fits(*entry) for entry in _entries(found["worths"]))
    except OSError as error:
        raise BadWeights(
            f"The weights {path} cannot be read: {error.strerror}. Restore them, or make them with `make train`."
        ) from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadWeights(f"{path} holds no table of duels. Restore it, or make it with `make train`.") from error
    if not fits:
        raise BadWeights(f"{path} holds a table that is damaged. Restore it, or make it with `make train`.")
    return found


def _entries(worths: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, object]]:
    for asked, places in worths.items():
        for entry in places.values():
            yield asked, entry


def _fits(asked: str, entry: object) -> bool:
    """Whether an entry has two digits for each option, of which there is one where a card was kept."""
    if not isinstance(entry, str) or not entry or len(entry) % 2 or not set(entry) <= _DIGITS:
        return False
    return len(entry) == 2 or not asked.startswith(KEEP)
