"""Features: the inputs of the network. They describe a position and its options in numbers, without role names."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.evaluation.action_effects import ACTOR, OTHER, TARGET
from engine.ai.evaluation.evaluator import Evaluator, OptionValue
from engine.ai.evaluation.memory import Memory
from engine.catalogue import plain
from engine.moves import CHALLENGE, PASS, Move
from engine.rules.general_actions import GENERAL

STATE_SIZE: Final = 24
"""How many numbers describe a position for a seat."""
OPTION_SIZE: Final = 47
"""How many numbers describe an option."""

TWO_LEFT: Final = 4
"""The index of the state feature that is 1 when two players are left."""
WIN_CHANCE: Final = 10
"""The index of the state feature that is the evaluator's chance to win."""

_RICH: Final = GENERAL["coup"].price
_FEW: Final = 2


def state_features(evaluator: Evaluator, memory: Memory) -> list[float]:
    """Returns STATE_SIZE numbers about the position for the evaluator's seat, most of them from 0 to 1."""
    now, seat, others, edition = evaluator.now, evaluator.seat, evaluator.others, evaluator.edition
    coins, count = [now.coins[other] for other in others] or [0], max(1, len(others))
    return [
        1.0,
        float(now.lives[seat] > 1),
        now.coins[seat] / 10,
        float(now.coins[seat] >= _RICH),
        float(len(others) == 1),
        float(len(others) == _FEW),
        len(others) / 5,
        max(coins) / 10,
        float(max(coins) >= _RICH),
        sum([now.lives[other] for other in others]) / (2 * count),
        evaluator.win_chance_now,
        min(2.0, memory.rounds_without_loss / 4),
        5.0 * sum([memory.challenge_rate(other) for other in others]) / count,
        sum([memory.bluff_rate(other) for other in others]) / count,
        min(2, memory.lies[seat]) / 2,
        min(2, memory.truths[seat]) / 2,
        len(memory.claims[seat]) / 3,
        float(len(set(map(plain, evaluator.held))) > 1),
        float(edition.has_pool),
        float(edition.life_price > 0),
        float(edition.only_actor_challenges),
        float(edition.options.get("blockers") == "anyone"),
        float(edition.teams is not None),
        float(len(now.lives) == _FEW and max(now.lives) == 1),
    ]


def option_features(
    evaluator: Evaluator, memory: Memory, options: Sequence[Move], values: Sequence[OptionValue]
) -> list[list[float]]:
    """Returns OPTION_SIZE numbers for each option, most of them from -1 to 1."""
    chances = [each.win_chance for each in values]
    mean, best, now = sum(chances) / len(chances), max(chances), evaluator.win_chance_now
    found: list[list[float]] = []
    claim = _claim_features(evaluator, memory)
    for move, each in zip(options, values, strict=True):
        x = [0.0] * OPTION_SIZE
        do = move.do
        if do == "act":
            x[1 if each.truth > 0 else 2 if each.truth < 0 else 0] = 1.0
            _action_features(x, evaluator, memory, move)
        elif move is PASS:
            x[3] = 1.0
        elif move is CHALLENGE:
            x[4] = 1.0
            x[28:42] = claim
            x[46] = float(not each.risk)  # a claim that cannot be true
        elif do == "claim":
            x[5 if each.truth > 0 else 6] = 1.0
            x[28:42] = claim
        elif do in ("keep", "lose", "give", "show"):
            x[8] = 1.0
        else:
            x[7] = 1.0
        x[9] = 10 * (each.win_chance - mean)
        x[10] = 10 * (each.win_chance - best)
        x[11] = 5 * (each.best_case - now)
        x[12] = 5 * (each.worst_case - now)
        x[13] = each.risk
        x[14] = each.block
        role = evaluator.edition.actions[move.action or ""].role if do == "act" else move.role
        if role is not None and do != "keep":
            x[15] = evaluator.apparent_chance(role)
            x[16] = memory.claims[evaluator.seat].get(role, 0.0) / 2
        if do in ("keep", "lose"):
            _card_features(x, evaluator, memory, move, each)
        found.append(x)
    return found


def _action_features(x: list[float], evaluator: Evaluator, memory: Memory, move: Move) -> None:
    action, now, target = evaluator.edition.actions[move.action or ""], evaluator.now, move.target
    x[17] = action.price / _RICH
    effects = evaluator.book.effects_of(move, evaluator.seat, now.coins)
    if effects is not None:
        x[18] = effects.coins[ACTOR] / 4
        x[19] = -effects.lives[TARGET] if target is not None else 0.0
        x[22] = -effects.coins[TARGET] / 3 if target is not None else 0.0
        x[23] = -effects.lives[OTHER] - effects.coins[OTHER] / 3
        x[24] = effects.cards_drawn / 3
        x[25] = float(bool(effects.tokens))
    if target is not None and target != evaluator.seat:
        x[20] = float(now.lives[target] == 1)
        x[21] = now.coins[target] / 10
        x[26] = evaluator.now.win_chance_of(target)
        x[27] = 5 * memory.challenge_rate(target)


def _claim_features(evaluator: Evaluator, memory: Memory) -> list[float]:
    claim, now = evaluator.view["claim"], evaluator.now
    if claim is None:
        return [0.0] * 14
    names = evaluator.names
    by, kind, role = names.index(claim["by"]), claim["kind"], claim["role"]
    action: Mapping[str, Any] = claim.get("action") or {}
    me = names[evaluator.seat]
    aimed = action.get("target") == me if kind == "action" else action.get("by") == me
    stake = evaluator.stake
    return [
        float(aimed),
        float(stake > 0),
        float(stake > 0 and now.lives[evaluator.seat] == 1),
        memory.bluff_rate(by),
        min(2, memory.lies[by]) / 2,
        evaluator.now.win_chance_of(by),
        float(now.lives[by] == 1),
        now.coins[by] / 10,
        float(kind == "action"),
        float(kind == "counteraction"),
        float(kind == "loss"),
        evaluator.truth_chance(by, role) if role is not None else 1.0,
        memory.claims[by].get(role, 0.0) / 2 if role is not None else 0.0,
        (len(evaluator.others) - 1) / 5,
    ]


def _card_features(x: list[float], evaluator: Evaluator, memory: Memory, move: Move, each: OptionValue) -> None:
    if move.do == "keep":
        cards = [plain(card) for card in move.cards or ()]
    else:
        cards = [plain(card) for card in evaluator.held]
        if move.card is not None and plain(move.card) in cards:
            cards.remove(plain(move.card))
    claimed = memory.claims[evaluator.seat]
    x[42] = len(set(cards)) / 2
    x[43] = min(2.0, 10 * (each.win_chance - evaluator.win_chance_now))
    x[44] = sum([card in claimed for card in cards]) / 2
    x[45] = sum([evaluator.left.get(card, 0) for card in cards]) / 6
