"""Commands that show statistics: of a member, of the server's best members, of the member's own games."""

from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.private_panels.sent_panels import READING
from bot.render.texts.standings import WHOLE, Scope, season_text
from cogs.common.autocomplete import Labelled, completion, matching
from cogs.common.command_texts import RULESET_CHOICES, described
from cogs.common.interaction import Interaction, member_texts
from cogs.common.responses import send_panel
from cogs.common.services.statistics import (
    CURRENT,
    known_seasons,
    member_statistics,
    own_history,
    parse_ruleset,
    parse_season,
    show_leaderboard,
)


@completion
async def _scopes(interaction: Interaction, typed: str) -> Labelled:
    """Autocompletes a season: the current one, all time, and the earlier ones of this server."""
    texts = member_texts(interaction)
    _, *earlier = await known_seasons(interaction)
    fixed = [(CURRENT, texts("season-current")), (WHOLE, texts("season-all"))]
    return matching([*fixed, *((season, season_text(season, texts)) for season in earlier)], typed)


class StatisticsCommands(commands.Cog):
    """The commands about statistics."""

    @app_commands.command(name="member", description=described("command-coup-stats-member"))
    @app_commands.describe(member=described("parameter-member"))
    async def member(self, interaction: Interaction, member: discord.Member | discord.User | None = None) -> None:
        """Shows the statistics of a member, by default of the one who asks."""
        await send_panel(interaction, READING, await member_statistics(interaction, member or interaction.user))

    @app_commands.command(name="leaderboard", description=described("command-coup-stats-leaderboard"))
    @app_commands.describe(scope=described("parameter-scope"), edition=described("parameter-edition"))
    @app_commands.autocomplete(scope=_scopes)
    @app_commands.choices(edition=RULESET_CHOICES)
    async def leaderboard(
        self, interaction: Interaction, scope: str | None = None, edition: str | None = None
    ) -> None:
        """Shows the best members of the server in a season or of all time, by all rules or those of an edition."""
        ruleset = parse_ruleset(edition, member_texts(interaction))
        wanted = Scope(parse_season(interaction, scope), ruleset)
        await show_leaderboard(interaction, wanted, 0, partial(send_panel, interaction, READING))

    @app_commands.command(name="history", description=described("command-coup-stats-history"))
    async def history(self, interaction: Interaction) -> None:
        """Shows the member's own games on this server."""
        await send_panel(interaction, READING, await own_history(interaction))


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.context_menu(name=described("command-coup-stats-menu"))
async def show_stats(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Shows the statistics of the member whose menu was opened."""
    await send_panel(interaction, READING, await member_statistics(interaction, member))
