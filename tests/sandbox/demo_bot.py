"""Harness: an unmodified discord.py bot with demonstration commands, and functions that run it in a sandbox."""

import asyncio
import contextlib
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.driver import Sandbox

Interaction = discord.Interaction


class Count(discord.ui.DynamicItem[discord.ui.Button], template=r"count:(?P<n>\d+)"):
    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label="More", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(cls, interaction: Interaction, item: discord.ui.Item, match: re.Match[str], /):
        return cls(int(match["n"]))

    async def callback(self, interaction: Interaction) -> None:
        await interaction.response.edit_message(view=counter(self.n + 1))


def counter(n: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box = discord.ui.Container(discord.ui.TextDisplay(f"Counted {n}"), accent_colour=0x5B6EE1)
    row: discord.ui.ActionRow = discord.ui.ActionRow()
    row.add_item(Count(n))
    box.add_item(row)
    view.add_item(box)
    return view


class Panel(discord.ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @discord.ui.button(label="Form")
    async def form(self, interaction: Interaction, _: discord.ui.Button) -> None:
        await interaction.response.send_modal(Form())

    @discord.ui.button(label="Nothing")
    async def nothing(self, interaction: Interaction, _: discord.ui.Button) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="Nothing came of it")

    @discord.ui.button(label="Silent")
    async def silent(self, interaction: Interaction, _: discord.ui.Button) -> None:
        """Never responds."""

    @discord.ui.button(label="Locked", disabled=True)
    async def locked(self, interaction: Interaction, _: discord.ui.Button) -> None:
        raise AssertionError

    @discord.ui.select(
        placeholder="Action",
        max_values=2,
        options=[discord.SelectOption(label=name, value=name.lower()) for name in ("Tax", "Steal", "Coup")],
    )
    async def pick(self, interaction: Interaction, select: discord.ui.Select) -> None:
        await interaction.response.send_message(f"Picked {', '.join(select.values)}", ephemeral=True)

    @discord.ui.select(cls=discord.ui.UserSelect, placeholder="Whom")
    async def whom(self, interaction: Interaction, select: discord.ui.UserSelect) -> None:
        await interaction.response.send_message(f"Chose {select.values[0].display_name}")


class Form(discord.ui.Modal, title="A form"):
    name = discord.ui.Label(text="Name", component=discord.ui.TextInput(min_length=2, max_length=10))
    colour = discord.ui.Label(
        text="Colour",
        component=discord.ui.Select(
            options=[discord.SelectOption(label=colour) for colour in ("red", "blue")], custom_id="colour"
        ),
    )

    async def on_submit(self, interaction: Interaction) -> None:
        name, chosen = self.name.component, self.colour.component
        assert isinstance(name, discord.ui.TextInput)
        assert isinstance(chosen, discord.ui.Select)
        await interaction.response.send_message(f"{name.value} likes {chosen.values[0]}")


class DemoBot(discord.Client):
    """The demonstration bot; it records the interactions that it gets and the errors of its commands."""

    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            guild_ready_timeout=0,
        )
        self.tree = app_commands.CommandTree(self)
        self.heard: list[Interaction] = []
        self.errors: list[Exception] = []
        self.resumed = asyncio.Event()
        self.connects = 0
        add_commands(self)
        self.tree.on_error = self._note

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Count)
        await self.tree.sync()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Identifies again at once; discord.py would wait for 5 seconds."""

    async def on_interaction(self, interaction: Interaction) -> None:
        self.heard.append(interaction)

    async def on_connect(self) -> None:
        self.connects += 1

    async def on_resumed(self) -> None:
        self.resumed.set()

    async def _note(self, _: Interaction, error: app_commands.AppCommandError) -> None:
        self.errors.append(getattr(error, "original", error))


def add_commands(bot: DemoBot) -> None:
    group = app_commands.Group(name="demo", description="A demonstration", guild_only=True)

    @group.command(description="Counts")
    async def count(interaction: Interaction) -> None:
        await interaction.response.send_message(view=counter(0))
        await interaction.followup.send("Only you know", ephemeral=True)

    @group.command(description="Says it back")
    async def echo(interaction: Interaction, text: app_commands.Range[str, 1, 20], loud: bool = False) -> None:
        await interaction.response.send_message(text.upper() if loud else text)

    @echo.autocomplete("text")
    async def complete(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=word, value=word) for word in ("tax", "steal") if word.startswith(typed)]

    @group.command(description="Buttons and selects")
    async def panel(interaction: Interaction) -> None:
        await interaction.response.send_message("A panel", view=Panel())

    @group.command(description="Thinks, answers, says more")
    async def think(interaction: Interaction, hidden: bool) -> None:
        await interaction.response.defer(thinking=True, ephemeral=hidden)
        await interaction.followup.send("Thought")
        more = await interaction.followup.send("More", wait=True)
        await more.edit(content="Even more")
        original = await interaction.original_response()
        await original.edit(content="Thought twice")
        await more.delete()

    @group.command(description="Shows a member")
    async def show(interaction: Interaction, member: discord.Member, number: app_commands.Range[int, 1, 5] = 1):
        await interaction.response.send_message(f"{member.display_name} {number} {member.guild_permissions.value}")

    @group.command(description="Sends a file")
    async def file(interaction: Interaction) -> None:
        assert isinstance(interaction.channel, discord.TextChannel)
        await interaction.response.send_message("Here", file=discord.File(io.BytesIO(b"secret"), "note.txt"))
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://p.png")))
        await interaction.followup.send(view=view, file=discord.File(io.BytesIO(PNG), "p.png"))

    @group.command(description="Posts in the channel")
    async def post(interaction: Interaction, times: int) -> None:
        await interaction.response.defer(ephemeral=True)
        assert isinstance(interaction.channel, discord.abc.Messageable)
        for n in range(times):
            message = await interaction.channel.send(f"Post {n}")
            await message.edit(content=f"Post {n}, edited")
        await interaction.followup.send("All posted")

    @group.command(description="Writes to the member")
    async def whisper(interaction: Interaction) -> None:
        await interaction.response.defer(ephemeral=True)
        try:
            await interaction.user.send("Psst", view=Panel())
        except discord.Forbidden as error:
            await interaction.followup.send(f"Closed: {error.code}")
        else:
            await interaction.followup.send("Whispered")

    @app_commands.command(description="For those who manage the server")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def manage(interaction: Interaction) -> None:
        mine = interaction.app_permissions
        await interaction.response.send_message(f"{mine.send_messages} {interaction.permissions.manage_guild}")

    @app_commands.context_menu(name="Greet")
    async def greet(interaction: Interaction, member: discord.Member) -> None:
        await interaction.response.send_message(f"Hello {member.display_name}")

    bot.tree.add_command(greet)
    bot.tree.add_command(group)
    bot.tree.add_command(manage)


PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000002000000030802000000368849d6"
    "0000000c49444154789c63606060000000040001f61738550000000049454e44ae426082"
)


@asynccontextmanager
async def running(bot: discord.Client, sandbox: Sandbox) -> AsyncIterator[None]:
    """Runs a bot in a sandbox: two class attributes of discord.py get the sandbox's addresses."""
    Route.BASE = sandbox.api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sandbox.gateway_url)
    async with bot:
        task = asyncio.create_task(bot.start("a-made-up-token"))
        try:
            yield
        finally:
            await bot.close()
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError, discord.ConnectionClosed):
                await task
