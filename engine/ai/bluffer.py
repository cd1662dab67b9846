"""The bluffing seat: estimates how often it wins after each option. It lies and challenges where that pays."""

import random
from collections.abc import Iterator, Mapping, Sequence
from math import exp
from typing import Any, Final

from engine.ai.distribution import draw_weighted, normalised
from engine.ai.evaluation.action_effects import TARGET
from engine.ai.evaluation.evaluator import Evaluator, evaluate_options
from engine.ai.evaluation.memory import TELLING, Memory
from engine.ai.evaluation.option_value import OptionValue
from engine.ai.honest import HonestPlayer
from engine.ai.temperaments import EVEN, TEMPERAMENTS
from engine.events import Event
from engine.moves import CHALLENGE, PROVE, Move
from engine.rules.general_actions import GENERAL

_COUP_PRICE: Final = GENERAL["coup"].price
_ROUNDS_TO_DOUBLE: Final = 4
"""The temperature doubles whenever this many rounds pass without a lost card, so that no game lasts for ever."""
_LONG_GAME_ROUNDS: Final = 20
"""After this many rounds of a game, the temperature doubles every _ROUNDS_TO_DOUBLE rounds in any case."""
_WAITING_PRICE: Final = 1.0
"""How much worse, as a chance to win, any other action counts while the seat can launch a Coup.

This price and the next are for two players. With more they are divided by the number of opponents, because a
single decision then matters less.
"""
_FATAL_PRICE: Final = 1.0
"""How much worse an action counts after which the last opponent can win with a Coup."""
_REPETITION_PRICE: Final = 0.06
"""How much worse, as a chance to win, an action counts for each time that the seat repeats it too often."""
_RECENT_TURNS: Final = 6
_OFTEN: Final = 4
"""More declarations of an action than this, within _RECENT_TURNS turns of the seat, are too often."""


class Bluffer(HonestPlayer):
    """Chooses at random, the better options more often.

    `temperature` says how random the choice is, in fair shares (1 divided by the number of players left): an
    option whose chance to win is lower than the best option's by `temperature` fair shares is chosen about a third
    as often. `temperature_in` has other temperatures for some rulesets. `temperament` is a name in TEMPERAMENTS.

    A subclass may override the scores of the options (`logits`), what the temperament adds (`bias`), or the whole
    choice (`pick`). `memory` is what the seat remembers of all players; seats of one game may have it in common.
    """

    def __init__(
        self,
        names: Sequence[str],
        seat: int,
        temperature: float,
        temperament: str = "even",
        temperature_in: Mapping[str, float] = {},
    ) -> None:
        super().__init__(names, seat)
        self.temperament = TEMPERAMENTS[temperament]
        self._temperature, self._temperature_in = temperature, temperature_in
        self.memory = Memory(len(names))

    def observe(self, event: Event) -> None:
        """Remembers actions, claims, challenges and lies."""
        if self.listens and event["type"] in TELLING:
            self.memory.observe(event)

    def share_memory(self, other: "Bluffer") -> None:
        """Uses the memory of another seat of the same class and game, which must observe each event first."""
        self.memory, self.listens = other.memory, False

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
    ) -> Sequence[float] | None:
        """Returns an estimate of how often the seat wins after each option; None for prompts without estimates."""
        values = evaluate_options(Evaluator(self.seat, view, self.memory), options)
        return None if values is None else [option.win_chance for option in values]

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns an option drawn at random, better ones more often."""
        if PROVE in options:
            return PROVE
        if len(options) == 1:
            return options[0]
        evaluator = Evaluator(self.seat, view, self.memory)
        values = evaluate_options(evaluator, options)
        if values is None:
            return super().choose(view, options, chance)
        return self.pick(evaluator, options, values, chance)

    def pick(
        self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue], chance: random.Random
    ) -> Move:
        """Chooses among several options; `values` are the evaluator's estimates, in the same order."""
        return draw_weighted(options, self.weights(evaluator, options, values), chance)

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float]:
        """Returns how likely `choose` is to return each option."""
        if PROVE in options or len(options) == 1:
            return [float(move is PROVE or len(options) == 1) for move in options]
        evaluator = Evaluator(self.seat, view, self.memory)
        values = evaluate_options(evaluator, options)
        if values is None:
            return super().probabilities(view, options)
        return normalised(self.weights(evaluator, options, values))

    def weights(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns how likely each of several options is, as weights."""
        memory = self.memory
        restless = max(
            0.0,
            memory.rounds_without_loss / _ROUNDS_TO_DOUBLE - 1,
            (memory.rounds - _LONG_GAME_ROUNDS) / _ROUNDS_TO_DOUBLE,
        )
        logits, temperature, boldness = (
            self.logits(evaluator, options, values),
            self.temperature(evaluator),
            2**restless,
        )
        if evaluator.prompt == "act":
            for at, price in self._prices(evaluator, options):
                logits[at] -= price * boldness / temperature
        return self.weights_of_logits(evaluator.view, options, logits, temperature, boldness, share=1.0)

    def weights_of_logits(
        self,
        view: Mapping[str, Any],
        options: Sequence[Move],
        logits: Sequence[float],
        temperature: float,
        boldness: float,
        share: float,
    ) -> list[float]:
        """Returns weights. A higher logit makes an option likelier, and so does a higher bias of the temperament.

        `temperature` is the temperature of the logits. `boldness` is a factor for it: a higher one makes the
        choice more random. `share` is how much the temperament counts: not at all if it is 0.
        """
        # No number has a default: the compiled engine would pass 0 instead to a subclass that is not compiled.
        own = self.temperament
        if own is not EVEN:
            logits = [
                logit + share * self.bias(move, view, lies=true is False) / temperature
                for logit, move, true in zip(logits, options, view["prompt"]["truthful"], strict=True)
            ]
        scale = 1 / (own.temperature**share * boldness)
        best = max(logits)
        return [exp((logit - best) * scale) for logit in logits]

    def _prices(self, evaluator: Evaluator, options: Sequence[Move]) -> Iterator[tuple[int, float]]:
        """Yields the declarations that count worse, by index, and how much worse.

        Such a declaration repeats itself, waits while the seat could launch a Coup, or lets the last opponent win.
        """
        others, declared = evaluator.others, self.memory.declared[self.seat]
        recent = declared[-_RECENT_TURNS:]
        can_coup = evaluator.now.coins[self.seat] >= _COUP_PRICE and any(move.action == "coup" for move in options)
        is_last_duel = len(others) == 1 and evaluator.now.lives[self.seat] == 1
        has_tokens = evaluator.edition.has_tokens
        if not (can_coup or is_last_duel or has_tokens or max(map(recent.count, recent), default=0) > _OFTEN):
            return
        for at, move in enumerate(options):
            name, price = move.action or "", 0.0
            too_often = recent.count(name) - _OFTEN
            if has_tokens and (effects := evaluator.effects_of(move)) and effects.tokens:
                too_often = declared.count(name) - 1  # a token may be placed again, but not for ever
            if too_often > 0:
                price = _REPETITION_PRICE * too_often
            if can_coup and name != "coup":
                price += _WAITING_PRICE
            if is_last_duel:
                price += _FATAL_PRICE * self._lets_rival_win(evaluator, move)
            if price:
                yield at, price / max(1, len(others))

    def _lets_rival_win(self, evaluator: Evaluator, move: Move) -> bool:
        """Whether the last opponent can launch a Coup after a declaration."""
        (rival,) = evaluator.others
        lives, coins = evaluator.now.lives[rival], evaluator.now.coins[rival]
        if move.target == rival and (effects := evaluator.effects_of(move)):
            lives, coins = lives + effects.lives[TARGET], coins + effects.coins[TARGET]
        return lives > 0 and coins >= _COUP_PRICE

    def logits(self, evaluator: Evaluator, options: Sequence[Move], values: Sequence[OptionValue]) -> list[float]:
        """Returns the logit of each option: options are chosen in proportion to exp(logit)."""
        temperature = self.temperature(evaluator)
        return [each.win_chance / temperature for each in values]

    def temperature(self, evaluator: Evaluator) -> float:
        """Returns the temperature of the logits, as a chance to win."""
        temperature = self._temperature_in.get(evaluator.edition.ruleset, self._temperature)
        return temperature / (1 + len(evaluator.others))

    def bias(self, move: Move, view: Mapping[str, Any], *, lies: bool) -> float:
        """Returns what the temperament adds to an option's chance to win. `lies`: the option is a false claim."""
        own, claim = self.temperament, view["claim"]
        against = move.target
        if claim is not None and (move is CHALLENGE or move.do == "claim"):
            against = self.names.index(claim["by"])
        logit = own.lie * lies + own.doubt * (move is CHALLENGE)
        return logit + own.grudge * (against is not None and against == self.memory.enemies[self.seat])
