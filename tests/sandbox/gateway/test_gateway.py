"""The gateway: identify, resume with replay, invalid sessions, and close codes."""

import json
from typing import Any

import discord
import pytest
from discord.http import Route

from sandbox.driver import DrivenMember, Sandbox
from tests.sandbox.demo_bot import DemoBot
from tests.sandbox.gateway.sockets import closed, identify, socket


@pytest.mark.parametrize("way", [{"code": 4000}, {"op": 7}, {"op": 9, "resumable": True}])
async def test_resuming_brings_lost_events(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, way: dict[str, Any]):
    await ana.slash("demo panel")
    await sandbox.drop_gateway(**way)
    await sandbox.offline()
    # The bot is disconnected now and gets this when it resumes.
    assert (await ana.select("Action", "Tax")).text == "Picked tax"
    await bot.resumed.wait()
    assert bot.connects == 1


async def test_a_bot_with_an_invalid_session_identifies_again(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await sandbox.drop_gateway(op=9)
    await sandbox.offline()
    await sandbox.ready("demo")
    assert (await ana.slash("demo echo", text="back")).text == "back"
    assert bot.connects == 2
    assert not bot.resumed.is_set()


async def test_a_session_works_without_compression(sandbox: Sandbox):
    async with socket(sandbox) as plain:
        await plain.send_json(identify())
        ready = await plain.receive_json()
        assert ready["t"] == "READY"
        assert ready["d"]["resume_gateway_url"] == sandbox.gateway_url
        guild = await plain.receive_json()
        assert (guild["t"], guild["s"], guild["d"]["name"]) == ("GUILD_CREATE", 2, "The Court")
        assert [member["user"]["bot"] for member in guild["d"]["members"]] == [True]
        await plain.send_json({"op": 1, "d": 2})
        assert await plain.receive_json() == {"op": 11, "d": None}


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        ("no json", 4002),
        ('{"d": 1}', 4002),
        ('{"op": 2, "d": 5}', 4002),
        ('{"op": 99, "d": {}}', 4001),
        ('{"op": 3, "d": {}}', 4003),
        (json.dumps(identify(token="")), 4004),
        (json.dumps(identify(shard=[2, 2])), 4010),
        (json.dumps(identify(shard=["0", 2])), 4010),
        (json.dumps(identify(shard=1)), 4010),
        (json.dumps(identify(intents=1 << 40)), 4013),
        (json.dumps(identify(intents="all")), 4013),
        (json.dumps(identify(intents=1 << 1)), 4014),
    ],
)
async def test_a_wrong_payload_closes_the_connection_with_discords_code(sandbox: Sandbox, sent: str, code: int):
    async with socket(sandbox) as talk:
        await talk.send_str(sent)
        assert await closed(talk) == code


async def test_wrong_sequences_of_payloads_close_the_connection_with_discords_code(sandbox: Sandbox):
    async with socket(sandbox, "?v=6") as talk:
        assert await closed(talk) == 4012
    async with socket(sandbox) as talk:
        await talk.send_json(identify())
        ready = await talk.receive_json()
        await talk.receive_json()
        await talk.send_json(identify())
        assert await closed(talk) == 4005
    async with socket(sandbox) as talk:
        resume = {"token": "made-up", "session_id": ready["d"]["session_id"], "seq": 99}
        await talk.send_json({"op": 6, "d": resume})
        assert await closed(talk) == 4007
    async with socket(sandbox) as talk:
        await talk.send_json({"op": 6, "d": resume | {"session_id": "unknown"}})
        assert await talk.receive_json() == {"op": 9, "d": False}


async def test_a_wrong_token_is_refused():
    async with Sandbox.start(token="the-right-one") as sandbox:
        async with socket(sandbox) as talk:
            await talk.send_json(identify())
            assert await closed(talk) == 4004
        Route.BASE = sandbox.api_url
        async with discord.Client(intents=discord.Intents.none()) as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.login("a-wrong-one")
