"""A turn of the duel as the responder sees it: what may happen, what it may choose; and values found by iteration.

The value of a situation is a row of five numbers: the responder's chance to win, by the policy's card. The
probabilities of the policy's choices are such rows, too, so a chance over a belief is a product of rows.

Value iteration finds values without beliefs: of a responder that sees the policy's card, and of a plain one. They
are by public state, the responder's card and the policy's card.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np

from engine.ai.evaluation.duel import ACT, ROLES, WORDS
from lab.duel.policy import Policy
from lab.duel.public_state import ASSASSINATION_COINS, CARDS, HOLDS, PAIR_CHANCES, PAIRS, POLICY, RESPONDER, Array

ACTIONS: Final = WORDS[ACT]
INCOME, AID, TAX, STEAL, ASSASSINATE, EXCHANGE, _ = range(len(ACTIONS))
AMBASSADOR, ASSASSIN, CAPTAIN, CONTESSA, DUKE = map(
    ROLES.index, ("ambassador", "assassin", "captain", "contessa", "duke")
)
BLOCKERS: Final = {AID: (DUKE,), STEAL: (AMBASSADOR, CAPTAIN), ASSASSINATE: (CONTESSA,)}
"""The roles that block each action."""

ANSWERS: Final = {
    INCOME: ("pass",),
    AID: ("pass", "duke"),
    TAX: ("pass", "challenge"),
    STEAL: ("pass", "challenge", "ambassador", "captain"),
    ASSASSINATE: ("challenge", "contessa"),
    EXCHANGE: ("pass", "challenge"),
}
"""The responder's answers to each action of the policy, in the order of `Turns.choices`; passing an assassination
loses."""
BLOCK_ANSWERS: Final = ("pass", "challenge")
"""Its answers to a block."""

SWEEPS: Final = 40
"""The greatest number of sweeps; each looks one turn further ahead."""
_SETTLED: Final = 1e-3


def kept_cards(pair: tuple[int, int], card: int) -> list[int]:
    """Returns the cards that it may keep after an exchange, in the order of `Turns.choices`."""
    return [card, *sorted(set(pair))]


class Next(NamedTuple):
    """The turn that follows: public states, the responder's cards, and the probability of getting there.

    `changes` has the probability of each new card of the policy by its earlier card, if it exchanged cards.
    """

    states: Array
    cards: Array
    odds: Array
    changes: Array | None = None

    def chosen(self, which: Array) -> "Next":
        """Returns what follows some of the situations."""
        changes = None if self.changes is None else self.changes[which]
        return Next(self.states[which], self.cards[which], self.odds[which], changes)

    def beliefs(self, before: Array) -> Array:
        """Returns the weights of the policy's cards after the turn; `before` are those at its beginning."""
        after = before * self.odds
        return after if self.changes is None else np.einsum("ni,nij->nj", after, self.changes)

    def rows(self, after: Array) -> Array:
        """Returns rows for the beginning of the turn; `after` are rows of the turn that follows."""
        return self.odds * (after if self.changes is None else np.einsum("nij,nj->ni", self.changes, after))


class Choice(NamedTuple):
    """One choice of the responder at one of the questions of a turn.

    In a turn of the policy `action` is 0, and `question` is the policy's action. In a turn of the responder,
    `action` is its own, and `question` is 0 for what happens if nobody blocks, then one for each role that blocks
    it or, after an exchange, for each pair of drawn cards. Of every question one choice is made. `won` is the
    probability that the choice wins the duel at once, a row for each situation.
    """

    action: int
    question: int
    word: str
    won: Array
    next: Next | None


class Turns:
    """Turns that begin in many situations at once: public states of one kind, with the responder's cards."""

    def __init__(self, policy: Policy, states: Array, cards: Array) -> None:
        self._policy = policy
        self._states = policy.states
        self._cards = cards
        self._impossible = np.zeros((len(states), CARDS))
        _, self._own, self._other, self._memory = np.unravel_index(states, self._states.shape)

    def choices(self, to_act: int) -> Iterator[Choice]:
        """Yields every choice of the responder, in a fixed order."""
        return self._policy_acts() if to_act == POLICY else self._responder_acts()

    def _odds(self, question: str, own: Array, other: Array, memory: Array) -> Array:
        """Returns the probability of each of the policy's options, by option, situation and card."""
        return np.moveaxis(self._policy.answers[question][own, other, memory], -1, 0)

    def _after_claim(self, by: int, role: int, memory: Array) -> Array:
        return self._states.memories.after_claim[by, memory, role]

    def _holds(self, role: int) -> Array:
        """Returns 1 where the responder holds a card of the role, as a column."""
        return (self._cards == role)[:, None].astype(float)

    def _next(self, to_act: int, own: Array, other: Array, memory: Array, odds: Array) -> Next:
        return Next(self._states.index(to_act, own, other, memory), self._cards, odds)

    def _policy_acts(self) -> Iterator[Choice]:
        own, other, memory = self._own, self._other, self._memory
        odds = self._odds(ACT, own, other, memory)
        by_duke, by_captain, by_assassin = (
            self._after_claim(POLICY, role, memory) for role in (DUKE, CAPTAIN, ASSASSIN)
        )
        none, taken = self._impossible, np.minimum(2, other)
        yield Choice(0, INCOME, "pass", none, self._next(RESPONDER, own + 1, other, memory, odds[INCOME]))

        yield Choice(0, AID, "pass", none, self._next(RESPONDER, own + 2, other, memory, odds[AID]))
        yield self._block(AID, DUKE, odds[AID], own, memory, memory)

        yield Choice(0, TAX, "pass", none, self._next(RESPONDER, own + 3, other, by_duke, odds[TAX]))
        yield Choice(0, TAX, "challenge", odds[TAX] * (1 - HOLDS[DUKE]), None)

        after = self._next(RESPONDER, own + taken, other - taken, by_captain, odds[STEAL])
        yield Choice(0, STEAL, "pass", none, after)
        yield Choice(0, STEAL, "challenge", odds[STEAL] * (1 - HOLDS[CAPTAIN]), None)
        for role in BLOCKERS[STEAL]:
            yield self._block(STEAL, role, odds[STEAL], own, memory, by_captain)

        paid = np.maximum(0, own - ASSASSINATION_COINS)
        yield Choice(0, ASSASSINATE, "challenge", odds[ASSASSINATE] * (1 - HOLDS[ASSASSIN]), None)
        yield self._block(ASSASSINATE, CONTESSA, odds[ASSASSINATE], paid, memory, by_assassin)

        changes = self._policy.exchanges[own, other, memory, self._cards]
        after = self._next(
            RESPONDER, own, other, self._states.memories.after_exchange[POLICY, memory], odds[EXCHANGE]
        )
        yield Choice(0, EXCHANGE, "pass", none, after._replace(changes=changes))
        yield Choice(0, EXCHANGE, "challenge", odds[EXCHANGE] * (1 - HOLDS[AMBASSADOR]), None)

    def _block(self, action: int, role: int, odds: Array, own: Array, asked: Array, claimed: Array) -> Choice:
        """Returns the choice to block an action; `asked` and `claimed` are the memories then and after it."""
        allowed, challenged = self._odds(f"{ACTIONS[action]} {ROLES[role]}", own, self._other, asked)
        won = odds * challenged * self._holds(role)
        after = self._after_claim(RESPONDER, role, claimed)
        return Choice(0, action, ROLES[role], won, self._next(RESPONDER, own, self._other, after, odds * allowed))

    def _responder_acts(self) -> Iterator[Choice]:
        own, other, memory = self._own, self._other, self._memory
        states, none = self._states, self._impossible
        aimed = states.memories.as_enemy[memory]
        by_duke, by_captain, by_assassin = (
            self._after_claim(RESPONDER, role, before)
            for role, before in ((DUKE, memory), (CAPTAIN, aimed), (ASSASSIN, aimed))
        )
        yield Choice(INCOME, 0, "income", none, self._next(POLICY, own, other + 1, memory, none + 1))

        allowed, *blocked = self._odds("foreign_aid", own, other, memory)
        after = self._next(POLICY, own, other + 2, memory, allowed)
        yield Choice(AID, 0, "foreign_aid", none, after)
        yield from self._answer_blocks(AID, blocked, own, other, memory)

        allowed, doubted = self._odds("tax", own, other, memory)
        after = self._next(POLICY, own, other + 3, by_duke, allowed)
        yield Choice(TAX, 0, "tax", doubted * self._holds(DUKE), after)

        allowed, doubted, *blocked = self._odds("steal", own, other, aimed)
        taken = np.minimum(2, own)
        after = self._next(POLICY, own - taken, other + taken, by_captain, allowed)
        yield Choice(STEAL, 0, "steal", doubted * self._holds(CAPTAIN), after)
        yield from self._answer_blocks(STEAL, blocked, own, other, by_captain)

        rich, paid = (other >= ASSASSINATION_COINS)[:, None], np.maximum(0, other - ASSASSINATION_COINS)
        allowed, doubted, *blocked = rich * self._odds("assassinate", own, paid, aimed)
        won = allowed + doubted * self._holds(ASSASSIN)
        yield Choice(ASSASSINATE, 0, "assassinate", won, None)
        yield from self._answer_blocks(ASSASSINATE, blocked, own, paid, by_assassin)

        allowed, doubted = self._odds("exchange", own, other, memory)
        yield Choice(EXCHANGE, 0, "exchange", doubted * self._holds(AMBASSADOR), None)
        exchanged = states.index(POLICY, own, other, states.memories.after_exchange[RESPONDER, memory])
        for question, pair in enumerate(PAIRS, 1):
            drawn = allowed * PAIR_CHANCES[self._cards, :, question - 1]
            yield Choice(EXCHANGE, question, "keep", none, Next(exchanged, self._cards, drawn))
            for card in sorted(set(pair)):
                after = Next(exchanged, np.full_like(self._cards, card), drawn)
                yield Choice(EXCHANGE, question, ROLES[card], none, after)

    def _answer_blocks(
        self, action: int, odds: list[Array], own: Array, other: Array, memory: Array
    ) -> Iterator[Choice]:
        """Yields the answers to each block by the policy."""
        for question, (role, blocked) in enumerate(zip(BLOCKERS[action], odds, strict=True), 1):
            after = self._next(POLICY, own, other, self._after_claim(POLICY, role, memory), blocked)
            yield Choice(action, question, "pass", self._impossible, after)
            yield Choice(action, question, "challenge", blocked * (1 - HOLDS[role]), None)


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
