"""The curriculum: which games each network is trained on, and against whom, one phase after the other."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from engine.ai.strong import RESCUE
from lab.training.league import LEAGUE

RATE: Final = 0.005
"""The learning rate in the beginning of a training."""
ENTROPY: Final = 0.005
"""The weight of the reward for entropy: for not being sure of one option."""


class Phase(NamedTuple):
    """A part of a training: the number of batches, the opponents, and the learning rate in the beginning.

    An opponent that is named several times is met more often; earlier states of the network are always among the
    opponents. A phase without opponents trains a best response to the network, which does not change meanwhile.
    """

    batches: int
    opponents: Sequence[str] = ()
    rate: float = RATE


class Curriculum(NamedTuple):
    """How a network is trained: the number of games in a batch, the games with their weights, and the phases.

    `entropy` is the weight of the reward for entropy, as ENTROPY, and `rescue` is what a block counts by which a
    player saves its own card (see `Memory`).
    """

    games: int
    tables: Sequence[tuple[int, Mapping[str, Any]]]
    phases: Sequence[Phase]
    entropy: float = ENTROPY
    rescue: float = 1.0

    @property
    def batches(self) -> int:
        """The number of batches of all phases."""
        return sum(phase.batches for phase in self.phases)


RULE_OF_THUMB: Final = "thumb"
EXPLOITER: Final = "exploiter"
"""An opponent that is trained at the same time, against the network alone."""
RESPONSE: Final = "response"
"""One of the best responses from earlier phases."""

_STANDARD: Final = {"two_player": "standard"}
_AGAINST_RESPONSES: Final = Phase(200, (*LEAGUE, *[RULE_OF_THUMB] * 2, *[RESPONSE] * 2), 0.003)
CURRICULA: Final[Mapping[str, Curriculum]] = {
    "duel": Curriculum(
        500,
        (
            (60, {"ruleset": "classic", "players": 2, "options": _STANDARD}),
            (8, {"ruleset": "classic", "players": 2, "options": _STANDARD | {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 2, "options": {"inquisitor": True}}),
            (8, {"ruleset": "mcguire", "players": 2}),
            (10, {"ruleset": "g54", "players": 2, "options": {"advanced": True}}),
        ),
        (Phase(1000, (*LEAGUE,)),),
    ),
    "several": Curriculum(
        120,
        (
            (30, {"ruleset": "classic", "players": 4}),
            (26, {"ruleset": "g54", "players": 4, "options": {"advanced": True}}),
            (7, {"ruleset": "short", "players": 4}),
            (7, {"ruleset": "classic", "players": 4, "options": {"inquisitor": True}}),
            (5, {"ruleset": "classic", "players": 4, "options": {"teams": True}}),
            (7, {"ruleset": "mcguire", "players": 4}),
            (3, {"ruleset": "classic", "players": 3}),
            (3, {"ruleset": "classic", "players": 6}),
            (3, {"ruleset": "g54", "players": 3}),
        ),
        (Phase(1000, (*LEAGUE,)), Phase(75), _AGAINST_RESPONSES, Phase(150), _AGAINST_RESPONSES),
    ),
    "two_cards": Curriculum(
        500,
        ((1, {"ruleset": "classic", "players": 2, "options": _STANDARD}),),
        (Phase(300, (*LEAGUE, *["medium"] * 2, *[RULE_OF_THUMB] * 3, *[EXPLOITER] * 8)),),
        entropy=0.02,
        rescue=RESCUE,
    ),
}
"""The curriculum of each network. The one-card duel is missing, because the strong seat plays a solution of it."""
