"""Notices to members: pings, reminders, direct messages; and a table message that Discord refuses."""

from typing import Any

import pytest

from bot.store import SaveFailed
from bot.store.rows import Status
from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, reminders, said, shown
from tests.harness.tables import change, game_of, in_turn

pytestmark = pytest.mark.slow


async def test_a_turn_pings_its_player_once_unless_opted_out(guild: SimGuild, table: Table) -> None:
    assert "**Pings: Off**" in said(await guild.switch("Cleo", "Turn pings off"))
    await guild.slash("Ana", "coup act", action="income")
    assert "Turn 2" in shown(guild.live_message)
    assert guild.pinged(guild.live_message) == ["Ben"]
    await guild.env.advance_time(31)
    assert table.state.open_question.is_half_over
    assert not reminders(guild)
    await guild.slash("Ben", "coup act", action="income")
    assert "Turn 3" in shown(guild.live_message)
    assert guild.pinged(guild.live_message) == []
    assert "**Cleo**, choose an action" in shown(guild.live_message)
    assert "**Pings: On**" in said(await guild.switch("Cleo", "Turn pings on"))
    for name in ("Cleo", "Ana", "Ben"):
        await guild.slash(name, "coup act", action="income")
    assert "Turn 6" in shown(guild.live_message)
    assert guild.pinged(guild.live_message) == ["Cleo"]
    assert f"<@{guild['Cleo'].id}>, choose an action" in shown(guild.live_message)
    await guild.switch("Cleo", "Turn pings off")
    assert "**Cleo**, choose an action" in shown(guild.live_message), "at once"


async def test_a_reminder_pings_the_asked_unless_opted_out_until_answered(guild: SimGuild, table: Table) -> None:
    await guild.switch("Cleo", "Turn pings off")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(11)
    (reminder,) = reminders(guild)
    assert f"<@{guild['Ben'].id}> and **Cleo**, the table is waiting" in reminder.content
    assert guild.pinged(reminder) == ["Ben"]
    countdown = reminder.content.split()[-1].rstrip(".")
    assert countdown in shown(guild.live_message), "the same as in the message"
    for name in ("Ben", "Cleo"):
        await guild.click(name, "Allow")
    assert not reminders(guild)


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


async def test_a_channel_out_of_reach_pauses_the_game(guild: SimGuild, table: Table) -> None:
    await guild.switch("Ana", "Turn pings off")
    guild.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="Missing Permissions")
    await guild.slash("Ana", "coup act", action="income")
    assert table.state.status is Status.PAUSED
    (*_, notice) = guild.users["Ana"].dm_channel.history()
    assert "I can no longer write" in notice.content
    assert notice.flags.suppress_notifications, "the host wants no pings"
    assert "This table is paused" in said(await guild.slash("Ben", "coup act", action="income"))
    await guild.slash("Ana", "coup table")
    assert table.state.status is Status.PLAYING
    assert "Turn 2" in shown(guild.live_message)


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


async def test_a_server_error_only_delays_the_table_message(guild: SimGuild, table: Table) -> None:
    guild.env.inject_error("POST", "/channels/*/messages", status=503)
    await guild.slash("Ana", "coup act", action="income")
    await guild.env.advance_time(2)
    assert "Turn 2" in shown(guild.live_message)


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


async def test_a_hand_sent_as_direct_messages_are_switched_on_closes_too(guild: SimGuild, table: Table) -> None:
    change(table, orders=True)
    for name in ("Ana", "Ben"):
        await guild.switch(name, "Turn direct messages on")
    (_, turn), (_, hand) = (guild.users[name].dm_channel.history() for name in ("Ana", "Ben"))
    assert controls(turn)
    assert not controls(hand), "Ben is asked nothing"
    await guild.slash("Ana", "coup act", action="income")
    turn = next(each for each in guild.users["Ana"].dm_channel.history() if each.id == turn.id)
    assert not controls(turn)
    assert "That question is over.\n### Your hand\nCaptain and Duke · 3 coins" in shown(turn)
    turn = guild.users["Ben"].dm_channel.history()[-1]
    await guild.users["Ben"].select(turn, ["income"], custom_id=controls(turn)[0]["custom_id"])
    turn = next(each for each in guild.users["Ben"].dm_channel.history() if each.id == turn.id)
    assert "You chose: Income" in shown(turn)
    assert not controls(turn), "not even standing orders: it is never updated again"


async def test_direct_messages_do_not_notify_members_who_opted_out(guild: SimGuild, table: Table) -> None:
    for name in ("Ana", "Ben"):
        await guild.switch(name, "Turn direct messages on")
    await guild.switch("Ben", "Turn pings off")
    for name, silent in (("Ben", True), ("Ana", False)):
        await guild.slash("Ana" if name == "Ben" else "Ben", "coup act", action="income")
        await guild.slash("Cleo", "coup act", action="income") if name == "Ana" else None
        (*_, copy) = guild.users[name].dm_channel.history()
        assert "Your turn" in shown(copy)
        assert copy.flags.suppress_notifications is silent


async def test_a_reminder_also_comes_by_direct_message_with_the_question(guild: SimGuild, table: Table) -> None:
    for name in ("Ben", "Cleo"):
        await guild.switch(name, "Turn direct messages on")
    await guild.switch("Cleo", "Turn pings off")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(11)
    for name, silent in (("Ben", False), ("Cleo", True)):
        (*_, copy) = guild.users[name].dm_channel.history()
        assert "The table is waiting for your answer" in shown(copy)
        assert copy.flags.suppress_notifications is silent
    (*_, copy) = guild.users["Ben"].dm_channel.history()
    await guild.users["Ben"].click(copy, label="Allow")
    assert table.state.owing() == (2,)
    assert not any("waiting" in shown(message) for message in guild.users["Ana"].dm_channel.history())


def notes(guild: SimGuild) -> list[Any]:
    """The messages in the channel which say that a member's DMs are closed."""
    return [message for message in guild.channel.history() if "your DMs are closed" in message.content]


async def test_closed_dms_fall_back_to_one_ping(guild: SimGuild, table: Table) -> None:
    await guild.bot.tables.preferences.change(guild["Ana"].id, dm=True)
    guild.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    assert [guild.pinged(note) for note in notes(guild)] == [["Ana"]]
    await guild.slash("Ana", "coup answer", answer="concede")
    assert not notes(guild), "it goes when its question is settled"
    await guild.slash("Ana", "coup answer", answer="lose captain")
    assert not notes(guild)
    assert (await guild.bot.store.players.get(guild["Ana"].id)).dms_closed
    asked: Any = (await guild.slash("Ana", "coup settings")).response
    await guild.click("Ana", "Turn direct messages on", asked)
    seen = next(each for each in guild.channel.history(viewer=guild["Ana"]) if each.id == asked.id)
    assert "**Direct messages: Off**" in shown(seen)
    assert "Your DMs are closed to me" in shown(seen), "the panel itself says so"


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


async def test_closed_dms_ping_nobody_who_opted_out(guild: SimGuild, table: Table) -> None:
    await guild.bot.tables.preferences.change(guild["Ana"].id, dm=True, ping=False)
    await guild.bot.tables.preferences.change(guild["Ben"].id, dm=True)
    guild.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await guild.slash("Ana", "coup act", action="income")
    assert [guild.pinged(note) for note in notes(guild)] == [["Ben"]]
    await guild.slash("Ben", "coup act", action="income")
    assert not notes(guild)
    await guild.slash("Cleo", "coup act", action="income")
    (note,) = notes(guild)
    assert guild.pinged(note) == []
    assert note.content.startswith("**Ana**, your DMs are closed")


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


async def test_there_is_no_reminder_when_it_would_not_help(guild: SimGuild, table: Table) -> None:
    change(table, pace="20/8")  # 8 seconds for an answer: after half of them only 4 are left
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(5)
    assert table.state.open_question.is_half_over
    assert not reminders(guild)


async def test_a_player_who_must_choose_a_second_action_is_reminded(guild: SimGuild) -> None:
    table = await set_up(
        guild,
        ruleset="g54",
        pool=["spy", "director", "guerrilla", "peacekeeper", "politician"],
        players=[player("Ana", hand=("director", "spy")), player("Ben", hand=("politician",))],
    )
    change(table, ruleset="g54")
    await guild.slash("Ana", "coup act", action="spy")
    await guild.slash("Ben", "coup answer", answer="pass")
    assert "choose your second action" in shown(guild.live_message)
    await guild.env.advance_time(31)
    (reminder,) = reminders(guild)
    assert guild.pinged(reminder) == ["Ana"]


async def test_nothing_pings_a_member_who_opted_out(guild: SimGuild, table: Table) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        await guild.switch(name, "Turn pings off")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(11)
    assert table.state.open_question.is_half_over
    assert not reminders(guild)
    for name in ("Ben", "Cleo"):
        await guild.click(name, "Allow")
    for name in ("Ana", "Ben"):
        await guild.slash(name, "coup resign", sure=True)
    assert table.state.status is Status.OVER
    await guild.slash("Ana", "coup rematch")
    assert "must press **Join**" in shown(guild.live_message)
    await guild.click("Ben", "Join")
    assert "When **Cleo** joins, the game begins." in said(await guild.slash("Ben", "coup help"))
    assert not [message for message in guild.channel.history() if guild.pinged(message) or "<@" in shown(message)]


async def test_direct_messages_show_open_hands_as_the_panel_does(guild: SimGuild) -> None:
    out = player("Cleo", 0, (), lost=["assassin", "contessa"])
    table = await set_up(guild, players=[player("Ana"), player("Ben"), out])
    change(table, open_hands=True)
    for name in ("Ana", "Cleo"):
        await guild.switch(name, "Turn direct messages on")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")  # Ana is asked to prove, also by direct message
    copies = {name: [shown(copy) for copy in guild.users[name].dm_channel.history()] for name in ("Ana", "Cleo")}
    assert len(copies["Ana"]) == 3
    assert not [copy for copy in copies["Ana"] if "** has " in copy]
    assert "**Ana** has Captain and Duke." in copies["Cleo"][1]
