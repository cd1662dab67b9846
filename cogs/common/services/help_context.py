"""The context of a help panel: the channel's table, the bot's missing permissions, the member's rights."""

from bot.render.panels.help import HelpContext
from bot.render.view_model import TableView
from cogs.common.checks import may_resume, missing_permissions
from cogs.common.interaction import Interaction, channel_table, member_texts


async def help_context(interaction: Interaction) -> HelpContext:
    """Returns the context of help for a member in the channel of an interaction."""
    texts, table = member_texts(interaction), await channel_table(interaction)
    seat = None if table is None else table.state.seat_of(interaction.user.id)
    return HelpContext(
        texts=texts,
        user_id=interaction.user.id,
        view=None if table is None else TableView.of(table, texts.locale),
        missing=[texts(f"permission-{name}") for name in missing_permissions(interaction)],
        may_resume=table is not None and await may_resume(interaction, table),
        has_answered=table is not None and seat is not None and table.state.has_answered(seat),
    )
