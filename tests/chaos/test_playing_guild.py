"""What a storm counts as live messages of a server's game."""

import re
from pathlib import Path

from sandbox.driver import Sandbox
from tests.chaos.playing_guild import PlayingGuild
from tests.harness.processes.bot import running


async def test_a_game_that_is_over_in_a_thread_has_one_live_message(tmp_path: Path) -> None:
    """The lobby's message, in the channel, ends with the result and Rematch as well."""
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3"):
        await sandbox.ready("coup")
        await sandbox.control("guild", name="Court", members=["Ana"], channels=["hall"])
        playing = PlayingGuild(sandbox, "Court", "classic", "thread")
        await playing.open()
        host = playing.monkeys[0].member
        for member in (monkey.member for monkey in reversed(playing.monkeys)):
            seen = member.seen
            await member.until(
                lambda seen=seen: any(re.search(r"Turn 1\b", message.text) for message in seen.values()),
                what="the first turn",
            )
            member.channel = next(thread["name"] for thread in member.threads.values())
            if member is not host:
                await member.slash("coup resign", sure=True)
        await host.slash("coup act", action="income")  # if it is the host's turn, the game ends with it
        await host.until(
            lambda: sum("Rematch" in message.enabled for message in host.seen.values()) > 1,
            what="the result in the thread and in the channel",
        )
        assert await playing.settled() == 1
