"""The WebSocket of pages: the first frame, invalid frames, dismissed messages."""

import aiohttp
import pytest

from sandbox.driver import DrivenMember, Sandbox
from tests.sandbox.demo_bot import DemoBot

pytestmark = pytest.mark.slow


@pytest.fixture
async def session():
    async with aiohttp.ClientSession() as session:
        yield session


async def test_the_first_frame_holds_everything_a_page_shows(
    bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, session: aiohttp.ClientSession
):
    await ana.slash("demo count")
    await ana.sees("Only you know")
    async with session.ws_connect(f"{sandbox.page_url}/client?member={ana.id}") as socket:
        hello = await socket.receive_json()
    assert hello["t"] == "hello"
    assert hello["me"]["global_name"] == "Ana"
    assert hello["me"]["manage_guild"]
    state = hello["state"]
    names = [member["global_name"] for member in state["members"]]
    assert names == ["Ana", "Ben", "Cleo", "Dov", "Eve", "Finn", "Coup"]
    assert [channel["name"] for channel in hello["channels"]] == ["coup", "second-table", "quiet"]
    assert (state["guild"]["name"], state["online"], state["dms"]) == ("The Court", True, [])
    assert [command["name"] for command in state["commands"]] == ["demo", "manage", "Greet"]
    assert len(hello["messages"][ana.channels["coup"]]) == 2


async def test_a_page_without_a_member_gets_the_owner(sandbox: Sandbox, session: aiohttp.ClientSession):
    async with session.ws_connect(f"{sandbox.page_url}/client") as socket:
        assert (await socket.receive_json())["me"]["global_name"] == "Ana"
    async with session.get(f"{sandbox.page_url}/client?member=17") as answer:
        assert answer.status == 404
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await session.ws_connect(f"{sandbox.page_url}/client?member=17")


@pytest.mark.parametrize(
    "frame", ["no json", "[]", '{"t": "dance", "nonce": "1"}', '{"t": "click", "nonce": "1"}']
)
async def test_an_invalid_frame_is_refused_alone(sandbox: Sandbox, session: aiohttp.ClientSession, frame: str):
    async with session.ws_connect(f"{sandbox.page_url}/client") as socket:
        await socket.receive_json()
        await socket.send_str(frame)
        answer = await socket.receive_json()
        assert (answer["t"], answer["ok"]) == ("ack", False)
        assert answer["error"]
        await socket.send_str(frame)
        assert await socket.receive_json() == answer


async def test_a_dismissed_message_stays_dismissed(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo panel")
    secret = (await ana.select("Action", "Tax")).message
    assert secret
    await ana.dismiss(secret)
    await ana.until(lambda: not ana.ephemerals())
    await bot.heard[-1].edit_original_response(content="Edited where nobody looks")
    await ana.slash("demo echo", text="later")
    assert ana.ephemerals() == []


async def test_a_new_member_and_languages_reach_the_bot(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    zoe = await sandbox.member("Zoe")
    await ana.until(lambda: "Zoe" in ana.people)
    await sandbox.set_locale("de", "Zoe")
    await sandbox.set_locale("fr")
    await zoe.slash("demo echo", text="x")
    heard = bot.heard[-1]
    assert (str(heard.locale), str(heard.guild_locale)) == ("de", "fr")
