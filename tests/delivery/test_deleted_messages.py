"""A live message that a moderator deletes: it is posted again within seconds, with few requests."""

from typing import Any

import pytest

from bot.delivery.table_message.live_message import AFTER_USE_SECONDS, CHECK_SECONDS, SEEN_SECONDS
from tests.harness.discord import SimGuild, controls, forget_tables, shown
from tests.harness.tables import in_turn


def live(guild: SimGuild) -> list[Any]:
    """The messages of the channel that have controls."""
    return [message for message in guild.channel.history() if controls(message)]


def checks(guild: SimGuild) -> int:
    """How often the bot checked whether a message still exists."""
    return sum(entry.method == "GET" and "/messages/" in entry.path for entry in guild.env.http_requests)


async def deleted(guild: SimGuild) -> int:
    """Deletes the live message some seconds after it was seen; returns its id."""
    (message,) = live(guild)
    await guild.env.advance_time(SEEN_SECONDS + 0.5)
    await message.delete()
    return message.id


@pytest.mark.parametrize("style", ["live", "chronicle"])
async def test_a_deleted_message_is_posted_again_while_a_question_is_open(guild: SimGuild, style: str) -> None:
    await guild.play("Ana", "Ben", style=style, pace="slow")
    gone = await deleted(guild)
    await guild.env.advance_time(CHECK_SECONDS)
    (message,) = live(guild)
    assert message.id != gone
    assert "Turn 1" in shown(message)
    assert not guild.pinged(message)


async def test_a_message_deleted_in_a_short_window_is_posted_again_at_half_time(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="live", pace="normal")
    await guild.slash(in_turn(table)[0], "coup act", action="tax")
    await guild.env.advance_time(1)
    (message,) = live(guild)
    await message.delete()
    await guild.env.advance_time(10)
    assert len(live(guild)) == 1


async def test_a_message_clicked_shortly_before_half_time_is_not_edited_again(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="live", pace="slow")
    actor, first, _ = in_turn(table)
    await guild.slash(actor, "coup act", action="tax")
    await guild.env.advance_time(22)
    await guild.click(first, "Allow")
    guild.env.http_requests.clear()
    await guild.env.advance_time(12)
    assert [entry.method for entry in guild.env.http_requests] == ["POST"]  # the reminder


@pytest.mark.usefixtures("quick_collection")
async def test_a_deleted_message_is_posted_again_after_the_next_action(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "correspondence"
    await guild.play("Ana", "Ben", style="live")
    for use in ("coup hand", "coup log", "coup rules"):
        await deleted(guild)
        await forget_tables(guild)
        await guild.slash("Ana", use)
        await guild.env.advance_time(AFTER_USE_SECONDS)
        assert len(live(guild)) == 1, use
    panel = (await guild.slash("Ana", "coup help")).response
    await deleted(guild)
    await guild.click("Ana", "Rules", panel)
    await guild.env.advance_time(AFTER_USE_SECONDS)
    assert len(live(guild)) == 1, "a click in a panel"


async def test_a_deleted_lobby_is_posted_again_after_the_next_action(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await deleted(guild)
    await guild.slash("Ben", "coup rules")
    await guild.env.advance_time(AFTER_USE_SECONDS)
    assert len(live(guild)) == 1


async def test_a_message_is_checked_every_half_minute_while_members_think(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", pace="slow")
    await guild.env.advance_time(80)
    assert checks(guild) == 2
    assert len(live(guild)) == 1


async def test_members_who_answer_within_half_a_minute_cause_no_checks(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="live", pace="slow")
    first, *others = in_turn(table)
    await guild.env.advance_time(20)
    await guild.select(first, guild.live_message, ["tax"])
    for name in others:
        await guild.env.advance_time(20)
        await guild.click(name, "Allow")
    assert not checks(guild)


async def test_a_short_question_is_checked_as_often_after_a_long_one(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "86400/90"
    table = await guild.play("Ana", "Ben")
    await guild.env.advance_time(2 * CHECK_SECONDS)
    await guild.slash(in_turn(table)[0], "coup act", action="tax")
    await deleted(guild)
    await guild.env.advance_time(CHECK_SECONDS)
    assert len(live(guild)) == 1


async def test_a_message_just_seen_or_no_longer_needed_is_not_checked(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "correspondence"
    table = await guild.play("Ana", "Ben", style="live")
    await guild.slash("Ana", "coup hand")
    await guild.env.advance_time(AFTER_USE_SECONDS)
    assert checks(guild) == 0, "it was posted a moment ago"
    await guild.env.advance_time(3600)
    assert checks(guild) <= 6, "every ten minutes of a day"
    before = checks(guild)
    await guild.click(in_turn(table)[0], "My hand")
    await guild.env.advance_time(AFTER_USE_SECONDS)
    assert checks(guild) == before, "it was clicked"
    for name in ("Ana", "Ben"):
        await guild.slash(name, "coup resign", sure=True)
    before = checks(guild)
    await guild.env.advance_time(3600)
    assert checks(guild) == before, "the game is over"
