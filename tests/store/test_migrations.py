"""Migrations: their numbers, and number 12, which guesses absences."""

from collections import Counter

import pytest

from bot.store import Store
from bot.store.address import Address
from bot.store.migrations import FOLDER
from bot.tables.transitions.game import come_back, decide
from tests.harness.migrations import undo_migrations
from tests.harness.tables import (
    ANA,
    BEN,
    CLEO,
    START,
    Harness,
    ManualClock,
    ask_of,
    game_of,
    go_on,
    refused,
    take_commitments,
    told,
    until_away,
)


@pytest.mark.parametrize("engine", ["sqlite", "postgresql"])
def test_each_migration_of_an_engine_has_a_number_of_its_own(engine: str) -> None:
    """Two files of one number for the same engine would hide each other."""
    files = [file for file in FOLDER.glob("*.sql") if file.suffixes[:-1] in ([], [f".{engine}"])]
    numbers = Counter(file.name[:4] for file in files)
    assert [number for number, count in numbers.items() if count > 1] == []


async def test_a_running_game_keeps_its_absences_and_its_message(address: Address) -> None:
    async with Harness(address, ManualClock()) as harness:
        table = await harness.seat(ANA, BEN, CLEO)
        take_commitments(table)
        await harness.tables.start(table, ANA.user_id, START)
        await until_away(harness, table, 0)
        while "ai" not in [decision.cause for decision in await harness.store.games.decisions(table.id)]:
            await (harness.answer(table, seat) if (seat := table.state.owing()[0]) else go_on(harness, table))
        await harness.tables.run(table, come_back, ANA.user_id)
        await until_away(harness, table, 1)
        absences = len(table.state.absences)
        assert absences == 3
        while [decision.cause for decision in await harness.store.games.decisions(table.id)][-1] != "ai":
            await (harness.answer(table, seat) if (seat := table.state.owing()[0]) != 1 else go_on(harness, table))
        others = await harness.tables.open(77, 89, BEN, ai_seats=1)
        take_commitments(others)
        await harness.tables.start(others, BEN.user_id, 4243)

        await harness.store.database.write(lambda connection: undo_migrations(connection.driver, 11))
        await harness.store.close()
        await (await Store.open(address)).close()
        await harness.open()
        again, untouched = await harness.loaded(table.id), await harness.loaded(others.id)
        assert (told(again, "away"), told(again, "back")) == ([0, 1], [0])
        assert [(absence.seat, absence.is_away) for absence in again.state.absences] == [
            (0, True),
            (0, False),
            (1, True),
        ]
        assert (untouched.state.absences, untouched.state.question_id, again.state.question_id) == ((), None, None)
        while again.state.seats[again.state.owing()[0]].away:
            await go_on(harness, again)
        seat, number, drawn = again.state.owing()[0], game_of(again).question, again.state.question_id
        user_id, move = again.state.seats[seat].user_id or 0, ask_of(again).options[seat][0]
        assert await refused(harness.tables.run(again, decide, user_id, move, number, 5)) == "moment-passed"
        await harness.tables.run(again, decide, user_id, move, number, drawn)
