"""Leaderboards and statistics: what commands, buttons and the menu of a member show."""

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
from cogs.common.context import Context
from engine import RULESETS

_LISTED_SEASONS: Final = 24
CURRENT: Final = "season"
"""What an autocomplete fills in for the current season."""


async def known_seasons(context: Context) -> list[str]:
    """Returns the current season, and the earlier ones with rated games on this server, the newest first."""
    current = season_of(context.now)
    found = await context.store.seasons.of(context.guild_id, _LISTED_SEASONS)
    return [current, *(season for season in found if season != current)]


def parse_season(context: Context, typed: str | None) -> str:
    """Returns the season that a member has named: the current one for none, ALL_TIME for all.

    Raises Refusal if there is no such season, or if it is yet to come.
    """
    texts, current = context.texts, season_of(context.now)
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


async def show_leaderboard(context: Context, scope: Scope, page: int = 0) -> None:
    """Shows a page of the leaderboard; then asks who of the page has left, and shows it again if any has."""
    page = min(max(page, 0), LAST_PAGE)
    board, panel = await _leaderboard(context, scope, page)
    await context.show(panel)
    guild = context.interaction.guild
    if guild is not None and await context.client.residents.ask(guild, [row.user_id for row in board.rows]):
        _, panel = await _leaderboard(context, scope, page)  # a member may have hidden meanwhile
        with suppress(*REQUEST_ERRORS):  # the member has an answer already
            await context.interaction.edit_original_response(view=panel)


async def _leaderboard(context: Context, scope: Scope, page: int) -> tuple[Leaderboard, Layout]:
    standings, guild_id = context.store.standings, context.guild_id
    board = await standings.leaderboard(guild_id, scope.season, scope.ruleset, context.user_id, page)
    left = context.client.residents.left(guild_id, [row.user_id for row in board.rows])
    seasons = await known_seasons(context)
    return board, leaderboard_panel(board, scope, page, seasons, left, context.texts)


async def show_member(context: Context, member: discord.Member | discord.User) -> None:
    """Shows the statistics of a member on this server. Raises Refusal if the member is not there."""
    if not isinstance(member, discord.Member):
        raise Refusal("not-on-server")
    reader, season, pictures = context.user_id, season_of(context.now), (await context.settings()).pictures
    found = await context.store.standings.member(context.guild_id, season, member.id, reader)
    is_own = member.id == reader
    await context.show(member_panel(found, member.display_name, context.texts, is_own=is_own, pictures=pictures))


async def show_history(context: Context, page: int = 0) -> None:
    """Shows a page of the member's own games on this server."""
    games, has_more = await context.store.standings.history(context.guild_id, context.user_id, page)
    await context.show(history_panel(games, context.guild_id, page, context.texts, has_more=has_more))
