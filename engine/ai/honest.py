"""The honest seat: claims only what it holds, counts cards, and challenges only what cannot be true."""

import random
from bisect import bisect
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, TypeVar

from engine.ai.player import Player
from engine.catalogue import plain
from engine.editions import edition_of
from engine.moves import PAY, Move
from engine.table.table import Action
from engine.views.seat import cards_seen

T = TypeVar("T")

_POOR: Final = frozenset(("income", "bank", "examine", "exchange", "social_media", "convert"))
_WEIGHTS: Final = {"attack": 12, "usual": 4, "poor": 1}


class HonestPlayer(Player):
    """Makes only true claims and proves them. Challenges only claims that cannot be true, by the cards it sees."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns an option that is not a lie; draws at random among equally good ones."""
        prompt = view["prompt"]
        if prompt["prompt"] in ("act", "avenge"):
            honest = [move for move, true in zip(options, prompt["truthful"], strict=True) if true is not False]
            return _act(view, honest or options, chance)
        for move, true in zip(options, prompt["truthful"]):  # noqa: B905 - equal lengths; `strict` would compile to slower code
            if true or (move.do == "challenge" and _impossible(view, self.names[self.seat])):
                return move
        if prompt["prompt"] == "keep":
            return chance.choice([move for move in options if len(set(move.cards or ())) == _variety(options)])
        if prompt["prompt"] in ("lose", "give", "show") and options[0] is not PAY:
            held = [plain(card) for card in view["players"][self.seat]["hand"]]
            plain_ways = [move for move in options if move.do == prompt["prompt"]]
            doubled = [move for move in plain_ways if held.count(plain(move.card or "")) > 1]
            return chance.choice(doubled or plain_ways)
        return options[int(prompt["default"])]


def draw_weighted(options: Sequence[T], weights: Sequence[float], chance: random.Random) -> T:
    """Draws an option by weight. Like `random.choices`, but without checks, and twice as fast."""
    ends = list(accumulate(weights))
    return options[bisect(ends, chance.random() * ends[-1], 0, len(ends) - 1)]


def _act(view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
    actions = edition_of(view).actions
    kinds = {move.action or "": _WEIGHTS[_kind(actions[move.action or ""])] for move in options}
    action = draw_weighted(list(kinds), list(kinds.values()), chance)
    moves = [move for move in options if move.action == action]
    strength = [_strength(view, move) for move in moves]
    most = max(strength)
    return chance.choice([move for move, power in zip(moves, strength, strict=True) if power == most])


def _kind(action: Action) -> str:
    return "attack" if action.endangers is not None else "poor" if action.id in _POOR else "usual"


def _strength(view: Mapping[str, Any], move: Move) -> tuple[int, int]:
    # Attack the player who is ahead, and give to the one who is behind.
    target = view["players"][move.target] if move.target is not None else None
    ahead = (target["cards"] * 5 + target["coins"]) if target else 0
    behind = -view["players"][move.recipient]["coins"] if move.recipient is not None else 0
    return ahead, behind


def _variety(options: Sequence[Move]) -> int:
    return max(len(set(move.cards or ())) for move in options)


def _impossible(view: Mapping[str, Any], me: str) -> bool:
    """Whether the open claim cannot be true, because player `me` sees all copies of the role elsewhere."""
    claim = view["claim"]
    if claim is None or claim["role"] is None or claim["by"] == me:
        return False
    seen = cards_seen(view)
    if claim["kind"] == "rebuttal":
        return f"{claim['role']}*" in seen
    return sum(plain(card) == claim["role"] for card in seen) >= edition_of(view).copies
