"""The doctor: for a database role that lacks rights it names the statement that grants them."""

import re
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any, LiteralString, cast
from urllib.parse import quote

import pytest
from psycopg import sql

from bot.doctor.examination import examine
from bot.doctor.finding import Finding
from bot.doctor.postgresql import judge_transactions
from bot.settings import Settings
from bot.store import Store
from bot.store.address import parse
from bot.store.engines.postgresql_connection import connect
from bot.store.migrations import FOLDER, tables_made
from bot.store.repositories.audit import Entry
from tests.harness.processes.postgresql_server import PASSWORD, Server, postgresql_address

pytestmark = pytest.mark.slow

ROLE = 'Bot "of" coup'
"""A name that must be quoted."""
MENDS = re.compile(r": ((?:GRANT|ALTER|CREATE|BEGIN) .+)")


class Database:
    """A schema whose owner created the bot's tables, and another role, `ROLE`, that has no rights there yet."""

    def __init__(self, url: str) -> None:
        url += "&connect_timeout=30"  # on a busy machine, the server may take longer than a bot waits
        self.owner = postgresql_address(url)
        assert self.owner.password is not None
        secret = f"{quote(ROLE)}:{quote(PASSWORD)}"
        self.role = postgresql_address(url.replace(f"{self.owner.user}:{self.owner.password}", secret))
        self.schema = dict(self.owner.parameters)["options"].rpartition("=")[2]

    def run(self, statement: str) -> list[dict[str, Any]]:
        """Runs a statement as the owner, after replacing `$role`, `$schema` and `$database` by their names."""
        for word, name in (("$role", ROLE), ("$schema", self.schema), ("$database", self.owner.database)):
            statement = statement.replace(word, sql.Identifier(name).as_string())
        with closing(connect(self.owner)) as driver:
            cursor = driver.execute(cast(LiteralString, statement))
            return cursor.fetchall() if cursor.description else []

    async def findings(self) -> list[Finding]:
        """Returns what the doctor finds as the role, without Discord."""
        given: Any = {"coup_database": self.role, "_env_file": None}
        return [found async for found in examine(Settings(**given)) if found.about != "token"]

    async def wrong(self) -> list[str]:
        """Returns the faults that the doctor finds with the role."""
        return [
            found.sentence
            for found in await self.findings()
            if not found.is_well and found.about in ("rights", "transactions", "database")
        ]

    async def mend(self, sentences: list[str]) -> None:
        """Runs the statements that the doctor named."""
        for sentence in sentences:
            found = MENDS.search(sentence)
            assert found is not None, sentence
            self.run(found[1])


@pytest.fixture
async def database(server: Server) -> AsyncIterator[Database]:
    made = Database(server.schema())
    made.run(f"CREATE ROLE $role LOGIN PASSWORD '{PASSWORD}'")
    yield made
    made.run("REASSIGN OWNED BY $role TO CURRENT_USER")
    made.run("DROP OWNED BY $role")
    made.run("DROP ROLE $role")


@pytest.fixture
async def full(database: Database) -> Database:
    """The database up to date, and the role with every right that the bot needs."""
    await (await Store.open(database.owner)).close()
    database.run("GRANT USAGE, CREATE ON SCHEMA $schema TO $role")
    database.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA $schema TO $role")
    return database


async def use(address: Any) -> None:
    """Uses each right: reads, inserts (also with generated numbers), updates and deletes."""
    async with await Store.open(address) as store:
        await store.meta.put("a", "b")
        await store.meta.put("a", "c")
        await store.audit.add(1, Entry(0.0, 2, "pace", "slow"))
        assert await store.meta.get("a") == "c"


async def test_a_role_with_all_rights_is_accepted_and_can_work(full: Database) -> None:
    assert await full.wrong() == []
    [rights] = [found.sentence for found in await full.findings() if found.about == "rights"]
    assert "only coup may migrate the tables" in rights
    await use(full.role)


async def test_a_single_missing_right_on_a_single_table_is_found(full: Database) -> None:
    # Each right once is enough, because the statement for a right is the same for all tables.
    for table, right in zip(
        sorted(tables_made("postgresql")), ("SELECT", "INSERT", "UPDATE", "DELETE"), strict=False
    ):
        full.run(f"REVOKE {right} ON $schema.{table} FROM $role")
        granting = [sentence for sentence in await full.wrong() if "GRANT" in sentence]
        assert len(granting) == 1, table
        assert f'GRANT {right} ON "{full.schema}"."{table}" TO "Bot ""of"" coup"' in granting[0]
        await full.mend(granting)
    assert await full.wrong() == []


@pytest.mark.parametrize("right", ["USAGE", "CREATE"])
async def test_missing_rights_on_the_schema_are_found(full: Database, right: str) -> None:
    full.run(f"REVOKE {right} ON SCHEMA $schema FROM $role")
    wrong = [sentence for sentence in await full.wrong() if "GRANT" in sentence]
    assert len(wrong) == 1
    assert f'GRANT {right} ON SCHEMA "{full.schema}"' in wrong[0]
    await full.mend(wrong)
    assert await full.wrong() == []
    await use(full.role)


async def test_a_role_for_an_empty_database_must_be_able_to_create_tables(database: Database) -> None:
    database.run("GRANT USAGE ON SCHEMA $schema TO $role")
    wrong = await database.wrong()
    assert any("GRANT CREATE ON SCHEMA" in sentence for sentence in wrong)
    assert any("could not be brought up to date (permission denied for schema" in sentence for sentence in wrong)
    await database.mend([sentence for sentence in wrong if "GRANT" in sentence])
    assert await database.wrong() == []
    await use(database.role)


async def test_tables_of_another_owner_cannot_be_migrated(database: Database) -> None:
    database.run((FOLDER / "0003_first.postgresql.sql").read_text())
    database.run("UPDATE schema_version SET version = 3")
    database.run("GRANT USAGE, CREATE ON SCHEMA $schema TO $role")
    database.run("GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA $schema TO $role")
    wrong = await database.wrong()
    assert any("must be owner of table games" in sentence for sentence in wrong)
    await database.mend([sentence for sentence in wrong if "does not own them" in sentence])
    assert await database.wrong() == []
    await use(database.role)


@pytest.mark.parametrize("where", ["ROLE $role IN DATABASE $database", "DATABASE $database"])
async def test_transactions_that_are_read_only_are_found(full: Database, where: str) -> None:
    full.run(f"ALTER {where} SET default_transaction_read_only = on")
    try:
        wrong = await full.wrong()
        [mend] = [sentence for sentence in wrong if "All transactions are read-only" in sentence]
        with closing(connect(full.role)) as driver:
            found = MENDS.search(mend)
            assert found is not None
            driver.execute(cast(LiteralString, found[1]))
        assert await full.wrong() == []
        await use(full.role)
    finally:
        full.run(f"BEGIN READ WRITE; ALTER {where} RESET default_transaction_read_only; COMMIT")


async def test_options_that_make_transactions_read_only_are_found(server: Server) -> None:
    address: Any = parse(f"{server.schema()}%20-c%20default_transaction_read_only=on")
    given: Any = {"coup_database": address, "_env_file": None}
    said = [found.sentence async for found in examine(Settings(**given)) if found.about == "transactions"]
    assert len(said) == 1
    assert "remove default_transaction_read_only" in said[0]


async def test_a_role_that_may_not_connect_is_told_the_grant(server: Server, full: Database) -> None:
    full.run("REVOKE CONNECT ON DATABASE $database FROM PUBLIC")
    try:
        [sentence] = await full.wrong()
        assert "GRANT CONNECT ON DATABASE " in sentence
        await full.mend([sentence])
        assert await full.wrong() == []
    finally:
        full.run("GRANT CONNECT ON DATABASE $database TO PUBLIC")


async def test_a_search_path_without_a_schema_gets_a_remedy(server: Server) -> None:
    url = server.schema()
    named = url.rpartition("%3D")
    address: Any = parse(f"{named[0]}%3Dno_schema_{named[2]}")
    given: Any = {"coup_database": address, "_env_file": None}
    said = [found.sentence async for found in examine(Settings(**given)) if found.about == "rights"]
    assert len(said) == 1
    assert "CREATE SCHEMA" in said[0]


def test_a_standby_server_is_reported_as_read_only() -> None:
    role = {"role": "coup", "database": "coup", "is_standby": True, "read_only_by": None}
    [finding] = judge_transactions(role)
    assert not finding.is_well
    assert "standby" in finding.sentence
