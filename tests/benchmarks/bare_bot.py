"""A minimal bot, with which the benchmarks compare the project's bot.

`/ping` posts a button of some kind, which says how each click on it is answered: `layout` edits the message into a
layout of twenty parts, `commit` does the same after a thread has committed a transaction in a SQLite database, and
`twice` then makes a second request, another edit. The command line has the addresses of REST API and gateway, and
a file for the database.
"""

import asyncio
import sqlite3
import sys

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

KINDS = ("layout", "commit", "twice")


class Ping(discord.ui.DynamicItem[discord.ui.Button], template=rf"ping:(?P<kind>{'|'.join(KINDS)})"):
    def __init__(self, kind: str) -> None:
        super().__init__(discord.ui.Button(label="Ping", custom_id=f"ping:{kind}"))
        self.kind = kind

    @classmethod
    async def from_custom_id(cls, interaction, item, match, /):
        return cls(match["kind"])

    async def callback(self, interaction: discord.Interaction) -> None:
        assert isinstance(interaction.client, Bare)
        if self.kind != "layout":
            await asyncio.to_thread(interaction.client.commit, interaction.id)
        await interaction.response.edit_message(view=layout(self.kind))
        if self.kind == "twice":
            await interaction.edit_original_response(view=layout(self.kind))


def layout(kind: str) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box = discord.ui.Container()
    for number in range(13):
        box.add_item(discord.ui.TextDisplay(f"Line {number} of a card, with a few words in it"))
    row: discord.ui.ActionRow = discord.ui.ActionRow()
    row.add_item(Ping(kind))
    for number in range(4):
        row.add_item(discord.ui.Button(label=f"Button {number}", custom_id=f"button:{number}"))
    view.add_item(box.add_item(row))
    return view


class Bare(discord.Client):
    def __init__(self, database: str) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._connection_to_database = sqlite3.connect(database, check_same_thread=False, isolation_level=None)
        self._connection_to_database.executescript(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE clicks (id INTEGER PRIMARY KEY);"
        )

    def commit(self, click: int) -> None:
        self._connection_to_database.execute("INSERT INTO clicks VALUES (?)", (click,))

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Ping)
        tree = app_commands.CommandTree(self)

        @tree.command(description="Posts the button")
        async def ping(interaction: discord.Interaction, kind: str) -> None:
            await interaction.response.send_message(view=layout(kind))

        await tree.sync()


if __name__ == "__main__":
    api_url, gateway_url, database = sys.argv[1:]
    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    Bare(database).run("made-up", log_handler=None)
