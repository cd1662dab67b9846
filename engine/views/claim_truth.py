"""Whether an option makes a true claim, which only its player knows before a challenge."""

from engine.moves import Move
from engine.rules.driver import Driver
from engine.table.questions import proof_of


def claims_truly(game: Driver, seat: int, move: Move) -> bool | None:
    """Whether the claim that an option of a seat makes could be proven now; None if the option claims nothing.

    The result depends on the seat's hidden cards, so only that seat may see it.

    >>> game = Game.new("classic", ["Ada", "Ben", "Cleo"], seed="00" * 32, first="Ada")
    >>> game.table.hands[0]
    ('contessa', 'duke')
    >>> [claims_truly(game, 0, Move("act", action)) for action in ("tax", "exchange", "income")]
    [True, False, None]
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
        return proof_of(move.role, (move.card,)) is not None  # the card put aside proves it (rules.md 4.2)
    rebuts = ask.claim is not None and ask.claim.act is not None
    return proof_of(move.role, hand, kind="rebuttal" if rebuts else "action") is not None
