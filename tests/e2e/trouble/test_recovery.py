"""A kill at any request while a message replaces another: afterwards each channel has one live message."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord.rest.messages import NONCE_SECONDS
from sandbox.driver import DrivenMember, Message, Reply, Sandbox
from tests.e2e.trouble.conftest import LIMITED
from tests.harness.begun_games import DELETE, EDIT, NEVER, POST, begun, live, turn_messages
from tests.harness.processes.bot import SHORT_REQUESTS, serving

KILLED: dict[str, dict[str, Any]] = {
    "chronicle-before-posting": {"route": POST, "delay": NEVER},
    "chronicle-after-posting": {"route": POST, "late": NEVER},
    "chronicle-before-freezing": {"route": EDIT, "delay": NEVER},
    "chronicle-after-freezing": {"route": EDIT, "late": NEVER},
    "live-before-posting": {"route": POST, "delay": NEVER},
    "live-after-posting": {"route": POST, "late": NEVER},
    "live-before-deleting": {"route": DELETE, "delay": NEVER},
    "live-after-deleting": {"route": DELETE, "late": NEVER},
}
"""By channel, which begins with the style of its table, the request of a turn's end at which the bot is killed.

A fault delays the request until then.
"""
MANY = 20
"""The number of channels that have an open intent."""
ALLOWED = 5 * MANY // 2
"""The most requests for all MANY channels.

At this rate a hundred channels take what Discord allows in 5 seconds.
"""


@pytest.mark.parametrize("remembered", [True, False], ids=["soon", "after Discord forgot the nonces"])
async def test_kills_at_any_request_leave_one_message(sandbox: Sandbox, database: Path, remembered: bool) -> None:
    async with serving(sandbox, database) as bot:
        tables = {
            channel: await begun(sandbox, channel=channel, style=channel.split("-")[0]) for channel in KILLED
        }
        first = {channel: turn_messages(active, 1, channel)[0].id for channel, (active, *_) in tables.items()}
        for channel, (active, *_) in tables.items():
            fault = KILLED[channel]
            await sandbox.fault(**fault | {"route": fault["route"].format(active.channels[channel]), "times": 9})
            active.channel = channel
            await active.slash("coup act", action="income")
        witness = tables["live-after-posting"][0]

        def second(channel: str) -> Message | None:
            """The message of the second turn; if it is overdue, the first message shows that turn too."""
            shown = turn_messages(witness, 2, channel)
            return next((message for message in shown if message.id != first[channel]), None)

        for channel in KILLED:
            if "before-posting" not in channel:
                message = await witness.until(lambda at=channel: second(at), what=channel)
                if channel == "chronicle-after-posting":
                    assert message.mentions == [tables[channel][1].id]
        gone, frozen = first["live-after-deleting"], first["chronicle-after-freezing"]
        await witness.until(lambda: gone not in witness.seen, what="a deleted message")
        await witness.until(lambda: not witness.seen[frozen].enabled, what="a frozen message")
        await bot.end(kill=True)
        await sandbox.offline()
    await _restarted(sandbox, database, witness, list(KILLED), turn=2, remembered=remembered)
    for channel in ("chronicle-before-posting", "chronicle-after-posting"):
        assert "income" in turn_messages(witness, 1, channel)[0].text
    # Only this ping is checked here: in the other channels the edit after the restart pings nobody.
    channel = "chronicle-before-posting"
    assert turn_messages(witness, 2, channel)[0].mentions == [tables[channel][1].id]


async def test_a_kill_while_a_message_is_reused_leaves_one_live_message(sandbox: Sandbox, database: Path) -> None:
    by_edit, by_answer = ("before-editing", "after-editing"), ("before-answering", "after-answering")
    async with serving(sandbox, database) as bot:
        # So slow that no reminder comes beside the message, however busy the machine is.
        tables = {
            channel: await begun(sandbox, channel=channel, pace="correspondence")
            for channel in (*by_edit, *by_answer)
        }
        witness = tables["after-answering"][0]
        for channel, (active, other) in tables.items():
            active.channel = other.channel = channel
            await active.click("My hand")
            await other.click("My hand")
        clicks: list[asyncio.Task[Reply]] = []
        for channel, (active, other) in tables.items():
            active.channel = other.channel = channel
            await active.select(None, "Tax (Duke)")
            message = await other.sees("claims Duke", channel=channel)
            panel = (await other.click("My hand")).message if channel in by_edit else None
            route = EDIT.format(active.channels[channel]) if panel else "POST /interactions/*/callback"
            await sandbox.fault(route, **{"delay" if "before" in channel else "late": NEVER})
            clicks.append(asyncio.create_task(other.click("Allow", message=panel or message)))
            await bot.says("Decided", times=2 * len(clicks))
            if panel:
                await clicks[-1]  # so that the next channel's fault meets no other click's response
            if "after" in channel:
                await witness.until(lambda at=channel: turn_messages(witness, 2, at), what="their 2nd turn")
        await bot.end(kill=True)
        await sandbox.offline()
    for click in clicks:
        click.cancel()
    await asyncio.gather(*clicks, return_exceptions=True)
    await _restarted(sandbox, database, witness, list(tables), turn=2, remembered=True)


async def test_a_message_confirmed_late_is_closed_when_play_moved_on(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database) as bot:
        games = {style: await begun(sandbox, channel=style, style=style) for style in ("live", "chronicle")}
        for style, (active, other) in games.items():
            active.channel = other.channel = style
            await sandbox.fault(POST.format(active.channels[style]), late=NEVER)
            await active.slash("coup act", action="income")
            await other.until(
                lambda other=other, style=style: turn_messages(other, 2, style),
                what="the message that is not known",
            )
            await other.slash("coup act", action="income")
            await other.until(
                lambda other=other, style=style: turn_messages(other, 3, style),
                what="the old message edited meanwhile",
            )
        await bot.end(kill=True)
        await sandbox.offline()
    witness = games["live"][0]
    await _restarted(sandbox, database, witness, [*games], turn=3, remembered=False)
    for style, turn, income in (("chronicle", 2, " took 1 coin as income"), ("live", 3, ": Income +1")):
        (told,) = turn_messages(witness, turn, style)
        assert f"**{games[style][1].name}**{income}" in told.text


async def test_a_click_on_an_unconfirmed_message_confirms_it(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database, constants=SHORT_REQUESTS) as bot:
        active, other, *_ = await begun(sandbox)
        await sandbox.fault(POST.format(active.channels["coup"]), late=NEVER)
        await active.slash("coup act", action="income")
        await other.until(lambda: turn_messages(other, 2), what="the message that is not known")
        newest = live(other)[-1]
        await other.select(None, "Income", message=newest)
        await other.until(
            lambda: [*map(_turn, live(other))] == [3], what="the third turn's message alone with controls"
        )
        assert "Traceback" not in bot.log, bot.log


async def test_a_lobby_that_was_not_posted_appears_after_the_restart(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database) as bot:
        ana = await sandbox.member("Ana")
        for channel, fault in (("coup", {"delay": NEVER}), ("quiet", {"late": NEVER})):
            await sandbox.fault("POST /interactions/*/callback", **fault)
            ana.channel = channel
            opening = asyncio.create_task(ana.slash("coup new"))
            await bot.says("A table was opened")
            bot.log = ""
            if channel == "quiet":
                await ana.until(lambda: live(ana, "quiet"), what="the message")
            opening.cancel()
            await asyncio.gather(opening, return_exceptions=True)
        await bot.end(kill=True)
        await sandbox.offline()
    await sandbox.clear_faults()
    async with serving(sandbox, database):
        for channel in ("coup", "quiet"):
            await ana.until(lambda channel=channel: len(live(ana, channel)) == 1, what=f"the lobby in {channel}")
            ana.channel = channel
            assert "2 of 6" in (await ana.click("Add medium AI")).text


@LIMITED
async def test_each_of_many_channels_has_one_message_in_few_requests(sandbox: Sandbox, database: Path) -> None:
    channels = [f"table-{number}" for number in range(MANY)]
    ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
    for channel in channels:
        await sandbox.add_channel(channel)
    for member in (ana, ben):
        await member.until(lambda member=member: channels[-1] in member.channels, what="the channels")
    async with serving(sandbox, database) as bot:
        await sandbox.fault("POST /channels/*/messages", late=NEVER, times=MANY)
        for channel in channels:
            ana.channel = channel
            await sandbox.clear_limits()
            await ana.slash("coup new", pace="correspondence")
            ben.channel = channel
            await ben.slash("coup join")
            await ana.slash("coup start")
        await ana.until(lambda: all(len(live(ana, channel)) == 2 for channel in channels), what="two live cards")
        await bot.end(kill=True)
        await sandbox.offline()
    await sandbox.clear_faults()
    await sandbox.advance(NONCE_SECONDS)
    await sandbox.clear_requests()
    async with serving(sandbox, database):
        await ana.until(
            lambda: all(len(live(ana, channel)) == 1 for channel in channels), what="one live message each"
        )
        requests = await sandbox.requests()
        # Edits bring the messages up to date afterwards; on a busy machine some have begun before all is seen.
        needed = sum(count for request, count in requests.items() if not request.startswith("PATCH"))
        assert needed <= ALLOWED, requests
        refused = sum(count for request, count in requests.items() if request.endswith("429"))
        assert refused <= 5  # none, unless the machine hangs, so that spaced requests arrive together


async def _restarted(
    sandbox: Sandbox, database: Path, witness: DrivenMember, channels: list[str], *, turn: int, remembered: bool
) -> None:
    """Restarts the bot, and checks that within 5 seconds each channel has one live message, of this turn."""
    await sandbox.clear_faults()
    if not remembered:
        await sandbox.advance(NONCE_SECONDS)
    async with serving(sandbox, database) as bot:
        for channel in channels:
            if channel.startswith("chronicle"):
                # Until the new message is posted, the message before it shows the new turn.
                await witness.until(
                    lambda channel=channel: turn_messages(witness, turn - 1, channel),
                    what=f"two messages in {channel}",
                )
            await witness.until(
                lambda channel=channel: [*map(_turn, live(witness, channel))] == [turn],
                what=f"one message in {channel}",
            )
            assert len(turn_messages(witness, turn, channel)) == 1
            if not channel.startswith("chronicle"):
                assert len(witness.messages(channel)) == 1
        assert await bot.end() == 0
        assert "Traceback" not in bot.log, bot.log


def _turn(message: Any) -> int:
    return int(message.text.split("Turn ")[-1].split(":")[0])
