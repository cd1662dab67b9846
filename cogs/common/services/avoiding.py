"""Warns a member who is about to sit with members whom the member would rather avoid.

The list is read for everybody who joins, so that the time of a response betrays nothing. It is never logged.
"""

from bot.render.controls import Layout
from bot.render.custom_id import CustomId
from bot.render.panels.avoided import avoided_warning
from bot.render.texts.sanitize import escape
from bot.tables.table import Table
from cogs.common.interaction import Interaction, member_texts


async def warning_before(interaction: Interaction, table: Table, confirm: str) -> Layout | None:
    """Returns the question whether to sit at a table all the same, None if no avoided member sits there.

    `confirm` is the operation of the button that says yes. Raises SaveFailed.
    """
    avoided = await interaction.client.store.avoided.of(table.guild_id, interaction.user.id)
    names = [escape(seat.name) for seat in table.state.seats if seat.user_id in avoided]
    if not names:
        return None
    return avoided_warning(CustomId.of_table(table.state, confirm), names, member_texts(interaction))
