"""Threads: started with or without a message, archived, locked, deleted, private; permissions."""

import asyncio

import discord
import pytest

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import Rest, refusal
from tests.sandbox.demo_bot import DemoBot
from tests.sandbox.gateway.sockets import dispatched, socket

MANAGE = ["manage_threads", "manage_channels"]


@pytest.fixture
async def text(bot: DemoBot, ana: DrivenMember) -> discord.TextChannel:
    await bot.wait_until_ready()
    channel = bot.get_channel(int(ana.channels["coup"]))
    assert isinstance(channel, discord.TextChannel)
    return channel


async def test_threads_start_at_a_message(bot: DemoBot, text: discord.TextChannel, ana: DrivenMember, rest: Rest):
    message = await text.send("The lobby")
    created = asyncio.ensure_future(bot.wait_for("thread_create"))
    thread = await message.create_thread(name="A game", auto_archive_duration=60)
    assert thread.id == message.id
    assert (await created).me is not None
    assert await refusal(message.create_thread(name="Another")) == 160004
    assert [known.id for known in text.guild.threads] == [thread.id]
    await thread.send("inside")
    seen = await ana.sees("inside")
    assert (seen.channel_id, ana.channels["A game"]) == (str(thread.id), str(thread.id))
    starter, said = [found async for found in thread.history(oldest_first=True)]
    assert (starter.type, said.content) == (discord.MessageType.thread_starter_message, "inside")
    assert await refusal(starter.delete()) == 50021
    _, raw = await rest("GET", f"/channels/{text.id}/messages/{message.id}")
    assert (raw["flags"], raw["thread"]["name"]) == (1 << 5, "A game")
    await thread.edit(name="Our game")
    await ana.until(lambda: "Our game" in ana.channels and "A game" not in ana.channels)


@pytest.mark.parametrize("sandbox", [{"limits": False}], indirect=True)
async def test_archived_and_locked_threads_refuse_messages(
    text: discord.TextChannel, sandbox: Sandbox, ana: DrivenMember, ben: DrivenMember
):
    thread = await (await text.send("x")).create_thread(name="A game")
    said = await thread.send("inside")
    await thread.edit(archived=True)
    await ana.until(lambda: ana.threads[str(thread.id)]["thread_metadata"]["archived"])
    for forbidden in (said.edit(content="y"), thread.edit(name="z"), thread.add_user(discord.Object(int(ben.id)))):
        assert await refusal(forbidden) == 50083
    await thread.send("awake")
    await ana.until(lambda: not ana.threads[str(thread.id)]["thread_metadata"]["archived"])
    assert await refusal(thread.edit(locked=True)) == 50013
    with pytest.raises(ValueError, match="50013"):
        await sandbox.edit_thread(str(thread.id), member="Ben", archived=True)
    await sandbox.edit_thread(str(thread.id), locked=True)
    assert await refusal(thread.send("nobody hears")) == 160005
    await sandbox.edit_thread(str(thread.id), archived=True)
    assert await refusal(thread.send("nobody hears")) == 50083
    await said.delete()
    await sandbox.edit_thread(str(thread.id), archived=False, locked=False)
    await thread.send("heard")
    await sandbox.advance(1441 * 60)
    await ana.until(lambda: ana.threads[str(thread.id)]["thread_metadata"]["archived"])
    ana.channel = "A game"
    await ana.say("morning")
    await ana.until(lambda: not ana.threads[str(thread.id)]["thread_metadata"]["archived"])


async def test_a_private_thread_is_visible_to_its_members_only(
    text: discord.TextChannel, sandbox: Sandbox, ana: DrivenMember, ben: DrivenMember
):
    cleo = await sandbox.member("Cleo")
    thread = await text.create_thread(name="Lesson", type=discord.ChannelType.private_thread, invitable=False)
    await thread.send("The first step")
    await thread.add_user(discord.Object(int(ben.id)))
    await ben.sees("The first step")
    assert (await sandbox.member("Ana")).find("The first step"), "who owns the server sees all of it"
    assert "Lesson" not in cleo.channels
    await sandbox.deny("coup", "view_channel", member="Ben")
    await ben.until(lambda: not ben.channels.keys() & {"coup", "Lesson"})
    await sandbox.deny("coup", member="Ben")
    await ben.until(lambda: "Lesson" in ben.channels)
    await thread.send(f"<@{cleo.id}> look", allowed_mentions=discord.AllowedMentions(users=True))
    await cleo.sees("look")
    ben.channel = "Lesson"
    assert (await ben.slash("demo echo", text="here")).text == "here"


async def test_interactions_work_in_a_thread(
    bot: DemoBot, text: discord.TextChannel, sandbox: Sandbox, ana: DrivenMember, ben: DrivenMember
):
    await sandbox.start_thread("Theirs", "coup")
    told = await ana.sees("Theirs", channel="coup")
    assert told.raw["type"] == 18
    await ana.until(lambda: "Theirs" in ana.channels)
    ana.channel = "Theirs"
    reply = await ana.slash("demo count")
    heard = bot.heard[-1].channel
    assert isinstance(heard, discord.Thread)
    assert (heard.parent_id, heard.type) == (text.id, discord.ChannelType.public_thread)
    assert bot.heard[-1].app_permissions.send_messages_in_threads
    await sandbox.edit_thread("Theirs", archived=True)
    assert "Counted 1" in (await ben.click("More", message=reply.message)).text, "the click opens the thread"
    await sandbox.edit_thread("Theirs", archived=True, locked=True)
    ben.channel = "Theirs"
    with pytest.raises(DriverError, match="try again"):
        await ben.click("More", message=reply.message)
    with pytest.raises(DriverError, match="locked"):
        await ben.slash("demo echo", text="x")
    assert "Counted 2" in (await ana.click("More", message=reply.message)).text, "who manages threads may"
    await sandbox.delete_channel("coup")
    await ana.until(lambda: not ana.threads)


async def test_the_bot_needs_permissions_in_threads(rest: Rest, sandbox: Sandbox):
    own = await rest.channel()
    message = (await rest("POST", f"/channels/{own}/messages", {"content": "x"}))[1]["id"]
    at, alone = f"/channels/{own}/messages/{message}/threads", f"/channels/{own}/threads"

    async def answer(method: str, path: str, body: object = None) -> int:
        status, found = await rest(method, path, body)
        return status if status < 300 else found["code"]

    await sandbox.deny("coup", "create_public_threads")
    assert await answer("POST", at, {"name": "x"}) == 50013
    assert await answer("POST", alone, {"name": "x", "type": 11}) == 50013
    await sandbox.deny("coup", "create_private_threads")
    assert await answer("POST", alone, {"name": "x"}) == 50013
    assert await answer("POST", at, {"name": ""}) == 50035
    assert await answer("POST", at, {"name": "x", "auto_archive_duration": 61}) == 50035
    assert await answer("POST", at, {"name": "x"}) == 201
    assert await answer("POST", f"/channels/{message}/threads", {"name": "x"}) == 50024
    await sandbox.deny("coup", "send_messages_in_threads")
    assert await answer("POST", f"/channels/{message}/messages", {"content": "x"}) == 50013
    assert await answer("DELETE", f"/channels/{message}") == 50013
    await sandbox.allow("coup", *MANAGE)
    assert await answer("PATCH", f"/channels/{message}", {"locked": True, "archived": True}) == 200
    assert await answer("DELETE", f"/channels/{message}") == 200
    assert await answer("GET", f"/channels/{message}") == 10003


async def test_a_bot_gets_events_of_threads(sandbox: Sandbox):
    public = await sandbox.start_thread("Open", "coup")
    await sandbox.start_thread("Shut", "coup", private=True)
    old = await sandbox.start_thread("Old", "coup")
    await sandbox.edit_thread(old, archived=True)
    async with socket(sandbox) as connection:
        await connection.send_json({"op": 2, "d": {"token": "made-up", "intents": 1, "properties": {}}})
        guild = await dispatched(connection, "GUILD_CREATE")
        assert [(thread["id"], "member" in thread) for thread in guild["threads"]] == [(public, False)]
        ana = await sandbox.member("Ana")
        ana.channel = "Shut"
        await ana.say(f"Come in, <@{ana.people['Coup']}>")
        assert (await dispatched(connection, "THREAD_CREATE"))["name"] == "Shut"
        assert (await dispatched(connection, "THREAD_MEMBERS_UPDATE"))["added_members"][0]["member"]
        await sandbox.edit_thread("Open", name="Opened")
        assert (await dispatched(connection, "THREAD_UPDATE"))["name"] == "Opened"
        await sandbox.delete_channel("Opened")
        gone = await dispatched(connection, "THREAD_DELETE")
        assert (gone["id"], gone["type"]) == (public, 11)
