"""Whether a claim is true: what its maker knows, and nobody else may learn but by a challenge."""

from engine.ask import proof_of
from engine.catalogue import plain
from engine.moves import Move
from engine.rules.claims import rebuttal_of
from engine.views.game_protocol import Moment


def claims_truly(game: Moment, seat: int, move: Move) -> bool | None:
    """Whether the claim that an option of a seat makes could be proven now; None if the option claims nothing.

    It depends on the seat's hidden cards, so it is for that seat alone.
    """
    if move.do not in ("act", "claim"):
        return None
    ask = game.ask
    if ask is None:
        return None
    hand = game.table.hands[seat]
    if move.do == "act":
        role = game.table.edition.actions[move.action or ""].role if ask.prompt == "act" else None
        return None if role is None else proof_of(role, hand) is not None
    if move.card is not None:
        return plain(move.card) == move.role  # the card put aside is the one that proves it (rules.md 4.2)
    if ask.claim is not None and ask.claim.act is not None:
        return rebuttal_of(ask.claim.act, move.role or "").proof(hand) is not None
    return proof_of(move.role, hand) is not None
