"""Whether a claim is true: what its maker knows, and nobody else may learn but by a challenge."""

from engine.ask import Claim
from engine.catalogue import plain
from engine.moves import Move
from engine.rules.actions import Act
from engine.rules.claims import rebuttal_of
from engine.views.moment import Moment


def claims_truly(game: Moment, seat: int, move: Move) -> bool | None:
    """Whether the claim that an option of a seat makes could be proven now; None if the option claims nothing.

    It depends on the seat's hidden cards, so it is for that seat alone.
    """
    ask = game.ask
    if ask is None:
        return None
    claim: Claim | None = None
    if move.do == "act" and ask.prompt == "act":
        claim = Act(seat, game.table.edition.actions[move.action or ""], move)
    elif move.do == "claim" and move.card is not None:
        return plain(move.card) == move.role  # the card put aside is the one that proves it (rules.md 4.2)
    elif move.do == "claim" and ask.claim is not None and ask.claim.act is not None:
        claim = rebuttal_of(ask.claim.act, move.role or "")
    elif move.do == "claim":
        claim = Claim(seat, move.role, "counteraction")
    if claim is None or claim.role is None:
        return None
    return claim.proof(game.table.hands[seat]) is not None
