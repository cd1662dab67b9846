"""Controls that change nothing: the log, the record of a finished game, the rules, leaderboards, played games."""

import asyncio
import io
import json

import discord

from bot.refusals import MomentPassed, Refusal
from bot.render.panels.log import log_panel
from bot.render.panels.rulebook import (
    FAIRNESS_TOPIC,
    ROLE_PAGES,
    TABLE_TOPIC,
    TOPICS,
    role_panel,
    rules_panel,
    topics_for,
)
from bot.render.panels.statistics import Scope
from bot.render.record_page import MAX_PAGE_BYTES, record_page
from bot.render.view_model import TableView
from bot.tables.record_file import record_file
from bot.tables.transitions.transition import no_game
from cogs.clicks.click import Click
from cogs.common.services.statistics import parse_ruleset, parse_season, show_history, show_leaderboard


async def log(click: Click) -> None:
    """Handles Log, Older and Newer: shows a page of the log."""
    table = await click.table()
    if not table.state.has_log:
        raise no_game(table.state)
    page = int(click.custom_id.arg) if click.custom_id.arg.isdecimal() else None
    await click.show(log_panel(click.view(table), page))


async def record(click: Click) -> None:
    """Handles Record: sends a finished game as a page that replays it, and as JSON.

    Both have the proof that the shuffle was fixed beforehand. There is no page of a game that was played by other
    rules, nor of one that would be too large.
    """
    table = await click.table()
    file = record_file(table.state)
    if file is None:
        raise Refusal("not-over")
    page, json_name = f"coup-{table.id}.html", f"coup-{table.id}.json"
    files = [discord.File(io.BytesIO(json.dumps(file, indent=1).encode()), json_name)]
    text = click.texts("record-text-alone", file=json_name)
    if "deal" in file:
        teams = TableView.of(table).teams
        # Runs in a thread, because replaying a long game takes longer than a click may wait.
        html = (await asyncio.to_thread(record_page, file, table.id, click.texts, teams)).encode()
        if len(html) > MAX_PAGE_BYTES:
            text = click.texts("record-text-long", file=json_name)
        else:
            text = click.texts("record-text", page=page, file=json_name)
            files.insert(0, discord.File(io.BytesIO(html), page))
    await click.interaction.response.send_message(text, files=files, ephemeral=True)


async def rules(click: Click) -> None:
    """Handles Rules: shows the rules of this table; where there is none, the rules from their first topic."""
    if click.custom_id.game:
        await click.show(rules_panel(TABLE_TOPIC, click.texts, click.view(await click.table())))
    else:
        await click.show(rules_panel(TOPICS[0], click.texts))


async def fair(click: Click) -> None:
    """Handles Fair shuffle: explains how the shuffle was fixed before the game, with the table's commitment."""
    await click.show(rules_panel(FAIRNESS_TOPIC, click.texts, click.view(await click.table())))


async def role(click: Click) -> None:
    """Handles the select of roles: shows what the role does."""
    if click.value not in ROLE_PAGES:
        raise Refusal("not-open")
    await click.show(role_panel(click.value, click.texts, pictures=(await click.settings()).pictures))


async def topic(click: Click) -> None:
    """Handles the select of topics: shows the rules of another topic."""
    table = await click.table() if click.custom_id.game else None
    if click.value not in topics_for(click.texts, has_table=table is not None):
        raise Refusal("not-open")
    view = None if table is None else click.view(table)
    await click.show(rules_panel(click.value, click.texts, view))


async def board(click: Click) -> None:
    """Handles Leaderboard, Higher ranks, Lower ranks, and the select of a season."""
    season, dot, ruleset = click.custom_id.arg.partition(".")
    if not dot or len(click.values) > 1:
        raise MomentPassed
    chosen = click.values[0] if click.values else season
    scope = Scope(parse_season(click, chosen), parse_ruleset(ruleset, click.texts))
    await show_leaderboard(click, scope, click.custom_id.seq)


async def played(click: Click) -> None:
    """Handles Older and Newer in the list of the member's games."""
    await show_history(click, click.custom_id.seq)
