"""Opening a claim: the tax on its role (rules.md 3.3), and the window in which the other players answer.

See 'One window, official order' in referee.md.
"""

from typing import Final

from engine.moves import CHALLENGE, PASS, Move
from engine.table.questions import Ask, Claim
from engine.table.table import Table

ALLOW_OR_CHALLENGE: Final = (PASS, CHALLENGE)


def can_claim(table: Table, seat: int, role: str | None, besides: int = 0) -> bool:
    """Whether a player can pay `besides` coins and, if the role is taxed, one coin of tax."""
    return table.coins[seat] >= (besides if table.tokens.tax is None else besides + tax_on(table, seat, role))


def tax_on(table: Table, seat: int, role: str | None) -> int:
    """Returns how many coins of tax a claim of a role costs a player, 0 or 1."""
    tax = table.tokens.tax
    return int(tax is not None and tax[1] == role and tax[0] != seat)


def pay_tax(table: Table, seat: int, role: str | None) -> bool:
    """Pays the tax on a role, if any is due. Returns False if the player cannot pay; then the claim is dropped."""
    tax = table.tokens.tax
    if tax is None or tax[1] != role or tax[0] == seat:
        return True
    if not table.coins[seat]:
        table.events.append({"type": "lapsed", "by": seat, "role": role})
        return False
    table.coins[seat] -= 1
    table.coins[tax[0]] += 1
    table.events.append({"type": "paid", "by": seat, "amount": 1, "why": "tax", "recipient": tax[0]})
    return True


class Window(Ask):
    """A question to several players about a claim.

    `challenger` is the seat that has challenged the claim, `sealed` are the claims made in answer. A challenge
    closes the window at once or, with the option `challenge_priority: "clockwise"`, when all players before the
    challenger have answered. With `first_counts` only the first sealed answer in official order matters, so the
    players after it need not answer.
    """

    __slots__ = ("_clockwise", "challenger", "first_counts", "sealed")

    def __init__(
        self,
        table: Table,
        claim: Claim,
        options: dict[int, tuple[Move, ...]],
        prompt: str = "respond",
    ) -> None:
        self.prompt = prompt
        self.options = options.copy()
        self.offered = options
        if table.resigned:  # they answer automatically, and are never shown as asked
            self.offered = options.copy()
            for seat in table.resigned:
                self.offered.pop(seat, None)
        self.claim = claim
        self.cause = self.public = None
        self.challenger: int | None = None
        self.sealed: dict[int, Move] = {}
        self.first_counts = False
        self._clockwise = table.edition.clockwise

    def settled_by(self, seat: int, move: Move) -> bool:
        """Seals a seat's answer. Returns whether it closes the window."""
        options = self.options
        if move is CHALLENGE:
            self.challenger = seat
            if not self._clockwise:
                return True
        else:
            if move is not PASS:
                self.sealed[seat] = move
            if move is PASS or not self.first_counts:
                del options[seat]
                return not options
        if seat == next(iter(options)):
            return True
        while options.popitem()[0] != seat:
            pass  # players who come later in the official order need not answer
        return False
