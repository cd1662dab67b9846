"""What reaches members beside the card: pings, reminders, copies by DM; and the card when Discord refuses it."""

import asyncio
from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from tests.cogs.court import Court, controls, said, shown
from tests.cogs.playing.positions import player, set_up
from tests.house import change


async def test_who_keeps_the_table_waiting_is_pinged_once(court: Court, table: Table) -> None:
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    (ping,) = [message for message in court.channel.history() if "waiting for your answer" in message.content]
    assert f"<@{court['Ben'].id}>" in ping.content
    assert ping.content.split()[-1].rstrip(".") in shown(court.card), "the same countdown as on the card"
    await court.click("Ben", "Allow")
    await court.click("Cleo", "Allow")
    assert not [m for m in court.channel.history() if "waiting for your answer" in m.content]


async def test_a_turn_pings_its_player_unless_opted_out(court: Court, table: Table) -> None:
    assert "no longer mentioned" in said(await court.slash("Cleo", "coup ping", switch="off"))
    await court.slash("Ana", "coup act", action="income")
    assert "Turn 2: Ben" in shown(court.card)
    assert court.pinged(court.card) == ["Ben"]
    await court.slash("Ben", "coup act", action="income")
    assert "Turn 3: Cleo" in shown(court.card)
    assert court.pinged(court.card) == []
    assert "From now on you are mentioned" in said(await court.slash("Cleo", "coup ping", switch="on"))
    for name in ("Cleo", "Ana", "Ben"):
        await court.slash(name, "coup act", action="income")
    assert "Turn 6: Cleo" in shown(court.card)
    assert court.pinged(court.card) == ["Cleo"]


async def test_a_reminder_pings_those_who_wait_unless_opted_out(court: Court, table: Table) -> None:
    await court.slash("Cleo", "coup ping", switch="off")
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    (reminder,) = [message for message in court.channel.history() if "waiting for your answer" in message.content]
    assert all(f"<@{court[name].id}>" in reminder.content for name in ("Ben", "Cleo"))
    assert court.pinged(reminder) == ["Ben"]


async def test_the_card_comes_back_when_deleted_and_on_demand(court: Court, table: Table) -> None:
    first = court.card
    assert "at the bottom again" in said(await court.slash("Ben", "coup table"))
    assert court.card.id != first.id
    assert first.id not in [message.id for message in court.channel.history()]
    second = court.card
    await second.delete()
    await court.slash("Ana", "coup act", action="tax")
    assert court.card.id != second.id
    assert "claims Duke" in shown(court.card)


async def test_a_channel_out_of_reach_pauses_the_game(court: Court, table: Table) -> None:
    court.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="Missing Permissions")
    await court.slash("Ana", "coup act", action="income")
    assert table.state.status is Status.PAUSED
    assert "This table is paused" in said(await court.slash("Ben", "coup act", action="income"))
    await court.slash("Ana", "coup table")
    assert table.state.status is Status.PLAYING
    assert "Turn 2: Ben" in shown(court.card)


@pytest.mark.parametrize("in_time", [True, False])
async def test_the_end_is_shown_once_its_channel_can_be_reached_again_within_an_hour(
    court: Court, table: Table, in_time: bool
) -> None:
    court.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=2)
    await court.bot.tables.end(table)
    if not in_time:
        change(table, over_at=court.bot.clock.now() - 3600)
    board = court.bot.renderer.board(table)
    async with asyncio.timeout(20):
        while not board.at_rest:
            await court.env.advance_time(1)
            await court.bot.store.agenda.live_by_guild()  # what is stored meanwhile takes its time
    assert ("This game was ended" in shown(court.channel.history()[-1])) is in_time


async def test_a_server_error_only_delays_the_card(court: Court, table: Table) -> None:
    court.env.inject_error("POST", "/channels/*/messages", status=503)
    await court.slash("Ana", "coup act", action="income")
    await court.env.advance_time(2)
    assert "Turn 2: Ben" in shown(court.card)


async def test_copies_by_dm_carry_working_buttons(court: Court, table: Table) -> None:
    assert "copy of your hand" in said(await court.slash("Ben", "coup dm", switch="on"))
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    await court.slash("Ana", "coup answer", answer="show duke")
    ben = court.users["Ben"]
    (*_, copy) = ben.dm_channel.history()
    assert f"The table in <#{court.channel.id}>" in shown(copy)
    assert "You lose a life" in shown(copy)
    await ben.click(copy, label="Lose Contessa")
    assert table.state.game is not None
    assert table.state.game.view(None)["players"][1]["lost"] == ["contessa"]
    answered, turn = ben.dm_channel.history()[-2:]
    assert "You chose: Lose Contessa." in shown(answered)
    assert "It is your turn" in shown(turn)


async def test_copies_come_without_a_notification_to_who_opted_out(court: Court, table: Table) -> None:
    for name in ("Ana", "Ben"):
        await court.slash(name, "coup dm", switch="on")
    await court.slash("Ben", "coup ping", switch="off")
    for name, silent in (("Ben", True), ("Ana", False)):
        await court.slash("Ana" if name == "Ben" else "Ben", "coup act", action="income")
        await court.slash("Cleo", "coup act", action="income") if name == "Ana" else None
        (*_, copy) = court.users[name].dm_channel.history()
        assert "It is your turn" in shown(copy)
        assert copy.flags.suppress_notifications is silent


async def test_a_reminder_is_copied_by_dm_with_the_question(court: Court, table: Table) -> None:
    for name in ("Ben", "Cleo"):
        await court.slash(name, "coup dm", switch="on")
    await court.slash("Cleo", "coup ping", switch="off")
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    for name, silent in (("Ben", False), ("Cleo", True)):
        (*_, copy) = court.users[name].dm_channel.history()
        assert "It is waiting for your answer" in shown(copy)
        assert copy.flags.suppress_notifications is silent
    (*_, copy) = court.users["Ben"].dm_channel.history()
    await court.users["Ben"].click(copy, label="Allow")
    assert table.state.owing() == (2,)
    assert not any("waiting" in shown(message) for message in court.users["Ana"].dm_channel.history())


def notes(court: Court) -> list[Any]:
    """What tells members in the channel that their DMs are closed."""
    return [message for message in court.channel.history() if "your DMs are closed" in message.content]


async def test_closed_dms_fall_back_to_one_ping(court: Court, table: Table) -> None:
    await court.bot.store.players.change(court["Ana"].id, dm=True)
    court.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await court.slash("Ana", "coup act", action="tax")
    await court.click("Ben", "Challenge")
    assert [court.pinged(note) for note in notes(court)] == [["Ana"]]
    await court.slash("Ana", "coup answer", answer="concede")
    assert not notes(court), "it goes when its question is settled"
    await court.slash("Ana", "coup answer", answer="lose captain")
    assert not notes(court)
    assert (await court.bot.store.players.get(court["Ana"].id)).dms_closed
    assert "Your DMs are closed to me" in said(await court.slash("Ana", "coup dm", switch="on"))
    asked: Any = (await court.slash("Ana", "coup dm")).response
    await court.click("Ana", "On", asked)
    seen = next(each for each in court.channel.history(viewer=court["Ana"]) if each.id == asked.id)
    assert "Your DMs are closed to me" in shown(seen), "the panel itself says so"
    assert not controls(seen)


async def test_closed_dms_ping_nobody_who_opted_out(court: Court, table: Table) -> None:
    await court.bot.store.players.change(court["Ana"].id, dm=True, ping=False)
    await court.bot.store.players.change(court["Ben"].id, dm=True)
    court.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await court.slash("Ana", "coup act", action="income")
    assert [court.pinged(note) for note in notes(court)] == [["Ben"]]
    await court.slash("Ben", "coup act", action="income")
    assert not notes(court)
    await court.slash("Cleo", "coup act", action="income")
    (note,) = notes(court)
    assert court.pinged(note) == []
    assert f"<@{court['Ana'].id}>" in note.content


async def test_everybody_with_closed_dms_adds_one_message_beside_the_card_that_a_reminder_replaces(
    court: Court,
) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        await court.bot.store.players.change(court[name].id, dm=True)
    court.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    table = await court.play("Ana", "Ben", "Cleo")  # every hand is sent at once
    assert table.state.game is not None
    told = [court.pinged(note) for note in notes(court)]
    await court.slash(table.state.seats[table.state.game.turn].name, "coup act", action="tax")
    told += [court.pinged(note) for note in notes(court)]
    assert len(told) == 2, "one after another"
    assert sorted(name for names in told for name in names) == ["Ana", "Ben", "Cleo"]
    assert len(court.channel.history()) == 2
    await court.env.advance_time(11)
    (reminder,) = reminders(court)
    assert len(court.pinged(reminder)) == 2
    assert not notes(court)
    assert len(court.channel.history()) == 2


def reminders(court: Court) -> list[Any]:
    """The reminders in the channel."""
    return [message for message in court.channel.history() if "waiting for your answer" in message.content]


async def test_nobody_is_reminded_when_it_would_not_help(court: Court, table: Table) -> None:
    change(table, pace="blitz")  # 8 seconds for an answer: with half of them gone, 4 are left
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(5)
    assert table.state.reminded
    assert not reminders(court)


async def test_whose_turn_begins_is_pinged_by_the_card_alone(court: Court, table: Table) -> None:
    await court.slash("Ana", "coup act", action="income")
    assert court.pinged(court.card) == ["Ben"]
    await court.env.advance_time(31)
    assert table.state.reminded
    assert not reminders(court)


async def test_who_chooses_a_second_action_is_reminded(court: Court) -> None:
    table = await set_up(
        court,
        ruleset="g54",
        pool=["spy", "director", "guerrilla", "peacekeeper", "politician"],
        players=[player("Ana", hand=("director", "spy")), player("Ben", hand=("politician",))],
    )
    change(table, ruleset="g54")
    await court.slash("Ana", "coup act", action="spy")
    await court.slash("Ben", "coup answer", answer="pass")
    assert "choose the Spy's second action" in shown(court.card)
    await court.env.advance_time(31)
    (reminder,) = reminders(court)
    assert court.pinged(reminder) == ["Ana"]


async def test_who_opted_out_is_pinged_by_nothing(court: Court, table: Table) -> None:
    for name in ("Ana", "Ben", "Cleo"):
        await court.slash(name, "coup ping", switch="off")
    await court.slash("Ana", "coup act", action="tax")
    await court.env.advance_time(11)
    assert table.state.reminded
    assert not reminders(court)
    for name in ("Ben", "Cleo"):
        await court.click(name, "Allow")
    for name in ("Ana", "Ben"):
        await court.slash(name, "coup resign", sure=True)
    assert table.state.status is Status.OVER
    await court.slash("Ana", "coup rematch")
    assert "still to confirm" in shown(court.card)
    assert not [message for message in court.channel.history() if court.pinged(message)]


async def test_a_host_who_opted_out_is_told_without_a_notification(court: Court, table: Table) -> None:
    await court.slash("Ana", "coup ping", switch="off")
    court.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, message="Missing Permissions")
    await court.slash("Ana", "coup act", action="income")
    assert table.state.status is Status.PAUSED
    (*_, notice) = court.users["Ana"].dm_channel.history()
    assert "I can no longer write" in notice.content
    assert notice.flags.suppress_notifications
