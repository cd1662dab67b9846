"""The written responder as a player of the engine."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine import Event, Move
from engine.ai import Player
from engine.ai.evaluation.duel import ROLES, word
from engine.moves import PROVE
from lab.certify.belief_bounds import UNWRITTEN
from lab.certify.public_state import PAIRS, POLICY, RESPONDER
from lab.certify.responder import Responder
from lab.certify.turn import ACTIONS, ANSWERS, BLOCK_ANSWERS, BLOCKERS, INCOME, kept_cards

_COUP: Final = "coup"
_EXCHANGED: Final = 2
"""The number of cards that are drawn in an exchange; after a proof it is one."""


class WrittenPlayer(Player):
    """Plays a duel as a written responder says. It must see all events from the deal on."""

    def __init__(self, names: Sequence[str], seat: int, responder: Responder) -> None:
        super().__init__(names, seat)
        self._responder = responder
        self._card = -1
        self._node: int | None = None
        self._action = INCOME
        self._question = 0

    def observe(self, event: Event) -> None:
        """Follows the duel from node to node."""
        own, kind = event.get("by") == self.seat, event["type"]
        if kind == "turn":
            self._begin_turn(RESPONDER if own else POLICY)
        elif kind == "drew" and self._node is None:
            self._card = ROLES.index(event["cards"][0])
        elif kind == "drew" and own and len(event["cards"]) == _EXCHANGED:
            low, high = sorted(map(ROLES.index, event["cards"]))
            self._question = 1 + PAIRS.index((low, high))
        elif kind == "action" and not own:
            self._question = ACTIONS.index(event["action"])
        elif kind == "claim" and not own:
            self._question = 1 + BLOCKERS[self._action].index(ROLES.index(event["role"]))

    def _begin_turn(self, to_act: int) -> None:
        if self._node is None:
            self._node = int(self._responder.roots[to_act, self._card])
        elif self._node != UNWRITTEN:
            self._node = int(self._responder.following[self._node, self._question])
        self._question = 0
        written = to_act == RESPONDER and self._node != UNWRITTEN
        self._action = int(self._responder.actions[self._node]) if written else INCOME

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns the option that is written."""
        if PROVE in options:
            return PROVE
        if len(options) == 1:
            return options[0]
        by_word = {word(move): move for move in options}
        asked = view["prompt"]["prompt"]
        if asked == "act":
            return by_word.get(_COUP) or by_word[ACTIONS[self._action]]
        if self._node == UNWRITTEN:
            return options[0]
        index = int(self._responder.chosen[self._node, self._question])
        if asked == "keep":
            self._card = kept_cards(PAIRS[self._question - 1], self._card)[index]
            return next(move for move in options if move.cards == (ROLES[self._card],))
        answers = ANSWERS[self._question] if view["turn"] != self.names[self.seat] else BLOCK_ANSWERS
        return by_word[answers[index]]
