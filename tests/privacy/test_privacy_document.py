"""PRIVACY.md: every column that may have a member's id or name is described there, deleted and exported."""

import re

import pytest

from bot.store import Store
from bot.store.engines.database import Connection
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.migrations import tables_made
from bot.store.query import Query
from bot.store.repositories.deletions import EXPORTED
from data import ROOT

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
