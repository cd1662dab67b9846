"""A small unmodified discord.py bot, pointed at a sandbox by discord.py's own two addresses."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.driver import Sandbox


class Count(discord.ui.DynamicItem[discord.ui.Button], template=r"count:(?P<n>\d+)"):
    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label="More", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item, match: re.Match[str], /
    ):
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=counter(self.n + 1))


def counter(n: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box = discord.ui.Container(discord.ui.TextDisplay(f"Counted {n}"), accent_colour=0x5B6EE1)
    row: discord.ui.ActionRow = discord.ui.ActionRow()
    row.add_item(Count(n))
    box.add_item(row)
    view.add_item(box)
    return view


class SmallBot(discord.Client):
    def __init__(self, **settings) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            **settings,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Interaction] = []
        self.resumed = asyncio.Event()
        add_commands(self)

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        self.heard.append(interaction)

    async def on_resumed(self) -> None:
        self.resumed.set()


def add_commands(bot: SmallBot) -> None:
    group = app_commands.Group(name="demo", description="A demonstration", guild_only=True)

    @group.command(description="Counts")
    async def count(interaction: discord.Interaction) -> None:
        await interaction.response.send_message(view=counter(0))
        await interaction.followup.send("Only you know", ephemeral=True)

    @group.command(description="Says it back")
    async def echo(interaction: discord.Interaction, text: str, loud: bool = False) -> None:
        await interaction.response.send_message(text.upper() if loud else text)

    @echo.autocomplete("text")
    async def complete(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=word, value=word) for word in ("tax", "steal") if word.startswith(typed)]

    bot.tree.add_command(group)


@asynccontextmanager
async def running(bot: discord.Client, sandbox: Sandbox) -> AsyncIterator[None]:
    Route.BASE = sandbox.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    async with bot:
        task = asyncio.create_task(bot.start("a-made-up-token"))
        try:
            yield
        finally:
            await bot.close()
            with contextlib.suppress(asyncio.CancelledError, discord.ConnectionClosed):
                await task
