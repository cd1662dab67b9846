"""Injected faults: statuses, lost and late responses, denied permissions, deleted channels; and rate limits."""

import asyncio

import aiohttp
import discord
import pytest
from yarl import URL

from sandbox.discord.rest import rate_limit
from sandbox.driver import DrivenMember, DriverError, Sandbox
from tests.sandbox.conftest import Rest, refusal
from tests.sandbox.demo_bot import DemoBot

pytestmark = pytest.mark.slow


def place(bot: DemoBot, ana: DrivenMember, name: str = "coup") -> discord.PartialMessageable:
    return bot.get_partial_messageable(int(ana.channels[name]))


async def test_a_fault_happens_as_often_as_asked(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await sandbox.fault("POST /channels/*/messages", status=503, times=2)
    for _ in range(2):
        with pytest.raises(discord.DiscordServerError) as failed:
            await place(bot, ana).send("x")
        assert failed.value.status == 503
    await place(bot, ana).send("The third time")
    await ana.sees("The third time")
    assert [message.text for message in ana.messages()] == ["The third time"]


async def test_a_fault_can_have_an_error_code(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    message = await place(bot, ana).send("x")
    await sandbox.fault("PATCH /channels/*/messages/*", status=400, code=30046)
    assert await refusal(message.edit(content="y")) == 30046


async def test_a_nonce_posts_once_if_request_or_response_is_lost(sandbox: Sandbox, rest: Rest, ana: DrivenMember):
    path = f"/channels/{await rest.channel()}/messages"
    body = {"content": "Once only", "nonce": "17", "enforce_nonce": True}
    await sandbox.fault("POST /channels/*/messages", drop="before")
    with pytest.raises(aiohttp.ClientError):
        await rest("POST", path, body)
    assert ana.messages() == []
    await sandbox.fault("POST /channels/*/messages", drop="after")
    with pytest.raises(aiohttp.ClientError):
        await rest("POST", path, body)
    status, answer = await rest("POST", path, body)
    assert (status, answer["nonce"]) == (200, "17")
    await ana.sees("Once only")
    assert [message.id for message in ana.messages()] == [answer["id"]]


async def test_a_response_can_be_late_after_its_request_acted(sandbox: Sandbox, rest: Rest, ana: DrivenMember):
    path = f"/channels/{await rest.channel()}/messages"
    await sandbox.fault("POST /channels/*/messages", late=0.3)
    loop = asyncio.get_running_loop()
    began = loop.time()
    posting = asyncio.create_task(rest("POST", path, {"content": "x"}))
    await ana.sees("x")
    assert not posting.done()
    await posting
    assert loop.time() - began >= 0.3


async def test_a_failed_callback_fails_the_interaction(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await sandbox.fault("POST /interactions/*", status=500, times=5)
    await sandbox.respond_within(0.3)
    with pytest.raises(DriverError, match="This interaction failed"):
        await ana.slash("demo echo", text="x")
    await sandbox.clear_faults()


@pytest.mark.parametrize("sandbox", [{"limits": False}], indirect=True)
async def test_denied_permissions_cause_refusals(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    channel = place(bot, ana)
    message = await channel.send("x")
    await sandbox.deny("coup", "send_messages")
    assert await refusal(channel.send("y")) == 50013
    await message.edit(content="An edit needs no permission")
    await ana.slash("demo echo", text="nor does an answer")
    assert not bot.heard[-1].app_permissions.send_messages
    await sandbox.deny("coup", "view_channel")
    for attempt in (channel.send("y"), message.edit(content="z"), message.delete()):
        assert await refusal(attempt) == 50001
    await sandbox.deny("coup")
    await channel.send("Allowed again")


async def test_a_member_without_permission_sees_no_channel(sandbox: Sandbox, bot: DemoBot, ben: DrivenMember):
    await sandbox.deny("quiet", "view_channel", member="Ben")
    await ben.until(lambda: "quiet" not in ben.channels)
    await place(bot, ben, "coup").send("Seen")
    quiet = (await sandbox.state())["guilds"][0]["channels"]["quiet"]
    await bot.get_partial_messageable(int(quiet)).send("Unseen")
    await ben.sees("Seen")
    assert ben.find("Unseen") is None


async def test_channels_can_be_created_and_deleted(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    own = int(await sandbox.add_channel("new"))
    await ana.until(lambda: "new" in ana.channels)
    channel = bot.get_partial_messageable(own)
    await channel.send("x")
    await sandbox.delete_channel("new")
    await ana.until(lambda: "new" not in ana.channels)
    assert await refusal(channel.send("y")) == 10003


async def test_old_messages_allow_few_edits(sandbox: Sandbox, rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    _, message = await rest("POST", path, {"content": "x"})
    await sandbox.advance(3601)
    codes = []
    for n in range(31):
        status, answer = await rest("PATCH", f"{path}/{message['id']}", {"content": str(n)})
        codes.append(status if status == 200 else answer["code"])
        await sandbox.advance(5)
    assert codes == [200] * 30 + [30046]


async def test_two_drivers_share_a_sandbox_in_another_process():
    async with Sandbox.spawn("--members", "3") as sandbox, Sandbox.connect(sandbox.page_url) as same:
        ana = await sandbox.member("Ana")
        zoe = await same.member("Zoe")
        await zoe.say("Hello")
        assert (await ana.sees("Hello")).author == "Zoe"
        assert len((await same.state())["guilds"][0]["members"]) == 5


async def test_controls_refuse_wrong_arguments(sandbox: Sandbox):
    for refused, about in [
        (sandbox.nonsense(), "no control"),
        (sandbox.fault("GET /*", way=1), "way"),
        (sandbox.drop_gateway(), "close code"),
        (sandbox.advance(-1), "forward"),
        (sandbox.set_locale("de", "Nobody"), "Nobody"),
        (sandbox.deny("coup", "fly"), "fly"),
    ]:
        with pytest.raises(ValueError, match=about):
            await refused


async def test_a_killed_bot_logs_no_error(sandbox: Sandbox, ana: DrivenMember, caplog: pytest.LogCaptureFixture):
    url = URL(sandbox.api_url)
    _, writer = await asyncio.open_connection(url.host, url.port)
    path = f"{url.path}/channels/{ana.channels['coup']}/messages"
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bot x\r\nContent-Length: 99\r\n\r\n{{".encode()
    )
    await writer.drain()
    writer.transport.abort()
    while "POST /channels/{channel_id}/messages 499" not in await sandbox.requests():
        pass
    assert not caplog.records


async def test_a_channel_takes_five_messages_in_five_seconds(sandbox: Sandbox, rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    left, message = [], {}
    for _ in range(5):
        status, message = await rest("POST", path, {"content": "x"})
        assert status == 200
        left.append(rest.headers["X-RateLimit-Remaining"])
    assert left == ["4", "3", "2", "1", "0"]
    assert rest.headers["X-RateLimit-Limit"] == "5"
    bucket = rest.headers["X-RateLimit-Bucket"]
    assert 0 < float(rest.headers["X-RateLimit-Reset-After"]) <= 5
    status, answer = await rest("PATCH", f"{path}/{message['id']}", {"content": "an edit counts too"})
    assert status == 429
    assert answer.keys() == {"message", "retry_after", "global"}
    assert answer["global"] is False
    assert (rest.headers["X-RateLimit-Bucket"], rest.headers["X-RateLimit-Scope"]) == (bucket, "user")
    assert rest.headers["Via"]
    assert (await rest("POST", f"/channels/{await rest.channel('quiet')}/messages", {"content": "x"}))[0] == 200
    await sandbox.advance(5)
    assert (await rest("POST", path, {"content": "x"}))[0] == 200


async def test_the_client_waits_so_that_nothing_is_refused(
    bot: DemoBot, sandbox: Sandbox, ana: DrivenMember, monkeypatch: pytest.MonkeyPatch
):
    # The limit of five requests, but in half a second, because the client waits in real time.
    for route, rule in rate_limit.RULES.items():
        if rule is rate_limit.MESSAGES:
            monkeypatch.setitem(rate_limit.RULES, route, rate_limit.Rule("messages", 5, 0.5))
    await ana.slash("demo post", times=4)
    await ana.sees("All posted")
    assert len(ana.messages()) == 4
    counts = await sandbox.requests()
    assert counts["POST /channels/{channel_id}/messages 200"] == 4
    assert not [name for name in counts if name.endswith("429")]


async def test_clicks_are_not_limited(bot: DemoBot, sandbox: Sandbox, ana: DrivenMember):
    await ana.slash("demo count")
    for n in range(1, 80):
        assert (await ana.click("More")).text == f"Counted {n}"
    assert not [name for name in await sandbox.requests() if name.endswith("429")]
