"""The value of cards: how much each card that a seat may keep raises its chance to win."""

from collections.abc import Sequence
from typing import Any, Final

from engine.ai.evaluation.option_value import OptionValue, certain, risky
from engine.ai.evaluation.position_analysis import PositionAnalysis
from engine.catalogue import plain
from engine.moves import PAY, Move

_TRUTHFUL_USE: Final = 0.02
"""Each action or block that a card makes true raises the chance to win by this much."""


class CardValues(PositionAnalysis):
    """Estimates how often one seat wins after each way to keep, lose, give or show cards."""

    def hands(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of each choice of cards to keep."""
        now = self.win_chance_now
        return [certain(now + self._hand(move.cards or ())) for move in moves]

    def _hand(self, cards: Sequence[str]) -> float:
        # A dict keeps the order of the cards, so that the sum of floats is always the same.
        return sum([self._cached_role_value(role) for role in dict.fromkeys(plain(card) for card in cards)])

    def _cached_role_value(self, role: str) -> float:
        if role not in self._role_values:
            self._role_values[role] = self._role_value(role)
        return self._role_values[role]

    def _role_value(self, role: str) -> float:
        """Returns the value of holding a role: of its best action, and of the actions that it can block."""
        best = 0.0
        actions = self.book.by_role.get(role, ())
        for action in actions:
            for move in self._examples(action):
                paid = self.with_own_change(coins=-self._price(action, self.seat, move.target))
                best = max(best, self.after_action(self.seat, move, paid)[0].win_chance - self.win_chance_now)
        return best + _TRUTHFUL_USE * (self.book.blocks.get(role, 0) + len(actions))

    def _examples(self, action: Any) -> list[Move]:
        if action.price + action.need > self.now.coins[self.seat] or not self.others:
            return []
        other = max(self.others, key=lambda seat: (self.now.lives[seat], self.now.coins[seat]))
        return [
            Move("act", action.id, target, recipient, role)
            for target in (None, other)
            for recipient in (None, other)
            for role in (None, action.role)
            if (target is not None) + (recipient is not None) + (role is not None) < 2
        ]

    def partings(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of losing, giving or showing each card, and of each way to avoid the loss."""
        loses = self.prompt == "lose"
        return [self._parting(move, self._truth(at), loses=loses) for at, move in enumerate(moves)]

    def _parting(self, move: Move, truth: int, *, loses: bool) -> OptionValue:
        me, now, left = self.seat, self.now, list(self.held)
        if move is PAY:
            price = self.edition.life_price if loses else 1
            return certain(self.with_own_change(coins=-price).win_chance + self._hand(left))
        if move.card in left:
            left.remove(move.card)
        hand = self._hand(left)
        after = self.with_own_change(-1) if loses else now
        if move.role is None:
            return certain(after.win_chance + hand)
        lives, coins = self.book.effects_of_loss_claim(move.role)
        stands = after.with_change(me, lives, coins)
        worst_case = self.after_any_loss(stands) if truth > 0 else after.chance_after_loss(me)
        risk = self.challenge_chance(move.role, truth)
        return risky(stands.win_chance + hand, worst_case + hand, risk, truth)
