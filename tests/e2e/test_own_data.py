"""Members' own data over the sandbox: in direct messages, in a member's menu, and across kills of the process."""

import json
import random
from pathlib import Path

import aiohttp
import pytest

from sandbox.driver import DrivenMember, Sandbox
from sandbox.driver.slash_command import DriverError
from tests.harness.begun_games import get_direct_messages
from tests.harness.members.players import HumanPlayer, play
from tests.harness.processes.bot import Bot, running

NAME = "Anastasia"


def sqlite_traces(database: Path, member: DrivenMember) -> set[str]:
    """The files of a SQLite database, logs and all, in which the member's id or name appears."""
    marks = (member.id.encode(), member.name.encode(), int(member.id).to_bytes(8))
    return {
        file.name
        for file in database.parent.glob(f"{database.name}*")
        if any(mark in file.read_bytes() for mark in marks)
    }


async def begin(ana: DrivenMember, ben: DrivenMember, command: str) -> None:
    """Opens a table of two members by a command, and starts the game."""
    await ana.slash(command)
    await ben.sees("A table of Coup")
    await ben.click("Join")
    await ana.click("Start")
    await ben.sees("Turn 1")


async def finished_and_running(ana: DrivenMember, ben: DrivenMember) -> None:
    """Plays a game to its end, and begins another."""
    await begin(ana, ben, "coup new")
    await play([HumanPlayer(member, random.Random(member.name)) for member in (ana, ben)])
    await begin(ana, ben, "coup rematch")


async def delete(member: DrivenMember) -> str:
    """A member asks for the deletion and confirms it. Returns what the bot says then."""
    asked = await member.slash("coup-privacy delete")
    return (await member.click("Delete my data", message=asked.message)).text


async def test_members_rule_their_data_from_direct_messages(sandbox: Sandbox, bot: Bot, database: Path) -> None:
    ana, ben = await sandbox.member(NAME), await sandbox.member("Ben")
    await get_direct_messages(ana)
    await finished_and_running(ana, ben)
    ana.channel = "@dm"
    with pytest.raises(DriverError, match="No command /coup-stats is offered here"):
        await ana.slash("coup-stats member")
    assert "You are hidden" in (await ana.slash("coup-privacy hide", switch="on")).text
    assert "has not finished a game here" in (await ben.menu("Coup stats", NAME)).text
    assert "You are not hidden" in (await ana.slash("coup-privacy hide", switch="off")).text
    assert "Finished: 1" in (await ben.menu("Coup stats", NAME)).text
    await ana.slash("coup-privacy export")
    exported = await ana.until(
        lambda: next((message for message in ana.dms() if "coup-data.json" in message.text), None), what="the file"
    )
    async with aiohttp.ClientSession() as session, session.get(exported.raw["attachments"][0]["url"]) as answer:
        data = json.loads(await answer.read())
    assert [game["live"] for game in data["games"]] == [False, True]
    assert ben.id not in json.dumps(data)
    assert await delete(ana) == "Your data is deleted."
    assert await delete(ana) == "Your data is deleted.", "a second time nothing is left to do"
    assert sqlite_traces(database, ana) == set()
    assert ana.id not in bot.log
    assert NAME not in bot.log
    await ben.sees("Former player")
    assert NAME in (await ben.menu("Coup stats", NAME)).text, "Discord knows the name"
    assert "Finished: 1" in (await ben.slash("coup-stats member")).text


async def test_a_restored_backup_loses_again_what_was_deleted_since(sandbox: Sandbox, database: Path) -> None:
    backup = database.with_name("backup.db")
    async with running(sandbox, database) as bot:
        await sandbox.ready("coup")
        ana, ben = await sandbox.member(NAME), await sandbox.member("Ben")
        await finished_and_running(ana, ben)
        async with running(sandbox, database, "backup", str(backup)) as backing_up:
            assert await backing_up.ended() == 0, backing_up.log
        assert await delete(ana) == "Your data is deleted."
        assert await bot.end() == 0
    assert sqlite_traces(backup, ana)
    await sandbox.offline()
    async with running(sandbox, database, "restore", str(backup)) as restoring:
        assert await restoring.ended() == 0, restoring.log
    assert sqlite_traces(database, ana) == set()
    async with running(sandbox, database):
        await sandbox.ready("coup")
        assert "Finished: 1" in (await ben.slash("coup-stats member")).text
