"""Discord is asked to return the message of a response only where the bot needs its id."""

import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter, async_context, interaction_response_params

from bot.gateway.interaction_responses import InteractionResponses
from sandbox.driver import Sandbox
from tests.harness.processes import running

CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
WITH_BODY, WITHOUT_BODY = f"{CALLBACK} 200", f"{CALLBACK} 204"


@pytest.mark.slow
async def test_discord_returns_only_the_message_of_a_lobby(tmp_path: Path) -> None:
    async with Sandbox.start() as sandbox, running(sandbox, tmp_path / "coup.sqlite3"):
        await sandbox.ready("coup")
        ana, ben = await sandbox.member("Ana"), await sandbox.member("Ben")
        await ana.slash("coup new")
        await ben.click("Join")
        await ben.click("Rules")
        await ben.click("Start")
        counts = await sandbox.requests()
        assert (counts[WITH_BODY], counts[WITHOUT_BODY]) == (1, 3)


class _Answers(AsyncWebhookAdapter):
    """Discord, which accepts every request."""

    def __init__(self) -> None:
        super().__init__()
        self.requests = 0

    async def request(self, *_: Any, **__: Any) -> None:
        self.requests += 1


async def test_responses_are_sent_however_many_interactions_a_connection_has_refused() -> None:
    discord_answers = _Answers()
    async_context.set(discord_answers)
    for _ in range(sys.getrecursionlimit()):
        InteractionResponses.use()
    async with aiohttp.ClientSession() as session:
        with interaction_response_params(type=6) as params:
            await async_context.get().create_interaction_response(1, "token", session=session, params=params)
    assert discord_answers.requests == 1
