"""The panels of the adviser. The response is deferred if they take long."""

from collections.abc import Awaitable, Callable

from bot.render.controls import Layout
from bot.render.panels.playing.advice import coach_panel, hint_text
from bot.render.panels.playing.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.question_checks import asked_question
from bot.tables.table import Table
from cogs.common.interaction import Interaction
from cogs.common.responses import defer_if_slow


async def show_hint(interaction: Interaction, table: Table, show: Callable[[Layout], Awaitable[object]]) -> None:
    """Shows a learner's hand with what an adviser would do now, until the question is over. Raises Refusal.

    The time for the question runs on: if it is over before the advice has come, MomentPassed is raised. `show` is
    called with the panel.
    """
    user_id, locale, game = interaction.user.id, interaction.locale.value, table.state.game
    question = None if game is None else game.question
    opinion = await defer_if_slow(
        interaction, interaction.client.tables.advisers.hint(table, user_id), in_new_message=True
    )
    seat = asked_question(table.state, user_id, question).seat
    hint = hint_text(TableView.of(table, locale), opinion)
    await show(hand_panel(SeatView.of(table, seat, locale), hint, hinted=True))
    panels = interaction.client.dispatcher.panels
    if table.state.is_private:
        panels.follow(table.id, interaction)
    else:
        panels.follow(table.id, interaction, question)
        panels.changed(table)


async def coach_for(interaction: Interaction, table: Table) -> Layout:
    """Returns the member's decisions that an adviser would have made differently. Raises Refusal."""
    work = interaction.client.tables.advisers.look_back(table, interaction.user.id)
    found = await defer_if_slow(interaction, work, in_new_message=True)
    return coach_panel(TableView.of(table, interaction.locale.value), found)
