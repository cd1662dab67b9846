"""Standing orders: what a member allows without a click, until the member's next turn or lost card.

They act at tables with the option `orders`, when the quiet time of a window is over (see
`bot.tables.transitions.orders`). Which question an order answers depends on public facts alone.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from bot.store.rows import Seat
from bot.tables.state import TableState
from engine import Event, Game, PublicView, pass_may_eliminate
from engine.moves import PASS

EVERYTHING: Final = "everything"
"""The order to allow everything."""
EVERY_ROUND: Final = "every_round"
"""The order to allow everything in every round, until a card is lost."""
UNLESS: Final = "unless:"
"""The beginning of the order to allow everything unless somebody claims a role; the id of the role follows."""
FOREIGN_AID: Final = "foreign_aid"
"""The order never to block foreign aid."""

_LOSSES: Final = frozenset(("lost", "aside"))
"""The events that end all orders of the seat they are about: it loses a card."""


def all_orders(roles: Iterable[str]) -> list[str]:
    """Returns every order that can be given in a game with these roles."""
    return [EVERYTHING, EVERY_ROUND, *(f"{UNLESS}{role}" for role in roles), FOREIGN_AID]


def add_order(orders: Collection[str], order: str) -> tuple[str, ...]:
    """Returns orders with one more. Of the orders to allow everything, the newest replaces the others."""
    if EVERY_ROUND in (order, *orders):
        return (order,)
    kept = {FOREIGN_AID} if order != FOREIGN_AID else set(orders)
    return tuple(sorted({order, *kept.intersection(orders)}))


def seats_that_allow(state: TableState) -> list[int]:
    """Returns the seats that have not answered and whose orders allow the open question, in seat order."""
    game, latest = state.game, state.latest
    if game is None or latest is None or not any(seat.orders for seat in state.seats):
        return []
    public = game.public()
    # A player who has done more than allow in this turn is following it, and is asked in person. So orders rest in
    # their owner's turn, which begins with an action.
    busy = {seat for seat, move in latest.decisions_of_turn() if move is not PASS}
    busy.update(answer.seat for answer in state.early_answers)
    return [
        seat
        for seat in sorted(state.owing())
        if seat not in busy
        and seat not in state.open_question.answered
        and not state.played_by_ai(seat)
        and state.seats[seat].orders_from <= game.question
        and PASS in public.options.get(seat, ())
        and any(_covers(order, public) for order in state.seats[seat].orders)
        and not _concerns(public, seat)
        # To allow must not cost the last card, whichever it is: so the answer does not depend on the hand.
        and not pass_may_eliminate(game, seat)
    ]


def seats_with_ended_orders(seats: Sequence[Seat], game: Game, events: Iterable[Event]) -> list[int]:
    """Returns the seats whose orders end with these events, after which the game is as given."""
    given = [number for number, seat in enumerate(seats) if seat.orders]
    if not given or game.ask is None:
        return given
    lasting = {seat for seat in given if EVERY_ROUND in seats[seat].orders}
    ended = {
        event["by"]
        for event in events
        if event["type"] in _LOSSES or (event["type"] == "turn" and event["by"] not in lasting)
    }
    return [seat for seat in given if seat in ended]


def _covers(order: str, public: PublicView) -> bool:
    """Returns whether an order is about the open question."""
    claim = public.claim
    if claim is None:
        return False
    if order == FOREIGN_AID:
        return claim.role is None and claim.action is not None and claim.action.id == FOREIGN_AID
    return order != f"{UNLESS}{claim.role}"


def _concerns(public: PublicView, seat: int) -> bool:
    """Returns whether the open question is about the player's own action, or about what is aimed at the player.

    An action that each of its targets answers counts as aimed at everybody, the Bomb at whom it is handed to.
    """
    claim = public.claim
    action = None if claim is None else claim.action
    return (claim is not None and claim.target == seat) or (
        action is not None and (seat in (action.by, action.target, action.recipient) or action.answers == "each")
    )
