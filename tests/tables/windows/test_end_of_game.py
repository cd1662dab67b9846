"""The end of a game shows as soon as it is stored, so that statistics never tell of it before."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.harness.tables import ANA, BEN, Harness, ManualClock, ask_of

MIN_WINDOW_SECONDS = 1.5


@pytest.fixture
async def harness(tmp_path: Path) -> AsyncIterator[Harness]:
    opened = Harness(tmp_path / "coup.sqlite3", ManualClock(), min_window_seconds=MIN_WINDOW_SECONDS)
    await opened.open()
    yield opened
    await opened.store.close()


async def test_the_end_of_a_game_does_not_wait_for_the_minimum_time_of_its_window(harness: Harness) -> None:
    table = await harness.play(ANA, BEN)
    waited = False
    while not table.state.has_ended:
        assert await harness.store.games.result(table.id) is None, "what is stored shows"
        if table.state.open_question.pending is not None:
            waited = True
            await harness.ring(table, MIN_WINDOW_SECONDS)
            continue
        (seat,) = table.state.owing()
        options = ask_of(table).options[seat]
        wanted = [move for move in options if move.action in ("assassinate", "tax")]
        await harness.answer(table, seat, wanted[-1] if wanted else None)
    assert waited, "other windows are open for their minimum time"
    assert await harness.store.games.result(table.id) is not None
