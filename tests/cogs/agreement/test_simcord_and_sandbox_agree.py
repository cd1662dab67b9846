"""A scripted evening in each style: members must see the same in both simulations of Discord.

After every step the test compares what each member sees in the channel and its threads: all messages, also
ephemeral ones, with their texts, colours, buttons, selects and pings. It leaves out what differs between any two
games: ids, times, seeds and the roles that were dealt.
"""

import asyncio
from pathlib import Path

import pytest

from bot.store.rows import Style
from sandbox.driver import Sandbox
from tests.cogs.agreement.both_simulations import InProcess, OverSockets
from tests.cogs.agreement.evening_script import OPENING, START, games, opening
from tests.e2e.conftest import RESPONSE_SECONDS
from tests.harness.discord import NAMES, SimGuild
from tests.harness.processes.bot import running

pytestmark = pytest.mark.slow

STYLES = [style.value for style in Style]
"""The styles; each is played in its own channel."""


async def evening(style: str, outside: OverSockets, guild: SimGuild, turn: asyncio.Lock) -> None:
    """Plays the evening in one style in both simulations.

    Only the evening that has the lock `turn` uses SimCord.
    """
    inside = InProcess(guild)
    for step in (*opening(style), START):
        await outside.do(step)
    await outside.members[OPENING].until(lambda: "Turn 1" in outside.sees(OPENING), what="the first turn")
    first = ""
    # The first player is random: start in SimCord again until it is the same player.
    while first != outside.first():
        async with turn:
            inside = InProcess(SimGuild(guild.env, guild.bot))
            for step in (*opening(style), START):
                await inside.do(step)
            first = inside.first()
    await outside.shows(inside, START)
    for step in games(style, first):
        async with turn:
            await inside.do(step)
        await outside.do(step)
        await outside.shows(inside, step)


async def test_every_member_sees_the_same_in_both(guild: SimGuild, tmp_path: Path) -> None:
    async with Sandbox.start(limits=False) as sandbox, running(sandbox, tmp_path / "sockets.sqlite3") as bot:
        await sandbox.respond_within(RESPONSE_SECONDS)
        await sandbox.ready("coup")
        members = {name: await sandbox.member(name) for name in NAMES}
        for style in STYLES:
            await sandbox.add_channel(style)
        for member in members.values():
            await member.until(lambda member=member: set(STYLES) <= set(member.channels), what="the channels")
        turn = asyncio.Lock()
        async with asyncio.TaskGroup() as evenings:
            for style in STYLES:
                evenings.create_task(evening(style, OverSockets(members, style), guild, turn))
        assert "Traceback" not in bot.log, bot.log
