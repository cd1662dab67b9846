"""The help panel: about the channel's table, the bot's missing permissions and the member's rights."""

from bot.render.controls import Layout
from bot.render.panels.help import help_panel
from bot.render.view_model import TableView
from cogs.common.checks import may_resume, missing_permissions
from cogs.common.interaction import Interaction, channel_table, member_texts


async def help_of(interaction: Interaction) -> Layout:
    """Returns the help panel for a member in the channel of an interaction."""
    texts, table = member_texts(interaction), await channel_table(interaction)
    seat = None if table is None else table.state.seat_of(interaction.user.id)
    place = 0 if table is None else table.state.channel_id
    return help_panel(
        texts,
        interaction.user.id,
        None if table is None else TableView.of(table, texts.locale),
        [texts(f"permission-{name}") for name in missing_permissions(interaction)],
        thread=f"<#{place}>" if place not in (0, interaction.channel_id) else "",
        may_resume=table is not None and await may_resume(interaction, table),
        has_answered=table is not None and seat is not None and table.state.has_answered(seat),
    )
