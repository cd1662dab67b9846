"""Deletion: afterwards nothing leads to the member, and everybody else's games are whole."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import pytest

from bot.privacy.deletion import Deletions
from bot.store.address import Address
from bot.store.repositories.audit import Entry
from bot.tables.state import Person
from tests.harness.tables import GUILD, Harness, ManualClock
from tests.privacy.stored import changed, dump, traces

ANA = Person(10**17 + 4242, "Anastasia☃")
BEN = Person(10**17 + 777, "Benedikt")
CLEO = Person(10**17 + 99, "Cleopatra")


@pytest.fixture
async def harness(address: Address) -> AsyncIterator[Harness]:
    opened = Harness(cast("Path", address), ManualClock())
    await opened.open()
    yield opened
    await opened.store.close()


def deletions_of(harness: Harness) -> Deletions:
    return Deletions(harness.tables, harness.tables.shell.ownership.exclusive)  # type: ignore[attr-defined] - SingleProcess has it


async def test_nothing_leads_to_a_deleted_member(harness: Harness) -> None:
    await harness.tables.preferences.change(ANA.user_id, dm=True)
    await harness.tables.preferences.change(BEN.user_id, dm=True)
    first = await harness.play(ANA, BEN, CLEO)
    await harness.play_out(first)
    lesson = await harness.tables.lessons.begin(GUILD, None, ANA, "en", 5)
    await harness.tables.lessons.end(lesson)
    await harness.store.audit.add(GUILD, Entry(1.0, ANA.user_id, "pace", str(ANA.user_id)))
    await harness.store.audit.add(GUILD, Entry(2.0, BEN.user_id, "pace", "slow"))
    before = await dump(harness.store)
    assert traces(before, ANA)

    assert await deletions_of(harness).ask(ANA.user_id)

    after = await dump(harness.store)
    assert traces(after, ANA) == []
