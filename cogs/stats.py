"""`/coup-stats`: what the games of a server come to, and whether they were fair."""

import asyncio
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.client import CoupBot
from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.panels.statistics import WHOLE, Scope, check_panel, season_text
from bot.tables.record_file import MAX_RECORD_BYTES, check_record, is_same_game, read_record, record_file
from cogs.common.checks import on_servers_only
from cogs.common.command_texts import RULESET_CHOICES, Labelled, command, completion, described, matching
from cogs.common.context import Context, Interaction
from cogs.common.services.statistics import (
    CURRENT,
    known_seasons,
    parse_ruleset,
    parse_season,
    show_history,
    show_leaderboard,
    show_member,
)


@completion
async def _scopes(context: Context, typed: str) -> Labelled:
    """Autocompletes a season: the current one, all time, and the earlier ones of this server."""
    texts = context.texts
    _, *earlier = await known_seasons(context)
    fixed = [(CURRENT, texts("season-current")), (WHOLE, texts("season-all"))]
    return matching([*fixed, *((season, season_text(season, texts)) for season in earlier)], typed)


@on_servers_only
class Stats(commands.GroupCog, group_name="coup-stats", group_description=described("command-coup-stats")):
    """The command group `/coup-stats`."""

    @command("coup-stats verify")
    async def verify(self, context: Context, record: discord.Attachment | None = None) -> None:
        """Checks the game in a file that Record gave; without a file, the last finished game of this channel."""
        await context.show(await context.defer_if_slow(_checked(context, record), in_new_message=True))

    @command("coup-stats member")
    async def member(self, context: Context, member: discord.Member | discord.User | None = None) -> None:
        """Shows the statistics of a member, by default of the one who asks."""
        await show_member(context, member or context.interaction.user)

    @command("coup-stats leaderboard")
    @app_commands.autocomplete(scope=_scopes)
    @app_commands.choices(edition=RULESET_CHOICES)
    async def leaderboard(self, context: Context, scope: str | None = None, edition: str | None = None) -> None:
        """Shows the best members of the server in a season or of all time, by all rules or those of an edition."""
        ruleset = parse_ruleset(edition, context.texts)
        await show_leaderboard(context, Scope(parse_season(context, scope), ruleset))

    @command("coup-stats history")
    async def history(self, context: Context) -> None:
        """Shows the member's own games on this server."""
        await show_history(context)


@on_servers_only
@app_commands.context_menu(name=described("command-coup-stats-menu"))
async def show_stats(interaction: Interaction, member: discord.Member | discord.User) -> None:
    """Shows the statistics of the member whose menu was opened."""
    await show_member(Context(interaction), member)


async def _checked(context: Context, attachment: discord.Attachment | None) -> Layout:
    """Returns the panel with the outcome. Raises Refusal if there is no game, or the file is no record."""
    if attachment is None:
        table = await context.last_played()
        file = None if table is None else record_file(table.state)
        if table is None or file is None:
            raise Refusal("nothing-to-verify")
    else:
        if attachment.size > MAX_RECORD_BYTES:
            raise Refusal("record-large", most=MAX_RECORD_BYTES // 1_000_000)
        file = await asyncio.to_thread(read_record, await attachment.read())
    # Runs in a thread, because replaying a long game takes longer than a click may wait.
    check = await asyncio.to_thread(check_record, file)
    own = file if attachment is None else await _game_here(context, file.get("game"))
    same = None if own is None else is_same_game(file, check, own)
    return check_panel(check, file["commitment"], context.texts, same, 0 if own is None else own["game"])


async def _game_here(context: Context, game_id: object) -> Mapping[str, Any] | None:
    """Returns the file of a game of this server by its id; None if it has no such game that has ended."""
    row = await context.store.games.get(game_id) if type(game_id) is int else None
    if row is None or row.guild_id != context.guild_id:  # another process may serve the game's server
        return None
    table = await context.tables.get(row.id)
    return None if table is None else record_file(table.state)


async def setup(bot: CoupBot) -> None:
    """Extension entry point: adds the commands, and the entry in a member's menu."""
    await bot.add_cog(Stats())
    bot.tree.add_command(show_stats)
