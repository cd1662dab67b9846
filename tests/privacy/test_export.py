"""The export, and PRIVACY.md: every column about members is in both."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from bot.privacy.export import export
from bot.store import Store
from bot.store.engines.database import Connection
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.migrations import tables_made
from bot.store.query import Query
from bot.store.repositories.audit import Entry
from bot.store.repositories.deletions import EXPORTED
from bot.store.rows import EarlyAnswer
from bot.tables.service import Tables
from bot.tables.transitions.orders import give_order
from data import ROOT
from engine import Move
from tests.harness.fences import OneShard
from tests.harness.tables import CHALLENGE, GUILD, Harness, change
from tests.privacy.stored import ANA, BEN, CLEO, deletions_of, dump, traces


async def exported(harness: Harness) -> tuple[dict[str, Any], str]:
    """Ana's data, also as text."""
    data = await export(harness.tables, ANA.user_id)
    return data, json.dumps(data)


async def test_every_row_about_the_member_is_in_the_export(harness: Harness) -> None:
    await harness.tables.preferences.change(ANA.user_id, dm=True, hidden=True)
    table = await harness.play(ANA, BEN, CLEO)
    await harness.play_out(table)
    await harness.store.audit.add(GUILD, Entry(1.0, ANA.user_id, "pace", "slow"))
    data, text = await exported(harness)
    rows = await dump(harness.store)
    for name in ("players", "audit", "seat_statistics", "standings"):
        own = [row for row in rows[name] if row["user_id"] == ANA.user_id]
        assert len(data[name]) == len(own) > 0
    (game,) = data["games"]
    assert (game["name"], game["players"]) == (ANA.name, [ANA.name, BEN.name, CLEO.name])
    assert game["salt"] == table.state.seats[0].salt
    own = [decision for decision in await harness.store.games.decisions(table.id) if decision.seat == 0]
    assert [decision["move"] for decision in game["decisions"]] == [decision.move for decision in own]
    assert str(BEN.user_id) not in text
    assert str(CLEO.user_id) not in text


async def test_of_a_game_that_runs_it_has_what_the_member_may_see(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO, orders=True)
    await harness.tables.run(table, give_order, ANA.user_id, "everything")
    await harness.answer(table, table.state.owing()[0], Move("act", action="tax"))
    change(table, early_answers=(EarlyAnswer(0, "early-move", "player"),))
    data, text = await exported(harness)
    (game,) = data["games"]
    assert game["live"]
    assert game["view"] == json.loads(json.dumps(table.state.game and table.state.game.view(0)))
    assert game["standing_orders"] == ["everything"]
    secrets = [table.state.server_seed.hex(), table.state.seed, *(seat.salt for seat in table.state.seats)]
    assert [secret for secret in (*secrets, "early-move", str(BEN.user_id)) if str(secret) in text] == []
    assert "decisions" not in game


async def test_of_a_game_that_another_process_serves_it_has_the_same(harness: Harness) -> None:
    table = await harness.play(ANA, BEN, CLEO)
    (actor,) = table.state.owing()
    await harness.answer(table, actor, Move("act", action="tax"))
    await harness.answer(table, table.state.owing()[-1], CHALLENGE)
    assert table.state.game is not table.state.latest, "the challenge is sealed"
    here = await export(harness.tables, ANA.user_id)
    there = await export(Tables(harness.store, harness.clock, OneShard(held=False)), ANA.user_id)
    assert here["games"][0]["view"] is not None
    assert there == here


async def test_after_a_deletion_there_is_nothing_to_export(harness: Harness, tmp_path: Path) -> None:
    await harness.play_out(await harness.play(ANA, BEN, CLEO))
    await deletions_of(harness, tmp_path).ask(ANA.user_id)
    data, _ = await exported(harness)
    assert {name: rows for name, rows in data.items() if isinstance(rows, list) and rows} == {}
    assert traces(await dump(harness.store), ANA) == []


SUSPECT = re.compile(r"user|member|name|host|_id$|_by$|^by$|salt|commitment|stand_in|detail|record|first|start$")
"""Names of columns that may be about a member."""
NOT_ABOUT_MEMBERS = re.compile(
    r"game_id|guild_id|question_id|message_id|reminder_id|interaction_id|home_id|rematch_of|role_id|\.id$"
    r"|pools\.name|pools\.folded|fences\.|processes\.|leases\.|turns\.|meta\.|started|seasons\.channel_id"
)
"""Ids of other things than members, and names of pools and processes."""
GAME_TABLES = {"games", "seats", "results", "decisions", "direct_messages", "deletions"}
"""Tables of games, which `bot.privacy` rewrites and exports by itself."""


@pytest.fixture
async def columns(store: Store) -> list[str]:
    engine = "sqlite" if isinstance(store.database, SqliteDatabase) else "postgresql"

    def unit(connection: Connection) -> list[str]:
        found: list[str] = []
        for table in sorted(tables_made(engine)):
            cursor = connection.execute(Query(f"SELECT * FROM {table} LIMIT 1"), {})
            found += [f"{table}.{column[0]}" for column in cursor.description]  # type: ignore[attr-defined] - of both drivers
        return found

    return await store.database.read(unit)


def described() -> set[str]:
    """The columns that PRIVACY.md describes."""
    return set(re.findall(r"^\| `(\w+\.\w+)` \|", (ROOT.parent / "PRIVACY.md").read_text("utf-8"), re.MULTILINE))


async def test_every_column_about_members_is_described(columns: list[str]) -> None:
    suspect = {
        column
        for column in columns
        if SUSPECT.search(column.split(".")[1]) and not NOT_ABOUT_MEMBERS.search(column)
    }
    missing = sorted(suspect - described())
    assert missing == [], "describe them in PRIVACY.md, or say in this test that they are not about members"
    tables = {column.split(".")[0] for column in columns}
    known = {column for column in described() if column.split(".")[0] in tables}
    assert sorted(known - set(columns) - {"audit.member_id"}) == [], (
        "PRIVACY.md describes columns that do not exist"
    )


def test_every_described_table_is_deleted_and_exported(columns: list[str]) -> None:
    tables = {column.split(".")[0] for column in described() & set(columns)}
    assert sorted(tables - GAME_TABLES - set(EXPORTED)) == [], "add them to personal_rows.py"
