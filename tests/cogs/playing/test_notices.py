"""Notices to members: pings, reminders, direct messages; and a table message that Discord refuses."""

from typing import Any

import pytest

from bot.store import SaveFailed
from bot.tables.table import Table
from tests.harness.discord import SimGuild, reminders, said, shown
from tests.harness.tables import change, game_of, in_turn

pytestmark = pytest.mark.slow


async def test_the_table_message_returns_when_deleted_and_on_demand(guild: SimGuild, table: Table) -> None:
    first = guild.live_message
    assert "at the end of the channel again" in said(await guild.slash("Ben", "coup table"))
    assert guild.live_message.id != first.id
    assert first.id not in [message.id for message in guild.channel.history()]
    second = guild.live_message
    await second.delete()
    await guild.slash("Ana", "coup act", action="tax")
    assert guild.live_message.id != second.id
    assert "claims Duke" in shown(guild.live_message)


@pytest.mark.parametrize("in_time", [True, False])
async def test_the_end_is_shown_in_a_channel_reachable_again(guild: SimGuild, table: Table, in_time: bool) -> None:
    guild.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=2)
    await guild.bot.tables.end(table)
    if not in_time:
        change(table, over_at=guild.bot.clock.now() - 3600)
        guild.bot.dispatcher.message_of(table).show()
    live_message = guild.bot.dispatcher.message_of(table)
    while not live_message.is_at_rest:
        await guild.env.advance_time(1)
        # A query takes real time, in which the bot can store its changes.
        await guild.bot.store.agenda.live_by_guild()
    assert ("This game was ended" in shown(guild.channel.history()[-1])) is in_time


async def test_direct_messages_have_working_buttons(guild: SimGuild, table: Table) -> None:
    await guild.switch("Ben", "Turn direct messages on")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    await guild.slash("Ana", "coup answer", answer="show duke")
    ben = guild.users["Ben"]
    (*_, copy) = ben.dm_channel.history()
    assert f"The table in <#{guild.channel.id}>" in shown(copy)
    assert "To the table" not in shown(copy), "its channel is named once"
    assert "You lose a card" in shown(copy)
    await ben.click(copy, label="Lose Contessa")
    assert game_of(table).view(None)["players"][1]["lost"] == ["contessa"]
    answered, turn = ben.dm_channel.history()[-2:]
    assert "You chose: Lose Contessa." in shown(answered)
    place = f"{guild.discord_guild.id}/{guild.channel.id}"
    assert f"/channels/{place})" in shown(answered), (
        "the table message may be replaced, so the link is to its channel"
    )
    assert "Your turn" in shown(turn)


@pytest.mark.parametrize("has_thread", [True, False])
async def test_the_first_direct_message_names_the_place_of_the_game(guild: SimGuild, has_thread: bool) -> None:
    await guild.switch("Ben", "Turn direct messages on")
    if not has_thread:
        guild.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
    table = await guild.play("Ana", "Ben", style="thread")
    await guild.env.advance_time(2)
    (_, copy) = guild.users["Ben"].dm_channel.history()
    assert f"The table in <#{table.state.channel_id}>" in shown(copy)
    assert (table.state.channel_id != guild.channel.id) == has_thread


def notes(guild: SimGuild) -> list[Any]:
    """The messages in the channel which say that a member's DMs are closed."""
    return [message for message in guild.channel.history() if "your DMs are closed" in message.content]


async def test_a_direct_message_says_that_they_are_on_only_if_that_is_stored(
    guild: SimGuild, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object, **__: object) -> None:
        raise SaveFailed("The disk is full.")

    asked: Any = (await guild.slash("Ana", "coup settings")).response
    with monkeypatch.context() as full:
        full.setattr(guild.bot.store.players, "change", fails)
        assert "The bot cannot use its database now" in said(
            await guild.click("Ana", "Turn direct messages on", asked)
        )
    assert not guild.users["Ana"].dm_channel.history()
    await guild.click("Ana", "Turn direct messages on", asked)
    assert "Direct messages are on" in guild.users["Ana"].dm_channel.history()[0].content


async def test_members_with_closed_dms_get_one_message_that_a_reminder_replaces(guild: SimGuild) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        await guild.bot.tables.preferences.change(guild[name].id, dm=True)
    guild.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    table = await guild.play("Ana", "Ben", "Cleo")  # the bot sends every player the hand
    told = [guild.pinged(note) for note in notes(guild)]
    await guild.slash(in_turn(table)[0], "coup act", action="tax")
    told += [guild.pinged(note) for note in notes(guild)]
    assert len(told) == 2, "one after another"
    assert sorted(name for names in told for name in names) == ["Ana", "Ben", "Cleo"]
    assert len(guild.channel.history()) == 2
    await guild.env.advance_time(11)
    (reminder,) = reminders(guild)
    assert len(guild.pinged(reminder)) == 2
    assert not notes(guild)
    assert len(guild.channel.history()) == 2
