"""Clicks beside the game: log, record, rules, pausing, coming back, resigning."""

import io
import json

import discord

from bot.render.panels.choices import text_panel
from bot.render.panels.log import log_page
from bot.render.panels.rulebook import TABLE_TOPIC, TOPICS, rules_panel
from bot.tables.refusals import NotHost, NotOpen, NotOver, NotRunning
from cogs.presses.click import Click


async def log(click: Click) -> None:
    """Log, Older and Newer: a page of the story."""
    table = await click.table()
    if table.game is None:
        raise NotRunning
    page = int(click.press.arg) if click.press.arg.isdecimal() else None
    await click.show(log_page(table, click.locale, page))


async def record(click: Click) -> None:
    """Record: the finished game as a file, with what proves that its shuffle was fixed beforehand."""
    table = await click.table()
    proof = table.proof()
    if proof is None:
        raise NotOver
    file = discord.File(io.BytesIO(json.dumps(proof, indent=1).encode()), f"coup-{table.id}.json")
    await click.interaction.response.send_message(click.words("record-text"), file=file, ephemeral=True)


async def rules(click: Click) -> None:
    """Rules: what is played at this table."""
    await click.show(rules_panel(TABLE_TOPIC, click.words, await click.table()))


async def topic(click: Click) -> None:
    """Another topic of the rules was selected."""
    table = await click.table() if click.press.game else None
    if not click.values or click.values[0] not in (TABLE_TOPIC, *TOPICS):
        raise NotOpen
    await click.show(rules_panel(click.values[0], click.words, table))


async def come_back(click: Click) -> None:
    """I am back: the seat is its owner's again."""
    table = await click.table()
    async with click.interaction.client.renderer.acknowledging(table) as board:
        await click.tables.play.come_back(table, click.user_id)
        await click.settle(table, board, click.words("done-came-back"))


async def resume(click: Click) -> None:
    """Resume: the host or a moderator lets a paused game go on."""
    table = await click.table()
    if click.user_id != table.host_id and not click.interaction.permissions.manage_guild:
        raise NotHost
    async with click.interaction.client.renderer.acknowledging(table) as board:
        await click.tables.moderation.resume(table)
        await click.settle(table, board, click.words("done-resumed"))


async def resign(click: Click) -> None:
    """Resign was confirmed."""
    table = await click.table()
    await click.tables.play.resign(table, click.user_id)
    await click.show(text_panel(click.words("done-resigned")))


async def stay(click: Click) -> None:
    """Back was pressed where resigning was asked about."""
    await click.show(text_panel(click.words("done-not-resigned")))
