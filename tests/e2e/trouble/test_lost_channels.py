"""A channel is deleted during a game: the host is told, and all other games continue."""

from pathlib import Path

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.e2e.trouble.conftest import LIMITED
from tests.harness.begun_games import begun, get_direct_messages, live
from tests.harness.processes.bot import Bot, running, serving

PAUSED = "so the game there is paused"
CLOSED = "so the table there is closed"
ELSEWHERE = "second-table"
"""The channel in which another game continues."""


@LIMITED
async def test_a_deleted_channel_ends_only_its_own_game(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database) as bot:
        cleo, dov = await begun(sandbox, "Cleo", "Dov", channel=ELSEWHERE)
        host = await sandbox.member("Ana")
        for name in ("Ana", "Ben"):
            await get_direct_messages(await sandbox.member(name))
        active, _ = await begun(sandbox)
        lost = host.channels["coup"]
        hand = await _asking_message(active)
        await _delete(sandbox, "coup", active, host)

        notice = await host.sees(CLOSED)
        assert notice.channel_id == host.channels["@dm"]
        assert f"<#{lost}>" in notice.text
        await active.until(lambda: not active.seen[hand.id].selects, what="the message closed")

        await sandbox.clear_requests()
        await cleo.slash("coup act", action="income")
        await dov.sees("Turn 2", channel=ELSEWHERE)
        assert sum(_failed(await sandbox.requests()).values()) <= 1  # a request that was sent before the bot knew
        assert len(_notices(host)) == 1
        await bot.end(kill=True)
        await sandbox.offline()
        assert "Traceback" not in bot.log, bot.log

    await sandbox.clear_requests()
    async with serving(sandbox, database) as bot:
        host.channel = "quiet"
        assert "A table of Coup" in (await host.slash("coup new")).text
        await dov.slash("coup resign", sure=True)
        await cleo.sees("wins", channel=ELSEWHERE)
        assert sum(_failed(await sandbox.requests()).values()) <= 1
        assert await bot.end() == 0
        assert "Traceback" not in bot.log, bot.log


async def test_a_host_is_told_once_of_each_lost_channel_despite_restarts(sandbox: Sandbox, database: Path) -> None:
    host = await sandbox.member("Ana")
    async with serving(sandbox, database) as bot:
        await begun(sandbox)
        host.channel = "quiet"
        await host.slash("coup new")
        await host.click("Add medium AI")
        assert await bot.end() == 0
        await sandbox.offline()
    lost = [host.channels[channel] for channel in ("coup", "quiet")]
    await sandbox.add_channel(ELSEWHERE)
    for channel in ("coup", "quiet"):
        await _delete(sandbox, channel, host)
    for _ in range(2):
        async with serving(sandbox, database) as bot:
            await host.until(lambda: len(_notices(host)) >= 2, what="the notices")
            # While another table opens and closes, the bot would have time to tell the host again.
            another = (await host.slash("coup new")).message
            assert another is not None
            await host.slash("coup-config end")
            await host.click("Close the table")
            await host.until(
                lambda message=another: "This table is closed" in host.seen[message.id].text,
                what="the other table close",
            )
            assert await bot.end() == 0
            await sandbox.offline()
    notices = _notices(host)
    assert [sum(f"<#{channel}>" in notice for notice in notices) for channel in lost] == [1, 1]
    assert [CLOSED in notice for notice in notices] == [True, True]


@LIMITED
async def test_a_server_that_removes_the_bot_pauses_its_games_at_once(sandbox: Sandbox, database: Path) -> None:
    host = await sandbox.member("Ana")
    async with serving(sandbox, database) as bot:
        await begun(sandbox)
        await sandbox.clear_requests()
        await sandbox.remove_bot()
        await bot.says("The game is paused")
        await host.sees("the game there is paused")
        assert await bot.end() == 0
        assert "Traceback" not in bot.log, bot.log
    async with running(sandbox, database) as bot:
        await bot.says("Ready on 0 servers")
        assert await bot.end() == 0
        assert "Traceback" not in bot.log, bot.log
    asked = {request: count for request, count in (await sandbox.requests()).items() if "/{channel_id}" in request}
    assert asked == {"POST /channels/{channel_id}/messages 200": 1}, "only the host's DM was sent"
    assert len(_notices(host)) == 1


async def test_a_channel_that_the_bot_may_not_write_in_is_named_until_it_may(sandbox: Sandbox, bot: Bot) -> None:
    for channel, denied in (("hall", "send_messages"), ("den", "view_channel")):
        active, other = await begun(sandbox, channel=channel)
        host = await sandbox.member("Ana")
        told = len(_notices(host))
        await sandbox.deny(channel, denied)
        await active.slash("coup act", action="income")
        await host.until(lambda host=host, told=told: len(_notices(host)) > told, what="the notice")
        assert "give me" in (await host.slash("coup table")).text
        assert PAUSED in _notices(host)[-1]
        await sandbox.deny(channel)
        await host.slash("coup table")
        await other.until(lambda other=other, channel=channel: live(other, channel), what="the table message")
        assert "You chose: Income" in (await other.slash("coup act", action="income")).text
        assert len(_notices(host)) == told + 1, "a command that cannot write does not pause the game again"


async def _delete(sandbox: Sandbox, channel: str, *witnesses: DrivenMember) -> None:
    """Deletes a channel, and waits until members have seen that and opened another one."""
    await sandbox.delete_channel(channel)
    for witness in witnesses:
        await witness.until(lambda witness=witness: channel not in witness.channels, what=f"{channel} go")
        witness.channel = ELSEWHERE


async def _asking_message(member: DrivenMember) -> Message:
    """The direct message that asks a member for the turn's action."""
    return await member.until(
        lambda: next((message for message in reversed(member.dms()) if message.selects), None),
        what="the turn, by DM",
    )


def _notices(member: DrivenMember) -> list[str]:
    """The direct messages that told a member about channels that are out of reach."""
    return [message.text for message in member.dms() if "I can no longer write" in message.text]


def _failed(requests: dict[str, int]) -> dict[str, int]:
    """The requests that Discord refused, and how often."""
    return {request: count for request, count in requests.items() if int(request.rsplit(" ", 1)[1]) >= 400}
