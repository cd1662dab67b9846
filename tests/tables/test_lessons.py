"""Lessons: they begin with the learner's turn; a member has one at a time; they survive restarts and end."""

import asyncio
from math import inf

from bot.store.rows import Status
from bot.tables.lessons import Lessons
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import resign
from bot.tables.transitions.moderation import pause_or_close
from tests.harness.tables import ANA, BEN, CHANNEL, GUILD, START, Harness, ask_of, checksum, refused

THREAD = (4711, CHANNEL)


async def begin(harness: Harness, learner: Person = ANA, thread: tuple[int, int] | None = THREAD) -> Table:
    """A lesson that has begun."""
    return await harness.tables.lessons.begin(GUILD, thread, learner, "en", START)


async def test_a_lesson_is_a_running_game_with_the_learners_turn(harness: Harness) -> None:
    table = await begin(harness)
    assert (table.state.status, table.state.practice, table.state.channel_id, table.state.home_id) == (
        Status.PLAYING,
        True,
        *THREAD,
    )
    assert table.state.owing() == (table.state.seat_of(ANA.user_id),) == (0,)
    assert [(seat.ai, seat.temperament) for seat in table.state.seats[1:]] == [("easy", "wary"), ("easy", "bold")]
    assert await harness.tables.at(CHANNEL) is None
    await harness.seat(BEN)  # the lesson does not occupy its thread's channel
    await harness.play_out(table)
    assert table.state.has_ended
    assert await refused(harness.tables.rematch(table, ANA)) == "not-over"


async def test_a_member_is_in_one_lesson_at_a_time(harness: Harness) -> None:
    both = await asyncio.gather(begin(harness), begin(harness), return_exceptions=True)
    assert isinstance(both[0], Table)
    assert str(both[1]) == "in-lesson"
    assert await refused(begin(harness, thread=None)) == "in-lesson"
    assert await refused(harness.tables.lessons.of(ANA.user_id, GUILD + 1)) == "lesson-elsewhere"
    found = await harness.tables.lessons.of(ANA.user_id, GUILD)
    assert found is both[0]
    assert await harness.tables.lessons.of(BEN.user_id, GUILD) is None
    assert (await begin(harness, BEN, thread=None)).state.is_private
    assert isinstance(found, Table)
    await harness.tables.lessons.end(found)
    assert found.state.status is Status.CLOSED
    assert (await begin(harness, thread=None)).state.is_private


async def test_a_member_has_one_lesson_over_all_servers_and_processes(harness: Harness) -> None:
    await begin(harness, thread=None)
    other = Lessons(harness.tables)  # another process would have its own Lessons
    assert await refused(other.begin(GUILD, None, ANA, "en", START)) == "in-lesson"
    assert await refused(other.begin(GUILD + 1, (4712, CHANNEL + 1), ANA, "en", START)) == "in-lesson"
    assert not (await other.begin(GUILD, THREAD, BEN, "en", START)).state.is_private


async def test_a_lesson_survives_a_kill(harness: Harness) -> None:
    for thread in (THREAD, None):
        table = await begin(harness, thread=thread)
        await harness.answer(table, 0, next(m for m in ask_of(table).options[0] if m.action == "tax"))
        tables = await harness.reopen()
        again = await tables.lessons.of(ANA.user_id, GUILD)
        assert again is not None
        assert again is not table
        assert checksum(again) == checksum(table)
        assert (again.state.practice, again.state.channel_id, again.state.home_id) == (
            True,
            table.state.channel_id,
            table.state.home_id,
        )
        await harness.play_out(again)
        assert again.state.has_ended


async def test_an_abandoned_lesson_closes_by_itself(harness: Harness) -> None:
    table = await begin(harness)
    await harness.ring(table, 900.0)
    assert table.state.status is Status.PLAYING
    await harness.ring(table, 900.0)
    assert table.state.status is Status.CLOSED
    assert not any(seat.away for seat in table.state.seats)


async def test_a_lesson_out_of_reach_ends_so_another_may_begin(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, pause_or_close)
    assert table.state.status is Status.CLOSED
    assert (await begin(harness, thread=None)).state.is_private


async def test_a_lesson_ends_at_once_when_its_learner_is_out(harness: Harness) -> None:
    table = await begin(harness)
    await harness.tables.run(table, resign, ANA.user_id)
    assert (table.wakes_at() or inf) <= harness.clock.now()
    await harness.ring(table)
    assert not table.state.members_in()
    assert table.state.status is Status.CLOSED
    assert await harness.store.games.result(table.id) is None
