"""Controls of a game beside its answers: orders, advice, returning, resigning, resuming, ending, lessons."""

from typing import Final

from bot.refusals import MomentPassed, Refusal
from bot.render.controls import layout
from bot.render.panels.decision_steps import end_argument, end_panel
from bot.render.panels.hand import hand_panel
from bot.tables.table import Table
from bot.tables.transitions import game, moderation, orders
from bot.tables.transitions.transition import seat_of_member
from cogs.clicks.click import Click, renews_panel
from cogs.common.checks import may_resume
from cogs.common.services.learning import learn_again, show_coach, show_hint
from cogs.common.services.moderation import record_action


async def _show_why(click: Click, _: Table, why: str) -> bool:
    await click.show(layout(why))
    return True


_renew_reason: Final = renews_panel(_show_why)


async def come_back(click: Click) -> None:
    """Handles I am back: the player takes the seat over from the AI again."""
    await click.change(await click.table(), "done-came-back", game.come_back, click.user_id)


async def resume(click: Click) -> None:
    """Handles Resume: continues a paused game, for its host or a moderator."""
    table = await click.table()
    if not await may_resume(click, table):
        raise Refusal("paused")
    await click.change(table, "done-resumed", moderation.resume)


async def finish(click: Click) -> None:
    """Handles Finish now: only AI seats are left, and they play the game to its end at once."""
    table = await click.table()
    live_message = click.dispatcher.message_of(table)
    with live_message.answering(click):
        await click.defer_if_slow(click.tables.finish(table, click.user_id), in_new_message=False)
        # On the live message, the game's end is shown by the message itself.
        if not click.interaction.response.is_done():
            await click.answer_with_new_state(table, live_message, lambda: click.texts("done-finished"))


@_renew_reason
async def resign(click: Click) -> None:
    """Handles Resign in the panel that asks for confirmation."""
    table = await click.table()
    await click.tables.run(table, game.resign, click.user_id)
    await click.show(layout(click.texts("done-resigned")))


@_renew_reason
async def end(click: Click) -> None:
    """Handles the button that ends a game or closes a lobby, which asks a moderator to confirm what it ends."""
    table = await click.table()
    has_game = table.state.game is not None
    is_confirmed = table.state.has_ended or click.custom_id.arg == end_argument(has_game)
    try:
        if is_confirmed:
            await click.tables.end(table, by=click.user_id, has_game=has_game)
    except MomentPassed:  # the game of the lobby has begun in this moment
        is_confirmed = False
    if not is_confirmed:
        await click.show(end_panel(click.view(table)))
        return
    channel = f"<#{table.state.channel_id}>"
    await record_action(click, "ended" if has_game else "closed", channel)
    await click.show(layout(click.texts("config-ended" if has_game else "done-closed")))


async def unchanged(click: Click) -> None:
    """Handles Back in a panel that asks to confirm something: nothing changes."""
    await click.show(layout(click.texts("done-nothing")))


async def stay(click: Click) -> None:
    """Handles Back in the panel that asks to confirm resigning: nothing changes."""
    await click.show(layout(click.texts("done-not-resigned")))


async def hint(click: Click) -> None:
    """Handles Hint: shows the learner what an adviser would do now, beside the hand."""
    await show_hint(click, await click.table())


async def coach(click: Click) -> None:
    """Handles Coach: shows a player where an adviser would have decided otherwise."""
    await show_coach(click, await click.table())


async def give_order(click: Click) -> None:
    """Handles the select of orders: the member gives one."""
    table, order = await click.table(), "".join(click.values)
    await click.tables.run(table, orders.give_order, click.user_id, order)
    await _show_orders(click, table)


async def drop_orders(click: Click) -> None:
    """Handles Drop my orders."""
    table = await click.table()
    await click.tables.run(table, orders.drop_orders, click.user_id)
    await _show_orders(click, table, click.texts("done-orders-dropped"))


async def _show_orders(click: Click, table: Table, note: str = "") -> None:
    """Shows the member the own hand, with the orders."""
    seat = seat_of_member(table.state, click.user_id)
    await click.show(hand_panel(click.seat_view(table, seat), note))


async def another_lesson(click: Click) -> None:
    """Handles Another lesson, for the learner of the lesson that has ended."""
    await learn_again(click, await _own_lesson(click))


async def end_lesson(click: Click) -> None:
    """Handles End the lesson, in a lesson without a thread."""
    table = await _own_lesson(click)
    await click.tables.lessons.end(table)
    await click.show(hand_panel(click.seat_view(table, 0)))


async def _own_lesson(click: Click) -> Table:
    """Returns the lesson that a control belongs to. Raises Refusal for anybody but its learner."""
    table = await click.table()
    if not table.state.practice or table.state.host_id != click.user_id:
        raise Refusal("not-seated")
    return table
