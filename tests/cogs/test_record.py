"""Record: a finished game as a page that replays it, and as JSON."""

import json

import pytest

from tests.harness.discord import SimGuild, shown
from tests.harness.tables import change


async def test_record_gives_a_file_and_a_page_if_it_can(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await guild.play("Ana", "Ben")
    await guild.slash("Ben", "coup resign", sure=True)
    await guild.slash("Ana", "coup act", action="income")
    end = next(message for message in guild.channel.history() if "wins" in shown(message))
    given = (await guild["Dov"].click(end, label="Record")).response
    assert given is not None
    assert given.ephemeral
    page, file = given.attachments
    assert page.filename in given.content
    assert file.filename in given.content
    assert "<!doctype html>" in (await page.read()).decode()
    assert json.loads(await file.read())["record"]["result"] == ["Ana"]

    monkeypatch.setattr("cogs.clicks.information.MAX_PAGE_BYTES", 1000)
    long = (await guild["Dov"].click(end, label="Record")).response
    change(table, game=None)
    old = (await guild["Dov"].click(end, label="Record")).response
    for given, reason in ((long, "too long"), (old, "older rules")):
        assert given is not None
        assert [file.filename for file in given.attachments] == [f"coup-{table.id}.json"]
        assert reason in given.content
