"""The memory of an AI seat: what each player has claimed and challenged, and what that says about its cards."""

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final, TypeAlias

from engine.ai.evaluation.action_effects import Rulebook, rulebook
from engine.catalogue import plain
from engine.events import Event

Counters: TypeAlias = tuple[tuple[str, ...], bool, bool]
"""The roles that stop an action; whether any player may use them or only its target; whether it is an attack."""

_LOST: Final = itemgetter("lost")
_USUAL_BLUFF_RATE: Final = 0.16
"""How often an unknown player claims a role that it lacks, relative to a role that it holds."""
_REPEATED_CLAIM_FACTOR: Final = 1.2
"""The factor by which another claim of the same role makes it likelier. It is low: liars repeat their lies."""
_PRIOR_LIE_SHARE: Final = 0.4
_PRIOR_TESTED_CLAIMS: Final = 3.0
"""Every player starts as if this many of its claims had been tested, and this share of them had been lies."""
_MAX_BLUFF_RATE: Final = 0.9
_MIN_BLUFF_RATE: Final = 0.04
_MAX_CLAIMS: Final = 2.0  # a role that was claimed more often counts as claimed this often
_KEPT_AFTER_EXCHANGE: Final = 0.35  # the share of a claim that counts after the claimant has exchanged cards
_USUAL_CHALLENGE_RATE: Final = 0.15
"""The share of claims that are challenged by at least one of several unknown players."""
_PRIOR_CLAIMS_HEARD: Final = 6.0
_ALLOWED_FACTOR: Final = 0.5
"""The factor by which a role becomes less likely if the player allowed an action that it could have stopped."""
_ALLOWED_AS_TARGET_FACTOR: Final = 0.25  # when the player was the target
_MIN_ALLOWED_FACTOR: Final = 0.05


TELLING: Final = frozenset(
    (
        *("turn", "action", "claim", "challenge", "exposed", "proven", "lost", "turned_up"),
        *("replaced", "eliminated", "exchanged", "swapped", "gave"),
    )
)
"""The types of the events that a memory counts."""


class Memory:
    """What a seat remembers of every player: claims, challenges, lies, and actions that it allowed.

    `rounds` is the number of rounds that have been played, `rounds_without_loss` that since a player last lost a
    card. All other attributes are lists by seat. `claims` has the roles that the seat has claimed, each with the
    number of claims that still count. `passed` has the roles with which the seat could have stopped an action but
    did not, each with a factor below 1 for the probability that the seat holds the role. `bluff_rates` says how
    often the seat claims a role that it lacks, relative to a role that it holds, from 0 to 1. `declared` has the
    actions of the seat, oldest first, `enemies` the seat that last challenged this seat or aimed an action at it,
    or None. A block by which a player saves its own card counts as `rescue` claims: most players try it, with or
    without the role.
    """

    def __init__(self, seats: int, rescue: float = 1.0) -> None:
        self.claims: list[dict[str, float]] = [{} for _ in range(seats)]
        self.passed: list[dict[str, float]] = [{} for _ in range(seats)]
        self.truths = [0.0] * seats
        self.lies = [0.0] * seats
        self.bluff_rates = [_bluff_rate(0.0, 0.0)] * seats
        self.challenges = [0.0] * seats
        self.claims_heard = [0.0] * seats  # in earlier games
        self.declared: list[list[str]] = [[] for _ in range(seats)]
        self.enemies: list[int | None] = [None] * seats
        self._book: Rulebook | None = None
        self._rescue = rescue
        self._claims = 0
        self._own = [0] * seats
        self._gone: set[int] = set()
        self._quiet = self._turns = 0
        self.rounds = self.rounds_without_loss = 0.0
        self._action: Event | None = None
        self._unread: list[Event] = []
        self._face_up: list[Sequence[str]] | None = None  # the cards by which `_unseen` was counted
        self._unseen: dict[str, int] = {}
        self._known: list[dict[tuple[int, ...], Mapping[str, float]]] = [{} for _ in range(seats)]
        """By seat: the results of `role_chances` since the last event that changed them."""

    def expect(self, seat: int, *, lies: float, truths: float, challenges: float, claims_heard: float) -> None:
        """Adds what is known about a seat from earlier games, as if it had happened in this game.

        `lies` and `truths` are numbers of claims that were tested by a challenge. `challenges` is the number of
        claims that the seat challenged, out of `claims_heard`.
        """
        self.lies[seat] += lies
        self.truths[seat] += truths
        self.challenges[seat] += challenges
        self.claims_heard[seat] += claims_heard
        self._tested(seat)

    def observe(self, event: Event) -> None:
        """Stores an event of a type in TELLING. `interpret` reads later what it says about cards and lies."""
        self._unread.append(event)
        if event["type"] == "action":
            by: int = event["by"]
            self.declared[by].append(event["action"])
            if "target" in event:
                self.enemies[event["target"]] = by
        elif event["type"] == "challenge":
            self.enemies[event["against"]] = event["by"]

    def interpret(self, view: Mapping[str, Any]) -> Rulebook:
        """Counts the events stored since the last call. Returns the rulebook of the game, which a view shows."""
        book = self._book
        if book is None:
            book = self._book = rulebook(view)
        for event in self._unread:
            self._count(event, book.stops)
        self._unread.clear()
        return book

    def _count(self, event: Event, counters: Mapping[str, Counters]) -> None:
        kind = event["type"]
        if kind == "turn":
            self._quiet += 1
            self._turns += 1
            self.rounds = self._turns / len(self.claims)
            self.rounds_without_loss = self._quiet / len(self.claims)
            self._let_pass(counters)
            return
        by: int = event["by"]
        role: str | None = event.get("role")
        if kind in ("action", "claim"):
            if kind == "action":
                self._let_pass(counters)
                self._action = event
            weight = 1.0
            if event.get("kind") == "counteraction":
                if self._saves_itself(by, counters):
                    weight = self._rescue
                self._action = None
            if role is not None:
                self._known[by].clear()
                claims = self.claims[by]
                claims[role] = min(claims.get(role, 0.0) + weight, _MAX_CLAIMS)
                self.passed[by].pop(role, None)
                self._claims += 1
                self._own[by] += 1
        elif kind == "challenge":
            self.challenges[by] += 1
        elif kind in ("exposed", "proven"):
            if kind == "exposed":
                self.lies[by] += 1
                if self._action is not None and by == self._action["by"]:
                    self._action = None
            else:
                self.truths[by] += 1
            self._tested(by)
            self.claims[by].pop(role or "", None)
        elif kind in ("lost", "turned_up"):
            self._quiet = 0
            self.rounds_without_loss = 0.0
            if self.claims[by].pop(plain(event["card"]), None):
                self._known[by].clear()
        elif kind == "replaced":
            self.passed[by] = {}
            self._known[by].clear()
        elif kind == "eliminated":
            self._gone.add(by)
        elif kind in ("exchanged", "swapped", "gave"):
            at: int = event["target"] if kind == "swapped" else by
            self._known[at].clear()
            self.claims[at] = {role: number * _KEPT_AFTER_EXCHANGE for role, number in self.claims[at].items()}
            self.passed[at] = {}

    def _tested(self, seat: int) -> None:
        """Computes the bluff rate of a seat after one of its claims was tested."""
        self.bluff_rates[seat] = _bluff_rate(self.lies[seat], self.truths[seat])
        self._known[seat].clear()

    def _saves_itself(self, by: int, counters: Mapping[str, Counters]) -> bool:
        """Whether a seat that blocks the last action is the target of an attack."""
        action = self._action
        if action is None or action.get("target") != by:
            return False
        stops = counters.get(action["action"])
        return stops is not None and stops[2]

    def _let_pass(self, counters: Mapping[str, Counters]) -> None:
        """Records that nobody stopped the last action.

        Players who could have are less likely to hold a role that stops it.
        """
        action, self._action = self._action, None
        if action is None:
            return
        roles, anyone, _ = counters.get(action["action"], ((), False, False))
        if not roles:
            return
        target = action.get("target")
        if not anyone and target is None:
            return
        for seat in range(len(self.passed)) if anyone else (target,):
            if seat == action["by"] or seat in self._gone or seat is None:
                continue
            self._known[seat].clear()
            factor = _ALLOWED_AS_TARGET_FACTOR if seat == target else _ALLOWED_FACTOR
            for role in roles:
                self.passed[seat][role] = max(_MIN_ALLOWED_FACTOR, self.passed[seat].get(role, 1.0) * factor)
                self.claims[seat].pop(role, None)

    def unseen(self, view: Mapping[str, Any], copies: Mapping[str, int]) -> Mapping[str, int]:
        """Returns, for each role, the number of cards that no spectator sees.

        `copies` is the number of cards of each role in the whole deck.
        """
        face_up = [*map(_LOST, view["players"]), view.get("out", ())]
        if face_up != self._face_up:
            self._face_up = face_up
            self._unseen = {**copies}
            for card in chain.from_iterable(face_up):
                self._unseen[card if card in copies else plain(card)] -= 1
        return self._unseen

    def challenge_rates(self, seats: Sequence[int]) -> list[float]:
        """Returns the share of the other players' claims that each of some seats challenges."""
        usual = _USUAL_CHALLENGE_RATE / max(1, len(self.claims) - len(self._gone) - 1) * _PRIOR_CLAIMS_HEARD
        claims, own, known = self._claims, self._own, self.claims_heard
        return [
            (self.challenges[seat] + usual) / (known[seat] + claims - own[seat] + _PRIOR_CLAIMS_HEARD)
            for seat in seats
        ]

    def role_chances(self, seat: int, cards: int, left: Mapping[str, int]) -> Mapping[str, float]:
        """Returns, for each role, the probability that a seat has it among its face-down cards.

        `cards` is the number of the seat's face-down cards. `left` is the number of unseen copies of each role.
        """
        known, asked = self._known[seat], (cards, *left.values())
        found = known.get(asked)
        if found is None:
            found = known[asked] = self._role_chances(seat, cards, left)
        return found

    def _role_chances(self, seat: int, cards: int, left: Mapping[str, int]) -> Mapping[str, float]:
        shares: dict[str, float] = {**left}
        if claims := self.claims[seat]:
            rate = self.bluff_rates[seat]
            for role, number in claims.items():
                if role in shares:
                    shares[role] *= (
                        rate**-number if number <= 1 else rate**-1.0 * _REPEATED_CLAIM_FACTOR ** (number - 1)
                    )
        for role, factor in self.passed[seat].items():
            if role in shares:
                shares[role] *= factor
        whole = sum(shares.values())
        if cards == 1 or not whole:
            return {role: share / whole for role, share in shares.items()} if whole else shares
        # Two cards are left: a hand with two cards of one role counts once, however often the role was claimed.
        hands = whole * whole / 2
        for role, copies in left.items():
            share = shares[role]
            hands += share * (copies - 1 - share) / 2
        if hands <= 0:
            return {role: min(1.0, share) for role, share in shares.items()}
        for role, copies in left.items():
            if share := shares[role]:
                chance = share * (whole - share + (copies - 1) / 2) / hands
                shares[role] = chance if chance < 1 else 1.0
        return shares


def _bluff_rate(lies: float, truths: float) -> float:
    tested = lies + truths + _PRIOR_TESTED_CLAIMS
    share = (lies + _PRIOR_LIE_SHARE * _PRIOR_TESTED_CLAIMS) / tested
    return min(_MAX_BLUFF_RATE, max(_MIN_BLUFF_RATE, _USUAL_BLUFF_RATE * share / _PRIOR_LIE_SHARE))


def own_cards(view: Mapping[str, Any], seat: int) -> list[str]:
    """Returns the face-down cards that only the viewer sees: its hand, and cards drawn or put aside."""
    own = view["players"][seat]
    return [*own["hand"], *own["aside"], *view.get("drawn", ())]
