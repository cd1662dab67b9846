"""The numbers of migrations: two files of one number for the same engine would hide each other."""

from collections import Counter

import pytest

from bot.store.migrations import FOLDER


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_each_migration_of_an_engine_has_a_number_of_its_own(engine: str) -> None:
    files = [file for file in FOLDER.glob("*.sql") if file.suffixes[:-1] in ([], [f".{engine}"])]
    numbers = Counter(file.name[:4] for file in files)
    assert [number for number, count in numbers.items() if count > 1] == []
