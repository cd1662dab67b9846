"""Values without beliefs, by value iteration: of a responder that sees the policy's card, and of a plain one.

Values are by public state, the responder's card and the policy's card.
"""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from lab.duel.policy import Policy
from lab.duel.public_state import CARDS, POLICY, RESPONDER, Array
from lab.duel.turn import INCOME, Choice, Turns

SWEEPS: Final = 40
"""The greatest number of sweeps; each looks one turn further ahead."""
_SETTLED: Final = 1e-3


def rows_after(choice: Choice, values: Array) -> Array:
    """Returns the value of a choice as rows, if `values` has the value of every turn that may follow."""
    after = choice.next
    return choice.won if after is None else choice.won + after.rows(values[after.states, after.cards])


def informed_values(policy: Policy) -> Array:
    """Returns upper bounds of the chance to win: what a responder wins that sees the policy's card.

    The values begin with 1 and only fall, so they are upper bounds after every sweep, also if a duel that is not
    over counts as won.
    """

    def best(choices: Sequence[Choice], values: Array) -> Array:
        questions: dict[tuple[int, int], Array] = {}
        for choice in choices:
            key, rows = (choice.action, choice.question), rows_after(choice, values)
            questions[key] = np.maximum(questions[key], rows) if key in questions else rows
        actions: dict[int, Array] = {}
        for (action, _), rows in questions.items():
            actions[action] = actions[action] + rows if action in actions else rows
        return np.max(np.stack(list(actions.values())), 0)

    return _iterate(policy, 1.0, best)


def plain_values(policy: Policy) -> tuple[Array, Array]:
    """Returns what a responder wins that plays plainly, and the probability that its duel is not over then.

    It takes income until it can pay for a Coup, and passes when it is asked. Duels that are not over
    then count as lost.
    """

    def plain(choices: Sequence[Choice], values: Array) -> Array:
        made = (each for each in choices if each.action == INCOME and each.word in ("income", "pass"))
        return np.sum([rows_after(choice, values) for choice in made], 0)

    won = _iterate(policy, 0.0, plain)
    return won, _iterate(policy, 1.0, plain) - won


def _iterate(policy: Policy, start: float, value: Callable[[Sequence[Choice], Array], Array]) -> Array:
    """Applies `value` to the turns of all public states until the values hardly change."""
    states = policy.states
    values = np.full((states.number, CARDS, CARDS), start)
    values[states.is_won], values[states.is_lost] = 1.0, 0.0
    turns: list[tuple[Array, Array, list[Choice]]] = []
    for to_act in (RESPONDER, POLICY):
        where = np.flatnonzero(~states.is_over & (states.to_act == to_act))
        where, cards = np.repeat(where, CARDS), np.tile(np.arange(CARDS), len(where))
        turns.append((where, cards, list(Turns(policy, where, cards).choices(to_act))))
    for _ in range(SWEEPS):
        change = 0.0
        for where, cards, choices in turns:
            rows = value(choices, values)
            change = max(change, float(abs(rows - values[where, cards]).max()))
            values[where, cards] = rows
        if change < _SETTLED:
            break
    return values
