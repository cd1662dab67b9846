"""Help for a member: where the member stands in the channel, and a table opened as the server is used to."""

from bot.render.panels.help import Standing
from bot.render.scene import Scene
from bot.store.rows import Style
from bot.tables.setup import LobbySettings
from cogs.common.checks import check_place, may_resume, missing_permissions
from cogs.common.interaction import Interaction, channel_table, person, tables_of, words_for
from cogs.common.opening import answer_with_card


async def standing_of(interaction: Interaction) -> Standing:
    """Returns where the member stands in the channel of an interaction."""
    w, table = words_for(interaction), await channel_table(interaction)
    return Standing(
        words=w,
        user_id=interaction.user.id,
        scene=None if table is None else Scene.of(table, w.locale),
        missing=[w(f"permission-{name}") for name in missing_permissions(interaction)],
        may_resume=table is not None and may_resume(interaction, table),
    )


async def open_usual_table(interaction: Interaction) -> None:
    """Opens a classic lobby with the server's pace and style; the answer is its card. Raises Refusal."""
    guild_id, channel_id = check_place(interaction)
    tables = tables_of(interaction)
    usual = await interaction.client.store.guilds.settings(guild_id)
    table = await tables.lobbies.open(
        guild_id,
        channel_id,
        person(interaction),
        LobbySettings(
            pace=usual.pace or tables.default_pace, style=usual.style or Style.LIVE, pictures=usual.pictures
        ),
        locale=(interaction.guild_locale or interaction.locale).value,
    )
    await answer_with_card(interaction, table)
