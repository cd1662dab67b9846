"""Lessons: they begin with the learner's turn, one at a time, survive a restart, and end by themselves."""

import asyncio

from bot.store.rows import Status
from bot.tables.changes import ChangeKind
from bot.tables.lessons import Lessons
from bot.tables.refusals.tables import InLesson, LessonElsewhere
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import resign
from bot.tables.transitions.moderation import pause_or_close
from tests.house import ANA, BEN, CHANNEL, GUILD, START, House, checksum, refused

THREAD = (4711, CHANNEL)


async def begin(house: House, learner: Person = ANA, thread: tuple[int, int] | None = THREAD) -> Table:
    """A lesson that has begun."""
    return await house.tables.lessons.begin(GUILD, thread, learner, "en", START)


async def test_a_lesson_is_a_running_game_in_its_thread_with_the_learners_turn(house: House) -> None:
    table = await begin(house)
    assert table.state.game is not None
    assert (table.state.status, table.state.practice, table.state.channel_id, table.state.home_id) == (
        Status.PLAYING,
        True,
        *THREAD,
    )
    assert table.state.owing() == (table.state.seat_of(ANA.user_id),) == (0,)
    assert [(seat.ai, seat.temperament) for seat in table.state.seats[1:]] == [("easy", "wary"), ("easy", "bold")]
    assert await house.tables.at(CHANNEL) is None
    await house.seat(BEN)  # the channel is free for others
    await house.play_out(table)
    assert table.state.ended


async def test_a_member_is_in_one_lesson_at_a_time(house: House) -> None:
    both = await asyncio.gather(begin(house), begin(house), return_exceptions=True)
    assert [type(each) for each in both] == [Table, InLesson]
    assert await refused(begin(house, thread=None)) is InLesson
    assert await refused(house.tables.lessons.of(ANA.user_id, GUILD + 1)) is LessonElsewhere
    found = await house.tables.lessons.of(ANA.user_id, GUILD)
    assert found is both[0]
    assert await house.tables.lessons.of(BEN.user_id, GUILD) is None
    assert (await begin(house, BEN, thread=None)).state.in_private
    assert isinstance(found, Table)
    await house.tables.lessons.end(found)
    assert found.state.status is Status.CLOSED
    assert (await begin(house, thread=None)).state.in_private


async def test_a_lesson_is_unique_on_all_servers_and_in_all_processes(house: House) -> None:
    await begin(house, thread=None)
    other = Lessons(house.tables.shell)  # as of another process
    assert await refused(other.begin(GUILD, None, ANA, "en", START)) is InLesson
    assert await refused(other.begin(GUILD + 1, (4712, CHANNEL + 1), ANA, "en", START)) is InLesson
    assert not (await other.begin(GUILD, THREAD, BEN, "en", START)).state.in_private


async def test_a_lesson_survives_a_kill(house: House) -> None:
    for thread in (THREAD, None):
        table = await begin(house, thread=thread)
        assert table.state.game is not None
        await house.answer(table, 0, next(m for m in table.state.game.ask.options[0] if m.action == "tax"))  # pyright: ignore[reportOptionalMemberAccess] - it is asked
        tables = await house.reopen()
        again = await tables.lessons.of(ANA.user_id, GUILD)
        assert again is not None
        assert again is not table
        assert checksum(again) == checksum(table)
        assert (again.state.practice, again.state.channel_id, again.state.home_id) == (
            True,
            table.state.channel_id,
            table.state.home_id,
        )
        await house.play_out(again)
        assert again.state.ended


async def test_an_abandoned_lesson_closes_by_itself(house: House) -> None:
    table = await begin(house)
    await house.ring(table, 900.0)
    assert table.state.status is Status.PLAYING
    await house.ring(table, 900.0)
    assert table.state.status is Status.CLOSED
    assert not any(seat.away for seat in table.state.seats)


async def test_a_lesson_out_of_reach_ends_so_that_another_may_begin(house: House) -> None:
    table = await begin(house)
    await house.tables.run(table, pause_or_close, "unreachable")
    assert table.state.status is Status.CLOSED
    assert (await begin(house, thread=None)).state.in_private


async def test_a_lesson_ends_when_its_learner_is_out(house: House) -> None:
    table, closed = await begin(house), asyncio.Event()
    house.tables.listeners.append(lambda _, change: change.kind is ChangeKind.CLOSED and closed.set())  # pyright: ignore[reportArgumentType] - nobody reads what it returns
    await house.tables.run(table, resign, ANA.user_id)
    async with asyncio.timeout(5):
        await closed.wait()
    assert not table.state.members_in()
    assert table.state.status is Status.CLOSED
    assert await house.store.games.result(table.id) is None
