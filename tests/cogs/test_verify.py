"""Record: a finished game as a page and a file. `/coup-stats verify` checks such a file, or a game here."""

import json
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from bot.tables.record_file import MAX_RECORD_BYTES, record_file
from tests.harness.discord import SimGuild, said, shown
from tests.harness.tables import change, game_of

OTHER_HASH = "ab" * 32
COMMAND = "coup-stats verify"


async def finished(guild: SimGuild, ruleset: str = "classic") -> dict[str, Any]:
    """The file of a game of Ana and Ben: the first player takes 1 coin, and the other resigns."""
    pool = {"pool": "banker,director,guerrilla,peacekeeper,politician"} if ruleset == "anarchy" else {}
    table = await guild.play("Ana", "Ben", ruleset=ruleset, **pool)
    first = game_of(table).turn
    await guild.slash(table.state.names[first], "coup act", action="income")
    await guild.slash(table.state.names[1 - first], "coup resign", sure=True)
    return json.loads(json.dumps(record_file(table.state)))


async def verify(guild: SimGuild, file: object, name: str = "coup-1.json") -> str:
    data = file if isinstance(file, bytes) else json.dumps(file).encode()
    return said(await guild.slash("Dov", COMMAND, record=(name, data)))


async def test_the_last_game_of_the_channel_is_checked_and_explained(guild: SimGuild) -> None:
    assert "has ended yet" in said(await guild.slash("Dov", COMMAND))
    file = await finished(guild)
    text = said(await guild.slash("Dov", COMMAND))
    assert "The shuffle was fair" in text
    assert "shows only its fingerprint" in text
    assert file["commitment"] in text
    assert text.count("✅") == 6
    assert "❌" not in text
    assert "❔" not in text


@pytest.mark.parametrize("ruleset", ["classic", "reformation", "anarchy"])
async def test_the_file_that_record_gave_passes(guild: SimGuild, ruleset: str) -> None:
    file = await finished(guild, ruleset)
    text = await verify(guild, file)
    assert "as it was played on this server" in text
    assert "❌" not in text


async def test_a_changed_file_is_found_out(guild: SimGuild) -> None:
    file = await finished(guild)
    changes: list[tuple[dict[str, Any], str]] = [
        ({"commitment": OTHER_HASH}, "does not have the fingerprint"),
        ({"server_seed": OTHER_HASH}, "does not have the fingerprint"),
        ({"interaction": "5"}, "give another seed"),
        ({"seats": ["0", "0"]}, "give another seed"),
        ({"members": [{"user_id": "5", "salt": OTHER_HASH}, None]}, "belongs to another player"),
        ({"deal": {"deck": [], "hands": [], "mat": []}}, "the game is another one"),
    ]
    record = file["record"]
    income, resign = record["decisions"]
    changes += [
        ({"record": record | damage}, "the game is another one")
        for damage in (
            {"decisions": []},
            {"decisions": [{"by": "Nobody"}]},
            {"decisions": 7},
            {"decisions": [income | {"action": "coup"}, resign]},
            {"result": None},
            {"extra": 1},
            {"new": record["new"] | {"players": ["Ana"] * 2}},
            {"new": record["new"] | {"ruleset": "chess"}},
            {"new": record["new"] | {"seed": OTHER_HASH}},
        )
    ]
    for changed, line in changes:
        text = await verify(guild, file | changed)
        assert "Something does not match" in text
        assert line in text


async def test_a_game_that_was_not_played_like_this_here_is_found_out(guild: SimGuild) -> None:
    """Its file is right in itself, so only the stored game shows that it was changed."""
    file = await finished(guild)
    income, resign = file["record"]["decisions"]
    file["record"] |= {"decisions": [income | {"action": "tax"}, resign | {"do": "pass"}, resign]}
    text = await verify(guild, file)
    assert "played again, the game ends the same" in text
    assert "of this server was another one" in text


async def test_a_game_of_elsewhere_is_checked_by_itself(guild: SimGuild) -> None:
    file = await finished(guild)
    text = await verify(guild, file | {"game": 99})
    assert "do not know this game here" in text
    assert "Everything in this file fits together" in text, "it might be invented as a whole"
    del file["game"], file["version"], file["deal"], file["members"]
    assert "❌" not in await verify(guild, file), "files of earlier versions have less"


async def test_what_deleted_data_or_other_rules_leave_open_is_said(guild: SimGuild) -> None:
    file = await finished(guild)
    file["members"][1] = None
    assert "nobody can check any more which member had that seat" in await verify(guild, file)
    file["seats"][1] = None
    assert "can no longer be computed from the players" in await verify(guild, file)
    text = await verify(guild, file | {"rules_version": "0"})
    assert "played by other rules" in text
    assert "as it was played on this server" in text
    assert "❌" not in text


async def test_any_other_file_is_refused_with_a_sentence(guild: SimGuild) -> None:
    for data, sentence in (
        (b"", "That file is not the record of a game"),
        (b"<!doctype html>", "Choose the file ending in `.json`"),
        (b"\xff\xfe\x00", "That file is not the record of a game"),
        (b"[" * 100_000, "That file is not the record of a game"),
        (b"[]", "That file is not the record of a game"),
        (b"{}", "That file is not the record of a game"),
        (b'{"version": 99}', "of a version that I do not know"),
        (b'{"version": 1, "record": 3}', "That file is not the record of a game"),
        (b" " * (MAX_RECORD_BYTES + 1), "at most 2 MB"),
    ):
        assert sentence in await verify(guild, data), data[:20]


async def test_no_part_of_a_file_can_break_the_check(guild: SimGuild) -> None:
    file = await finished(guild)
    parts = ("commitment", "server_seed", "interaction", "seats", "members", "record", "deal")
    for part, value in product(parts, (None, [], {}, "\ud800", "é" * 64, 10**30, ["\ud800"], [[]], {"new": {}})):
        text = await verify(guild, file | {part: value})
        refused = "not the record of a game" in text or "does not match" in text
        assert refused or (part == "members" and value == []), (part, value)


async def test_a_deleted_id_of_an_older_game_leaves_the_rest_checked(guild: SimGuild) -> None:
    await finished(guild)
    table = await guild.bot.tables.get(1)
    assert table is not None
    ana, ben = table.state.seats
    change(table, seats=(ana, replace(ben, user_id=None, salt=None, commitment=None)))
    text = said(await guild.slash("Dov", COMMAND))
    assert "can no longer be computed from the players" in text
    assert "played again, the game ends the same" in text


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
