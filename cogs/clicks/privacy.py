"""The button that deletes a member's data, in the panel that asks for confirmation."""

from bot.render.panels.playing.decision_steps import text_panel
from cogs.clicks.click import Click
from cogs.common.responses import defer_if_slow


async def erase(click: Click) -> None:
    """Handles Delete my data. The response stores nothing about the member again."""
    interaction = click.interaction
    work = interaction.client.deletions.ask(click.user_id)
    is_finished = await defer_if_slow(interaction, work, in_new_message=False)
    panel = text_panel(click.texts("privacy-deleted" if is_finished else "privacy-deleting"))
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel)
    else:
        await interaction.response.edit_message(view=panel)
