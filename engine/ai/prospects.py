"""Prospects: what an action would bring about if nobody answered it, and what a position is worth to a seat.

An action is tried in a position made of what a seat sees, where everybody lets it pass. So nothing here knows any
role by its name, and a pool of any roles can be judged.
"""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.catalogue import has_pool
from engine.editions import edition
from engine.errors import Refused
from engine.game import Game
from engine.moves import PASS, STOP, Move

# How strong a seat is, in the strength of one life.
_LIVES: Final = (0.0, 1.0, 2.3)
_COIN: Final = 0.11  # each, up to the price of a Coup
_RICH: Final = 7
_LATE_COIN: Final = 0.03  # each further one, up to ten
_RICHEST: Final = 10
_TOKEN: Final = 0.25
_TREATY: Final = 0.12
_THREAT: Final = -0.4
_LOOK: Final = 0.03  # each card drawn to choose from
_SHARPNESS: Final = 1.6
"""How much more often the stronger wins: seats win in proportion to this power of their strength."""

_MOST_STEPS: Final = 40
"""Decisions after which an action that is tried counts as done."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What counts of each seat: lives, coins, and extras (tokens, cards looked at) in the worth of a life."""

    lives: tuple[int, ...]
    coins: tuple[int, ...]
    extras: tuple[float, ...]
    teams: tuple[int, ...] | None = None

    def hurt(self, seat: int) -> "Standing":
        """The same with one life less for a seat."""
        return replace(self, lives=tuple(max(0, n - (at == seat)) for at, n in enumerate(self.lives)))

    def paid(self, seat: int, amount: int) -> "Standing":
        """The same with so many coins more (or fewer) for a seat."""
        return replace(self, coins=tuple(max(0, n + amount * (at == seat)) for at, n in enumerate(self.coins)))

    def worth(self, seat: int) -> float:
        """About how often the seat (its team) wins from here, between 0 and 1."""
        strength = [0.0] * len(self.lives)
        for at, lives in enumerate(self.lives):
            if lives:
                coins = self.coins[at]
                purse = _COIN * min(coins, _RICH) + _LATE_COIN * max(0, min(coins, _RICHEST) - _RICH)
                strength[at] = (_LIVES[min(lives, 2)] + purse + self.extras[at]) ** _SHARPNESS
        whole = sum(strength)
        if not whole:
            return 0.0
        mine = [
            at for at in range(len(strength)) if at == seat or (self.teams and self.teams[at] == self.teams[seat])
        ]
        return sum(strength[at] for at in mine) / whole


def standing(view: Mapping[str, Any]) -> Standing:
    """The standing that a view shows."""
    players = view["players"]
    teams = tuple(player["team"] for player in players) if "team" in players[0] else None
    return Standing(
        tuple(player["cards"] for player in players),
        tuple(player["coins"] for player in players),
        _extras(view),
        teams,
    )


def unseen(view: Mapping[str, Any], copies: Mapping[str, int]) -> Counter[str]:
    """The cards that the viewer sees nowhere: in other hands, aside, or in the deck."""
    seen: Counter[str] = Counter(view.get("out", ()))
    for player in view["players"]:
        seen.update(player["lost"])
        seen.update(player.get("hand", ()))
        if not isinstance(player["aside"], int):
            seen.update(player["aside"])
    seen.update(view.get("drawn", ()))
    return Counter(copies) - seen


class Prospects:
    """Tries actions in positions like the one that a seat sees."""

    def __init__(self, view: Mapping[str, Any], chance: random.Random) -> None:
        self._view = view
        self._names = [player["name"] for player in view["players"]]
        pool = view["roles"] if has_pool(view["ruleset"]) else None
        self.edition = edition(
            view["ruleset"], view["options"], pool, len(self._names), set_up=True, seed=bytes(32)
        )
        self._chance = chance
        self._games: dict[tuple[int, int], Game | None] = {}

    def after(self, actor: int, move: Move, *, paid: bool = False) -> Standing | None:
        """The standing after an action that everybody lets pass; None if it cannot be tried.

        `paid`: its price was paid before.
        """
        game = self.game(actor, self.edition.actions[move.action or ""].price if paid else 0)
        if game is None or game.ask is None or move not in game.ask.options.get(actor, ()):
            return None
        tried = game.clone()
        extras = [0.0] * len(self._names)
        tried.decide(actor, move)
        for _ in range(_MOST_STEPS):
            ask = tried.ask
            if ask is None or (ask.prompt == "act" and tried.table.turn != actor):
                break
            seat, options = next(iter(ask.options.items()))
            if ask.prompt == "keep" and seat == actor:
                extras[actor] += _LOOK * len(tried.table.drawn.get(seat, ()))
            tried.decide(seat, _meek(options, ask.default(seat)))
        table = tried.table
        tokens = _extras(game.view(None)), _extras(tried.view(None))
        extras = [a + e for a, e in zip(tokens[1], extras, strict=True)]
        return Standing(tuple(map(len, table.hands)), tuple(table.coins), tuple(extras), table.edition.teams)

    def game(self, actor: int, refund: int = 0) -> Game | None:
        """The position as a seat's turn, with so many coins more for it; None if there is none such."""
        key = (actor, refund)
        if key not in self._games:
            self._games[key] = self._position(actor, refund)
        return self._games[key]

    def _position(self, actor: int, refund: int) -> Game | None:
        view = self._view
        left = list(unseen(view, Counter(self.edition.deck)).elements())
        self._chance.shuffle(left)
        players: list[dict[str, Any]] = []
        for seat, player in enumerate(view["players"]):
            hand = player.get("hand")
            if hand is None:
                hand = [left.pop() for _ in range(min(player["cards"], len(left)))]
            coins = player["coins"] + (refund if seat == actor else 0)
            players.append(
                {"name": player["name"], "coins": coins, "hand": list(hand), "lost": list(player["lost"])}
            )
        position: dict[str, Any] = {
            "ruleset": view["ruleset"],
            "options": {**view["options"]},
            "turn": self._names[actor],
            "players": players,
            "deck": left,
            "seed": "00" * 32,
        }
        for key in ("tokens", "first", "first_turns", "direction", "out"):
            if view.get(key):
                position[key] = view[key]
        if has_pool(view["ruleset"]):
            position["pool"] = list(view["roles"])
        try:
            return Game.from_position(position)
        except Refused:
            return None


def _meek(options: Sequence[Move], default: int) -> Move:
    for move in (PASS, STOP):
        if move in options:
            return move
    return options[default]


def _extras(view: Mapping[str, Any]) -> tuple[float, ...]:
    tokens: Mapping[str, Any] = view.get("tokens") or {}
    names = [player["name"] for player in view["players"]]
    extras = [0.0] * len(names)
    for seat, name in enumerate(names):
        if tokens.get("peacekeeping") == name:
            extras[seat] += _TOKEN
        if tokens.get("tax") and tokens["tax"]["holder"] == name:
            extras[seat] += _TOKEN
        if name in (tokens.get("treaty") or ()):
            extras[seat] += _TREATY
        extras[seat] += _THREAT * sum(token["on"] == name for token in tokens.get("disappear") or ())
    return tuple(extras)
