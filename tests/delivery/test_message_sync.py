"""The card in its channel, whatever happens between a decision and its showing."""

import hashlib
import hmac
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from engine import Game
from sandbox.driver import DrivenMember, DriverError, Message, Sandbox
from tests.harness.processes import running

pytestmark = pytest.mark.slow

POST = "POST /channels/*/messages"


def cards(member: DrivenMember, turn: int) -> list[Message]:
    return [message for message in member.messages() if f"### Turn {turn}:" in message.text]


async def begun(sandbox: Sandbox) -> tuple[DrivenMember, DrivenMember]:
    """Ana and Ben, whose game has just begun; first whoever is to act."""
    await sandbox.ready("coup")
    ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
    await ana.slash("coup new", pace="slow", style="chronicle")
    await ben.sees("A table of Coup")
    await ben.click("Join")
    await ana.until(lambda: "Ben" in ana.messages()[-1].text, what="Ben's seat")
    await ana.click("Start")
    for member in (ana, ben):
        await member.until(lambda member=member: cards(member, 1), what="the first turn")
    return (ana, ben) if "Ana" in cards(ana, 1)[0].text.split("\n")[0] else (ben, ana)


@pytest.mark.parametrize(
    "fault", [{"status": 503, "times": 99}, {"late": 60.0}], ids=["not posted", "posted, and never told so"]
)
async def test_a_kill_before_a_post_is_confirmed_leaves_one_message_a_turn(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    async with Sandbox.start() as sandbox:
        async with running(sandbox, tmp_path / "coup.sqlite3") as bot:
            active, other = await begun(sandbox)
            await sandbox.fault(POST, **fault)
            await active.slash("coup act", action="income")
            if "late" in fault:
                await other.until(lambda: cards(other, 1) and cards(other, 2), what="the second turn")
                assert cards(other, 2)[-1].mentions == [other.id]
            else:
                await bot.says("A message was not updated")
            await bot.end(kill=True)
            await sandbox.offline()
        await sandbox.clear_faults()
        async with running(sandbox, tmp_path / "coup.sqlite3"):
            await sandbox.ready("coup")
            await other.until(lambda: cards(other, 1) and cards(other, 2), what="the second turn below the first")
            assert "late" in fault or cards(other, 2)[0].mentions == [other.id]
            await other.slash("coup act", action="income")
            await other.until(lambda: cards(other, 3), what="the third turn")
            # A card that is late to be posted is stood in for by the one before.
            await other.until(
                lambda: [card.enabled for card in cards(other, 2)] == [[]], what="the second turn over"
            )
    for turn, member in ((1, active), (2, other)):
        (card,) = cards(other, turn)
        assert "income" in card.text
        assert not card.enabled
        assert not card.selects
        assert member.name in card.text


async def test_an_answer_that_discord_will_not_take_keeps_no_card_waiting(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3"):
        active, other = await begun(sandbox)
        await sandbox.fault("POST /interactions/*/*/callback", status=500, times=9)
        with pytest.raises(DriverError):
            await active.select(None, "Income")
        await other.until(lambda: cards(other, 2), what="the second turn")


async def test_a_game_set_aside_says_so_on_its_card(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox:
        async with running(sandbox, tmp_path / "coup.sqlite3") as bot:
            active, other = await begun(sandbox)
            await active.slash("coup act", action="income")
            await other.until(lambda: cards(other, 2), what="the second turn")
            await bot.end()
            await sandbox.offline()
        with closing(sqlite3.connect(tmp_path / "coup.sqlite3")) as rows:
            rows.execute("UPDATE decisions SET move = 'keep cards=duke,duke'")
            rows.commit()
        async with running(sandbox, tmp_path / "coup.sqlite3") as bot:
            await sandbox.ready("coup")
            aside = await other.sees("This game was set aside")
            assert not aside.enabled
            assert not cards(other, 2)
            await bot.says("set aside: IllegalDecision")
            assert "duke" not in bot.log


async def test_the_record_of_a_finished_game_proves_its_shuffle(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3"):
        active, other = await begun(sandbox)
        await active.slash("coup resign", sure=True)
        end = await other.sees(f"{other.name} wins")
        reply = await active.click("Record", message=end)
        assert reply.message is not None
        assert reply.message.ephemeral
        (file,) = reply.message.raw["attachments"]
        async with aiohttp.ClientSession() as session, session.get(file["url"]) as answer:
            proof = json.loads(await answer.text())
    key = bytes.fromhex(proof["server_seed"])
    assert hashlib.sha256(key).hexdigest() == proof["commitment"]
    said = ":".join((proof["interaction"], *proof["seats"]))
    assert hmac.new(key, said.encode(), hashlib.sha256).hexdigest() == proof["record"]["new"]["seed"]
    assert Game.replay(proof["record"]).winners is not None


async def test_a_game_resumes_at_once_while_its_host_is_being_notified(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3") as bot:
        active, other = await begun(sandbox)
        ana = active if active.name == "Ana" else other
        await sandbox.fault("POST /users/@me/channels", delay=2.0)
        await sandbox.deny("coup", "view_channel", "send_messages")
        await active.slash("coup act", action="income")
        await bot.says("The game is paused")
        await sandbox.deny("coup")
        await ana.slash("coup table")
        await other.until(lambda: cards(other, 2), what="the second turn")
