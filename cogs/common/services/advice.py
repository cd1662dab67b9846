"""The panels of the adviser. The response is deferred if they take long."""

from bot.render.controls import Layout
from bot.render.panels.advice import coach_panel, hint_text
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.tables.question_checks import seat_of_member
from bot.tables.table import Table
from cogs.common.interaction import Interaction, tables_of
from cogs.common.responses import defer_if_slow


async def hint_for(interaction: Interaction, table: Table) -> Layout:
    """Returns a learner's hand panel with what an adviser would do now. Raises Refusal."""
    user_id, locale = interaction.user.id, interaction.locale.value
    opinion = await defer_if_slow(
        interaction, tables_of(interaction).advisers.hint(table, user_id), in_new_message=True
    )
    return hand_panel(
        SeatView.of(table, seat_of_member(table.state, user_id), locale),
        hint_text(TableView.of(table, locale), opinion),
    )


async def coach_for(interaction: Interaction, table: Table, page: int = 0) -> Layout:
    """Returns a page of the member's decisions that an adviser would have made differently. Raises Refusal."""
    work = tables_of(interaction).advisers.look_back(table, interaction.user.id)
    found = await defer_if_slow(interaction, work, in_new_message=True)
    return coach_panel(TableView.of(table, interaction.locale.value), found, page)
