"""Judging: what each option may lead to, weighed by what the others may hold and by what they may answer."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.evaluation.position_value import Standing
from engine.ai.evaluation.reading import Reading
from engine.catalogue import plain
from engine.moves import CHALLENGE, PASS, PAY, Move
from engine.rules.claims import RIOT_SHARE

_JOINED: Final = 0.35
"""How likely somebody pays to join a riot."""
_KEPT: Final = 0.02
"""What it is worth, in chances to win, that a card lets its owner act or block without a lie."""
_AGAIN: Final = 0.7
"""How much of the best other action a second action is worth."""


class Weighed:
    """About how often a seat wins after an option, from 0 to 1.

    `well` if the option meets no resistance, `badly` if it goes wrong, which it does with the chance `risk`;
    `worth` is what all that comes to, with blocks, which come with the chance `block`. `true` is 1 for a claim
    that can be proven, -1 for one that cannot, and 0 for what claims nothing.
    """

    # No NamedTuple: every decision makes many of these, and slots are written and read faster.
    __slots__ = ("badly", "block", "risk", "true", "well", "worth")

    def __init__(
        self, worth: float, well: float, badly: float, risk: float = 0.0, block: float = 0.0, true: int = 0
    ) -> None:
        self.worth = worth
        self.well = well
        self.badly = badly
        self.risk = risk
        self.block = block
        self.true = true

    def changed(self, worth: float, well: float) -> "Weighed":
        """The same, but for what it is worth."""
        return Weighed(worth, well, self.badly, self.risk, self.block, self.true)


def _sure(worth: float) -> Weighed:
    return Weighed(worth, worth, worth)


def _risked(well: float, badly: float, risk: float, true: int = 0) -> Weighed:
    return Weighed((1 - risk) * well + risk * badly, well, badly, risk, 0.0, true)


class Judge(Reading):
    """Says of the options of one seat in one position about how often it wins after each."""

    # Declaring

    def declarations(self, moves: Sequence[Move]) -> list[Weighed]:
        """What it is worth to declare each action, with the challenges and blocks it may meet."""
        found: list[Weighed] = []
        twice: list[int] = []
        for move in moves:
            weighed, again = self._declaration(move)
            if again:
                twice.append(len(found))
            found.append(weighed)
        if twice:
            now = self.worth_now
            best = max([weighed.worth for at, weighed in enumerate(found) if at not in twice], default=now)
            more = max(0.0, _AGAIN * (best - now))
            for at in twice:
                found[at] = found[at].changed(found[at].worth + more, found[at].well + more)
        return found

    def _declaration(self, move: Move) -> tuple[Weighed, bool]:
        me, now, action = self.seat, self.now, self.edition.actions[move.action or ""]
        paid = self.mine(coins=-action.price)
        if action.to_target and move.target is not None:
            paid = paid.changed(move.target, coins=action.price)
        if (tax := self.tax(action.role)) is not None:
            paid = paid.changed(me, coins=-1).changed(tax, coins=1)
        after, again = self.after(me, move, paid)
        well = worth = after.worth()
        block = 0.0
        counters = self.book.counters[action.id]
        if self.book.blockable[action.id]:
            by = self.others if move.target is None or action.answers == "anyone" else (move.target,)
            block = self.blocked(by, counters)
            worth = (1 - block) * worth + block * paid.worth()
        elif action.answers in ("each", "share") and self.others:
            block = sum([self.blocked((other,), counters) for other in self.others]) / len(self.others)
            met = paid
            if action.answers == "share":
                met = after.changed(me, coins=-len(self.others))
                for other in self.others:
                    met = met.changed(other, coins=1)
            worth = (1 - block) * worth + block * met.worth()
        elif action.answers == "join" and move.target is not None:
            well, block = paid.hurt(move.target).worth(), 1 - _JOINED
            worth = (1 - block) * well + block * paid.worth()
        if action.role is None or self.prompt != "act":
            return Weighed(worth, well, worth, 0.0, block), again
        dare = self.dared(action.role)
        if action.role in self.roles:
            true, caught = 1, self.somebody_hurt(after)
        else:
            true, caught = -1, self.mine(-1, -now.coins[me] if action.forfeits else 0).worth()
        return Weighed((1 - dare) * worth + dare * caught, well, caught, dare, block, true), again

    # Answering

    def answers(self, moves: Sequence[Move]) -> list[Weighed]:
        """What each answer is worth to the claim that lies open, or to what falls due."""
        claim = self.view["claim"]
        if claim is None:
            return [self._defused(move) for move in moves]
        by = self.names.index(claim["by"])
        if claim["kind"] == "estate":
            return [self._estate(move, by) for move in moves]
        stands, falls = self._outcomes(claim, by)
        self.stake = self.now.lives[self.seat] - stands.lives[self.seat]
        return [self._answer(move, claim, by, stands, falls) for move in moves]

    def _answer(self, move: Move, claim: Mapping[str, Any], by: int, stands: Standing, falls: Standing) -> Weighed:
        me = self.seat
        if move is PASS:
            return _sure(stands.worth())
        if move is PAY:
            target = self.names.index(claim["action"]["target"])
            block = self.blocked((target,), (claim["role"],))
            paid = self.mine(coins=-RIOT_SHARE)
            return _risked(paid.hurt(target).worth(), paid.worth(), block)
        if move is CHALLENGE:
            return _risked(falls.hurt(by).worth(), stands.hurt(me).worth(), self.trusted(by, claim["role"]))
        role = move.role or ""
        action = self._action(claim)
        if action.answers == "share":
            wins = stands.changed(me, coins=1).changed(by, coins=-1)
        elif action.answers == "each":
            now = self.now
            wins = stands.changed(me, now.lives[me] - stands.lives[me], now.coins[me] - stands.coins[me])
        else:
            wins = falls if claim["kind"] != "action" or action.role is None or not action.price else self.now
        if (tax := self.tax(role)) is not None:
            wins, stands = (each.changed(me, coins=-1).changed(tax, coins=1) for each in (wins, stands))
        dare = self.dared(role)
        # Against a block only the special copy of a role is a proof.
        true = self._truth(f"{role}*" if claim["kind"] == "counteraction" else role)
        caught = wins.hurt(by) if true > 0 else stands.hurt(me)
        return _risked(wins.worth(), caught.worth(), dare, true)

    def _truth(self, card: str) -> int:
        return 1 if card in self.roles or card in self.held else -1

    def _action(self, claim: Mapping[str, Any]) -> Any:
        return self.edition.actions[claim["action"]["action"]]

    def _outcomes(self, claim: Mapping[str, Any], by: int) -> tuple[Standing, Standing]:
        """The standings where a claim stands, and where it falls."""
        now, declared = self.now, claim.get("action")
        if claim["kind"] == "loss":
            lives, coins = self.book.out_of_loss(claim["role"])
            return now.changed(by, lives, coins), now
        if declared is None:
            return now, now.hurt(by)  # what was to be warded off by the claim
        actor, action = self.names.index(declared["by"]), self._action(claim)
        move = self._declared(declared)
        done, _ = self.after(actor, move, now)
        match claim["kind"]:
            case "action":
                falls = now
                if claim["role"] is not None and action.price:
                    falls = now.changed(actor, coins=action.price)
                    if action.to_target and move.target is not None:
                        falls = falls.changed(move.target, coins=-action.price)
                return done, falls
            case "counteraction":
                return now, done
            case "rebuttal":
                return done, now
            case _:
                return now.changed(by, coins=1).changed(actor, coins=-1), now

    def _declared(self, declared: Mapping[str, Any]) -> Move:
        """The move that declared an action, as a view shows it."""
        target, recipient = declared.get("target"), declared.get("recipient")
        return Move(
            "act",
            declared["action"],
            None if target is None else self.names.index(target),
            None if recipient is None else self.names.index(recipient),
            declared.get("role"),
        )

    def _defused(self, move: Move) -> Weighed:
        """What it is worth to claim a token away that falls due, or not to."""
        if move is PASS:
            return _sure(self.mine(-1).worth())
        role = move.role or ""
        caught = self.somebody_hurt(self.now) if role in self.roles else self.mine(-2).worth()
        return _risked(self.worth_now, caught, self.dared(role), self._truth(role))

    def _estate(self, move: Move, dead: int) -> Weighed:
        """What it is worth to claim a share in an estate."""
        if move is PASS:
            return _sure(self.worth_now)
        role = move.role or ""
        won = self.mine(coins=self._players[dead]["coins"])
        caught = self.somebody_hurt(won) if role in self.roles else self.mine(-1).worth()
        return _risked(won.worth(), caught, self.dared(role), self._truth(role))

    def ransoms(self, moves: Sequence[Move]) -> list[Weighed]:
        """What it is worth to pay off who threatens a life, or to refuse."""
        claim = self.view["claim"]
        by = self.names.index(claim["by"])
        bought, _ = self._outcomes(claim, by)
        refused = self.now.hurt(self.seat).changed(by, coins=-self._action(claim).need)
        return [_sure((bought if move is PAY else refused).worth()) for move in moves]

    # Cards

    def hands(self, moves: Sequence[Move]) -> list[Weighed]:
        """What it is worth to keep these cards, compared with others."""
        now = self.worth_now
        return [_sure(now + self._hand(move.cards or ())) for move in moves]

    def _hand(self, cards: Sequence[str]) -> float:
        # In the order of the cards, so that the sum is the same whatever order a set would have.
        return sum([self._role(role) for role in dict.fromkeys(plain(card) for card in cards)])

    def _role(self, role: str) -> float:
        """What it is worth to hold a role: the best it does, and what it keeps others from doing."""
        if role not in self._of_roles:
            self._of_roles[role] = self._judged(role)
        return self._of_roles[role]

    def _judged(self, role: str) -> float:
        best = 0.0
        actions = self.book.by_role.get(role, ())
        for action in actions:
            paid = self.mine(coins=-action.price)
            for move in self._examples(action):
                best = max(best, self.after(self.seat, move, paid)[0].worth() - self.worth_now)
        return best + _KEPT * (self.book.blocks.get(role, 0) + len(actions))

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

    def partings(self, moves: Sequence[Move]) -> list[Weighed]:
        """What is left after a card was lost, given or shown, or what a way out of that is worth."""
        loses = self.prompt == "lose"
        return [self._parting(move, loses=loses) for move in moves]

    def _parting(self, move: Move, *, loses: bool) -> Weighed:
        me, now, left = self.seat, self.now, list(self.held)
        if move is PAY:
            return _sure(self.mine(coins=-self.edition.life_price).worth() + self._hand(left))
        if move.card in left:
            left.remove(move.card)
        hand = self._hand(left)
        after = self.mine(-1) if loses else now
        if move.role is None:
            return _sure(after.worth() + hand)
        lives, coins = self.book.out_of_loss(move.role)
        stands = after.changed(me, lives, coins)
        true = plain(move.card or "") == move.role
        caught = self.somebody_hurt(stands) if true else after.hurt(me).worth()
        return _risked(stands.worth() + hand, caught + hand, self.dared(move.role), 1 if true else -1)


def weigh(judge: Judge, moves: Sequence[Move]) -> list[Weighed] | None:
    """What each option is worth that the judge's seat is asked to choose from; None for what is not weighed."""
    match judge.prompt:
        case "act" | "avenge":
            return judge.declarations(moves)
        case "respond" | "estate" | "defuse":
            return judge.answers(moves)
        case "ransom":
            return judge.ransoms(moves)
        case "keep":
            return judge.hands(moves)
        case "lose" | "give" | "show":
            return judge.partings(moves)
        case _:
            return None
