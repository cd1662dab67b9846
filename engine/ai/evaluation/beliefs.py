"""Beliefs: what a seat remembers of everybody, and how likely each player holds a role for all that is known."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.catalogue import plain
from engine.events import Event

Counters: TypeAlias = tuple[tuple[str, ...], bool]
"""The roles by which an action may be stopped, and whether anybody may, not only whom it is aimed at."""

_LIAR: Final = 0.16
"""How readily a player without the role claims it, compared with one who holds it, before anything is known."""
_AGAIN: Final = 1.2
"""How many times likelier a role becomes when it is claimed again: who lies once and gets away with it goes on."""
_LIES_SHARE: Final = 0.4
_LIES_PRIOR: Final = 3.0
"""So many tested claims are imagined for everybody, and this share of them to be lies."""
_MOST_LIAR: Final = 0.9
_LEAST_LIAR: Final = 0.04
_MOST: Final = 2.0  # claims of one role that count
_FORGOTTEN: Final = 0.35  # what is left of what was learnt of a hand after its owner has exchanged cards
_DARES: Final = 0.15
"""How many of the claims made are challenged by anybody, before anything is known."""
_DARES_PRIOR: Final = 6.0
_LET_PASS: Final = 0.5
"""How readily somebody who could have stopped an action with a role lets it pass, compared with others."""
_LET_PASS_AIMED: Final = 0.25  # when it was aimed at them
_LEAST_LEFT: Final = 0.05


class Memory:
    """What a seat remembers of everybody: claims, challenges, lies, and what was let pass.

    `claims` are, for each seat, the roles it has claimed since, with how many claims of each still count; `passed`
    the roles by which it could have stopped something but did not, with how likely these have become by that.
    """

    def __init__(self, seats: int) -> None:
        self.claims: list[dict[str, float]] = [{} for _ in range(seats)]
        self.passed: list[dict[str, float]] = [{} for _ in range(seats)]
        self.truths = [0.0] * seats
        self.lies = [0.0] * seats
        self.dares = [0.0] * seats
        self.heard = [0.0] * seats  # before this game
        self._claims = 0
        self._own = [0] * seats
        self._gone: set[int] = set()
        self._quiet = self._turns = 0
        self._action: Event | None = None
        self._unread: list[Event] = []

    def expect(self, seat: int, *, lies: float, truths: float, dares: float, heard: float) -> None:
        """Counts what is known of a seat from elsewhere as if it had been seen in this game."""
        self.lies[seat] += lies
        self.truths[seat] += truths
        self.dares[seat] += dares
        self.heard[seat] += heard

    def observe(self, event: Event) -> None:
        """Notes an event, to be understood when its owner is asked."""
        self._unread.append(event)

    def catch_up(self, counters: Mapping[str, Counters]) -> None:
        """Understands what has happened, by what may stop each action."""
        for event in self._unread:
            self._understand(event, counters)
        self._unread.clear()

    def _understand(self, event: Event, counters: Mapping[str, Counters]) -> None:
        kind = event["type"]
        by: int = event.get("by", -1)
        role: str | None = event.get("role")
        if kind == "turn":
            self._quiet += 1
            self._turns += 1
            self._let_pass(counters)
        elif kind in ("action", "claim"):
            if kind == "action":
                self._let_pass(counters)
                self._action = event
            elif event.get("kind") == "counteraction":
                self._action = None
            if role is not None:
                claims = self.claims[by]
                claims[role] = min(claims.get(role, 0.0) + 1.0, _MOST)
                self.passed[by].pop(role, None)
                self._claims += 1
                self._own[by] += 1
        elif kind == "challenge":
            self.dares[by] += 1
        elif kind in ("exposed", "proven"):
            if kind == "exposed":
                self.lies[by] += 1
                if self._action is not None and by == self._action["by"]:
                    self._action = None
            else:
                self.truths[by] += 1
            self.claims[by].pop(role or "", None)
        elif kind in ("lost", "turned_up"):
            self._quiet = 0
            self.claims[by].pop(plain(event["card"]), None)
        elif kind == "replaced":
            self.passed[by] = {}
        elif kind == "eliminated":
            self._gone.add(by)
        elif kind in ("exchanged", "swapped", "gave"):
            at: int = event["target"] if kind == "swapped" else by
            self.claims[at] = {role: number * _FORGOTTEN for role, number in self.claims[at].items()}
            self.passed[at] = {}

    def _let_pass(self, counters: Mapping[str, Counters]) -> None:
        action, self._action = self._action, None
        if action is None:
            return
        roles, anyone = counters.get(action["action"], ((), False))
        if not roles:
            return
        target = action.get("target")
        if not anyone and target is None:
            return
        for seat in range(len(self.passed)) if anyone else (target,):
            if seat == action["by"] or seat in self._gone or seat is None:
                continue
            factor = _LET_PASS_AIMED if seat == target else _LET_PASS
            for role in roles:
                self.passed[seat][role] = max(_LEAST_LEFT, self.passed[seat].get(role, 1.0) * factor)
                self.claims[seat].pop(role, None)

    @property
    def rounds(self) -> float:
        """How many rounds were played."""
        return self._turns / len(self.claims)

    @property
    def rounds_in_peace(self) -> float:
        """For how many rounds nobody has lost a card."""
        return self._quiet / len(self.claims)

    def liar(self, seat: int) -> float:
        """How readily a seat claims a role that it lacks, compared with one that it holds; from 0 to 1."""
        tested = self.lies[seat] + self.truths[seat] + _LIES_PRIOR
        share = (self.lies[seat] + _LIES_SHARE * _LIES_PRIOR) / tested
        return min(_MOST_LIAR, max(_LEAST_LIAR, _LIAR * share / _LIES_SHARE))

    def darer(self, seat: int) -> float:
        """How many of the claims that it hears a seat challenges, from 0 to 1."""
        usual = _DARES / max(1, len(self.claims) - len(self._gone) - 1)
        return (self.dares[seat] + usual * _DARES_PRIOR) / (
            self.heard[seat] + self._claims - self._own[seat] + _DARES_PRIOR
        )

    def holding(self, seat: int, cards: int, left: Mapping[str, int]) -> dict[str, float]:
        """How likely each role is among so many face-down cards of a seat, dealt from those that are left."""
        shares: dict[str, float] = dict(left)
        claims = self.claims[seat]
        if claims:
            liar = self.liar(seat)
            for role, number in claims.items():
                if role in shares:
                    shares[role] *= liar ** -min(number, 1.0) * _AGAIN ** max(0.0, number - 1)
        for role, factor in self.passed[seat].items():
            if role in shares:
                shares[role] *= factor
        whole = sum(shares.values())
        if cards == 1 or not whole:
            return {role: share / whole for role, share in shares.items()} if whole else shares
        # Of the hands of two cards those with a pair count once, whatever was claimed.
        hands = whole * whole / 2
        for role, share in shares.items():
            hands += share * (left[role] - 1 - share) / 2
        if hands <= 0:
            return {role: min(1.0, share) for role, share in shares.items()}
        return {
            role: min(1.0, share * (whole - share + (left[role] - 1) / 2) / hands) if share else 0.0
            for role, share in shares.items()
        }


def unseen(view: Mapping[str, Any], copies: Mapping[str, int], *, public: bool = False) -> dict[str, int]:
    """By role, the cards that the viewer (`public`: a spectator) sees nowhere: in hands, aside, in the deck."""
    left = dict(copies)
    seen: list[str] = []
    for player in view["players"]:
        seen += player["lost"]
        if not public and "hand" in player:
            seen += player["hand"]
            if not isinstance(player["aside"], int):
                seen += player["aside"]
    if not public and "drawn" in view:
        seen += view["drawn"]
    if "out" in view:
        seen += view["out"]
    for card in seen:
        left[card if card in left else plain(card)] -= 1
    return left
