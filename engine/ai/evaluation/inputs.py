"""The inputs of each network: the features of a position and of its options."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.features import OPTION_SIZE, STATE_SIZE, option_features, state_features
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.option_value import OptionValue
from engine.ai.evaluation.two_card_features import (
    TWO_CARD_OPTION_SIZE,
    TWO_CARD_STATE_SIZE,
    two_card_option_features,
    two_card_state_features,
)
from engine.moves import Move


class Inputs(NamedTuple):
    """The features that a network sees: how many describe a position and an option, and what returns them."""

    state_size: int
    option_size: int
    state: Callable[[Evaluator, Memory], list[float]]
    options: Callable[[Evaluator, Memory, Sequence[Move], Sequence[OptionValue]], list[list[float]]]


GENERAL: Final = Inputs(STATE_SIZE, OPTION_SIZE, state_features, option_features)
"""For any edition: no feature depends on the name of a role."""
TWO_CARDS: Final = Inputs(
    TWO_CARD_STATE_SIZE, TWO_CARD_OPTION_SIZE, two_card_state_features, two_card_option_features
)
"""For the two-card duel of classic Coup: its roles and actions, too."""
INPUTS: Final[Mapping[str, Inputs]] = {"duel": GENERAL, "several": GENERAL, "two_cards": TWO_CARDS}
"""By network (see `engine.ai.evaluation.network`)."""
