"""A solved strategy for the one-card duel of classic Coup: how often each option wins.

With one card each, every challenge ends the game. So a decision depends only on the own card, the coins of both
players, and their reputations: what each has claimed since the deal or since its last exchange. `lab.duel`
measures how much a best response wins against it.
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

STRATEGY_FILE: Final = ROOT / "ai" / "duel.json"

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
"""The words for the options of each question. The strategy lists them in this order, but only the legal ones."""

REPUTATIONS: Final = "-xmasndMASND"
"""A character for each reputation: `-` for no claim, `x` for an exchange, otherwise the last claimed role.

The letter of the role is a capital if the player had claimed other roles before.
"""
UNKNOWN: Final = REPUTATIONS[0]
EXCHANGED: Final = REPUTATIONS[1]
PURSES: Final = "0123456789A"
"""A character for each number of coins; more than ten count as ten."""
_DIGITS: Final = frozenset("0123456789")
_LEAST_TEMPERATURE: Final = 1e-3


def reputation(before: str, role: str) -> str:
    """Returns the reputation of a player after it claims a role; `before` is its reputation until then."""
    single = REPUTATIONS[2 + ROLES.index(role)]
    return single if before in (UNKNOWN, EXCHANGED, single) else single.upper()


class DuelState(NamedTuple):
    """What the asked seat knows of a duel besides its own card. Its own purse and reputation come first."""

    purse: str
    other_purse: str
    reputation: str
    other_reputation: str


class DuelTracker:
    """Follows the reputations of both players of a duel; `state` begins with those of `seat`."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._reputations: dict[int, str] = {}
        self._claimed: list[tuple[int, str]] = []  # claims and exchanges of this turn

    def observe(self, event: Event) -> None:
        """Remembers claims and exchanges; they change reputations when the turn ends."""
        kind = event["type"]
        if kind == "turn":
            for by, what in self._claimed:
                self._reputations[by] = (
                    what if what == EXCHANGED else reputation(self._reputations.get(by, UNKNOWN), what)
                )
            self._claimed.clear()
        elif kind == "exchanged":
            self._claimed.append((event["by"], EXCHANGED))
        elif kind in ("action", "claim") and event.get("role") in ROLES:
            self._claimed.append((event["by"], event["role"]))

    def state(self, view: Mapping[str, Any]) -> DuelState:
        """Returns the state that a view shows."""
        seats = self._seat, 1 - self._seat
        purses = [PURSES[min(len(PURSES) - 1, view["players"][seat]["coins"])] for seat in seats]
        return DuelState(purses[0], purses[1], *(self._reputations.get(seat, UNKNOWN) for seat in seats))

    def win_chances(self, view: Mapping[str, Any], options: Sequence[Move]) -> list[float] | None:
        """Returns an estimate of how often the seat wins after each option; None if the strategy has none."""
        state = self.state(view)
        if view["prompt"]["prompt"] == "keep":
            kept = [_entry(KEEP, move.cards[0], state, state.other_reputation) for move in options if move.cards]
            return None if None in kept else [int(each) / 100 for each in kept if each is not None]
        asked = question(view)
        found = _entry(
            asked, view["players"][self._seat]["hand"][0], state, state.reputation + state.other_reputation
        )
        if found is None or len(found) != 2 * len(options):
            return None
        order = sorted(options, key=lambda move: WORDS[asked].index(word(move)))
        by_move = {move: int(found[2 * at : 2 * at + 2]) / 100 for at, move in enumerate(order)}
        return [by_move[move] for move in options]


def _entry(asked: str, card: str, state: DuelState, reputations: str) -> str | None:
    """Returns the entry for these reputations or, if there is none, for the purses alone; None without both."""
    entries: Mapping[str, str] = strategy()["worths"].get(f"{asked} {card}", {})
    purses = state.purse + state.other_purse
    return entries.get(purses + reputations) or entries.get(purses)


def is_duel(view: Mapping[str, Any]) -> bool:
    """Whether a view shows a one-card duel, the only position that the strategy covers."""
    players = view["players"]
    return (
        view["ruleset"] == "classic"
        and len(players) == 2
        and not view["options"].get("inquisitor")
        and all(player["cards"] == 1 and not player["lost"] for player in players)
    )


def question(view: Mapping[str, Any]) -> str:
    """Returns the question of a seat, a key of WORDS: to act, or to answer an action or a counteraction."""
    claim = view["claim"]
    if claim is None:
        return ACT
    action: str = claim["action"]["action"]
    return action if claim["kind"] == "action" else f"{action} {claim['role']}"


def word(move: Move) -> str:
    """Returns the word for an option, as in WORDS."""
    return move.action or move.role or move.do


@cache
def strategy(path: Path = STRATEGY_FILE) -> Mapping[str, Any]:
    """Reads the strategy: `worths` by question and own card, then by state, with two digits for each option.

    A state without reputations, such as `24`, is for all those with these purses that have no entry of their own.

    `heat` is the temperature with which it is played (see Bluffer). Raises BadWeights if it cannot be read.
    """
    try:
        found = read_json(path)
        fits = _LEAST_TEMPERATURE <= found["heat"] <= 1 and all(
            _fits(*entry) for entry in _entries(found["worths"])
        )
    except OSError as error:
        raise BadWeights(f"The weights {path} cannot be read: {error.strerror}. Restore them.") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadWeights(f"{path} holds no table of duels. Restore it.") from error
    if not fits:
        raise BadWeights(f"{path} holds a table that is damaged. Restore it.")
    return found


def _entries(worths: Mapping[str, Mapping[str, object]]) -> Iterator[tuple[str, object]]:
    for asked, states in worths.items():
        for entry in states.values():
            yield asked, entry


def _fits(asked: str, entry: object) -> bool:
    """Whether an entry has two digits for each option; a question `asked` about a kept card has one option."""
    if not isinstance(entry, str) or not entry or len(entry) % 2 or not set(entry) <= _DIGITS:
        return False
    return len(entry) == 2 or not asked.startswith(KEEP)
