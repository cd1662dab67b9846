"""All rows of a database, and where a member appears in them."""

from pathlib import Path
from typing import Any

from bot.privacy.deletion import MemberDeletion
from bot.privacy.ledger import Ledger
from bot.store import Store
from bot.store.engines.database import Connection
from bot.store.engines.sqlite import SqliteDatabase
from bot.store.migrations import tables_made
from bot.store.query import Query
from bot.tables.state import Person
from tests.harness.tables import Harness

ANA = Person(10**17 + 4242, "Anastasia☃")
BEN = Person(10**17 + 777, "Benedikt")
CLEO = Person(10**17 + 99, "Cleopatra")
DOV = Person(10**17 + 31337, "Dov")

Rows = dict[str, list[dict[str, Any]]]


async def dump(store: Store) -> Rows:
    """All rows of all tables, in an order that does not depend on the ids of members."""
    engine = "sqlite" if isinstance(store.database, SqliteDatabase) else "postgresql"

    def unit(connection: Connection) -> Rows:
        return {
            table: sorted(
                (dict(row) for row in connection.execute(Query(f"SELECT * FROM {table}"), {})),
                key=lambda row: [repr(row[column]) for column in row if column != "user_id"],
            )
            for table in sorted(tables_made(engine))
        }

    return await store.database.read(unit)


def traces(rows: Rows, person: Person) -> list[str]:
    """The columns in which a member's id or name appears, in any form."""
    return sorted(
        {
            f"{table}.{column}"
            for table, found in rows.items()
            for row in found
            for column, value in row.items()
            if any(mark in str(value) for mark in (str(person.user_id), person.name, ascii(person.name)[1:-1]))
        }
    )


def changed(before: Rows, after: Rows) -> list[str]:
    """The columns that differ between two dumps, and the tables with more or fewer rows."""
    found = set[str]()
    for table, rows in before.items():
        if len(rows) != len(after[table]):
            found.add(table)
            continue
        for old, new in zip(rows, after[table], strict=True):
            found.update(f"{table}.{column}" for column in old if old[column] != new[column])
    return sorted(found)


def deletions_of(harness: Harness, folder: Path) -> MemberDeletion:
    """The deletions of a service, with the list of deletions in a folder."""
    return MemberDeletion(harness.tables, Ledger(harness.store, folder / "coup.deletions"))
