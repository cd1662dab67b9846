"""The rules of Coup, as pure and deterministic code: no clock, no network, no Discord.

>>> from engine import Game
>>> game = Game.new("classic", ["Ada", "Ben", "Cleo"])
>>> while game.ask is not None:  # everybody takes its first option
...     seat, options = next(iter(game.ask.options.items()))
...     events = game.decide(seat, options[0])
>>> len(game.winners)
1

The public modules are this one, `engine.ai`, `engine.catalogue`, `engine.editions` (and its `g54.pool_survey`),
`engine.errors`, `engine.events`, `engine.moves` and `engine.views`. Other packages do not import the remaining
modules.
"""

from engine.catalogue import ROLES, RULESETS
from engine.errors import (
    BadRequest,
    GameOver,
    IllegalDecision,
    NotPending,
    Refused,
    Stale,
    UnknownPlayer,
)
from engine.events import Event
from engine.game import RULES_VERSION, Game
from engine.moves import Move
from engine.table.questions import Ask, proof_of
from engine.table.table import Edition, act_of
from engine.views.claim_truth import claims_truly
from engine.views.digest import digest
from engine.views.risk import cards_at_risk, may_eliminate, pass_may_eliminate
from engine.views.view import PublicAction, PublicClaim, PublicView

__all__ = [
    "ROLES",
    "RULESETS",
    "RULES_VERSION",
    "Ask",
    "BadRequest",
    "Edition",
    "Event",
    "Game",
    "GameOver",
    "IllegalDecision",
    "Move",
    "NotPending",
    "PublicAction",
    "PublicClaim",
    "PublicView",
    "Refused",
    "Stale",
    "UnknownPlayer",
    "act_of",
    "cards_at_risk",
    "claims_truly",
    "digest",
    "may_eliminate",
    "pass_may_eliminate",
    "proof_of",
]
