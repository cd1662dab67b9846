"""Judging: what each option may lead to, weighed by what the others may hold and by what they may answer."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import prod
from typing import Any, Final

from engine.ai.beliefs import Memory, likely
from engine.ai.prospects import Prospects, Standing, standing
from engine.catalogue import plain
from engine.moves import CHALLENGE, PASS, PAY, Move

_DARE: Final = 0.07
"""How likely one opponent challenges an ordinary claim."""
_DARE_SEEN: Final = 2.5
"""How much more likely where all copies of the role lie open."""
_DARE_ROLES: Final = 0.35
"""How much more likely for each role claimed beyond those that a hand can hold."""
_MOST_DARED: Final = 0.6
_LYING_BLOCK: Final = 0.15
"""How likely a player who holds no card that blocks says to hold one."""
_MOST_BLOCKED: Final = 0.95
_JOINED: Final = 0.35
"""How likely somebody pays to join a riot."""
_SURE: Final = 0.98
"""How sure one can be at most of what another holds."""
_KEPT: Final = 0.02
"""What it is worth, in chances to win, that a card lets its owner act or block without a lie."""
_WAY_OUT: Final = 0.06
"""What a claim on a card about to be lost brings."""
_TRIED: Final = 3
"""Of how many targets an action is tried on, to learn what a card is worth."""


class Judge:
    """Says of the options of one seat in one position about how often it wins after each."""

    def __init__(self, seat: int, view: Mapping[str, Any], memory: Memory, chance: random.Random) -> None:
        self._seat = seat
        self._view = view
        self._memory = memory
        self._now = standing(view)
        self._prospects = Prospects(view, chance)
        self._edition = self._prospects.edition
        self._likely = likely(view, memory, self._edition.deck)
        players: Sequence[Mapping[str, Any]] = view["players"]
        self._names = tuple(str(player["name"]) for player in players)
        self._held: list[str] = list(players[seat]["hand"])
        self._roles = {plain(card) for card in self._held}
        self._others = [other for other, lives in enumerate(self._now.lives) if lives and other != seat]
        self._lost = Counter(plain(card) for player in players for card in player["lost"])

    # Declaring

    def declaration(self, move: Move) -> float:
        """What it is worth to declare an action, with the challenges and blocks it may meet."""
        me, action = self._seat, self._edition.actions[move.action or ""]
        after = self._prospects.after(me, move)
        if after is None:
            return self._now.worth(me)
        worth, undone = after.worth(me), self._now.paid(me, -action.price).worth(me)
        if action.answers in ("target", "anyone"):
            by = self._others if move.target is None or action.answers == "anyone" else (move.target,)
            block = self._blocked(by, {reply.role or "" for reply in action.replies})
            worth = (1 - block) * worth + block * undone
        elif action.answers == "join" and move.target is not None:
            worth = _JOINED * after.hurt(move.target).worth(me) + (1 - _JOINED) * undone
        if action.role is None:
            return worth
        dare = self._dared(action.role)
        if action.role in self._roles:
            caught = sum(after.hurt(other).worth(me) for other in self._others) / len(self._others)
        else:
            caught = self._now.hurt(me).paid(me, -self._now.coins[me] if action.forfeits else 0).worth(me)
        return (1 - dare) * worth + dare * caught

    def _blocked(self, seats: Sequence[int], roles: set[str]) -> float:
        """How likely one of these players blocks with one of these roles."""
        free = 1.0
        for seat in seats:
            none = prod(1 - self._likely[seat].get(role, 0.0) for role in roles)
            free *= 1 - min(_MOST_BLOCKED, 1 - none + none * _LYING_BLOCK / len(seats))
        return 1 - free

    def _dared(self, role: str) -> float:
        """How likely a claim of a role by this seat is challenged."""
        gone = self._lost[role] / self._edition.copies
        if gone >= 1:
            return 1.0
        roles = len({*self._memory.claimed[self._seat], role})
        doubt = (1 + _DARE_SEEN * gone) * (1 + _DARE_ROLES * max(0, roles - self._now.lives[self._seat]))
        dares = (min(_MOST_DARED, _DARE * doubt * self._memory.dare_rate(other)) for other in self._others)
        return 1 - prod(1 - dare for dare in dares)

    # Answering

    def answer(self, move: Move) -> float:
        """What an answer to the claim that lies open is worth."""
        me, claim = self._seat, self._view["claim"]
        by = self._names.index(claim["by"])
        stands, falls = self._outcomes(claim, by)
        if move is PASS:
            return stands.worth(me)
        if move is PAY:
            return (stands.worth(me) + falls.worth(me)) / 2
        if move is CHALLENGE:
            true = self._trusted(by, claim["role"])
            return true * stands.hurt(me).worth(me) + (1 - true) * falls.hurt(by).worth(me)
        blocks = claim["kind"] == "action" and self._action(claim).answers in ("target", "anyone")
        wins = falls if blocks else stands.paid(me, 1)
        role = move.role or ""
        caught = (wins.hurt(by) if by != me else wins) if role in self._roles else stands.hurt(me)
        dare = self._dared(role)
        return (1 - dare) * wins.worth(me) + dare * caught.worth(me)

    def _trusted(self, by: int, role: str) -> float:
        """How likely a claim is true, from 0 where it cannot be."""
        true = self._likely[by].get(role, 0.0)
        if not true:
            return 0.0
        lies = (1 - true) * self._memory.lie_rate(by)
        return min(_SURE, max(1 - _SURE, true / (true + lies)))

    def _action(self, claim: Mapping[str, Any]) -> Any:
        return self._edition.actions[claim["action"]["action"]]

    def _outcomes(self, claim: Mapping[str, Any], by: int) -> tuple[Standing, Standing]:
        """The standings where a claim stands, and where it falls."""
        now, declared = self._now, claim.get("action")
        if declared is None:
            return now.paid(by, 1), now
        actor, action = self._names.index(declared["by"]), self._action(claim)
        move = Move.from_json({name: fact for name, fact in declared.items() if name != "by"}, self._names)
        done = self._prospects.after(actor, move, paid=True) or now
        match claim["kind"]:
            case "action":
                back = claim["role"] is not None and not action.to_target
                return done, now.paid(actor, action.price) if back else now
            case "counteraction":
                return now, done
            case "rebuttal":
                return done, now
            case _:
                return now.paid(by, 1), now

    # Cards

    def hand(self, cards: Sequence[str]) -> float:
        """What it is worth to hold these cards, compared with others."""
        return sum(self._role(role) for role in {plain(card) for card in cards})

    def _role(self, role: str) -> float:
        """What it is worth to hold a role: the best it does, and what it keeps others from doing."""
        me = self._seat
        game = self._prospects.game(me)
        moves: Sequence[Move] = () if game is None or game.ask is None else game.ask.options.get(me, ())
        worth = _KEPT * sum(
            reply.role == role for action in self._edition.actions.values() for reply in action.replies
        )
        for action in self._edition.actions.values():
            if action.role == role:
                tried = [self._prospects.after(me, move) for move in moves if move.action == action.id][:_TRIED]
                gains = [after.worth(me) - self._now.worth(me) for after in tried if after is not None]
                worth += _KEPT + max([0.0, *gains])
        return worth

    def parting(self, move: Move) -> float:
        """What is left after a card was lost, given or shown, or what a way out of that is worth."""
        me, now, left = self._seat, self._now, list(self._held)
        life = now.worth(me) - now.hurt(me).worth(me)
        if move is PAY:
            return self.hand(left) + life + now.paid(me, -self._edition.life_price).worth(me) - now.worth(me)
        if move.card in left:
            left.remove(move.card)
        worth = self.hand(left)
        if move.role is not None:
            dare, true = self._dared(move.role), plain(move.card or "") == move.role
            worth += (1 - dare) * _WAY_OUT + dare * (_WAY_OUT if true else -life)
        return worth
