"""A live message that a moderator deletes: it comes back within seconds, at a small cost."""

from typing import Any

import pytest

from bot.delivery.deletion_checks import AFTER_USE_SECONDS, CHECK_SECONDS, SEEN_SECONDS
from tests.cogs.court import Court, controls, shown
from tests.delivery.test_idle import forget


def live(court: Court) -> list[Any]:
    """The messages of the channel with anything to press on them."""
    return [message for message in court.channel.history() if controls(message)]


def checks(court: Court) -> int:
    """How often a single message was asked for."""
    return sum(entry.method == "GET" and "/messages/" in entry.path for entry in court.env.http_requests)


async def deleted(court: Court) -> int:
    """Deletes the live message some seconds after it was seen; returns its id."""
    (message,) = live(court)
    await court.env.advance_time(SEEN_SECONDS + 0.5)
    await message.delete()
    return message.id


@pytest.mark.parametrize("style", ["live", "chronicle"])
async def test_a_deleted_message_comes_back_by_itself_while_a_question_is_open(court: Court, style: str) -> None:
    await court.play("Ana", "Ben", style=style, pace="slow")
    gone = await deleted(court)
    await court.env.advance_time(CHECK_SECONDS)
    (message,) = live(court)
    assert message.id != gone
    assert "### Turn 1" in shown(message)
    assert not court.pinged(message)


@pytest.mark.parametrize("use", ["coup hand", "coup log", "coup rules"])
async def test_a_deleted_message_comes_back_with_the_next_thing_that_anyone_does(court: Court, use: str) -> None:
    court.bot.tables.default_pace = "correspondence"
    await court.play("Ana", "Ben", style="live")
    await deleted(court)
    await forget(court)
    await court.slash("Ana", use)
    await court.env.advance_time(AFTER_USE_SECONDS)
    assert len(live(court)) == 1


async def test_a_deleted_lobby_comes_back_with_the_next_thing_that_anyone_does(court: Court) -> None:
    await court.slash("Ana", "coup new")
    await deleted(court)
    await court.slash("Ben", "coup rules")
    await court.env.advance_time(AFTER_USE_SECONDS)
    assert len(live(court)) == 1


async def test_a_message_that_is_there_is_asked_for_every_ten_seconds_while_members_think(court: Court) -> None:
    await court.play("Ana", "Ben", pace="slow")
    await court.env.advance_time(80)
    assert 6 <= checks(court) <= 8
    assert len(live(court)) == 1


async def test_nobody_asks_for_a_message_that_was_just_seen_or_that_nobody_needs(court: Court) -> None:
    court.bot.tables.default_pace = "correspondence"
    table = await court.play("Ana", "Ben", style="live")
    assert table.game is not None
    await court.slash("Ana", "coup hand")
    await court.env.advance_time(AFTER_USE_SECONDS)
    assert checks(court) == 0, "it was posted a moment ago"
    await court.env.advance_time(3600)
    assert checks(court) <= 6, "every ten minutes of a day"
    before = checks(court)
    await court.click(table.seats[table.game.turn].name, "My hand")
    await court.env.advance_time(AFTER_USE_SECONDS)
    assert checks(court) == before, "it was clicked"
    for name in ("Ana", "Ben"):
        await court.slash(name, "coup resign", sure=True)
    before = checks(court)
    await court.env.advance_time(3600)
    assert checks(court) == before, "the game is over"
