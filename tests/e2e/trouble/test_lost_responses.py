"""Requests that take effect and whose responses are lost: afterwards each channel has one live message."""

import asyncio
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.begun_games import DELETE, EDIT, NEVER, POST, begun, live, said_in, started_in_thread
from tests.harness.processes.bot import SHORT_REQUESTS, Bot, serving

ANSWER: Final = "POST /interactions/*/*/callback"
LOST: Final[Mapping[str, tuple[str, ...]]] = {
    "post": (POST,),
    "edit": (EDIT,),
    "delete": (DELETE,),
    "post-edit": (POST, EDIT),
    "post-delete": (POST, DELETE),
    "post-edit-delete": (POST, EDIT, DELETE),
    "answer": (ANSWER,),
    "answer-post": (ANSWER, POST),
    "answer-post-edit": (ANSWER, POST, EDIT),
}
"""The requests of a turn's end whose responses are lost, by the name of the case."""


async def table(sandbox: Sandbox, style: str, channel: str) -> tuple[list[DrivenMember], str]:
    """The members of a game that has just begun, in the order of their turns, and the channel of the game."""
    if style != "thread":
        members = await begun(sandbox, channel=channel, style=style)
        return members, members[0].channels[channel]
    ana, ben, place = await started_in_thread(sandbox, channel)
    (message,) = live(ana, place)
    return ([ana, ben] if "➤ **Ana**" in message.text else [ben, ana]), place


async def live_message(member: DrivenMember, place: str) -> Message:
    """Waits until a channel has only one live message; returns it."""
    await member.until(lambda: len(live(member, place)) == 1, what="one live message")
    return live(member, place)[0]


def turns(messages: list[Message]) -> list[int]:
    """The number of the turn that each message shows, except for the lobby's."""
    found = (re.search("Turn ([0-9]+)", message.text) for message in messages)
    return [int(match[1]) for match in found if match]


async def check(witness: DrivenMember, places: Mapping[str, str], style: str, turn: int) -> None:
    """Waits until each channel has one live message, that of `turn`, and each turn at most one message."""
    for case, place in places.items():

        def is_settled(place: str = place) -> bool:
            shown, earlier = turns(said_in(witness, place)), range(1, turn)
            controlled = live(witness, place)
            return (
                len(controlled) == 1
                and turns(controlled) == [turn]
                and shown == [*(earlier if style != "live" else ()), turn]
            )

        await witness.until(is_settled, what=f"one live message of turn {turn} after: {case}")


@pytest.mark.parametrize("style", ["live", "chronicle", "thread"])
async def test_a_lost_response_leaves_one_live_message(sandbox: Sandbox, database: Path, style: str) -> None:
    places: dict[str, str] = {}
    order: dict[str, list[DrivenMember]] = {}
    await sandbox.member("Ana")
    async with serving(sandbox, database) as bot:
        for case in LOST:
            order[case], places[case] = await table(sandbox, style, case)
        witness = order["post"][0]
        for case, routes in LOST.items():
            for route in routes:
                await sandbox.fault(route.format(places[case]), drop="after")
            message = await live_message(witness, places[case])
            await asyncio.gather(order[case][0].select(None, "Income", message=message), return_exceptions=True)
        await check(witness, places, style, 2)
        for case, place in places.items():
            message = await live_message(witness, place)
            await order[case][1].select(None, "Income", message=message)
        await check(witness, places, style, 3)
        assert "Traceback" not in bot.log, bot.log


async def test_responses_that_never_come_leave_one_live_message(sandbox: Sandbox, database: Path) -> None:
    async with serving(sandbox, database, constants=SHORT_REQUESTS):
        (active, other), place = await table(sandbox, "chronicle", "coup")
        for route in (POST, EDIT):
            await sandbox.fault(route.format(place), late=NEVER)
        message = await live_message(active, place)
        await active.select(None, "Income", message=message)
        await other.until(lambda: len(live(other, place)) == 2, what="the old message beside the new one")
        # The bot gives up each request after a while, and tries again.
        await other.until(
            lambda: turns(live(other, place)) == [2] and turns(said_in(other, place)) == [1, 2],
            what="one live message",
        )


async def test_a_lobbys_lost_response_leaves_one_message_with_its_members(sandbox: Sandbox, bot: Bot) -> None:
    ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
    await sandbox.fault(ANSWER, drop="after")
    await asyncio.gather(ana.slash("coup new"), return_exceptions=True)
    await bot.says("A request about an interaction failed")
    await ben.slash("coup join")
    await ana.until(lambda: any("Ben" in message.text for message in live(ana)), what="the lobby")
    (lobby,) = ana.messages("coup")
    await ben.slash("coup leave")
    await ana.until(lambda: "Ben" not in ana.seen[lobby.id].text, what="Ben's seat free")
    assert [message.id for message in ana.messages("coup")] == [lobby.id]

    await sandbox.fault(ANSWER, drop="after")
    await asyncio.gather(ben.click("Join", message=lobby), return_exceptions=True)
    await bot.says("A request about an interaction failed", times=2)
    await ben.slash("coup leave")
    await ana.until(lambda: "Ben" not in ana.seen[lobby.id].text, what="Ben's seat free again")
    assert [message.id for message in ana.messages("coup")] == [lobby.id]
