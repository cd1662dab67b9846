"""`python -m tests.benchmarks.bare_bot`: how fast a minimal bot answers clicks in the sandbox, for comparison.

There are two bots. One answers each click with an ephemeral "pong", the other edits its message into a layout of
twenty parts. Each bot and the sandbox have separate processes. The program prints three figures: the clicks per
second when each of eight members clicks again as soon as the last click is answered; the time from click to
acknowledgement when one member clicks alone; and the clicks that the bot answers in a second of CPU time.
"""

import asyncio
import sys

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.benchmarks.click_rate import cpu_seconds

CLICKS = 4000


class Ping(discord.ui.DynamicItem[discord.ui.Button], template=r"ping:(?P<kind>pong|layout)"):
    def __init__(self, kind: str) -> None:
        super().__init__(discord.ui.Button(label="Ping", custom_id=f"ping:{kind}"))
        self.kind = kind

    @classmethod
    async def from_custom_id(cls, interaction, item, match, /):
        return cls(match["kind"])

    async def callback(self, interaction: discord.Interaction) -> None:
        if self.kind == "pong":
            await interaction.response.send_message("pong", ephemeral=True)
        else:
            await interaction.response.edit_message(view=layout())


def layout() -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    box = discord.ui.Container()
    for number in range(13):
        box.add_item(discord.ui.TextDisplay(f"Line {number} of a card, with a few words in it"))
    row: discord.ui.ActionRow = discord.ui.ActionRow()
    row.add_item(Ping("layout"))
    for number in range(4):
        row.add_item(discord.ui.Button(label=f"Button {number}", custom_id=f"button:{number}"))
    view.add_item(box.add_item(row))
    return view


class Bare(discord.Client):
    async def setup_hook(self) -> None:
        self.add_dynamic_items(Ping)
        tree = app_commands.CommandTree(self)

        @tree.command(description="Posts the button")
        async def ping(interaction: discord.Interaction, kind: str) -> None:
            if kind == "layout":
                await interaction.response.send_message(view=layout())
            else:
                view = discord.ui.View(timeout=None)
                await interaction.response.send_message("CustomId", view=view.add_item(Ping(kind)))

        await tree.sync()


def run_bot(api_url: str, gateway_url: str) -> None:
    Route.BASE = api_url
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)
    Bare(intents=discord.Intents(guilds=True), max_messages=None).run("made-up", log_handler=None)


async def measure() -> None:
    async with Sandbox.spawn() as sandbox:
        bot = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.benchmarks.bare_bot", sandbox.api_url, sandbox.gateway_url
        )
        try:
            await sandbox.ready("ping")
            ana = await sandbox.member("Ana")
            for kind in ("pong", "layout"):
                message = (await ana.slash("ping", kind=kind)).message
                assert message
                alone = sorted(await clicks(ana, message, CLICKS // 4))
                loop = asyncio.get_running_loop()
                began, cpu = loop.time(), cpu_seconds(bot.pid)
                await asyncio.gather(*(clicks(ana, message, CLICKS // 8) for _ in range(8)))
                rate, cpu = CLICKS / (loop.time() - began), cpu_seconds(bot.pid) - cpu
                middle, last = alone[len(alone) // 2], alone[len(alone) * 99 // 100]
                line = f"{kind:7} {rate:6.0f}/s   p50 {middle * 1000:.2f} ms   p99 {last * 1000:.2f} ms"
                sys.stdout.write(f"{line}   {CLICKS / cpu:.0f} clicks per CPU second\n")
        finally:
            bot.terminate()
            await bot.wait()


async def clicks(member: DrivenMember, message: Message, count: int) -> list[float]:
    """Sends clicks one after the other; returns the seconds until each was acknowledged."""
    return [(await member.click("Ping", message=message)).seconds for _ in range(count)]


if __name__ == "__main__":
    if len(sys.argv) == 3:
        run_bot(*sys.argv[1:])
    else:
        asyncio.run(measure())
