"""The doctor: it finds what endangers the games and names a remedy for each fault."""

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.cluster import join
from bot.doctor.examination import examine, judge_shards
from bot.doctor.finding import Finding, clock_finding
from bot.doctor.postgresql import ServerFacts, judge
from bot.settings import Settings
from bot.store import Store
from bot.store.address import PostgresqlAddress, parse
from sandbox.driver import Sandbox
from tests.harness.damaged_file import create_damaged_file
from tests.harness.processes.postgresql_server import PASSWORD, Server

ADDRESS = PostgresqlAddress("db.example", 5432, "coup", "games")
SOUND = ServerFacts(150_004, "on", "on", "on", logs_values=False, free=20, ahead=0.2, unsure=0.001)


def settings(**given: Any) -> Settings:
    return Settings(**given)


def bad(facts: ServerFacts) -> list[Finding]:
    return [finding for finding in judge(facts, ADDRESS) if not finding.is_well]


def test_the_doctor_finds_nothing_wrong_with_a_sound_server() -> None:
    assert bad(SOUND) == []
    assert bad(replace(SOUND, version=140_000, synchronous_commit="remote_apply", free=6, ahead=-1.0)) == []


@pytest.mark.parametrize(
    ("facts", "about", "said"),
    [
        (replace(SOUND, version=130_014), "server", "PostgreSQL 13.14 is too old: upgrade"),
        (replace(SOUND, fsync="off"), "durability", "fsync is off, .* ALTER SYSTEM SET fsync = on"),
        (replace(SOUND, full_page_writes="off"), "durability", "ALTER SYSTEM SET full_page_writes = on"),
        (
            replace(SOUND, synchronous_commit="off"),
            "durability",
            "ALTER DATABASE games SET synchronous_commit = on",
        ),
        (replace(SOUND, logs_values=True), "secrets", "hands .* ALTER SYSTEM SET log_parameter_max_length = 0"),
        (replace(SOUND, free=2), "connections", "Only 2 connections are free.* raise max_connections"),
        (replace(SOUND, ahead=3.0), "clock", "3.0 s ahead of the database's.* NTP"),
        (replace(SOUND, ahead=-3.0), "clock", "3.0 s behind the database's"),
    ],
)
def test_each_fault_that_endangers_games_is_named_with_a_remedy(facts: ServerFacts, about: str, said: str) -> None:
    [finding] = bad(facts)
    assert finding.about == about
    assert re.search(said, finding.sentence)


def test_a_clock_is_judged_only_as_exactly_as_it_was_read() -> None:
    assert clock_finding(1.4, 0.5, "Discord's").is_well
    assert not clock_finding(1.6, 0.5, "Discord's").is_well


@pytest.mark.parametrize(
    ("cluster", "shards", "sessions", "bad"),
    [
        (None, 1, 998, []),
        ("auto", 3, 998, []),
        ("2/3", 3, 998, []),
        ("2/4", 3, 998, ["shards"]),
        ("2/3", 3, 5, ["sessions"]),
    ],
)
def test_places_and_sessions_are_limited(cluster: str | None, shards: int, sessions: int, bad: list[str]) -> None:
    given = settings(coup_database=str(ADDRESS), coup_cluster=cluster)
    assert [found.about for found in judge_shards(given, shards, sessions, 5.0) if not found.is_well] == bad


async def test_a_whole_examination_runs_against_a_server(server: Server) -> None:
    """The tests' own server does not fsync, and the superuser's settings endanger secrets."""
    own = "%20-c%20log_min_duration_statement=1" if server.own else ""
    async with Sandbox.start() as sandbox:
        given = settings(
            coup_database=parse(f"{server.schema()}%20-c%20synchronous_commit=off{own}"),
            discord_token=SecretStr("made-up"),
            discord_api_url=sandbox.api_url,
            discord_gateway_url=sandbox.gateway_url,
        )
        found = [finding async for finding in examine(given)]
    well = {finding.about for finding in found if finding.is_well}
    assert well >= {"server", "connections", "clock", "database", "token", "shards", "sessions"}
    mends = [finding.sentence for finding in found if not finding.is_well]
    assert any("synchronous_commit is off" in sentence for sentence in mends)
    assert any("emojis are missing, so that words stand alone: the bot uploads them" in text for text in mends)
    assert any("scope=bot+applications.commands" in finding.sentence for finding in found)
    for endangered in ("fsync is off", "log_parameter_max_length"):
        assert any(endangered in sentence for sentence in mends) or not server.own
    assert PASSWORD not in str(found)


async def test_a_damaged_file_is_named_with_its_remedy(tmp_path: Path) -> None:
    create_damaged_file(tmp_path / "coup.sqlite3")
    found = [finding async for finding in examine(settings(coup_database=tmp_path / "coup.sqlite3"))]
    [database] = [finding for finding in found if finding.about == "database"]
    assert not database.is_well
    assert "put a backup in its place" in database.sentence


async def test_a_path_without_a_database_is_no_sound_database(tmp_path: Path) -> None:
    path = tmp_path / "typo.sqlite3"
    for condition in ("new and empty", "sound and up to date"):
        found = [finding.sentence async for finding in examine(settings(coup_database=path))]
        assert f"{path} is {condition}." in found


async def test_a_misspelt_setting_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = settings(coup_database=tmp_path / "coup.sqlite3")
    for name, is_known in (("COUP_BACKUPS", True), ("COUP_BACKUP", False)):
        monkeypatch.setenv(name, "daily,7")
        found = [finding.sentence async for finding in examine(given) if finding.about == "settings"]
        assert found == (
            [] if is_known else ["COUP_BACKUP: there is no such setting. `.env.example` describes all."]
        )


async def test_processes_must_agree_on_their_number(server: Server) -> None:
    address = server.address()
    await (await Store.open(address)).close()
    process = await join(address, (1, 3))
    try:
        found = [
            finding
            for cluster in ("2/3", "2/4")
            async for finding in examine(settings(coup_database=address, coup_cluster=cluster))
            if finding.about == "processes"
        ]
    finally:
        await process.close()
    assert [finding.is_well for finding in found] == [True, False]
    assert f"{process.name} (1/3)" in found[0].sentence
    assert "COUP_CLUSTER is …/3 and …/4" in found[1].sentence


async def test_discord_is_checked_even_if_the_database_is_unreachable() -> None:
    found = [
        finding async for finding in examine(settings(coup_database="postgresql://coup:verysecret@127.0.0.1:1/x"))
    ]
    found_well = [(finding.about, finding.is_well) for finding in found]
    assert found_well == [("AI seats", True), ("database", False), ("token", False)]
    assert "127.0.0.1:1/x cannot be reached" in found[1].sentence
    assert "verysecret" not in str(found)
