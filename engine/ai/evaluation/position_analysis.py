"""The analysis of a position: what the others may hold, how they may answer, and what an action changes."""

from collections.abc import Mapping, Sequence
from math import exp
from operator import itemgetter
from typing import Any, Final

from engine.ai.evaluation.action_effects import ACTOR, OTHER, RECIPIENT, TARGET, ActionEffects
from engine.ai.evaluation.memory import Memory, own_cards
from engine.ai.evaluation.position_value import (
    TOKEN_FACTORS,
    PositionValue,
    bound_factors,
    holders,
    position_value,
    value_of,
)
from engine.catalogue import plain
from engine.moves import Move
from engine.table.table import Action, Edition
from engine.views.odds import chance_of
from engine.views.view import allegiance_masks, bound_seats

_NAME: Final = itemgetter("name")
_USUAL_DOUBT: Final = 0.35
"""The probability that other players believe an ordinary claim to be a lie."""
_DOUBT_POWER: Final = 1.5
_MAX_CHALLENGE_CHANCE: Final = 0.9
_LYING_BLOCK: Final = 0.12
"""The probability that a player who holds no blocking card blocks anyway, in a game with more than two players."""
_MAX_BLOCK_CHANCE: Final = 0.95
_MAX_TRUTH_CHANCE: Final = 0.98
"""The highest probability that another player's claim is true."""
_DRAWN_CARD_FACTOR: Final = exp(0.03)
"""The factor by which each card drawn in an exchange multiplies the weight (strength) of a seat."""


class PositionAnalysis:
    """What one seat can estimate in a position: the others' cards and answers, and the effects of actions."""

    def __init__(self, seat: int, view: Mapping[str, Any], memory: Memory) -> None:
        self.seat = seat
        self.view = view
        self._memory = memory
        self.book = book = memory.interpret(view)
        self.edition: Edition = book.edition
        players: list[dict[str, Any]] = view["players"]
        self.names: list[str] = list(map(_NAME, players))
        self.now = position_value(view, seat, self.names)
        self.held: list[str] = players[seat]["hand"]
        self.others = [other for other, lives in enumerate(self.now.lives) if lives and other != seat]
        self._unseen = memory.unseen(view, book.copies)
        left = self.left = {**self._unseen}
        for card in own_cards(view, seat):
            left[card if card in left else plain(card)] -= 1
        self._likely: dict[int, Mapping[str, float]] = {}
        self._apparent: Mapping[str, float] | None = None
        self._challenge_rates: Sequence[float] | None = None
        self._challenge_chances: dict[str, float] = {}
        self._block_chances: dict[tuple[str, ...], float] = {}
        self._role_values: dict[str, float] = {}
        self._own: dict[tuple[int, int], PositionValue] = {}
        self.pile: int = view.get("reserve", view.get("bank", 0))
        self._tokens: Mapping[str, Any] = view.get("tokens") or {}
        self.win_chance_now = self.now.win_chance
        self.stake = 0  # the lives that this seat loses if the open claim is accepted
        self.prompt: str = view["prompt"]["prompt"]

    def effects_of(self, move: Move) -> ActionEffects | None:
        """Returns the effects of a declaration of this seat; None if they are unknown."""
        return self.book.effects_of(move, self.seat, self.now.coins, self.pile)

    def with_own_change(self, lives: int = 0, coins: int = 0) -> PositionValue:
        """Returns the value of the position with this many more (or fewer) lives and coins of this seat."""
        known = self._own.get((lives, coins))
        if known is None:
            known = self.now.with_change(self.seat, lives, coins) if lives or coins else self.now
            self._own[lives, coins] = known
        return known

    def _truth(self, at: int) -> int:
        """Returns 1 if the option with this index makes a true claim, -1 for a lie, 0 for no claim."""
        truthful: bool | None = self.view["prompt"]["truthful"][at]
        return 0 if truthful is None else 1 if truthful else -1

    def _price(self, action: Action, actor: int, target: int | None) -> int:
        """Returns what an action costs when a seat declares it against a target."""
        if not action.surcharge or target is None:
            return action.price
        return action.price_against(self.now.lives[target], is_actor=target == actor)

    def holding_chance(self, seat: int, role: str) -> float:
        """Returns the probability that another seat holds a role."""
        likely = self._likely.get(seat) or self._role_chances(seat)
        return likely.get(role, 0.0)

    def _role_chances(self, seat: int) -> Mapping[str, float]:
        cards = self.now.lives[seat] or 1
        likely = self._likely[seat] = self._memory.role_chances(seat, cards, self.left)
        return likely

    @property
    def challenge_rates(self) -> Sequence[float]:
        """How often each of the others challenges, in the order of `others`."""
        if self._challenge_rates is None:
            self._challenge_rates = self._memory.challenge_rates(self.others)
        return self._challenge_rates

    def challenge_chance(self, role: str, truth: int, denied: str | None = None) -> float:
        """Returns the probability that a claim of this seat is challenged: to hold `role`, or not `denied`.

        `truth` is negative for a lie. A player who holds the last copy that this seat does not see knows.
        """
        known = self._challenge_chances.get(role)
        if known is None:
            apparent = self.apparent_chance(role) if denied is None else 1.0 - self.apparent_chance(denied)
            doubt = (1.0 - apparent) / _USUAL_DOUBT
            factor, free = doubt**_DOUBT_POWER, 1.0
            for rate in self.challenge_rates:
                chance = factor * rate
                free *= 1.0 - (chance if chance < _MAX_CHALLENGE_CHANCE else _MAX_CHALLENGE_CHANCE)
            known = self._challenge_chances[role] = 1.0 - free if apparent else 1.0
        if truth < 0 and self.left.get(role) == 1:
            known += (1.0 - known) * min(1.0, sum([self.holding_chance(other, role) for other in self.others]))
        return known

    def apparent_chance(self, role: str) -> float:
        """Returns the probability that this seat holds a role, as it appears to a spectator."""
        if self._apparent is None:
            self._apparent = self._memory.role_chances(self.seat, self.now.lives[self.seat] or 1, self._unseen)
        return self._apparent.get(role, 0.0)

    def block_chance(self, seats: Sequence[int], roles: Sequence[str]) -> float:
        """Returns the probability that one of these seats blocks with one of these roles."""
        free, lying = 1.0, len(seats)
        for seat in seats:
            none, likely = 1.0, self._likely.get(seat) or self._role_chances(seat)
            for role in roles:
                if role in likely:
                    none *= 1.0 - likely[role]
            blocks = 1.0 - none + none * _LYING_BLOCK / lying
            free *= 1.0 - (blocks if blocks < _MAX_BLOCK_CHANCE else _MAX_BLOCK_CHANCE)
        return 1.0 - free

    def truth_chance(self, by: int, role: str | None, denied: str | None = None) -> float:
        """Returns the probability that another seat's claim is true; 0 if it cannot be true.

        It claims to hold `role`, or not to hold `denied`.
        """
        true = self.holding_chance(by, role or "") if denied is None else 1.0 - self.holding_chance(by, denied)
        return min(_MAX_TRUTH_CHANCE, true) if true else 0.0

    def any_block_chance(self, roles: tuple[str, ...]) -> float:
        """Returns the probability that anybody blocks what this seat does with one of these roles."""
        known = self._block_chances.get(roles)
        if known is None:
            bound = bound_seats(self.view, self.seat)
            seats = [other for other in self.others if other not in bound] if bound else self.others
            known = self._block_chances[roles] = self.block_chance(seats, roles)
        return known

    def chance_shown(self, role: str, number: int) -> float:
        """Returns the probability that a role is among this number of cards shown from the deck."""
        return float(chance_of(self.left, (role,), min(number, self.view["deck_size"])))

    def after_any_loss(self, after: PositionValue) -> float:
        """Returns the mean chance to win after one of the other players has lost a life."""
        return sum([after.chance_after_loss(other) for other in self.others]) / max(1, len(self.others))

    def tax_holder(self, role: str | None) -> int | None:
        """Returns the seat that gets a coin of tax when this seat claims the role; None if no seat does."""
        tax = self._tokens.get("tax")
        if not tax or role is None or tax["role"] != role or tax["holder"] == self.names[self.seat]:
            return None
        return self.names.index(tax["holder"])

    def after_action(self, actor: int, move: Move, paid: PositionValue) -> tuple[PositionValue, bool]:
        """Returns the value after an action that everybody allows, and whether another action follows.

        `paid` is the value of the position once the price of the action is paid.
        """
        effects = self.book.effects_of(move, actor, paid.coins, self.pile)
        if effects is None:
            return paid, False
        after, target, recipient, gained = paid, move.target, move.recipient, effects.treasury
        lives, coins = effects.lives, effects.coins
        if effects.hits_others:
            spared = (actor, *self._protected_seats(actor))
            for seat, alive in enumerate(paid.lives):
                if alive and seat not in spared:
                    more = max(-paid.coins[seat], coins[OTHER])
                    after, gained = after.with_change(seat, lives[OTHER], more), gained - more
        else:
            if target is not None and target != actor:
                more = max(-paid.coins[target], coins[TARGET])
                after, gained = after.with_change(target, lives[TARGET], more), gained - more
            if recipient is not None and recipient != actor:
                more = max(-paid.coins[recipient], coins[RECIPIENT])
                after, gained = after.with_change(recipient, lives[RECIPIENT], more), gained - more
        if gained or lives[ACTOR]:
            after = after.with_change(actor, lives[ACTOR], gained)
        if effects.tokens or effects.cards_drawn or effects.turned is not None:
            factors = after.factors[:]
            if effects.turned is not None:
                self._turn(factors, actor if effects.turned == ACTOR else target)
            factors[actor] *= _DRAWN_CARD_FACTOR**effects.cards_drawn
            self._place_tokens(factors, actor, move, effects.tokens)
            after = value_of(after.lives, after.coins, factors, after.own_seats)
        return after, effects.again

    def _turn(self, factors: list[float], seat: int | None) -> None:
        """Multiplies the weight factors of the seats as the allegiance of a seat turns."""
        seats, (reformists, alive) = len(factors), allegiance_masks(self.view)
        turned = reformists if seat is None else reformists ^ 1 << seat
        for at, (before, after) in enumerate(
            zip(bound_factors(seats, reformists, alive), bound_factors(seats, turned, alive), strict=True)
        ):
            factors[at] *= after / before

    def _place_tokens(
        self, factors: list[float], actor: int, move: Move, tokens: Sequence[tuple[str, int]]
    ) -> None:
        """Multiplies the weight factors of the seats by those of the tokens that an action places."""
        places = {ACTOR: actor, TARGET: move.target, RECIPIENT: move.recipient}
        for name, part in tokens:
            if name != "disappear":
                for holder in holders(name, self._tokens[name], self.names):
                    factors[holder] /= TOKEN_FACTORS[name] ** (0.5 if name == "treaty" else 1.0)
            at = places.get(part)
            factors[actor if at is None else at] *= TOKEN_FACTORS[name]

    def _protected_seats(self, actor: int) -> list[int]:
        """Returns the seats that tokens protect from an action that hits everybody."""
        tokens = self._tokens
        spared = holders("peacekeeping", tokens.get("peacekeeping"), self.names)
        treaty = holders("treaty", tokens.get("treaty"), self.names)
        return spared + treaty if actor in treaty else spared
