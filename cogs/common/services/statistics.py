"""Leaderboards and statistics: what commands, buttons and the menu of a member show."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

import discord

from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.panels.statistics import LAST_PAGE, WHOLE, Scope, history_panel, leaderboard_panel, member_panel
from bot.render.texts.catalogue import Texts
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.stats.ratings import ALL_TIME, season_of, season_start
from bot.store.repositories.standings import Leaderboard
from cogs.common.command_texts import named
from cogs.common.interaction import Interaction, has_pictures, member_texts
from engine import RULESETS

_LISTED_SEASONS: Final = 24
CURRENT: Final = "season"
"""What an autocomplete fills in for the current season."""


def current_season(interaction: Interaction) -> str:
    """Returns the season of now."""
    return season_of(interaction.client.clock.now())


async def known_seasons(interaction: Interaction) -> list[str]:
    """Returns the current season, and the earlier ones with rated games on this server, the newest first."""
    current = current_season(interaction)
    found = await interaction.client.store.seasons.of(interaction.guild_id or 0, _LISTED_SEASONS)
    return [current, *(season for season in found if season != current)]


def parse_season(interaction: Interaction, typed: str | None) -> str:
    """Returns the season that a member has named, ALL_TIME for all; refuses what is none, or yet to come."""
    texts, current = member_texts(interaction), current_season(interaction)
    given = (typed or CURRENT).strip().casefold()
    if given in (WHOLE, texts("season-all").casefold()):
        return ALL_TIME
    if given in (CURRENT, texts("season-current").casefold()):
        return current
    try:
        if season_start(given) <= season_start(current):
            return given
    except ValueError:
        pass
    raise Refusal("no-season", given=typed)


def parse_ruleset(typed: str | None, texts: Texts) -> str:
    """Returns the ruleset that a member has named, "" for none. Raises Refusal if there is no such ruleset."""
    found = named(typed or "", [("", ""), *((ruleset, texts(f"ruleset-{ruleset}")) for ruleset in RULESETS)])
    if found is None:
        raise Refusal("no-edition", given=typed)
    return found


async def show_leaderboard(
    interaction: Interaction, scope: Scope, page: int, show: Callable[[Layout], Awaitable[object]]
) -> None:
    """Shows a page of the leaderboard; then asks who of the page has left, and shows it again if any has."""
    page = min(max(page, 0), LAST_PAGE)
    board, panel = await _leaderboard(interaction, scope, page)
    await show(panel)
    guild = interaction.guild
    if guild is not None and await interaction.client.residents.ask(guild, [row.user_id for row in board.rows]):
        _, panel = await _leaderboard(interaction, scope, page)  # a member may have hidden meanwhile
        with suppress(*REQUEST_ERRORS):  # the member has an answer already
            await interaction.edit_original_response(view=panel)


async def _leaderboard(interaction: Interaction, scope: Scope, page: int) -> tuple[Leaderboard, Layout]:
    client, guild_id = interaction.client, interaction.guild_id or 0
    board = await client.store.standings.leaderboard(
        guild_id, scope.season, scope.ruleset, interaction.user.id, page
    )
    left = client.residents.left(guild_id, [row.user_id for row in board.rows])
    seasons = await known_seasons(interaction)
    return board, leaderboard_panel(board, scope, page, seasons, left, member_texts(interaction))


async def member_statistics(interaction: Interaction, member: discord.Member | discord.User) -> Layout:
    """Returns the statistics of a member on this server. Raises Refusal if the member is not there."""
    if not isinstance(member, discord.Member):
        raise Refusal("not-on-server")
    reader, season = interaction.user.id, current_season(interaction)
    found = await interaction.client.store.standings.member(interaction.guild_id or 0, season, member.id, reader)
    return member_panel(
        found,
        member.display_name,
        member_texts(interaction),
        is_own=member.id == reader,
        pictures=await has_pictures(interaction),
    )


async def own_history(interaction: Interaction, page: int = 0) -> Layout:
    """Returns a page of the member's own games on this server."""
    guild_id = interaction.guild_id or 0
    games, has_more = await interaction.client.store.standings.history(guild_id, interaction.user.id, page)
    return history_panel(games, guild_id, page, member_texts(interaction), has_more=has_more)
