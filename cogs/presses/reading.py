"""Presses that only read: the log, the record of a finished game, the rules."""

import io
import json

import discord

from bot.render.panels.log import log_page
from bot.render.panels.rulebook import TABLE_TOPIC, TOPICS, rules_panel
from bot.render.scene import Scene
from bot.tables.refusals import NotOpen, NotOver, NotRunning
from cogs.presses.click import Click


async def log(click: Click) -> None:
    """Log, Older and Newer: a page of the story."""
    table = await click.table()
    if table.game is None and table.result is None:
        raise NotRunning
    page = int(click.press.arg) if click.press.arg.isdecimal() else None
    await click.show(log_page(Scene.of(table, click.locale), page))


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
    await click.show(rules_panel(TABLE_TOPIC, click.words, Scene.of(await click.table())))


async def topic(click: Click) -> None:
    """Another topic of the rules was selected."""
    table = await click.table() if click.press.game else None
    topics = TOPICS if table is None else (TABLE_TOPIC, *TOPICS)
    if len(click.values) != 1 or click.values[0] not in topics:
        raise NotOpen
    await click.show(rules_panel(click.values[0], click.words, None if table is None else Scene.of(table)))
