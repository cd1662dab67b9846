"""The policy that is certified: how likely the strong seat chooses each option in each state of the duel.

It is computed from the table as `Strong.choose` does, with the table's rounding and a temperament.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import numpy as np

from engine.ai.evaluation.duel import ACT, KEEP, PURSES, REPUTATIONS, ROLES, WORDS
from engine.ai.temperaments import DUEL_SHARE, Temperament
from engine.editions import MUST_COUP_COINS
from lab.duel.public_state import (
    CARDS,
    CLAIMED,
    COINS,
    PAIR_CHANCES,
    PAIRS,
    Array,
    Memories,
    PublicStates,
    allowed_options,
    purse_index,
)
from lab.errors import LabError

_TARGETED: Final = np.array([word in ("steal", "assassinate", "coup") for word in WORDS[ACT]])
_DIGITS: Final = 2
"""The digits of each chance in the table."""
_TOLERANCE: Final = 1e-9
_COUP: Final = WORDS[ACT].index("coup")


class Policy:
    """The policy in every public state, and the public states that it tells apart.

    `answers` has an array for each question: the probability of each option, by own coins, other's coins, memory,
    own card and option. `exchanges` is the probability that an exchange leads from a card to a card, by own coins,
    other's coins, memory, the other's card, own card and new card. `memory` is the number of the memory, by own
    reputation, the other's, and whether the other is the enemy. Raises LabError if a row is no distribution.
    """

    def __init__(self, answers: Mapping[str, Array], exchanges: Array, labels: Array) -> None:
        """Takes arrays for all memories. Those with equal `labels` have equal probabilities, and may be merged."""
        memories, kept, number = Memories.all()[0].merged(labels)
        self.memory = number.reshape(len(REPUTATIONS), len(REPUTATIONS), -1)
        self.states = PublicStates(memories)
        self.answers = {name: each[:, :, kept] for name, each in answers.items()}
        self.exchanges = exchanges[:, :, kept]
        for each in (*self.answers.values(), self.exchanges):
            check_distributions(each)

    @classmethod
    def of_table(cls, table: Mapping[str, Any], temperament: Temperament, labels: Array | None = None) -> "Policy":
        """Returns the policy of a strong seat with this temperament. Raises LabError like the constructor.

        Without `labels`, memories with the same probabilities are merged.
        """
        every, parts = Memories.all()
        answers = {question: _answers(table, temperament, question, parts) for question in WORDS}
        exchanges = _exchanges(table, temperament, parts)
        if labels is not None:
            return cls(answers, exchanges, labels)
        rows = [
            np.ascontiguousarray(np.moveaxis(each, 2, 0)).reshape(len(every), -1)
            for each in (*answers.values(), exchanges)
        ]
        seen: dict[bytes, int] = {}
        labels = np.array(
            [seen.setdefault(b"".join(row[at].tobytes() for row in rows), len(seen)) for at in range(len(every))]
        )
        return cls(answers, exchanges, labels)


def check_distributions(rows: Array) -> None:
    """Raises LabError unless every row is a distribution."""
    total = rows @ np.ones(rows.shape[-1])  # much faster than `rows.sum(-1)`
    if (total == 0).any():
        raise LabError(
            "The policy is no distribution: the table of duels lacks states, where strong decides by what the "
            "certificate does not follow. Restore data/ai/duel.json."
        )
    if not ((rows >= 0).all() and (abs(total - 1) < _TOLERANCE).all()):
        raise LabError(
            "The policy is no distribution: probabilities must be at least 0, and those of a state sum to 1."
        )


def softmax(logits: Array) -> Array:
    """Returns the probabilities of options with these logits; NaN marks options that are not there."""
    weights = np.exp(logits - np.fmax.reduce(logits, -1, keepdims=True))
    weights[np.isnan(weights)] = 0.0
    return weights / np.maximum(weights.sum(-1, keepdims=True), 1e-300)


def keep_odds(logits: Array, pair: tuple[int, int]) -> Array:
    """Returns the probability of keeping each card after drawing a pair, by own card and kept card at the end.

    It is 0 where a card to choose from has no logit (NaN).
    """
    odds = np.zeros((*logits.shape, CARDS))
    for card in range(CARDS):
        ways = sorted({card, *pair})
        is_known = ~np.isnan(logits[..., ways]).any(-1, keepdims=True)
        odds[..., card, ways] = softmax(logits[..., ways]) * is_known if len(ways) > 1 else 1
    return odds


def exchange_odds(keeps: Sequence[Array]) -> Array:
    """Returns the probability that an exchange leads from a card to another, by the other's, own and new card.

    `keeps` are the `keep_odds` of all pairs.
    """
    odds = np.zeros((*keeps[0].shape[:3], CARDS, CARDS, CARDS))
    for at, keep in enumerate(keeps):
        odds += PAIR_CHANCES[..., at].T[:, :, None] * keep[..., None, :, :]
    return odds


def _by_coins(rows: Array) -> Array:
    """Returns rows by own and other's coins; given are rows by purses."""
    purses = purse_index(np.arange(COINS))
    return rows[purses[:, None], purses]


def _entries(
    table: Mapping[str, Any], asked: str, role: str, reputations: int
) -> Iterator[tuple[Any, list[float]]]:
    """Yields the index of each entry (both purses, reputations) and its chances to win.

    Entries for all reputations come first, because others take precedence. What strong never looks up is left out.
    """
    entries: Mapping[str, str] = table["worths"].get(f"{asked} {role}", {})
    for place, digits in sorted(entries.items(), key=lambda each: len(each[0])):
        purses = [PURSES.find(each) for each in place[:2]]
        names: list[Any] = [REPUTATIONS.find(each) for each in place[2:]]
        if len(purses) != 2 or len(names) not in (0, reputations) or -1 in (*purses, *names):
            continue
        chances = [int(digits[at : at + _DIGITS]) / 100 for at in range(0, len(digits), _DIGITS)]
        yield (*purses, *(names or [slice(None)] * reputations)), chances


def _answers(table: Mapping[str, Any], temperament: Temperament, question: str, parts: Array) -> Array:
    """Returns the probability of each option of a question."""
    reputation, other_reputation, enemy = parts
    words, purses, names = WORDS[question], len(PURSES), len(REPUTATIONS)
    allowed = allowed_options(question)
    values = np.full((CARDS, purses, purses, names, names, len(words)), np.nan)
    for card, role in enumerate(ROLES):
        for place, chances in _entries(table, question, role, 2):
            if len(chances) == allowed[place[0]].sum():
                row = np.full(len(words), np.nan)
                row[allowed[place[0]]] = chances
                values[(card, *place)] = row
    logits = np.moveaxis(values[:, :, :, reputation, other_reputation], 0, -2) / table["heat"]
    against = _TARGETED if question == ACT else np.arange(len(words)) > 0
    blocks = np.array([ROLES.index(word) if word in ROLES else -1 for word in words])
    claims = CLAIMED if question == ACT else blocks
    lies = (claims >= 0) & (claims != np.arange(CARDS)[:, None])
    doubts = np.array([word == "challenge" for word in words])
    bias = (
        temperament.lie * lies + temperament.doubt * doubts + temperament.grudge * (enemy[:, None, None] * against)
    )
    odds = _by_coins(softmax((logits + DUEL_SHARE * bias / table["heat"]) / temperament.temperature**DUEL_SHARE))
    if question == ACT:
        odds[MUST_COUP_COINS:] = np.arange(len(words)) == _COUP  # the only option
    return odds


def _exchanges(table: Mapping[str, Any], temperament: Temperament, parts: Array) -> Array:
    """Returns the probability that an exchange leads from a card to another."""
    values = np.full((CARDS, len(PURSES), len(PURSES), len(REPUTATIONS)), np.nan)
    for card, role in enumerate(ROLES):
        for place, chances in _entries(table, KEEP, role, 1):
            values[(card, *place)] = chances[0]
    logits = np.moveaxis(values, 0, -1) / (table["heat"] * temperament.temperature**DUEL_SHARE)
    return _by_coins(exchange_odds([keep_odds(logits, pair) for pair in PAIRS]))[:, :, parts[1]]
