"""The part of a hand panel in which its player gives and drops standing orders; nobody else sees it."""

from bot.render.controls import Control, Option, button, select
from bot.render.seat_view import SeatView
from bot.render.texts.phrases import Phrases
from bot.store.rows import Status
from bot.tables.standing_orders import EVERY_ROUND, UNLESS, all_orders


def orders_text(view: SeatView) -> str:
    """Returns the orders of the player; an empty text if there are none."""
    if not view.orders:
        return ""
    given = [_order_text(order, view.phrases) for order in view.orders if order != EVERY_ROUND]
    return view.texts("orders-given" if given else "orders-every-round", orders=" · ".join(given))


def orders_rows(view: SeatView) -> list[list[Control]]:
    """Returns the controls that give and drop orders, where the player may give any."""
    table, texts = view.table, view.texts
    is_playing = table.status is Status.PLAYING and table.is_in_play(view.seat)
    if not table.allows_orders or not is_playing or table.seats[view.seat].away:
        return []
    offered: list[Option] = [
        (
            order,
            _order_text(order, view.labels),
            texts("order-every_round-hint") if order == EVERY_ROUND else "",
            view.icons.emoji(order.removeprefix(UNLESS)),
        )
        for order in all_orders(view.game.view["roles"])
    ]
    rows = [[select(table.control_id("order"), texts("orders-pick"), offered)]]
    if view.orders:
        rows.append([button(table.control_id("unorder"), texts("button-drop-orders"))])
    return rows


def _order_text(order: str, phrases: Phrases) -> str:
    if order.startswith(UNLESS):
        return phrases.texts("order-unless", role=phrases.role(order.removeprefix(UNLESS)))
    return phrases.texts(f"order-{order}")
