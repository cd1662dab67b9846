"""Controls of standing orders, in the hand panel."""

from bot.render.panels.playing.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.tables.question_checks import seat_of_member
from bot.tables.standing_orders import EVERY_ROUND
from bot.tables.table import Table
from bot.tables.transitions import orders
from cogs.clicks.click import Click


async def give(click: Click) -> None:
    """Handles the select of orders: the member gives one."""
    table, order = await click.table(), "".join(click.values)
    await click.tables.run(table, orders.give_order, click.user_id, order)
    await _show_hand(click, table, "done-order-every_round" if order == EVERY_ROUND else "done-order")


async def drop(click: Click) -> None:
    """Handles Drop my orders."""
    table = await click.table()
    await click.tables.run(table, orders.drop_orders, click.user_id)
    await _show_hand(click, table, "done-orders-dropped")


async def _show_hand(click: Click, table: Table, note: str) -> None:
    seat = seat_of_member(table.state, click.user_id)
    await click.show(hand_panel(SeatView.of(table, seat, click.locale), click.texts(note)))
