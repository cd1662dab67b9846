"""Transitions in which a member gives or drops standing orders. They announce nothing: nobody else may notice."""

from dataclasses import replace

from bot.refusals import Refusal
from bot.tables.question_checks import running_game, seat_of_member
from bot.tables.standing_orders import UNLESS, add_order, all_orders
from bot.tables.state import TableState
from bot.tables.transitions.decisions import change_seats
from bot.tables.transitions.transition import Context, Transition


def give_order(state: TableState, context: Context, user_id: int, order: str) -> Transition:
    """Gives an order for a member's seat. Raises Refusal."""
    seat = _seat_with_orders(state, user_id)
    game, given = running_game(state), state.seats[seat].orders
    if state.seats[seat].away:
        raise Refusal("orders-away")
    if not game.is_playing(seat):
        raise Refusal("eliminated")
    if order not in all_orders(game.table.edition.roles):
        raise Refusal("order-role" if order.startswith(UNLESS) else "not-open")
    if order in given:
        raise Refusal("order-twice")
    # An order given after the quiet time must not answer that question, even if its quiet time begins again.
    is_late = state.has_quiet_time and not state.is_quiet
    first = game.question + 1 if is_late else state.seats[seat].orders_from
    return _with_orders(state, context, seat, add_order(given, order), first)


def drop_orders(state: TableState, context: Context, user_id: int) -> Transition:
    """Drops all orders of a member's seat. Raises Refusal."""
    seat = _seat_with_orders(state, user_id)
    running_game(state)
    if not state.seats[seat].orders:
        raise Refusal("no-orders")
    return _with_orders(state, context, seat, (), 0)


def _seat_with_orders(state: TableState, user_id: int) -> int:
    seat = seat_of_member(state, user_id)
    if state.game is not None and not state.allows_orders:
        raise Refusal("orders-off")
    return seat


def _with_orders(
    state: TableState, context: Context, seat: int, orders: tuple[str, ...], first: int
) -> Transition:
    return change_seats(state, context, {seat: replace(state.seats[seat], orders=orders, orders_from=first)})
