"""Judging: what each option may lead to, weighed by what the others may hold and by what they may answer."""

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final, NamedTuple

from engine.ai.beliefs import Memory, unseen
from engine.ai.standing import TOKEN_WORTH, Standing, holders, standing
from engine.ai.traits import ACTOR, OTHER, RECIPIENT, TARGET, rulebook
from engine.catalogue import plain
from engine.edition import Edition
from engine.moves import CHALLENGE, PASS, PAY, Move
from engine.rules.claims import RIOT_SHARE

_USUAL_DOUBT: Final = 0.35
"""How likely a claim usually looks false to those who hear it."""
_DOUBT_POWER: Final = 1.5
_MOST_DARED: Final = 0.9
_LYING_BLOCK: Final = 0.12
"""How likely somebody among those who hold no card that blocks says to hold one."""
_MOST_BLOCKED: Final = 0.95
_JOINED: Final = 0.35
"""How likely somebody pays to join a riot."""
_SURE: Final = 0.98
"""How sure one can be at most of what another holds."""
_KEPT: Final = 0.02
"""What it is worth, in chances to win, that a card lets its owner act or block without a lie."""
_LOOK: Final = 0.03
"""By how much each card that is drawn to choose from raises the logarithm of a seat's weight."""
_AGAIN: Final = 0.7
"""How much of the best other action a second action is worth."""


class Weighed(NamedTuple):
    """About how often a seat wins after an option, from 0 to 1.

    `well` if the option meets no resistance, `badly` if it goes wrong, which it does with the chance `risk`;
    `worth` is what all that comes to, with blocks, which come with the chance `block`. `true` is 1 for a claim
    that can be proven, -1 for one that cannot, and 0 for what claims nothing.
    """

    worth: float
    well: float
    badly: float
    risk: float = 0.0
    block: float = 0.0
    true: int = 0


def _sure(worth: float) -> Weighed:
    return Weighed(worth, worth, worth)


def _risked(well: float, badly: float, risk: float, true: int = 0) -> Weighed:
    return Weighed((1 - risk) * well + risk * badly, well, badly, risk, 0.0, true)


class Judge:
    """Says of the options of one seat in one position about how often it wins after each."""

    def __init__(self, seat: int, view: Mapping[str, Any], memory: Memory) -> None:
        self.seat = seat
        self.view = view
        self._memory = memory
        self.book = rulebook(view)
        self.edition: Edition = self.book.edition
        memory.catch_up(self.book.stops)
        self.now = standing(view, seat)
        players: Sequence[Mapping[str, Any]] = view["players"]
        self._players = players
        self.names = [player["name"] for player in players]
        self.held: list[str] = players[seat]["hand"]
        self.roles = {plain(card) for card in self.held}
        self.others = [other for other, lives in enumerate(self.now.lives) if lives and other != seat]
        self.left = unseen(view, self.book.copies)
        self._likely: dict[int, dict[str, float]] = {}
        self._looks: dict[str, float] | None = None
        self._dares: dict[str, float] = {}
        self._tokens: Mapping[str, Any] = view.get("tokens") or {}
        self.worth_now = self.now.worth()
        self.stake = 0  # the lives that this seat loses if the claim that lies open stands
        self.prompt: str = view["prompt"]["prompt"]

    # What others hold and do

    def _holds(self, seat: int, role: str) -> float:
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
        return Standing(self.now.lives, self.now.coins, self.now.extras, (seat,)).worth()

    def _blocked(self, seats: Sequence[int], roles: Sequence[str]) -> float:
        """How likely one of these seats blocks with one of these roles."""
        free = 1.0
        for seat in seats:
            none = prod([1 - self._holds(seat, role) for role in roles])
            free *= 1 - min(_MOST_BLOCKED, 1 - none + none * _LYING_BLOCK / len(seats))
        return 1 - free

    def trusted(self, by: int, role: str) -> float:
        """How likely another's claim of a role is true, from 0 where it cannot be."""
        true = self._holds(by, role)
        return min(_SURE, true) if true else 0.0

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
            now = self.now.worth()
            best = max([weighed.worth for at, weighed in enumerate(found) if at not in twice], default=now)
            more = max(0.0, _AGAIN * (best - now))
            for at in twice:
                found[at] = found[at]._replace(worth=found[at].worth + more, well=found[at].well + more)
        return found

    def _declaration(self, move: Move) -> tuple[Weighed, bool]:
        me, now, action = self.seat, self.now, self.edition.actions[move.action or ""]
        paid = now.changed(me, coins=-action.price) if action.price else now
        if action.to_target and move.target is not None:
            paid = paid.changed(move.target, coins=action.price)
        if (tax := self._tax(action.role)) is not None:
            paid = paid.changed(me, coins=-1).changed(tax, coins=1)
        after, again = self._after(me, move, paid)
        well = worth = after.worth()
        block = 0.0
        counters = self.book.counters[action.id]
        if self.book.blockable[action.id]:
            by = self.others if move.target is None or action.answers == "anyone" else (move.target,)
            block = self._blocked(by, counters)
            worth = (1 - block) * worth + block * paid.worth()
        elif action.answers == "join" and move.target is not None:
            well, block = paid.hurt(move.target).worth(), 1 - _JOINED
            worth = (1 - block) * well + block * paid.worth()
        if action.role is None or self.prompt != "act":
            return Weighed(worth, well, worth, 0.0, block), again
        dare = self.dared(action.role)
        if action.role in self.roles:
            true, caught = 1, self._somebody_hurt(after)
        else:
            true, caught = -1, now.changed(me, -1, -now.coins[me] if action.forfeits else 0).worth()
        return Weighed((1 - dare) * worth + dare * caught, well, caught, dare, block, true), again

    def _somebody_hurt(self, after: Standing) -> float:
        return sum([after.hurt(other).worth() for other in self.others]) / max(1, len(self.others))

    def _tax(self, role: str | None) -> int | None:
        """Who is paid a coin for a claim of a role by this seat."""
        tax = self._tokens.get("tax")
        if not tax or role is None or tax["role"] != role or tax["holder"] == self.names[self.seat]:
            return None
        return self.names.index(tax["holder"])

    def _after(self, actor: int, move: Move, paid: Standing) -> tuple[Standing, bool]:
        """The standing after an action, its price paid, that everybody lets pass; whether one more follows."""
        outcome = self.book.outcome(move, actor, paid.coins)
        if outcome is None:
            return paid, False
        lives, coins, extras = paid.lives[:], paid.coins[:], paid.extras
        target, recipient = move.target, move.recipient
        given = 0
        if outcome.lives[OTHER] or outcome.coins[OTHER]:
            spared = (actor, *self._spared(actor))
            hit = [(seat, OTHER) for seat, alive in enumerate(lives) if alive and seat not in spared]
        else:
            hit: list[tuple[int, int]] = []
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
            extras = extras[:]
            extras[actor] += _LOOK * outcome.looks
            self._lay(extras, actor, move, outcome.tokens)
        return Standing(lives, coins, extras, paid.mine), outcome.again

    def _lay(self, extras: list[float], actor: int, move: Move, tokens: Sequence[tuple[str, int]]) -> None:
        """Moves tokens to where an action lays them."""
        places = {ACTOR: actor, TARGET: move.target, RECIPIENT: move.recipient}
        for name, part in tokens:
            if name != "disappear":
                for holder in holders(name, self._tokens[name], self.names):
                    extras[holder] -= TOKEN_WORTH[name] / (2 if name == "treaty" else 1)
            at = places.get(part)
            extras[actor if at is None else at] += TOKEN_WORTH[name]

    def _spared(self, actor: int) -> list[int]:
        """Whom an action that hits everybody leaves alone, by the tokens that lie."""
        tokens = self._tokens
        spared = holders("peacekeeping", tokens.get("peacekeeping"), self.names)
        treaty = holders("treaty", tokens.get("treaty"), self.names)
        return spared + treaty if actor in treaty else spared

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
            block = self._blocked((target,), (claim["role"],))
            paid = self.now.changed(me, coins=-RIOT_SHARE)
            return _risked(paid.hurt(target).worth(), paid.worth(), block)
        if move is CHALLENGE:
            true = self.trusted(by, claim["role"])
            return _risked(falls.hurt(by).worth(), stands.hurt(me).worth(), true)
        role = move.role or ""
        action = self._action(claim)
        if action.answers == "share":
            wins = stands.changed(me, coins=1).changed(by, coins=-1)
        elif action.answers == "each":
            now = self.now
            wins = stands.changed(me, now.lives[me] - stands.lives[me], now.coins[me] - stands.coins[me])
        else:
            wins = falls if claim["kind"] != "action" or action.role is None or not action.price else self.now
        if (tax := self._tax(role)) is not None:
            wins, stands = (each.changed(me, coins=-1).changed(tax, coins=1) for each in (wins, stands))
        dare = self.dared(role)
        if role in self.roles:
            caught = self._somebody_hurt(wins) if self.seat == by else wins.hurt(by).worth()
        else:
            caught = stands.hurt(me).worth()
        return _risked(wins.worth(), caught, dare, self._truth(role))

    def _truth(self, role: str) -> int:
        return 1 if role in self.roles else -1

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
        move = Move.from_json({name: fact for name, fact in declared.items() if name != "by"}, self.names)
        done, _ = self._after(actor, move, now)
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

    def _defused(self, move: Move) -> Weighed:
        """What it is worth to claim a token away that falls due, or not to."""
        now, me = self.now, self.seat
        if move is PASS:
            return _sure(now.hurt(me).worth())
        role = move.role or ""
        caught = self._somebody_hurt(now) if role in self.roles else now.changed(me, -2).worth()
        return _risked(now.worth(), caught, self.dared(role), self._truth(role))

    def _estate(self, move: Move, dead: int) -> Weighed:
        """What it is worth to claim a share in an estate."""
        now, me = self.now, self.seat
        if move is PASS:
            return _sure(now.worth())
        role = move.role or ""
        won = now.changed(me, coins=self._players[dead]["coins"])
        caught = self._somebody_hurt(won) if role in self.roles else now.hurt(me).worth()
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
        return sum([self._role(role) for role in {plain(card) for card in cards}])

    def _role(self, role: str) -> float:
        """What it is worth to hold a role: the best it does, and what it keeps others from doing."""
        me, now, best = self.seat, self.now, 0.0
        actions = self.book.by_role.get(role, ())
        for action in actions:
            for move in self._examples(action):
                paid = now.changed(me, coins=-action.price) if action.price else now
                best = max(best, self._after(me, move, paid)[0].worth() - now.worth())
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
            return _sure(now.changed(me, coins=-self.edition.life_price).worth() + self._hand(left))
        if move.card in left:
            left.remove(move.card)
        hand = self._hand(left)
        after = now.hurt(me) if loses else now
        if move.role is None:
            return _sure(after.worth() + hand)
        lives, coins = self.book.out_of_loss(move.role)
        stands = after.changed(me, lives, coins)
        true = plain(move.card or "") == move.role
        caught = self._somebody_hurt(stands) if true else after.hurt(me).worth()
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
