"""The card of a table that had left the memory: still the one that is clicked and edited; older ones are dead."""

import gc
from typing import Any

from bot.store.repositories.agenda import BEING_POSTED
from bot.tables.changes import Change, ChangeKind
from tests.cogs.court import Court, controls, said, shown


async def forget(court: Court) -> None:
    """Lets so much time pass that nothing of any table is left in memory."""
    court.forget()
    await court.env.advance_time(120)
    await court.bot.tables.due_poller.look()
    gc.collect()
    assert len(court.bot.tables.shell.cache) == 0


def cards(court: Court) -> list[Any]:
    """The messages of the channel after the lobby's, oldest first."""
    return sorted(court.channel.history(), key=lambda message: message.id)[1:]


async def reminded(court: Court, active: str, card: Any) -> Any:
    """Claims tax, and waits until who is to answer is reminded; returns the reminder."""
    await court.select(active, card, ["tax"])
    await court.env.advance_time(601)
    reminder = cards(court)[-1]
    assert "waiting for your answer" in shown(reminder)
    return reminder


async def test_a_click_on_the_card_of_a_forgotten_table_is_answered_by_that_card(court: Court) -> None:
    court.bot.tables.default_pace = "7200/1200"
    table = await court.play("Ana", "Ben", "Cleo", style="chronicle")
    assert table.state.game is not None
    active, *others = [table.state.seats[(table.state.game.turn + step) % 3].name for step in range(3)]
    del table
    card = court.card
    await forget(court)
    requests = len(court.env.http_requests)
    await court.select(active, card, ["tax"])
    assert [message.id for message in cards(court)] == [card.id]
    assert "Still to answer" in shown(cards(court)[0])
    assert not [entry for entry in court.env.http_requests[requests:] if entry.method in ("POST", "PATCH")][1:]

    await forget(court)
    for name in others:
        await court.click(name, "Allow", card)
    old, new = cards(court)
    assert old.id == card.id
    assert not controls(old)
    assert "### Turn 2" in shown(new)

    await forget(court)
    refused = await court.forge_press(active, controls(card)[0]["custom_id"], "income", message=old)
    assert "moment has passed" in said(refused)
    assert [message.id for message in cards(court)] == [old.id, new.id]


async def test_a_reminder_of_a_forgotten_table_goes_when_its_question_is_answered(court: Court) -> None:
    court.bot.tables.default_pace = "7200/1200"
    table = await court.play("Ana", "Ben")
    assert table.state.game is not None
    active, other = (table.state.seats[seat].name for seat in (table.state.game.turn, 1 - table.state.game.turn))
    del table
    card = court.card
    reminder = await reminded(court, active, card)
    await forget(court)
    await court.click(other, "Allow", card)
    assert reminder.id not in [message.id for message in cards(court)]


async def test_a_table_that_is_served_anew_keeps_its_reminder_and_sends_no_copy_twice(court: Court) -> None:
    court.bot.tables.default_pace = "7200/1200"
    for name in ("Ana", "Ben"):
        await court.bot.store.players.change(court[name].id, dm=True)
    table = await court.play("Ana", "Ben")
    assert table.state.game is not None
    active, other = (table.state.seats[seat].name for seat in (table.state.game.turn, 1 - table.state.game.turn))
    reminder = await reminded(court, active, court.card)
    court.bot.tables.shell.publish(table, Change(ChangeKind.RESTORED))
    await court.env.advance_time(1)
    assert reminder.id in [message.id for message in cards(court)]
    await court.click(other, "Allow")
    assert reminder.id not in [message.id for message in cards(court)]
    await court.env.advance_time(20)
    court.bot.renderer.copies.forget(table)  # as in a process that has not had the table before
    copies = [len(court.users[name].dm_channel.history()) for name in (active, other)]
    court.bot.tables.shell.publish(table, Change(ChangeKind.RESTORED))
    for name in (active, other):  # whoever would send a copy has asked the same before
        await court.bot.store.players.get(court[name].id)
    await court.env.advance_time(1)
    assert [len(court.users[name].dm_channel.history()) for name in (active, other)] == copies


async def test_a_reminder_whose_id_was_never_stored_is_found_and_deleted(court: Court) -> None:
    court.bot.tables.default_pace = "7200/1200"
    table = await court.play("Ana", "Ben", style="chronicle")
    assert table.state.game is not None
    game_id, active, other = (
        table.id,
        *(table.state.seats[seat].name for seat in (table.state.game.turn, 1 - table.state.game.turn)),
    )
    del table
    card = court.card
    reminder = await reminded(court, active, card)
    await forget(court)
    await court.bot.store.games.remember_reminder(game_id, BEING_POSTED)  # as it was before it was posted
    await court.click(other, "Allow", card)
    assert reminder.id not in [message.id for message in cards(court)]
    assert card.id in [message.id for message in cards(court)]


async def test_a_server_that_removes_the_bot_pauses_also_the_games_that_are_forgotten(court: Court) -> None:
    court.bot.tables.default_pace = "7200/1200"
    table = await court.play("Ana", "Ben")
    game_id = table.id
    del table
    await forget(court)
    await court.bot.renderer.lose_guild(court.guild.id)
    again = await court.bot.tables.get(game_id)
    assert again is not None
    assert again.state.status == "paused"
