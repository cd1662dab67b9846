"""Discord's rate limits, and a client that respects them."""

import pytest

from sandbox.discord.rest import rate_limit
from sandbox.driver import DrivenMember, Sandbox
from tests.sandbox.conftest import Rest
from tests.sandbox.demo_bot import DemoBot

pytestmark = pytest.mark.slow


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
