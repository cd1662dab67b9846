"""The players of `engine.ai`: creates them, and lets them choose or give an opinion, also in a worker process.

A worker process imports only what the engine needs.
"""

import logging
import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, Final, Literal, TypeAlias

from engine import Event, Game, Move, PublicView
from engine.ai import KINDS, LEVELS, Player, dice
from engine.ai.evaluation.duel import strategy
from engine.ai.evaluation.network import BadWeights, networks
from engine.events import visible_to
from engine.moves import CHALLENGE, PASS, PROVE
from engine.views.odds import Reader, claim_odds

log = logging.getLogger(__name__)

SUBSTITUTE_KIND: Final = "medium"
"""The kind of AI that plays for a member who is away, and for a kind whose weights cannot be used."""

_WEIGHED: Final = "strong"
"""The kind of AI that plays by weights."""

Reason: TypeAlias = Literal[
    "challenge", "believe", "allow", "prove", "concede", "coup", "held", "bluff", "safe", "keep", "part", "rest"
]
"""Why an option may be the best: the last part of the id of a text."""

_ABSOLUTE: Final = frozenset(("act", "avenge", "respond", "estate", "defuse", "bomb"))
"""The prompts at which an estimate is a chance to win; elsewhere options are only compared."""
_TOLD_BY_ROLE: Final = frozenset(("action", "counteraction", "additional"))
"""The kinds of claims whose odds are those that a player has any copy of the role."""
_WORTH_TELLING: Final = 0.02
"""The least loss of the chance to win that is shown: a smaller one is within the error of the estimates."""
_MOST_TOLD: Final = 5
"""Costly decisions of a game that are shown: they fill two screens of a phone, and nobody learns from more."""


def playing_kind(kind: str) -> str:
    """Returns the kind that plays at seats of a kind: SUBSTITUTE_KIND if its weights cannot be used.

    Weights are read when a strong seat is first wanted, because reading them would delay every start.
    """
    fault = fault_of_weights() if kind == _WEIGHED else None
    if fault is None:
        return kind
    _log_once(fault)
    return SUBSTITUTE_KIND


def player(kind: str, temperament: str | None, names: Sequence[str], seat: int) -> Player:
    """Returns a player for a seat of a kind (see `playing_kind`); some kinds ignore `temperament`."""
    own = {} if temperament is None or kind not in LEVELS else {"temperament": temperament}
    return KINDS[playing_kind(kind)](names, seat, **own)


def fault_of_weights() -> str | None:
    """Returns an error message for the operator if the weights of strong AI seats cannot be used, or None."""
    try:
        networks()
        strategy()
    except BadWeights as error:
        return f"{error} Until then strong AI seats play as {SUBSTITUTE_KIND} ones."
    return None


@cache
def _log_once(fault: str) -> None:
    log.error("%s", fault)


def choose_after(
    own: Player, events: Sequence[Event], view: Mapping[str, Any], options: Sequence[Move], chance: random.Random
) -> tuple[Player, Move]:
    """Returns a player that has observed some more events, and the move it chooses."""
    for event in events:
        own.observe(event)
    return own, own.choose(view, options, chance)


@dataclass(frozen=True, slots=True)
class Opinion:
    """The option that the adviser would choose, and why.

    `odds` is the probability, by the cards that the player sees, that the claim in question is true; None if the
    reason concerns no claim. `chance` is the estimated probability to win after `best`, and `lead` is how much
    higher that is than after `second`, the next best option. They are None where no estimate was made.
    """

    best: Move
    reason: Reason
    odds: Fraction | None = None
    chance: float | None = None
    second: Move | None = None
    lead: float | None = None


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that lowered its player's chance to win by about `price`, and the position before it.

    `turn` is counted from 1, `own` is the player's view before it, and `then` the public one.
    """

    turn: int
    own: Mapping[str, Any]
    then: PublicView
    chosen: Move
    opinion: Opinion
    price: float


def advise(
    kind: str,
    public: PublicView,
    seat: int,
    events: Sequence[Event],
    view: Mapping[str, Any],
    options: Sequence[Move],
) -> Opinion:
    """Returns the opinion of an adviser of a kind for a seat that has seen these events and these views."""
    adviser = player(kind, None, public.names, seat)
    for event in events:
        adviser.observe(event)
    return _opinion(adviser, view, public, options, _estimates(adviser, view, options))


def look_back(kind: str, record: Mapping[str, Any], seat: int, own: Collection[int]) -> list[CostlyDecision]:
    """Returns the few decisions of a seat that cost it most, the most expensive first.

    `own` are the indices of its decisions in the record. At each of them the adviser knows only what the seat knew
    at that moment.
    """
    game = Game.begin(record)
    adviser = player(kind, None, game.names, seat)
    turn = 0
    costly: list[CostlyDecision] = []
    events: Sequence[Event] = game.table.events
    for place, decision in enumerate(record["decisions"]):
        for event in events:
            turn += event["type"] == "turn"
            if visible_to(event, seat):
                adviser.observe(event)
        if place in own and game.ask is not None and seat in game.ask.options:
            chosen = Move.from_json({name: fact for name, fact in decision.items() if name != "by"}, game.names)
            options, view, public = game.ask.options[seat], game.view(seat), game.public()
            worths = _estimates(adviser, view, options)
            if worths is not None and chosen in options:
                price = max(worths) - worths[options.index(chosen)]
                if price >= _WORTH_TELLING:
                    opinion = _opinion(adviser, view, public, options, worths)
                    costly.append(CostlyDecision(turn, view, public, chosen, opinion, price))
        events = game.decide_json(decision)
    return sorted(costly, key=lambda decision: -decision.price)[:_MOST_TOLD]


def _estimates(adviser: Player, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float] | None:
    """Returns the estimates of all options; None if the adviser makes none, or there is only one option."""
    if len(options) == 1 or PROVE in options:
        return None
    return adviser.win_chances(view, options, dice("advice", adviser.seat, view["question"]))


def _opinion(
    adviser: Player,
    view: Mapping[str, Any],
    public: PublicView,
    options: Sequence[Move],
    worths: Sequence[float] | None,
) -> Opinion:
    if worths is None:
        best = adviser.choose(view, options, dice("advice", adviser.seat, view["question"]))
        return Opinion(best, *_reason(adviser.seat, view, public, options, best))
    first, second = sorted(range(len(options)), key=lambda at: -worths[at])[:2]
    chance = worths[first] if view["prompt"]["prompt"] in _ABSOLUTE else None
    reason, odds = _reason(adviser.seat, view, public, options, options[first])
    return Opinion(options[first], reason, odds, chance, options[second], worths[first] - worths[second])


def _reason(
    seat: int, view: Mapping[str, Any], public: PublicView, options: Sequence[Move], best: Move
) -> tuple[Reason, Fraction | None]:
    """Returns the reason for an option, and the odds of the claim that the reason concerns."""
    true, me, claim = view["prompt"]["truthful"][options.index(best)], view["players"][seat], public.claim
    if best in (CHALLENGE, PASS) and CHALLENGE in options and claim is not None:
        reader = Reader(seat, (*me["hand"], *view.get("drawn", ()), *me["aside"]))
        odds = claim_odds(public, reader) if claim.kind in _TOLD_BY_ROLE else None
        return ("challenge" if best is CHALLENGE else "believe"), odds
    if best is PASS and any(move.do == "claim" for move in options):
        return "allow", None
    if best is PROVE:
        return "prove", None
    if best.do == "act" and best.action == "coup":
        return "coup", None
    if true is not None:
        return ("held" if true else "bluff"), None
    match best.do:
        case "act":
            return "safe", None
        case "keep" | "concede":
            return best.do, None
        case "lose" | "give" | "show":
            return "part", None
        case _:
            return "rest", None
