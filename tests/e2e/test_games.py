"""Whole games with the shipped bot: by buttons, by slash commands, and across a kill."""

import hashlib
import hmac
import json
from collections.abc import Awaitable, Callable

import aiohttp

from engine import Game
from sandbox.driver import DrivenMember, Message, Sandbox
from tests.harness.members.players import HumanPlayer, play
from tests.harness.processes.bot import Bot

Seat = Callable[..., Awaitable[list[HumanPlayer]]]


async def test_members_can_play_a_game_by_buttons(sandbox: Sandbox, bot: Bot, seated: Seat) -> None:
    players = await seated("Ana", "Ben", "Cleo")
    await play(players)
    end = players[0].table_message
    assert end is not None
    for player in players:
        assert f"**{player.member.name}**:" in end.text
    assert "Fair shuffle" in end.enabled
    for player in players:
        await player.member.until(player.only_the_newest_message_has_controls, what="no old controls")
    await _check_record(players[0].member, end)
    again = await players[0].member.click("Rematch")
    assert "A table of Coup" in again.text
    for player in players[1:]:
        await player.member.sees("A table of Coup")
        await player.member.click("Join")
    await players[0].member.click("Start")
    await players[0].member.sees("Turn 1")


async def _check_record(member: DrivenMember, end: Message) -> None:
    """Downloads the record of a finished game, and checks that it proves the shuffle."""
    reply = await member.click("Record", message=end)
    assert reply.message is not None
    assert reply.message.ephemeral
    page, file = reply.message.raw["attachments"]
    async with aiohttp.ClientSession() as session:
        async with session.get(page["url"]) as answer:
            assert "<!doctype html>" in await answer.text()
        async with session.get(file["url"]) as answer:
            content = await answer.read()
    verified = await member.slash("coup-stats verify", record=(file["filename"], content))
    assert "as it was played on this server" in verified.text
    proof = json.loads(content)
    key = bytes.fromhex(proof["server_seed"])
    assert hashlib.sha256(key).hexdigest() == proof["commitment"]
    said = ":".join((proof["interaction"], *proof["seats"]))
    assert hmac.new(key, said.encode(), hashlib.sha256).hexdigest() == proof["record"]["new"]["seed"]
    assert Game.replay(proof["record"]).winners is not None
