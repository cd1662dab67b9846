"""Messages: nonces, history, mentions in edits, edits of deleted messages."""

import asyncio

import discord
import pytest
from discord.http import Route

from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import Rest
from tests.sandbox.demo_bot import DemoBot

ONCE = {"content": "x", "nonce": "17", "enforce_nonce": True}


async def test_a_nonce_is_remembered_for_minutes_only(sandbox: Sandbox, rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    ids = []
    for seconds in (0, 100, 100):
        await sandbox.advance(seconds)
        ids.append((await rest("POST", path, ONCE))[1]["id"])
    assert ids[0] == ids[1]
    assert len(set(ids)) == 2


async def test_history_can_be_read_after_and_before_a_message(sandbox: Sandbox, rest: Rest):
    await sandbox.clear_limits()
    path = f"/channels/{await rest.channel()}/messages"
    ids = []
    for number in range(7):
        ids.append((await rest("POST", path, {"content": str(number)}))[1]["id"])
        await sandbox.advance(5)

    async def contents(query: str) -> str:
        status, found = await rest("GET", f"{path}?{query}")
        assert status == 200
        return "".join(message["content"] for message in found)

    assert await contents("limit=3") == "654"
    assert await contents(f"after={ids[2]}") == "6543"
    assert await contents(f"after={ids[2]}&limit=2") == "43"
    assert await contents(f"before={ids[2]}&limit=1") == "1"
    assert await contents("after=0&limit=100") == "6543210"
    for wrong in ("limit=0", "limit=101", "after=x", f"before={'9' * 30}"):
        status, answer = await rest("GET", f"{path}?{wrong}")
        assert (status, answer["code"]) == (400, 50035)


async def test_without_the_permission_to_read_the_history_there_is_none(sandbox: Sandbox, rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    _, message = await rest("POST", path, {"content": "x"})
    await sandbox.deny("coup", "read_message_history")
    assert await rest("GET", path) == (200, [])
    status, answer = await rest("GET", f"{path}/{message['id']}")
    assert (status, answer["code"]) == (403, 50013)
    assert (await rest("PATCH", f"{path}/{message['id']}", {"content": "y"}))[0] == 200


async def test_an_edit_mentions_only_the_members_it_allows(bot: DemoBot, ana: DrivenMember):
    channel = bot.get_partial_messageable(int(ana.channels["coup"]))
    nobody = discord.AllowedMentions.none()
    message = await channel.send(f"<@{ana.id}>", allowed_mentions=discord.AllowedMentions(users=True))

    async def mentions(**changes: object) -> list[str]:
        before = ana.edits
        await bot.http.request(
            Route(
                "PATCH",
                "/channels/{channel_id}/messages/{message_id}",
                channel_id=channel.id,
                message_id=message.id,
            ),
            json=changes,
        )
        await ana.until(lambda: ana.edits > before)
        return ana.messages()[-1].mentions

    await ana.sees(ana.id)
    assert ana.messages()[-1].mentions == [ana.id]
    assert await mentions(content=f"<@{ana.id}>!", allowed_mentions=nobody.to_dict()) == []
    assert await mentions(flags=4) == []
    assert await mentions(content=f"<@{ana.id}>?") == [ana.id]


async def test_a_response_on_a_deleted_message_is_refused(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    message = (await ana.slash("demo count")).message
    assert message
    await sandbox.fault("POST /interactions/*/*/callback", delay=0.2)
    await sandbox.respond_within(0.5)
    clicked = asyncio.ensure_future(bot.wait_for("interaction"))
    click = asyncio.create_task(ana.click("More", message=message))
    await clicked
    await sandbox.delete_message(message.id, message.channel_id)
    with pytest.raises(DriverError, match="This interaction failed"):
        await click
    assert "POST /interactions/{interaction_id}/{interaction_token}/callback 404" in await sandbox.requests()
