"""Features: the inputs of the network. They describe a position and its options in numbers, without role names."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.evaluation.action_effects import ACTOR, OTHER, TARGET
from engine.ai.evaluation.evaluator import Evaluator
from engine.ai.evaluation.memory import Memory
from engine.ai.evaluation.option_value import OptionValue
from engine.catalogue import plain
from engine.moves import CHALLENGE, PASS, Move
from engine.rules.general_actions import GENERAL
from engine.table.table import Action

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
    lives, coins = now.lives, now.coins
    left, count, richest = len(others), len(others) or 1, max([coins[other] for other in others], default=0)
    return [
        1.0,
        float(lives[seat] > 1),
        coins[seat] / 10,
        float(coins[seat] >= _RICH),
        float(left == 1),
        float(left == _FEW),
        left / 5,
        richest / 10,
        float(richest >= _RICH),
        sum([lives[other] for other in others]) / (2 * count),
        evaluator.win_chance_now,
        min(2.0, memory.rounds_without_loss / 4),
        5.0 * sum(evaluator.challenge_rates) / count,
        sum([memory.bluff_rates[other] for other in others]) / count,
        min(2, memory.lies[seat]) / 2,
        min(2, memory.truths[seat]) / 2,
        len(memory.claims[seat]) / 3,
        float(len(set(map(plain, evaluator.held))) > 1),
        float(edition.has_pool),
        float(edition.life_price > 0),
        float(edition.only_actor_challenges),
        float(edition.options["blockers"] == "anyone"),
        float(edition.teams is not None),
        float(len(lives) == _FEW and max(lives) == 1),
    ]


def option_features(
    evaluator: Evaluator, memory: Memory, options: Sequence[Move], values: Sequence[OptionValue]
) -> list[list[float]]:
    """Returns OPTION_SIZE numbers for each option, most of them from -1 to 1."""
    chances = [each.win_chance for each in values]
    mean, best, now = sum(chances) / len(chances), max(chances), evaluator.win_chance_now
    actions, claimed = evaluator.edition.actions, memory.claims[evaluator.seat]
    claim: list[float] = []
    found: list[list[float]] = []
    for move, each in zip(options, values, strict=True):
        x = [0.0] * OPTION_SIZE
        do, role = move.do, move.role
        if do == "act":
            x[1 if each.truth > 0 else 2 if each.truth < 0 else 0] = 1.0
            action = actions[move.action or ""]
            role = action.role
            _action_features(x, evaluator, move, action)
        elif move is PASS:
            x[3] = 1.0
        elif move is CHALLENGE:
            x[4] = 1.0
            x[28:42] = claim = claim or _claim_features(evaluator, memory)
            x[46] = float(not each.risk)  # a claim that cannot be true
        elif do == "claim":
            x[5 if each.truth > 0 else 6] = 1.0
            x[28:42] = claim = claim or _claim_features(evaluator, memory)
        elif do in ("keep", "lose", "give", "show"):
            x[8] = 1.0
        else:
            x[7] = 1.0
        win_chance = each.win_chance
        x[9] = 10 * (win_chance - mean)
        x[10] = 10 * (win_chance - best)
        x[11] = 5 * (each.best_case - now)
        x[12] = 5 * (each.worst_case - now)
        x[13] = each.risk
        x[14] = each.block
        if role is not None:
            x[15] = evaluator.apparent_chance(role)
            if role in claimed:
                x[16] = claimed[role] / 2
        if do in ("keep", "lose"):
            _card_features(x, evaluator, memory, move, each)
        found.append(x)
    return found


def _action_features(x: list[float], evaluator: Evaluator, move: Move, action: Action) -> None:
    now, target = evaluator.now, move.target
    x[17] = action.price / _RICH
    effects = evaluator.effects_of(move)
    if effects is not None:
        lives, coins = effects.lives, effects.coins
        x[18] = coins[ACTOR] / 4
        if target is not None:
            x[19] = -lives[TARGET]
            x[22] = -coins[TARGET] / 3
        if effects.hits_others:
            x[23] = -lives[OTHER] - coins[OTHER] / 3
        x[24] = effects.cards_drawn / 3
        x[25] = float(bool(effects.tokens))
    if target is not None and target != evaluator.seat:
        x[20] = float(now.lives[target] == 1)
        x[21] = now.coins[target] / 10
        x[26] = now.win_chance_of(target)
        x[27] = 5 * evaluator.challenge_rates[evaluator.others.index(target)]


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
        memory.bluff_rates[by],
        min(2, memory.lies[by]) / 2,
        now.win_chance_of(by),
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
