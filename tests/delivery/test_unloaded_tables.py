"""Tables that are no longer in memory: their live message can still be clicked and edited, older ones cannot."""

from typing import Any

import pytest

from bot.store.repositories.agenda import BEING_POSTED
from bot.tables.transitions.transition import Change, ChangeKind
from tests.harness.discord import SimGuild, controls, forget_tables, said, shown
from tests.harness.tables import in_turn

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("quick_collection")]


def channel_messages(guild: SimGuild) -> list[Any]:
    """The messages of the channel after the lobby's, oldest first."""
    return sorted(guild.channel.history(), key=lambda message: message.id)[1:]


async def reminded(guild: SimGuild, active: str, message: Any) -> Any:
    """Claims tax, and waits until the next player is reminded to answer; returns the reminder."""
    await guild.select(active, message, ["tax"])
    await guild.env.advance_time(601)
    reminder = channel_messages(guild)[-1]
    assert "waiting for your answer" in shown(reminder)
    return reminder


async def test_a_click_at_a_table_not_in_memory_updates_its_message(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "7200/1200"
    table = await guild.play("Ana", "Ben", "Cleo", style="chronicle")
    active, *others = in_turn(table)
    del table
    await guild.show_hands(active, *others)
    live_message = guild.live_message
    await forget_tables(guild)
    requests = len(guild.env.http_requests)
    await guild.select(active, live_message, ["tax"])
    assert [message.id for message in channel_messages(guild)] == [live_message.id]
    assert "Still to answer" in shown(channel_messages(guild)[0])
    sent = [entry for entry in guild.env.http_requests[requests:] if entry.method in ("POST", "PATCH")]
    assert not [entry for entry in sent if "/webhooks/" not in entry.path][1:], "beside the edit of the hand"

    await forget_tables(guild)
    for name in others:
        await guild.click(name, "Allow", live_message)
    old, new = channel_messages(guild)
    assert old.id == live_message.id
    assert not controls(old)
    assert "Turn 2" in shown(new)

    await forget_tables(guild)
    refused = await guild.forge_click(active, controls(live_message)[0]["custom_id"], "income", message=old)
    assert "moment has passed" in said(refused)
    assert [message.id for message in channel_messages(guild)] == [old.id, new.id]


@pytest.mark.parametrize("is_stored", [True, False])
async def test_an_answer_deletes_the_reminder_of_a_table_not_in_memory(guild: SimGuild, is_stored: bool) -> None:
    guild.bot.tables.default_pace = "7200/1200"
    table = await guild.play("Ana", "Ben", style="chronicle")
    game_id, (active, other) = table.id, in_turn(table)
    del table
    live_message = guild.live_message
    reminder = await reminded(guild, active, live_message)
    await forget_tables(guild)
    if not is_stored:  # the row as it was before the reminder was posted
        await guild.bot.store.games.change(game_id, reminder_id=BEING_POSTED)
    await guild.click(other, "Allow", live_message)
    ids = [message.id for message in channel_messages(guild)]
    assert live_message.id in ids
    assert reminder.id not in ids


async def test_a_table_served_again_keeps_its_reminder_and_direct_messages(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "7200/1200"
    for name in ("Ana", "Ben"):
        await guild.bot.tables.preferences.change(guild[name].id, dm=True)
    table = await guild.play("Ana", "Ben")
    active, other = in_turn(table)
    reminder = await reminded(guild, active, guild.live_message)
    guild.bot.tables.publish(table, Change(ChangeKind.RESTORED))
    await guild.env.advance_time(1)
    assert reminder.id in [message.id for message in channel_messages(guild)]
    await guild.click(other, "Allow")
    assert reminder.id not in [message.id for message in channel_messages(guild)]
    await guild.env.advance_time(20)
    guild.bot.dispatcher.direct_messages.forget(table)  # as in a process that loads the table for the first time
    counts = [len(guild.users[name].dm_channel.history()) for name in (active, other)]
    guild.bot.tables.publish(table, Change(ChangeKind.RESTORED))
    for name in (active, other):  # before it sends a direct message, the bot reads the same row
        await guild.bot.store.players.get(guild[name].id)
    await guild.env.advance_time(1)
    assert [len(guild.users[name].dm_channel.history()) for name in (active, other)] == counts


async def test_removing_the_bot_also_pauses_games_not_in_memory(guild: SimGuild) -> None:
    guild.bot.tables.default_pace = "7200/1200"
    table = await guild.play("Ana", "Ben")
    game_id = table.id
    del table
    await forget_tables(guild)
    await guild.bot.dispatcher.lose_guild(guild.discord_guild.id)
    again = await guild.bot.tables.get(game_id)
    assert again is not None
    assert again.state.status == "paused"
