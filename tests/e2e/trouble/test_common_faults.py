"""Faults on a real server: the bot survives each one, and the member who caused it reads one clear sentence."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandbox.discord.interactions.interaction import payload
from sandbox.driver import DrivenMember, DriverError, Message, Sandbox
from tests.e2e.conftest import RESPONSE_SECONDS
from tests.harness.leak_watcher import decided
from tests.harness.members.players import HumanPlayer, play
from tests.harness.processes.bot import Bot

Seat = Callable[..., Awaitable[list[HumanPlayer]]]


@pytest.fixture
async def window(sandbox: Sandbox, bot: Bot, seated: Seat) -> tuple[HumanPlayer, HumanPlayer, Message]:
    """Ana and Ben play, and one of them has claimed Duke.

    Returns the claimant, the other player, and the message.
    """
    players = await seated("Ana", "Ben")
    await players[0].member.sees("Turn 1")
    for player in players:
        await player.member.sees("Turn 1")
    active, other = sorted(players, key=lambda player: not player.owes())
    await active.member.select(None, "Tax (Duke)")
    message = await other.member.sees("Still to answer")
    return active, other, message


async def test_a_decision_counts_even_if_its_response_is_lost(
    sandbox: Sandbox, window: tuple[HumanPlayer, HumanPlayer, Message], database: Path
) -> None:
    _, other, message = window
    before = decided(database)
    await sandbox.fault("POST /interactions/*/*/callback", drop="before")
    reply = await other.member.click("Allow", message=message)
    assert "did not reach you" in reply.text
    await other.member.sees("Turn 2")
    assert decided(database) == before + 1
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=500, times=9)
    with pytest.raises(DriverError):
        await other.member.slash("coup act", action="income")
    await other.member.sees("Turn 3")


async def test_a_channel_out_of_reach_pauses_the_game_until_it_is_resumed(
    sandbox: Sandbox, bot: Bot, seated: Seat
) -> None:
    """The game is resumed before the notice to the host is sent."""
    players = await seated("Ana", "Ben")
    ana = players[0].member
    await ana.sees("Turn 1")
    await ana.until(lambda: ana.find("A table of Coup") is None, what="the lobby's message go")
    await sandbox.fault("POST /users/@me/channels", delay=2.0)
    await sandbox.deny("coup", "view_channel", "send_messages")
    active = next(player for player in players if player.may_go_on())
    await active.member.slash("coup act", action="income")
    await bot.says("The game is paused")
    await sandbox.deny("coup")
    await ana.slash("coup table")
    await ana.sees("Turn 2")
    await play(players, until=6)


FAULTS: dict[str, dict[str, Any]] = {
    "post-500": {"route": "POST /channels/*/messages", "status": 500},
    "post-503": {"route": "POST /channels/*/messages", "status": 503},
    "post-lost": {"route": "POST /channels/*/messages", "drop": "after"},
    "edit-429": {"route": "PATCH /channels/*/messages/*", "status": 429},
    "edit-lost": {"route": "PATCH /channels/*/messages/*", "drop": "before"},
}
"""What happens to the first request of a game, by the name of its channel."""


async def test_failed_requests_are_repeated(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    for channel, fault in FAULTS.items():
        await sandbox.fault(**fault)
        players = await seated("Ana", "Ben", channel=channel)
        await play(players, until=6)
        ana = players[0].member
        await ana.until(lambda member=ana: _shows_each_turn_once(member), what=f"each turn once after: {channel}")


def _shows_each_turn_once(member: DrivenMember) -> bool:
    turns = [message.text.split("\n")[0] for message in member.messages()]
    return len(turns) == len(set(turns))


async def test_a_table_is_shown_even_if_discord_forgot_its_command(sandbox: Sandbox, bot: Bot) -> None:
    ana = await sandbox.member("Ana")
    await sandbox.respond_within(1.0)
    await sandbox.fault("POST /interactions/*/*/callback", status=404, code=10062)
    with pytest.raises(DriverError):
        await ana.slash("coup new")
    await sandbox.respond_within(RESPONSE_SECONDS)
    await ana.sees("A table of Coup")
    assert "Players: 2 of 6" in (await ana.click("Add medium AI")).text


async def test_interactions_with_only_the_required_fields_are_understood(
    sandbox: Sandbox, bot: Bot, seated: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    def barely(*told: Any) -> dict[str, Any]:
        body = payload(*told)
        left_out = ("guild", "guild_locale", "locale", "entitlements", "authorizing_integration_owners", "context")
        spoken = {key: value for key, value in body.items() if key not in left_out}
        spoken["channel"] = {key: body["channel"][key] for key in ("id", "type")}
        if "message" in body:
            spoken["message"] = body["message"] | {"components": [], "flags": 0}
        return spoken

    monkeypatch.setattr("sandbox.discord.interactions.dispatcher.payload", barely)
    players = await seated("Ana", "Ben")
    await play(players, until=6)
