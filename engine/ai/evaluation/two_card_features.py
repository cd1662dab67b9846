"""Features of the two-card duel of classic Coup: the inputs of its network, which knows the roles by name."""

from collections.abc import Sequence
from typing import Final

from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.features import OPTION_SIZE, STATE_SIZE, option_features, state_features
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.option_value import OptionValue
from engine.catalogue import RULESETS, plain
from engine.moves import Move
from engine.table.table import Edition

_ROLES: Final = RULESETS["classic"].roles
_ACTIONS: Final = ("income", "foreign_aid", "tax", "steal", "assassinate", "exchange", "coup")
_PURSES: Final = 11
"""More coins than ten count as ten."""
_PROMPTS: Final = ("act", "respond", "keep", "lose")
_HAND: Final = 2

TWO_CARD_STATE_SIZE: Final = (
    STATE_SIZE + 8 * len(_ROLES) + 2 * _PURSES + len(_PROMPTS) + len(_ACTIONS) + len(_ROLES)
)
"""How many numbers describe a position for a seat."""
TWO_CARD_OPTION_SIZE: Final = OPTION_SIZE + len(_ACTIONS) + 2 * len(_ROLES)
"""How many numbers describe an option."""


def two_card_state_features(evaluator: Evaluator, memory: Memory) -> list[float]:
    """Returns TWO_CARD_STATE_SIZE numbers: those of any position, then its cards, coins and claims."""
    view, own = evaluator.view, evaluator.seat
    other = 1 - own
    claim, found = view["claim"], state_features(evaluator, memory)
    hand, lost, beaten = (
        [plain(card) for card in cards]
        for cards in (evaluator.held, view["players"][own]["lost"], view["players"][other]["lost"])
    )
    found += [hand.count(role) / _HAND for role in _ROLES]
    found += [float(role in lost) for role in _ROLES]
    found += [float(role in beaten) for role in _ROLES]
    for seat in (own, other):
        claims, passed = memory.claims[seat], memory.passed[seat]
        found += [claims.get(role, 0.0) / 2 for role in _ROLES]
        found += [1 - passed.get(role, 1.0) for role in _ROLES]
    found += [evaluator.holding_chance(other, role) for role in _ROLES]
    for seat in (own, other):
        purse = [0.0] * _PURSES
        purse[min(evaluator.now.coins[seat], _PURSES - 1)] = 1.0
        found += purse
    found += [float(evaluator.prompt == each) for each in _PROMPTS]
    action = claim["action"]["action"] if claim is not None else None
    found += [float(action == each) for each in _ACTIONS]
    blocked = claim["role"] if claim is not None and claim["kind"] != "action" else None
    found += [float(blocked == role) for role in _ROLES]
    return found


def two_card_option_features(
    evaluator: Evaluator, memory: Memory, options: Sequence[Move], values: Sequence[OptionValue]
) -> list[list[float]]:
    """Returns TWO_CARD_OPTION_SIZE numbers for each option: those of any option, then its action and roles."""
    found = option_features(evaluator, memory, options, values)
    for move, features in zip(options, found, strict=True):
        features += [float(move.action == each) for each in _ACTIONS]
        features += [float(move.do == "claim" and move.role == role) for role in _ROLES]
        kept = [plain(card) for card in move.cards or ()]
        if move.card is not None:
            kept = [plain(card) for card in evaluator.held]
            kept.remove(plain(move.card))
        features += [kept.count(role) / _HAND for role in _ROLES]
    return found


def is_two_card_duel(edition: Edition) -> bool:
    """Whether a game is the two-card duel of classic Coup."""
    options = edition.options
    return (
        edition.ruleset == "classic"
        and edition.seats == 2
        and options["two_player"] == "standard"
        and not options["inquisitor"]
    )
