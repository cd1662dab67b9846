"""Controls to return to a seat, to resign, and to resume or end a game."""

from typing import Final

from bot.render.panels.playing.decision_steps import end_argument, end_panel, text_panel
from bot.render.view_model import TableView
from bot.tables.refusals import Refusal
from bot.tables.table import Table
from bot.tables.transitions import game, moderation
from cogs.clicks.click import Click, renew_panel_on
from cogs.common.audit import record_action
from cogs.common.checks import check_moderator, may_resume
from cogs.common.responses import defer_if_slow

_OVER: Final = ("eliminated", "game-over", "paused", "not-running")
"""The codes with which a confirmation that comes too late is refused."""


async def _show_why(click: Click, _: Table, why: str) -> bool:
    await click.show(text_panel(why))
    return True


_renew_reason: Final = renew_panel_on(_OVER, _show_why)


async def come_back(click: Click) -> None:
    """Handles I am back: the player takes the seat over from the AI again."""
    table = await click.table()
    with click.interaction.client.dispatcher.pending_response(table) as live_message:
        await click.tables.run(table, game.come_back, click.user_id)
        await click.answer_with_new_state(table, live_message, lambda: click.texts("done-came-back"))


async def resume(click: Click) -> None:
    """Handles Resume: continues a paused game, for its host or a moderator."""
    table = await click.table()
    if not await may_resume(click.interaction, table):
        raise Refusal("not-host")
    with click.interaction.client.dispatcher.pending_response(table) as live_message:
        await click.tables.run(table, moderation.resume)
        await click.answer_with_new_state(table, live_message, lambda: click.texts("done-resumed"))


async def finish(click: Click) -> None:
    """Handles Finish now: only AI seats are left, and they play the game to its end at once."""
    table = await click.table()
    with click.interaction.client.dispatcher.pending_response(table) as live_message:
        await defer_if_slow(
            click.interaction, click.tables.fast_forward.finish(table, click.user_id), in_new_message=False
        )
        # On the live message, the game's end is shown by the message itself.
        if not click.interaction.response.is_done():
            await click.answer_with_new_state(table, live_message, lambda: click.texts("done-finished"))


@_renew_reason
async def resign(click: Click) -> None:
    """Handles Resign in the panel that asks for confirmation."""
    table = await click.table()
    await click.tables.run(table, game.resign, click.user_id)
    await click.show(text_panel(click.texts("done-resigned")))


@_renew_reason
async def end(click: Click) -> None:
    """Handles the button that ends a game or closes a lobby, in the panel that asks a moderator to confirm it."""
    await check_moderator(click.interaction)
    table = await click.table()
    if not table.state.has_ended and click.custom_id.arg != end_argument(table.state.game is not None):
        # The game of the lobby has begun since the panel was sent.
        await click.show(end_panel(TableView.of(table, click.locale)))
        return
    await click.tables.end(table, by=click.user_id)
    await record_action(click.interaction, "ended", f"<#{table.state.channel_id}>")
    await click.show(text_panel(click.texts("config-ended")))


async def unchanged(click: Click) -> None:
    """Handles Back in a panel that asks to confirm something: nothing changes."""
    await click.show(text_panel(click.texts("done-nothing")))


async def stay(click: Click) -> None:
    """Handles Back in the panel that asks to confirm resigning: nothing changes."""
    await click.show(text_panel(click.texts("done-not-resigned")))
