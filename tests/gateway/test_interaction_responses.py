"""Discord is asked to return the message of a response only where the bot needs its id."""

from pathlib import Path

import pytest

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
