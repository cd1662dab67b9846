"""A careful honest seat: claims only what it holds, counts cards, and challenges only what cannot be true."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.distribution import draw_weighted
from engine.ai.player import Player
from engine.catalogue import plain
from engine.editions import edition_of
from engine.moves import PAY, Move
from engine.table.table import Action
from engine.views.view import cards_seen

_DECLARING: Final = ("act", "avenge")
_POOR: Final = frozenset(("income", "bank", "examine", "exchange", "social_media", "convert"))
_WEIGHTS: Final = {"attack": 24, "usual": 4, "poor": 1}


class HonestPlayer(Player):
    """Makes only true claims and proves them. Challenges only claims that cannot be true, by the cards it sees."""

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns an option that is not a lie; draws at random among equally good ones."""
        if view["prompt"]["prompt"] in _DECLARING:
            options = _true_options(view, options)
            weights = _action_weights(view, options)
            action = draw_weighted(list(weights), list(weights.values()), chance)
            equal = _best_declarations(view, options, action)
        else:
            equal = self._equally_good(view, options)
        return equal[0] if len(equal) == 1 else chance.choice(equal)

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        """Returns how likely `choose` is to return each option."""
        likely: dict[Move, float] = {}
        if view["prompt"]["prompt"] in _DECLARING:
            allowed = _true_options(view, options)
            weights = _action_weights(view, allowed)
            total = sum(weights.values())
            for action, weight in weights.items():
                best = _best_declarations(view, allowed, action)
                likely |= dict.fromkeys(best, weight / total / len(best))
        else:
            equal = self._equally_good(view, options)
            likely = dict.fromkeys(equal, 1 / len(equal))
        return [likely.get(move, 0.0) for move in options]

    def _equally_good(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[Move]:
        """Returns the options of a question other than `act` among which the seat draws."""
        prompt = view["prompt"]
        for move, true in zip(options, prompt["truthful"]):  # noqa: B905 - equal lengths; `strict` would compile to slower code
            if true or (move.do == "challenge" and is_impossible(view, self.names[self.seat])):
                return [move]
        if prompt["prompt"] == "keep":
            return [move for move in options if len(set(move.cards or ())) == _variety(options)]
        if prompt["prompt"] in ("lose", "give", "show") and options[0] is not PAY:
            held = [plain(card) for card in view["players"][self.seat]["hand"]]
            plain_ways = [move for move in options if move.do == prompt["prompt"]]
            doubled = [move for move in plain_ways if held.count(plain(move.card or "")) > 1]
            return doubled or plain_ways
        return [options[int(prompt["default"])]]


def _true_options(view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[Move]:
    """Returns the declarations that are no lies; all of them if there are no others."""
    truthful = view["prompt"]["truthful"]
    return [move for move, true in zip(options, truthful, strict=True) if true is not False] or options


def _action_weights(view: Mapping[str, Any], options: Sequence[Move]) -> dict[str, int]:
    """Returns how likely each action is, as weights."""
    actions = edition_of(view).actions
    return {move.action or "": _WEIGHTS[_kind(actions[move.action or ""])] for move in options}


def _best_declarations(view: Mapping[str, Any], options: Sequence[Move], action: str) -> Sequence[Move]:
    """Returns the declarations of an action whose target and recipient are the best."""
    moves = [move for move in options if move.action == action]
    strength = [_strength(view, move) for move in moves]
    most = max(strength)
    return [move for move, power in zip(moves, strength, strict=True) if power == most]


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


def is_impossible(view: Mapping[str, Any], me: str) -> bool:
    """Whether the open claim cannot be true, because player `me` sees all copies of the role elsewhere."""
    claim = view["claim"]
    if claim is None or claim["role"] is None or claim["by"] == me:
        return False
    seen, special = cards_seen(view), f"{claim['role']}*"
    if claim["kind"] == "rebuttal":
        return special in seen
    return seen.count(claim["role"]) + seen.count(special) >= edition_of(view).copies
