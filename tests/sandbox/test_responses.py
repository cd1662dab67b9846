"""The sandbox's responses match Discord's API description."""

from typing import Any

import jsonschema_rs
import pytest

from sandbox.driver import DrivenMember, Sandbox
from tests.harness.api_description import needs_description, response_body
from tests.sandbox.conftest import Rest
from tests.sandbox.demo_bot import PNG, DemoBot

pytestmark = [pytest.mark.slow, needs_description]


def check(validator: jsonschema_rs.Draft202012Validator, answer: Any) -> None:
    faults = [(list(error.instance_path), error.message[:300]) for error in validator.iter_errors(answer)]
    assert faults == []


GET = {
    "/users/@me": "/users/@me",
    "/oauth2/applications/@me": "/oauth2/applications/@me",
    "/gateway/bot": "/gateway/bot",
    "/users/@me/guilds": "/users/@me/guilds",
    "/guilds/{guild_id}": "/guilds/{guild}",
    "/guilds/{guild_id}/members/{user_id}": "/guilds/{guild}/members/{member}",
    "/channels/{channel_id}": "/channels/{channel}",
    "/channels/{channel_id}/messages": "/channels/{channel}/messages",
    "/channels/{channel_id}/messages/{message_id}": "/channels/{channel}/messages/{message}",
    "/applications/{application_id}/commands": "/applications/{application}/commands",
}
"""The path to request for each path of the description."""


async def test_get_responses_match_the_description(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, rest: Rest):
    for command in ("demo count", "demo panel", "demo file"):
        await ana.slash(command)
    message = await ana.until(lambda: next((m for m in ana.messages() if m.layout), None))
    state = await sandbox.state()
    known = {
        "guild": state["guilds"][0]["id"],
        "member": ana.id,
        "channel": ana.channels["coup"],
        "message": message.id,
        "application": state["application_id"],
    }
    for template, path in GET.items():
        status, answer = await rest("GET", path.format(**known))
        assert status == 200, path
        check(response_body("get", template), answer)


async def test_post_responses_match_the_description(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, rest: Rest):
    channel = ana.channels["coup"]
    status, posted = await rest("POST", f"/channels/{channel}/messages", {"content": "x"})
    assert status == 200
    check(response_body("post", "/channels/{channel_id}/messages"), posted)
    status, direct = await rest("POST", "/users/@me/channels", {"recipient_id": ana.id})
    check(response_body("post", "/users/@me/channels"), direct)
    status, thread = await rest("POST", f"/channels/{channel}/messages/{posted['id']}/threads", {"name": "t"})
    check(response_body("post", "/channels/{channel_id}/messages/{message_id}/threads", "201"), thread)


async def test_thread_and_emoji_responses_match(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, rest: Rest):
    await bot.create_application_emoji(name="duke", image=PNG)
    emojis = f"/applications/{(await sandbox.state())['application_id']}/emojis"
    check(response_body("get", "/applications/{application_id}/emojis"), (await rest("GET", emojis))[1])
    channel = ana.channels["coup"]
    message = (await rest("POST", f"/channels/{channel}/messages", {"content": "x"}))[1]["id"]
    _, thread = await rest("POST", f"/channels/{channel}/threads", {"name": "Lesson", "type": 12})
    check(response_body("post", "/channels/{channel_id}/threads", "201"), thread)
    await rest("POST", f"/channels/{channel}/messages/{message}/threads", {"name": "A game"})
    await rest("PUT", f"/channels/{thread['id']}/thread-members/{ana.id}")
    histories = (
        await rest("GET", f"/channels/{channel}/messages"),
        await rest("GET", f"/channels/{thread['id']}/messages"),
    )
    assert {found["type"] for _, history in histories for found in history} == {0, 1}
    for _, history in histories:
        check(response_body("get", "/channels/{channel_id}/messages"), history)
    status, archived = await rest("PATCH", f"/channels/{message}", {"archived": True})
    assert status == 200
    check(response_body("patch", "/channels/{channel_id}"), archived)
