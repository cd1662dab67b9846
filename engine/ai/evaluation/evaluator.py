"""The evaluator: estimates how often a seat wins after each option.

The estimate depends on the cards that the other players may hold, and on the answers that they may give.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.evaluation.card_values import CardValues
from engine.ai.evaluation.option_value import OptionValue, certain, risky
from engine.ai.evaluation.position_value import PositionValue
from engine.moves import CHALLENGE, PASS, PAY, Move
from engine.rules.claims import RIOT_SHARE
from engine.table.table import Action

_JOINED: Final = 0.35
"""The probability that a player pays to join a riot."""
_SECOND_ACTION: Final = 0.7
"""The value of a second action, as a share of the value of the best other action."""


class Evaluator(CardValues):
    """Estimates how often one seat wins from one position after each of its options."""

    # Declaring

    def declarations(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of declaring each action, given the challenges and blocks that it may meet."""
        values: list[OptionValue] = []
        twice: list[int] = []
        truths, actions = self.view["prompt"]["truthful"], self.edition.actions
        for at, move in enumerate(moves):
            value, again = self._declaration(move, actions[move.action or ""], truths[at])
            if again:
                twice.append(at)
            values.append(value)
        if twice:
            now = self.win_chance_now
            best = max([value.win_chance for at, value in enumerate(values) if at not in twice], default=now)
            more = max(0.0, _SECOND_ACTION * (best - now))
            for at in twice:
                values[at] = values[at].with_chances(values[at].win_chance + more, values[at].best_case + more)
        return values

    def _declaration(self, move: Move, action: Action, truthful: bool | None) -> tuple[OptionValue, bool]:
        me, now, target = self.seat, self.now, move.target
        price = self._price(action, me, target) if action.surcharge else action.price
        paid = self.with_own_change(0, -price) if price else now
        if action.to_target and target is not None:
            paid = paid.with_change(target, coins=price)
        if self._tokens and (tax := self.tax_holder(action.role)) is not None:
            paid = paid.with_change(me, coins=-1).with_change(tax, coins=1)
        after, again = self.after_action(me, move, paid)
        best_case = win_chance = after.win_chance
        if action.shows:
            shown = self.chance_shown(move.role or "", action.shows)
            win_chance = shown * win_chance + (1.0 - shown) * paid.win_chance
        block = 0.0
        if (answers := action.answers) is None:
            pass
        elif answers in ("target", "anyone"):
            counters = self.book.counters[action.id]
            if target is None or answers == "anyone":
                block = self.any_block_chance(counters)
            else:
                block = self.block_chance((target,), counters)
            win_chance = (1.0 - block) * win_chance + block * paid.win_chance
        elif answers in ("each", "share") and self.others:
            counters = self.book.counters[action.id]
            block = sum([self.block_chance((other,), counters) for other in self.others]) / len(self.others)
            met = paid
            if answers == "share":
                own, share = self.book.shares_of(action)
                met = after.with_change(me, coins=own * len(self.others))
                for other in self.others:
                    met = met.with_change(other, coins=share)
            win_chance = (1.0 - block) * win_chance + block * met.win_chance
        elif answers == "join" and target is not None:
            joins = any(now.coins[other] >= RIOT_SHARE for other in self.others if other != target)
            best_case, block = paid.chance_after_loss(target), 1 - _JOINED if joins else 1.0
            win_chance = (1.0 - block) * best_case + block * paid.win_chance
        if truthful is None or (action.role is None and action.denied is None):
            return OptionValue(win_chance, best_case, win_chance, 0.0, block), again
        if truthful:
            truth, worst_case = 1, self.after_any_loss(after)
        else:
            forfeit = now.coins[me] if action.forfeits else 0
            truth, worst_case = -1, self.with_own_change(-1, -forfeit).win_chance
        risk = self.challenge_chance(action.role or "", truth, action.denied)
        win_chance = (1.0 - risk) * win_chance + risk * worst_case
        return OptionValue(win_chance, best_case, worst_case, risk, block, truth), again

    # Answering

    def answers(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of each answer to the open claim, to an estate, or to a token that takes effect."""
        claim = self.view["claim"]
        if claim is None:
            return [self._defuse_value(move, self._truth(at)) for at, move in enumerate(moves)]
        by = self.names.index(claim["by"])
        if claim["kind"] == "estate":
            return [self._estate(move, by, self._truth(at)) for at, move in enumerate(moves)]
        stands, falls = self._outcomes(claim, by)
        self.stake = self.now.lives[self.seat] - stands.lives[self.seat]
        values: list[OptionValue] = []
        for at, move in enumerate(moves):
            if move is PASS:
                values.append(certain(stands.win_chance))
            elif move is CHALLENGE:
                caught, wrong = falls.chance_after_loss(by), stands.chance_after_loss(self.seat)
                truth = self.truth_chance(by, claim["role"], claim.get("denied"))
                values.append(risky(caught, wrong, truth))
            elif move is PAY:
                values.append(self._join(claim))
            else:
                values.append(self._claim(move, claim, by, stands, falls, self._truth(at)))
        return values

    def _join(self, claim: Mapping[str, Any]) -> OptionValue:
        """Returns the value of paying to join a riot."""
        target = self.names.index(claim["action"]["target"])
        block = self.block_chance((target,), (claim["role"],))
        paid = self.with_own_change(coins=-RIOT_SHARE)
        return risky(paid.chance_after_loss(target), paid.win_chance, block)

    def _claim(
        self,
        move: Move,
        claim: Mapping[str, Any],
        by: int,
        stands: PositionValue,
        falls: PositionValue,
        truth: int,
    ) -> OptionValue:
        """Returns the value of claiming a role in answer to the claim of seat `by`."""
        me, role = self.seat, move.role or ""
        action = self._action(claim)
        if action.answers == "share":
            actor_coins, own_coins = self.book.shares_of(action)
            wins = stands.with_change(me, coins=own_coins).with_change(by, coins=actor_coins)
        elif action.answers == "each":
            now = self.now
            wins = stands.with_change(me, now.lives[me] - stands.lives[me], now.coins[me] - stands.coins[me])
        else:
            wins = falls if claim["kind"] != "action" or action.role is None or not action.price else self.now
        if (tax := self.tax_holder(role)) is not None:
            wins, stands = (each.with_change(me, coins=-1).with_change(tax, coins=1) for each in (wins, stands))
        challenged = wins.chance_after_loss(by) if truth > 0 else stands.chance_after_loss(me)
        return risky(wins.win_chance, challenged, self.challenge_chance(role, truth), truth)

    def _action(self, claim: Mapping[str, Any]) -> Any:
        return self.edition.actions[claim["action"]["action"]]

    def _outcomes(self, claim: Mapping[str, Any], by: int) -> tuple[PositionValue, PositionValue]:
        """Returns the value of the position if the claim of seat `by` is accepted, and the value if it fails."""
        now, declared = self.now, claim.get("action")
        if claim["kind"] == "loss":
            lives, coins = self.book.effects_of_loss_claim(claim["role"])
            return now.with_change(by, lives, coins), now
        if declared is None:
            return now, now.after_loss(by)  # a failed claim no longer averts the loss of a life
        actor, action = self.names.index(declared["by"]), self._action(claim)
        move = self._declaring_move(declared)
        done, _ = self.after_action(actor, move, now)
        match claim["kind"]:
            case "action":
                falls = now
                price = self._price(action, actor, move.target)
                if claim["role"] is not None and price:
                    falls = now.with_change(actor, coins=price)
                    if action.to_target and move.target is not None:
                        falls = falls.with_change(move.target, coins=-price)
                return done, falls
            case "counteraction":
                return now, done
            case "rebuttal":
                return done, now
            case "bomb":
                handed = now if "target" not in claim else now.after_loss(self.names.index(claim["target"]))
                return handed, now.after_loss(by)
            case _:
                own, share = self.book.shares_of(action)
                return now.with_change(by, coins=share).with_change(actor, coins=own), now

    def _declaring_move(self, declared: Mapping[str, Any]) -> Move:
        """Returns the move that declared an action, as a view shows it."""
        target, recipient = declared.get("target"), declared.get("recipient")
        return Move(
            "act",
            declared["action"],
            None if target is None else self.names.index(target),
            None if recipient is None else self.names.index(recipient),
            declared.get("role"),
        )

    def _defuse_value(self, move: Move, truth: int) -> OptionValue:
        """Returns the value of a claim that averts the effect of a token, or of making no claim."""
        if move is PASS:
            return certain(self.with_own_change(-1).win_chance)
        worst_case = self.after_any_loss(self.now) if truth > 0 else self.with_own_change(-2).win_chance
        return risky(self.win_chance_now, worst_case, self.challenge_chance(move.role or "", truth), truth)

    def bombs(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of each answer of the seat before which the Bomb lies."""
        return [self._bomb(move, self._truth(at)) for at, move in enumerate(moves)]

    def _bomb(self, move: Move, truth: int) -> OptionValue:
        if move is PASS or move.target is None:
            return self._defuse_value(move, truth)
        saved = self.holding_chance(move.target, move.role or "")
        stands = saved * self.win_chance_now + (1.0 - saved) * self.now.chance_after_loss(move.target)
        worst_case = self.after_any_loss(self.now) if truth > 0 else self.with_own_change(-2).win_chance
        return risky(stands, worst_case, self.challenge_chance(move.role or "", truth), truth)

    def _estate(self, move: Move, dead: int, truth: int) -> OptionValue:
        """Returns the value of claiming a share in the estate of the seat `dead`, or of claiming none."""
        if move is PASS:
            return certain(self.win_chance_now)
        won = self.with_own_change(coins=self.now.coins[dead])
        worst_case = self.after_any_loss(won) if truth > 0 else self.with_own_change(-1).win_chance
        return risky(won.win_chance, worst_case, self.challenge_chance(move.role or "", truth), truth)

    def ransoms(self, moves: Sequence[Move]) -> list[OptionValue]:
        """Returns the value of paying the player who threatens a life, and the value of refusing."""
        claim = self.view["claim"]
        by = self.names.index(claim["by"])
        bought, _ = self._outcomes(claim, by)
        refused = self.now.after_loss(self.seat).with_change(by, coins=-self._action(claim).need)
        return [certain((bought if move is PAY else refused).win_chance) for move in moves]


def evaluate_options(evaluator: Evaluator, moves: Sequence[Move]) -> list[OptionValue] | None:
    """Returns the value of each option of the evaluator's seat; None for prompts without estimates."""
    match evaluator.prompt:
        case "act" | "avenge":
            return evaluator.declarations(moves)
        case "respond" | "estate" | "defuse":
            return evaluator.answers(moves)
        case "bomb":
            return evaluator.bombs(moves)
        case "ransom":
            return evaluator.ransoms(moves)
        case "keep":
            return evaluator.hands(moves)
        case "lose" | "give" | "show":
            return evaluator.partings(moves)
        case _:
            return None
