"""The effects of an action that everybody allows, found by trying it in an artificial position. They are cached.

The code therefore names no role, and can evaluate positions with any pool of roles.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from engine.ai.evaluation.position_value import holders
from engine.catalogue import RULESETS, plain, pool_roles
from engine.editions import edition
from engine.editions.g54.pools import POOL_SIZE
from engine.errors import Refused
from engine.game import Game
from engine.moves import PASS, STOP, Move
from engine.rules.general_actions import GENERAL, MUST_COUP_COINS
from engine.table.questions import Ask
from engine.table.table import Action, Edition

ACTOR, TARGET, RECIPIENT, OTHER = range(4)
"""The seats of the artificial position; OTHER stands for all players who take no part in the action."""

_NAMES: Final = ("actor", "target", "recipient", "other")
_MOST_STEPS: Final = 40
"""The most decisions in the trial of an action; after them the action counts as carried out."""
_NEITHER_RICH_NOR_POOR: Final = 2
_RICHEST: Final = MUST_COUP_COINS - 1
"""The largest number of coins with which a player may choose any action; with more, only a Coup is legal."""
_NOT_TRIED: Final = ("shuffle", "free_deck", "teams")
"""Options that the artificial position does not take over from the game: it has its own deck, and no teams."""


class ActionEffects:
    """What an action changes for ACTOR, TARGET, RECIPIENT and OTHER, the seats of the artificial position.

    `lives` and `coins` have the change for each of these four seats. `treasury` is the number of coins that came
    from the treasury. `hits_others` says whether anything changes for OTHER. `tokens` are the tokens in play
    afterwards, each with its owner among the four. `cards_drawn` is the number of cards that the actor chose from.
    `again` says whether another action follows, `turned` whose allegiance is another afterwards, if any.
    """

    # Attributes in slots are faster to write and read.
    __slots__ = ("again", "cards_drawn", "coins", "hits_others", "lives", "tokens", "treasury", "turned")

    def __init__(
        self,
        lives: tuple[int, ...],
        coins: tuple[int, ...],
        treasury: int,
        tokens: tuple[tuple[str, int], ...],
        cards_drawn: int,
        again: bool,
        turned: int | None,
    ) -> None:
        self.lives = lives
        self.coins = coins
        self.hits_others = bool(lives[OTHER] or coins[OTHER])
        self.treasury = treasury
        self.tokens = tokens
        self.cards_drawn = cards_drawn
        self.again = again
        self.turned = turned


_Key: TypeAlias = tuple[str, tuple[tuple[str, Any], ...]]
"""A ruleset and its options."""
_Place: TypeAlias = tuple[str | None, tuple[str, ...] | None]
"""A role that the pool of an artificial position has, or the whole pool."""


class Rulebook:
    """Facts about an edition that do not change during a game. Games of equal editions share one object.

    Three mappings are by role: `copies` has the number of its cards, `blocks` the number of actions that it can
    answer, `by_role` its own actions. Two are by action: `counters` has the roles that can answer it, and `stops`
    has only the actions that can be stopped, each with the roles that stop it, whether any player may use them or
    only the target, and whether it is an attack.
    """

    def __init__(self, ruleset: str, options: Mapping[str, Any], pool: Sequence[str] | None, seats: int) -> None:
        self.edition: Edition = edition(ruleset, options, pool, seats, set_up=True, seed=bytes(32))
        self._arguments = ruleset, tuple(options.items()), None if pool is None else tuple(pool), seats
        self._key = (
            ruleset,
            tuple((name, value) for name, value in options.items() if name not in _NOT_TRIED),
        )
        self._known: dict[Any, ActionEffects | None] = {}
        self.copies = Counter(map(plain, self.edition.deck))
        self.counters = {
            name: tuple(reply.role for reply in action.replies if reply.role is not None)
            for name, action in self.edition.actions.items()
        }
        self.stops = {
            name: (self.counters[name], action.answers == "anyone", action.endangers is not None)
            for name, action in self.edition.actions.items()
            if action.answers in ("target", "anyone")
        }
        self.blocks = {
            role: sum(role in counters for counters in self.counters.values()) for role in self.edition.roles
        }
        self.by_role = {
            role: tuple(action for action in self.edition.actions.values() if action.role == role)
            for role in self.edition.roles
        }

    def __reduce__(self) -> tuple[Any, ...]:
        # A rulebook that was pickled in another process becomes this process's shared object.
        return _rulebook, self._arguments

    def effects_of(self, move: Move, actor: int, coins: Sequence[int], pile: int = 0) -> ActionEffects | None:
        """Returns the effects of a declared action whose price is paid; None if they are unknown.

        `actor` is the seat that declared the action. `coins` has the coins of every seat in the real game, `pile`
        is the number of those in the middle.
        """
        target, recipient, purse = move.target, move.recipient, coins[actor]
        aimed = -1 if target is None else coins[target] * 2 + (target == actor)
        given = -1 if recipient is None else coins[recipient] * 2 + (recipient == actor)
        key = move.action, move.role is not None, purse, aimed, given, pile
        try:
            return self._known[key]
        except KeyError:
            action = self.edition.actions[move.action or ""]
            at = None if target is None else (target == actor, coins[target])
            to = None if recipient is None else (recipient == actor, coins[recipient])
            named = move.role is not None
            position = self._position_for(action)
            found = self._known[key] = _outcome(self._key, *position, action.id, named, purse, at, to, pile)
            return found

    def _position_for(self, action: Action) -> _Place:
        """Returns the role or else the pool of the artificial position in which an action can be tried."""
        own = action.role is None and action.id not in GENERAL and self.edition.has_pool
        return action.role, self.edition.pool_in_play if own else None

    def shares_of(self, action: Action) -> tuple[int, int]:
        """Returns how many more coins an action gives its actor, and another player, who shares in it."""
        return _shares(self._key, *self._position_for(action), action.id)

    def effects_of_loss_claim(self, role: str) -> tuple[int, int]:
        """Returns the lives and coins that a player gains by claiming `role` for a card that is about to be lost.

        Assumes that the claim is not exposed as a lie.
        """
        return _out_of_loss(self._key, role)


@lru_cache(maxsize=512)
def _rulebook(
    ruleset: str, options: tuple[tuple[str, Any], ...], pool: tuple[str, ...] | None, seats: int
) -> Rulebook:
    return Rulebook(ruleset, dict(options), pool, seats)


def rulebook(view: Mapping[str, Any]) -> Rulebook:
    """Returns the rulebook of the game that a view shows."""
    pool = tuple(view["pool"]) if "pool" in view else None
    return _rulebook(view["ruleset"], tuple(view["options"].items()), pool, len(view["players"]))


@lru_cache(maxsize=256)
def _artificial_position(key: _Key, role: str | None, pool: tuple[str, ...] | None = None) -> Game | None:
    """Returns the artificial position, with this pool or this role in it; None if the rules do not allow it."""
    ruleset, options = key
    if pool is None and RULESETS[ruleset].draw:
        others = [name for name in pool_roles(ruleset) if name != role]
        pool = tuple(([] if role is None else [role]) + others)[:POOL_SIZE]
    roles = edition(ruleset, dict(options), pool, len(_NAMES), set_up=True, seed=bytes(32)).roles
    position: dict[str, Any] = {
        "ruleset": ruleset,
        "options": dict(options),
        "turn": _NAMES[ACTOR],
        "players": [
            {"name": name, "hand": sorted((roles[seat], roles[seat + 1]))} for seat, name in enumerate(_NAMES)
        ],
    }
    if pool is not None:
        position["pool"] = list(pool)
    try:
        return Game.from_position(position)
    except Refused:
        return None


def _with_purses(position: Game, purses: Sequence[int], pile: int, hoped_for: tuple[str, ...]) -> Game:
    """Returns a clone of the artificial position with these coins for each seat, and in the middle.

    If cards of the deck are shown, they are `hoped_for`.
    """
    table = position.table_at_turn_start()
    table.coins = list(purses)
    table.pile = pile
    table.foreseen = hoped_for
    return Game(table, position.names, {})


@lru_cache(maxsize=20_000)
def _outcome(
    key: _Key,
    role: str | None,
    pool: tuple[str, ...] | None,
    action: str,
    names_role: bool,
    purse: int,
    target: tuple[bool, int] | None,
    recipient: tuple[bool, int] | None,
    pile: int,
) -> ActionEffects | None:
    position = _artificial_position(key, role, pool)
    if position is None:
        return None
    declared = position.table.edition.actions[action]
    at = None if target is None else ACTOR if target[0] else TARGET
    to = None if recipient is None else ACTOR if recipient[0] else RECIPIENT
    move = Move("act", action, at, to, role if names_role else None)
    price = declared.price_against(len(position.table.hands[TARGET]), is_actor=at == ACTOR)
    purses = [_NEITHER_RICH_NOR_POOR] * len(_NAMES)
    purses[ACTOR] = purse + price
    if target is not None and at == TARGET:
        purses[TARGET] = max(0, target[1] - price * declared.to_target)
    if recipient is not None and to == RECIPIENT:
        purses[RECIPIENT] = recipient[1]
    if action != "coup":
        purses[ACTOR] = min(_RICHEST, purses[ACTOR])
    for between in dict.fromkeys((_NEITHER_RICH_NOR_POOR, purses[to or 0], purses[at or 0])):
        for seat in range(1, len(_NAMES)):
            if seat not in (at, to):
                purses[seat] = between
        game = _with_purses(position, purses, pile, (role,) if role is not None and names_role else ())
        if game.ask is not None and move in game.ask.options[ACTOR]:
            return _try_action(game, move, purses, price, to_target=declared.to_target)
    return None


def _try_action(game: Game, move: Move, purses: Sequence[int], price: int, *, to_target: bool) -> ActionEffects:
    cards_drawn, again, reformists = 0, False, game.table.reformists
    game.decide(ACTOR, move)
    for _ in range(_MOST_STEPS):
        ask = game.ask
        if ask is None or ask.prompt == "act":
            again = ask is not None and game.turn == ACTOR
            break
        seat = next(iter(ask.options))
        if ask.prompt == "keep" and seat == ACTOR:
            cards_drawn = len(game.table.drawn.get(seat, ()))
        game.decide(seat, _most_passive(ask, seat))
    table = game.table
    before = list(purses)
    before[ACTOR] -= price
    if to_target:
        before[TARGET] += price
    coins = tuple(after - had for after, had in zip(table.coins, before, strict=True))
    lives = tuple(len(hand) - 2 for hand in table.hands)
    lying: Mapping[str, Any] = game.view(None).get("tokens") or {}
    tokens = tuple((name, at) for name, token in lying.items() for at in holders(name, token, _NAMES))
    other_side = reformists ^ table.reformists
    turned = other_side.bit_length() - 1 if other_side else None
    return ActionEffects(lives, coins, sum(coins), tokens, cards_drawn, again, turned)


@lru_cache(maxsize=256)
def _shares(key: _Key, role: str | None, pool: tuple[str, ...] | None, action: str) -> tuple[int, int]:
    position = _artificial_position(key, role, pool)
    if position is None:
        return 0, 0
    coins: list[list[int]] = []
    for answer in (PASS, position.table.edition.actions[action].replies[0]):
        game = position.clone()
        game.decide(ACTOR, Move("act", action))
        game.decide(TARGET, answer)
        while game.ask is not None and game.ask.prompt != "act":
            seat = next(iter(game.ask.options))
            game.decide(seat, _most_passive(game.ask, seat))
        coins.append(game.table.coins)
    without, shared = coins
    return shared[ACTOR] - without[ACTOR], shared[TARGET] - without[TARGET]


def _most_passive(ask: Ask, seat: int) -> Move:
    options = ask.options[seat]
    for move in (PASS, STOP):
        if move in options:
            return move
    return options[ask.default(seat)]


@lru_cache(maxsize=1024)
def _out_of_loss(key: _Key, role: str) -> tuple[int, int]:
    position = _artificial_position(key, role)
    if position is None:
        return 0, 0
    table = position.table_at_turn_start()
    lives, coins = len(table.hands[ACTOR]), table.coins[ACTOR]
    table.edition.loss_claims[role].effect(table, ACTOR)
    return len(table.hands[ACTOR]) - lives, table.coins[ACTOR] - coins
