"""A time limit that passes while the bot is down: players get extra time to answer on the same message."""

import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.members.players import HumanPlayer
from tests.harness.processes.bot import running

Seat = Callable[..., Awaitable[list[HumanPlayer]]]
NIGHT = 8 * 3600
"""Seconds for which the bot is down."""
GRACE = 30
"""Seconds of extra time that a question gets afterwards."""
_TIME = re.compile(r"Closes <t:(\d+):R>")
_WAITING = re.compile(r"Still to answer: (.*?)\. Closes", re.DOTALL)


async def test_a_window_that_expired_while_the_bot_was_down_is_reopened(
    sandbox: Sandbox, database: Path, seated: Seat
) -> None:
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        players = await _begun(seated)
        active = next(player for player in players if player.owes())
        first, second = (player.member for player in players if player is not active)
        await active.member.select(None, "Tax (Duke)")
        message = await first.sees("Still to answer")
        await bot.end(kill=True)
        await sandbox.offline()
    async with _a_night_later(sandbox, database, first, message) as again:
        assert _still_asked(again) == sorted((first.name, second.name))

        # One player answers on the old message; the other has a new one posted by a command.
        pressed = await first.click("Allow", message=message)
        assert "moment has passed" not in pressed.text
        await second.until(lambda: _still_asked(second.seen[message.id]) == [second.name], what="one answer less")
        await second.slash("coup table")
        below = await second.until(
            lambda: next((found for found in second.messages() if int(found.id) > int(message.id)), None),
            what="the message at the bottom",
        )
        assert _still_asked(below) == [second.name]
        assert _runs_out(below) == _runs_out(again)
        await second.click("Allow", message=below)
        await second.sees("Turn 2")


@asynccontextmanager
async def _a_night_later(
    sandbox: Sandbox, database: Path, member: DrivenMember, live_message: Message
) -> AsyncIterator[Message]:
    """A bot that starts hours after the previous one. Yields the old message once it shows the new time limit."""
    _let_pass(database, NIGHT)
    async with running(sandbox, database) as bot:
        back = time.time()
        await sandbox.ready("coup")
        again = await member.until(lambda: _refreshed(member, live_message), what="the message refreshed")
        assert back + GRACE - 1 <= _runs_out(again) <= time.time() + GRACE + 2
        yield again
        told = "\n".join(message.text for message in member.messages())
        assert "ran out of time" not in told
        assert "is waiting for your answer" not in told
        assert "Traceback" not in bot.log, bot.log


async def _begun(seated: Seat) -> list[HumanPlayer]:
    """Three members at a table who all see its first turn."""
    players = await seated("Ana", "Ben", "Cleo")
    for player in players:
        await player.member.sees("Turn 1")
    return players


def _let_pass(database: Path, seconds: float) -> None:
    """Moves the times of the games in a closed database into the past, as if time had passed."""
    with closing(sqlite3.connect(database)) as rows, rows:
        moved = rows.execute(
            "UPDATE games SET asked_at = asked_at - :by, deadline = deadline - :by, opened_at = opened_at - :by",
            {"by": seconds},
        )
        assert moved.rowcount == 1


def _refreshed(member: DrivenMember, message: Message) -> Message | None:
    """The message as a member sees it now, if it was edited after `message`."""
    shown = member.seen[message.id]
    return shown if shown.raw["edited_timestamp"] != message.raw["edited_timestamp"] else None


def _runs_out(message: Message) -> int:
    """The time limit that a message shows, in seconds since 1970."""
    shown = _TIME.search(message.text)
    assert shown is not None, message.text
    return int(shown[1])


def _still_asked(message: Message) -> list[str]:
    """The names of the players for whom a message says that it waits."""
    waiting = _WAITING.search(message.text)
    return sorted(re.findall(r"\*\*(.+?)\*\*", waiting[1])) if waiting else []
