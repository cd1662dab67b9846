"""Rules of thumb: seats that play by a few simple rules, as many people do. AI seats are measured against them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.ai import Player
from engine.ai.evaluation.action_effects import ACTOR, Rulebook, rulebook
from engine.ai.honest import HonestPlayer, is_impossible
from engine.catalogue import plain
from engine.moves import CHALLENGE, Move

_WORTHWHILE: Final = 2
"""An action that brings this many coins is worth a turn; with less to claim truthfully, a seat may lie."""
_HABITUAL: Final = 0.6
"""The probability that a varied seat has a given habit."""
_ATTACK: Final = 2.5
"""What an action that endangers somebody is worth, in coins, when a seat chooses which cards to keep."""


class Habits(NamedTuple):
    """How often a seat does what: probabilities.

    `attack_lie` and `income_lie` are how often it lies to attack and to earn more. `doubt` is how often it
    challenges a claim, and `block_doubt` how often it challenges a block of its own action. `card` is the worth of
    a card, in coins, when it looks for the strongest player.
    """

    attack_lie: float
    income_lie: float
    doubt: float
    block_doubt: float
    card: float


class RuleOfThumb(Player):
    """Launches a Coup as soon as it can, otherwise attacks, otherwise earns; always against the strongest player.

    It blocks every attack, with or without the card, and challenges what cannot be true. It answers other
    questions as an honest seat.
    """

    habits: Habits

    def __init__(self, names: Sequence[str], seat: int) -> None:
        super().__init__(names, seat)
        self._honest = HonestPlayer(names, seat)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns an option; `chance` decides when to lie and when to challenge."""
        prompt = view["prompt"]
        if prompt["prompt"] == "act":
            return self._act(view, options, chance)
        if prompt["prompt"] == "respond":
            return self._respond(view, options, chance)
        if prompt["prompt"] == "keep" or (prompt["prompt"] == "lose" and all(move.card for move in options)):
            return max(options, key=lambda move: self._left(view, move))
        return self._honest.choose(view, options, chance)

    def _act(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        habits, book = self.habits, rulebook(view)
        actions = book.edition.actions
        aimed = [move for move in options if move.target != self.seat]
        coups = [move for move in aimed if move.action == "coup"]
        if coups:
            return max(coups, key=lambda move: self._strength(view, move))
        true = [move for move in aimed if _is_true(view, options, move) is not False]
        attacks = [move for move in aimed if actions[move.action or ""].endangers is not None]
        if chance.random() >= habits.attack_lie:
            attacks = [move for move in attacks if move in true]
        if attacks:
            return max(attacks, key=lambda move: self._strength(view, move))
        coins, pile = [player["coins"] for player in view["players"]], view.get("reserve", view.get("bank", 0))

        def worth(move: Move) -> tuple[float, float]:
            effects = book.effects_of(move, self.seat, coins, pile)
            blockable = actions[move.action or ""].role is None and actions[move.action or ""].answers is not None
            return (0.0 if effects is None or blockable else effects.coins[ACTOR]), self._strength(view, move)

        best = max(true or aimed or options, key=worth)
        if worth(best)[0] < _WORTHWHILE and chance.random() < habits.income_lie:
            return max(aimed, key=worth)
        return best

    def _respond(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        habits, claim, me = self.habits, view["claim"], self.names[self.seat]
        for move in options:
            if _is_true(view, options, move):
                return move
        action: Mapping[str, Any] = claim.get("action") or {}
        attacked = claim["kind"] == "action" and action.get("target") == me
        lies = [move for move in options if _is_true(view, options, move) is False]
        if attacked and rulebook(view).edition.actions[action["action"]].endangers is not None and lies:
            return chance.choice(lies)
        if CHALLENGE in options:
            doubt = habits.block_doubt if claim["kind"] != "action" and action.get("by") == me else habits.doubt
            if is_impossible(view, me) or chance.random() < doubt:
                return CHALLENGE
        return options[int(view["prompt"]["default"])]

    def _strength(self, view: Mapping[str, Any], move: Move) -> float:
        if move.target is None:
            return 0.0
        target = view["players"][move.target]
        return self.habits.card * target["cards"] + target["coins"]

    def _left(self, view: Mapping[str, Any], move: Move) -> float:
        """Returns the worth of the cards that the seat has after it has kept or lost some."""
        book = rulebook(view)
        cards = [plain(card) for card in move.cards or view["players"][self.seat]["hand"]]
        if move.card is not None:
            cards.remove(plain(move.card))
        return sum(_worth(book, role) for role in set(cards))


def _worth(book: Rulebook, role: str) -> float:
    gains = [0.1 * book.blocks.get(role, 0)]
    for action in book.by_role.get(role, ()):
        effects = book.effects_of(Move("act", action.id), 0, [2] * book.edition.seats)
        gains.append(_ATTACK if action.endangers else 1.5 if effects is None else effects.coins[ACTOR])
    return max(gains)


def _is_true(view: Mapping[str, Any], options: Sequence[Move], move: Move) -> bool | None:
    true: bool | None = view["prompt"]["truthful"][options.index(move)]
    return true


class Careful(RuleOfThumb):
    """Lies only to block."""

    habits = Habits(attack_lie=0, income_lie=0, doubt=0, block_doubt=0, card=2)


class Taxing(RuleOfThumb):
    """Also takes what pays most, in half of its turns whether it has the card or not."""

    habits = Habits(attack_lie=0, income_lie=0.5, doubt=0, block_doubt=0, card=2)


class Daring(RuleOfThumb):
    """Also attacks without the card, doubts, and looks at coins more than at cards."""

    habits = Habits(attack_lie=0.2, income_lie=0.5, doubt=0.01, block_doubt=0.2, card=1)


class Varied(RuleOfThumb):
    """Has habits that are drawn at random."""

    def __init__(self, names: Sequence[str], seat: int, chance: random.Random) -> None:
        super().__init__(names, seat)
        most = Habits(attack_lie=0.3, income_lie=0.7, doubt=0.05, block_doubt=0.4, card=0)
        drawn = [chance.uniform(0, each) if chance.random() < _HABITUAL else 0.0 for each in most]
        self.habits = Habits(*drawn)._replace(card=chance.uniform(1, 2))


RULES_OF_THUMB: Final = tuple(f"{each.__module__}:{each.__name__}" for each in (Careful, Taxing, Daring))
"""The words that name these seats as entrants."""
