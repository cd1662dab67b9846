"""Reading a position: what the others may hold, how they may answer, and what an action leads to."""

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any, Final

from engine.ai.evaluation.action_effects import ACTOR, OTHER, RECIPIENT, TARGET, rulebook
from engine.ai.evaluation.beliefs import Memory, unseen
from engine.ai.evaluation.position_value import TOKEN_FACTORS, Standing, holders, standing
from engine.catalogue import plain
from engine.moves import Move
from engine.table.table import Edition

_USUAL_DOUBT: Final = 0.35
"""How likely a claim usually looks false to those who hear it."""
_DOUBT_POWER: Final = 1.5
_MOST_DARED: Final = 0.9
_LYING_BLOCK: Final = 0.12
"""How likely somebody among those who hold no card that blocks says to hold one."""
_MOST_BLOCKED: Final = 0.95
_SURE: Final = 0.98
"""How sure one can be at most of what another holds."""
_LOOK: Final = exp(0.03)
"""By what each card that is drawn to choose from multiplies a seat's weight."""


class Reading:
    """What one seat makes of one position: what the others may hold and do, and what actions lead to."""

    def __init__(self, seat: int, view: Mapping[str, Any], memory: Memory) -> None:
        self.seat = seat
        self.view = view
        self._memory = memory
        self.book = rulebook(view)
        self.edition: Edition = self.book.edition
        memory.catch_up(self.book.stops)
        players: list[dict[str, Any]] = view["players"]
        self._players = players
        self.names: list[str] = [player["name"] for player in players]
        self.now = standing(view, seat, self.names)
        self.held: list[str] = players[seat]["hand"]
        self.roles = {plain(card) for card in self.held}
        self.others = [other for other, lives in enumerate(self.now.lives) if lives and other != seat]
        self.left = unseen(view, self.book.copies)
        self._likely: dict[int, dict[str, float]] = {}
        self._looks: dict[str, float] | None = None
        self._dares: dict[str, float] = {}
        self._of_roles: dict[str, float] = {}
        self._own: dict[tuple[int, int], Standing] = {}
        self._tokens: Mapping[str, Any] = view.get("tokens") or {}
        self.worth_now = self.now.worth()
        self.stake = 0  # the lives that this seat loses if the claim that lies open stands
        self.prompt: str = view["prompt"]["prompt"]

    def mine(self, lives: int = 0, coins: int = 0) -> Standing:
        """The standing now, but for so many lives and coins more (or fewer) of this seat."""
        change = (lives, coins)
        if change not in self._own:
            self._own[change] = self.now.changed(self.seat, lives, coins) if lives or coins else self.now
        return self._own[change]

    def holds(self, seat: int, role: str) -> float:
        """How likely another seat holds a role."""
        likely = self._likely.get(seat)
        if likely is None:
            cards = self.now.lives[seat] or 1
            likely = self._likely[seat] = self._memory.holding(seat, cards, self.left)
        return likely.get(role, 0.0)

    def dared(self, role: str) -> float:
        """How likely a claim of a role by this seat is challenged by anybody."""
        known = self._dares.get(role)
        if known is None:
            looks = self.looks(role)
            doubt = (1 - looks) / _USUAL_DOUBT
            factor, free = doubt**_DOUBT_POWER, 1.0
            for other in self.others:
                free *= 1 - min(_MOST_DARED, factor * self._memory.darer(other))
            known = self._dares[role] = 1 - free if looks else 1.0
        return known

    def looks(self, role: str) -> float:
        """How likely this seat holds a role, to all who see only what is public."""
        if self._looks is None:
            left = unseen(self.view, self.book.copies, public=True)
            self._looks = self._memory.holding(self.seat, max(1, self.now.lives[self.seat]), left)
        return self._looks.get(role, 0.0)

    def share(self, seat: int) -> float:
        """About how often a seat wins from here, between 0 and 1."""
        return Standing(self.now.lives, self.now.coins, self.now.factors, (seat,)).worth()

    def blocked(self, seats: Sequence[int], roles: Sequence[str]) -> float:
        """How likely one of these seats blocks with one of these roles."""
        free = 1.0
        for seat in seats:
            none = 1.0
            for role in roles:
                none *= 1 - self.holds(seat, role)
            free *= 1 - min(_MOST_BLOCKED, 1 - none + none * _LYING_BLOCK / len(seats))
        return 1 - free

    def trusted(self, by: int, role: str) -> float:
        """How likely another's claim of a role is true, from 0 where it cannot be."""
        true = self.holds(by, role)
        return min(_SURE, true) if true else 0.0

    def somebody_hurt(self, after: Standing) -> float:
        """What a standing is worth after any other player has lost a life."""
        return sum([after.hurt(other).worth() for other in self.others]) / max(1, len(self.others))

    def tax(self, role: str | None) -> int | None:
        """Who is paid a coin for a claim of a role by this seat."""
        tax = self._tokens.get("tax")
        if not tax or role is None or tax["role"] != role or tax["holder"] == self.names[self.seat]:
            return None
        return self.names.index(tax["holder"])

    def after(self, actor: int, move: Move, paid: Standing) -> tuple[Standing, bool]:
        """The standing after an action, its price paid, that everybody lets pass; whether one more follows."""
        outcome = self.book.outcome(move, actor, paid.coins)
        if outcome is None:
            return paid, False
        lives, coins, factors = paid.lives[:], paid.coins[:], paid.factors
        target, recipient = move.target, move.recipient
        given = 0
        hit: list[tuple[int, int]] = []
        if outcome.lives[OTHER] or outcome.coins[OTHER]:
            spared = (actor, *self._spared(actor))
            hit = [(seat, OTHER) for seat, alive in enumerate(lives) if alive and seat not in spared]
        else:
            if target is not None and target != actor:
                hit.append((target, TARGET))
            if recipient is not None and recipient != actor:
                hit.append((recipient, RECIPIENT))
        for seat, part in hit:
            lives[seat] = max(0, lives[seat] + outcome.lives[part])
            change = max(-coins[seat], outcome.coins[part])
            coins[seat] += change
            given += change
        lives[actor] = max(0, lives[actor] + outcome.lives[ACTOR])
        coins[actor] += outcome.treasury - given
        if outcome.tokens or outcome.looks:
            factors = factors[:]
            factors[actor] *= _LOOK**outcome.looks
            self._lay(factors, actor, move, outcome.tokens)
        return Standing(lives, coins, factors, paid.mine), outcome.again

    def _lay(self, factors: list[float], actor: int, move: Move, tokens: Sequence[tuple[str, int]]) -> None:
        """Moves tokens to where an action lays them."""
        places = {ACTOR: actor, TARGET: move.target, RECIPIENT: move.recipient}
        for name, part in tokens:
            if name != "disappear":
                for holder in holders(name, self._tokens[name], self.names):
                    factors[holder] /= TOKEN_FACTORS[name] ** (0.5 if name == "treaty" else 1.0)
            at = places.get(part)
            factors[actor if at is None else at] *= TOKEN_FACTORS[name]

    def _spared(self, actor: int) -> list[int]:
        """Whom an action that hits everybody leaves alone, by the tokens that lie."""
        tokens = self._tokens
        spared = holders("peacekeeping", tokens.get("peacekeeping"), self.names)
        treaty = holders("treaty", tokens.get("treaty"), self.names)
        return spared + treaty if actor in treaty else spared
