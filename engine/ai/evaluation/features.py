"""Features: an option and the position it stands in as numbers, without the name of any role or action."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.ai.evaluation.action_effects import ACTOR, OTHER, TARGET
from engine.ai.evaluation.beliefs import Memory
from engine.ai.evaluation.evaluator import Judge, Weighed
from engine.catalogue import plain
from engine.moves import CHALLENGE, PASS, Move
from engine.rules.general_actions import GENERAL

STATE: Final = 24
"""How many numbers say how a position stands for a seat."""
OPTION: Final = 47
"""How many numbers say what an option is and does."""

DUEL: Final = 4
"""Which of the state's numbers is 1 when two are left."""
WORTH: Final = 10
"""Which of them is about how often the seat wins."""

_RICH: Final = GENERAL["coup"].price
_FEW: Final = 2


def state_features(judge: Judge, memory: Memory) -> list[float]:
    """How a position stands for the judge's seat: STATE numbers, most of them from 0 to 1."""
    now, seat, others, edition = judge.now, judge.seat, judge.others, judge.edition
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
        judge.worth_now,
        min(2.0, memory.rounds_in_peace / 4),
        5.0 * sum([memory.darer(other) for other in others]) / count,
        sum([memory.liar(other) for other in others]) / count,
        min(2, memory.lies[seat]) / 2,
        min(2, memory.truths[seat]) / 2,
        len(memory.claims[seat]) / 3,
        float(len(judge.roles) > 1),
        float(edition.has_pool),
        float(edition.life_price > 0),
        float(edition.only_actor_challenges),
        float(edition.options.get("blockers") == "anyone"),
        float(edition.teams is not None),
        float(len(now.lives) == _FEW and max(now.lives) == 1),
    ]


def option_features(
    judge: Judge, memory: Memory, options: Sequence[Move], weighed: Sequence[Weighed]
) -> list[list[float]]:
    """What each option is and does: OPTION numbers each, most of them from -1 to 1."""
    worths = [each.worth for each in weighed]
    mean, best, now = sum(worths) / len(worths), max(worths), judge.worth_now
    found: list[list[float]] = []
    claim = _claim_features(judge, memory)
    for move, each in zip(options, weighed, strict=True):
        x = [0.0] * OPTION
        do = move.do
        if do == "act":
            x[1 if each.true > 0 else 2 if each.true < 0 else 0] = 1.0
            _action_features(x, judge, memory, move)
        elif move is PASS:
            x[3] = 1.0
        elif move is CHALLENGE:
            x[4] = 1.0
            x[28:42] = claim
            x[46] = float(not each.risk)  # it cannot be true
        elif do == "claim":
            x[5 if each.true > 0 else 6] = 1.0
            x[28:42] = claim
        elif do in ("keep", "lose", "give", "show"):
            x[8] = 1.0
        else:
            x[7] = 1.0
        x[9] = 10 * (each.worth - mean)
        x[10] = 10 * (each.worth - best)
        x[11] = 5 * (each.well - now)
        x[12] = 5 * (each.badly - now)
        x[13] = each.risk
        x[14] = each.block
        role = judge.edition.actions[move.action or ""].role if do == "act" else move.role
        if role is not None and do != "keep":
            x[15] = judge.looks(role)
            x[16] = memory.claims[judge.seat].get(role, 0.0) / 2
        if do in ("keep", "lose"):
            _card_features(x, judge, memory, move, each)
        found.append(x)
    return found


def _action_features(x: list[float], judge: Judge, memory: Memory, move: Move) -> None:
    action, now, target = judge.edition.actions[move.action or ""], judge.now, move.target
    x[17] = action.price / _RICH
    outcome = judge.book.outcome(move, judge.seat, now.coins)
    if outcome is not None:
        x[18] = outcome.coins[ACTOR] / 4
        x[19] = -outcome.lives[TARGET] if target is not None else 0.0
        x[22] = -outcome.coins[TARGET] / 3 if target is not None else 0.0
        x[23] = -outcome.lives[OTHER] - outcome.coins[OTHER] / 3
        x[24] = outcome.looks / 3
        x[25] = float(bool(outcome.tokens))
    if target is not None and target != judge.seat:
        x[20] = float(now.lives[target] == 1)
        x[21] = now.coins[target] / 10
        x[26] = judge.share(target)
        x[27] = 5 * memory.darer(target)


def _claim_features(judge: Judge, memory: Memory) -> list[float]:
    claim, now = judge.view["claim"], judge.now
    if claim is None:
        return [0.0] * 14
    names = judge.names
    by, kind, role = names.index(claim["by"]), claim["kind"], claim["role"]
    action: Mapping[str, Any] = claim.get("action") or {}
    me = names[judge.seat]
    aimed = action.get("target") == me if kind == "action" else action.get("by") == me
    stake = judge.stake
    return [
        float(aimed),
        float(stake > 0),
        float(stake > 0 and now.lives[judge.seat] == 1),
        memory.liar(by),
        min(2, memory.lies[by]) / 2,
        judge.share(by),
        float(now.lives[by] == 1),
        now.coins[by] / 10,
        float(kind == "action"),
        float(kind == "counteraction"),
        float(kind == "loss"),
        judge.trusted(by, role) if role is not None else 1.0,
        memory.claims[by].get(role, 0.0) / 2 if role is not None else 0.0,
        (len(judge.others) - 1) / 5,
    ]


def _card_features(x: list[float], judge: Judge, memory: Memory, move: Move, each: Weighed) -> None:
    if move.do == "keep":
        cards = [plain(card) for card in move.cards or ()]
    else:
        cards = [plain(card) for card in judge.held]
        if move.card is not None and plain(move.card) in cards:
            cards.remove(plain(move.card))
    claimed = memory.claims[judge.seat]
    x[42] = len(set(cards)) / 2
    x[43] = min(2.0, 10 * (each.worth - judge.worth_now))
    x[44] = sum([card in claimed for card in cards]) / 2
    x[45] = sum([judge.left.get(card, 0) for card in cards]) / 6
