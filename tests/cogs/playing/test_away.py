"""Members who are away: an AI plays for them, nobody waits for them, and the game pauses if all are away."""

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.transition import Change, ChangeKind
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import change, change_seat


def leave(table: Table, *names: str) -> None:
    """Lets these members' time run out until an AI plays for them."""
    for number, seat in enumerate(table.state.seats):
        change_seat(table, number, away=seat.away or seat.name in names)


async def test_the_message_tells_of_the_pause_that_one_click_ends(guild: SimGuild, table: Table) -> None:
    leave(table, "Ana", "Ben", "Cleo")
    await guild.env.advance_time(61)
    assert table.state.status is Status.PAUSED
    paused = shown(guild.live_message)
    assert "This game waits for its players" in paused
    assert "are away: **Ana**, **Ben** and **Cleo**." in paused
    assert paused.count(" · away") == 3
    assert "AI plays until" not in paused
    assert f"closes without a winner <t:{int(table.state.due or 0)}:R>" in paused
    assert [part["label"] for part in controls(guild.live_message)] == ["I am back", "My hand", "Log"]
    assert "You are not in this game" in said(await guild.click("Dov", "I am back"))
    assert "all players still in it are away" in said(await guild.slash("Ana", "coup act", action="income"))
    assert "all players still in it are away" in said(await guild.slash("Ana", "coup resign"))
    await guild.slash("Ana", "coup table")
    assert "This game waits for its players" in shown(guild.live_message)
    assert "The game waits for you. Come back." in said(await guild.slash("Ana", "coup help"))
    assert "all players still in it are away" in said(await guild.slash("Dov", "coup help"))
    before = len(guild.channel.history())
    await guild.click("Ben", "I am back")
    assert table.state.status is Status.PLAYING
    assert "**Ben** is back." in shown(guild.live_message)
    assert len(guild.channel.history()) == before


async def test_a_member_comes_back_from_the_hand(guild: SimGuild, table: Table) -> None:
    leave(table, "Ana", "Ben", "Cleo")
    hand = await guild.click("Cleo", "My hand")
    assert "A medium AI plays for you." in said(hand)
    assert labels(hand.response) == ["I am back"]
    assert "You are back in your seat." in said(await guild.click("Cleo", "I am back", hand.response))
    leave(table, "Cleo")
    await guild.env.advance_time(61)
    hand = await guild.slash("Ana", "coup hand")
    assert "The game waits for you" in said(hand)
    await guild.click("Ana", "I am back", hand.response)
    assert table.state.status is Status.PLAYING
    change(table, status=Status.PAUSED, paused_for="unreachable")
    hand = await guild.slash("Ben", "coup hand")
    assert "The host or a moderator can resume it." in said(hand)
    assert not labels(hand.response), "his return would not resume the game"


async def test_a_command_resumes_the_game_as_the_button_does(guild: SimGuild, table: Table) -> None:
    leave(table, "Ana", "Ben", "Cleo")
    await guild.env.advance_time(61)
    assert "You are back in your seat." in said(await guild.slash("Ana", "coup join"))
    assert table.state.status is Status.PLAYING
    assert "You are already in your seat." in said(await guild.slash("Ana", "coup join"))


async def test_a_game_to_which_nobody_returns_is_closed(guild: SimGuild, table: Table) -> None:
    leave(table, "Ana", "Ben", "Cleo")
    await guild.env.advance_time(61)
    change(table, due=(table.state.due or 0) - 7 * 86400 + 30)  # 30 seconds before the week is over
    guild.bot.tables.cache.remember(table)
    await guild.env.advance_time(30)
    assert table.state.status is Status.CLOSED
    (*_, last) = guild.channel.history()
    assert "All players stayed away for a week" in shown(last)
    assert [part["label"] for message in guild.channel.history() for part in controls(message)] == [
        "Rematch",
        "Log",
        "Record",
        "Coach",
        "Fair shuffle",
    ]
    assert await guild.bot.store.games.result(table.id) is None


async def test_nobody_waits_for_the_absent(guild: SimGuild, table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.tables.ai_seats.SUBSTITUTE_KIND", "honest")  # it allows what may be true
    leave(table, "Ben")
    await guild.slash("Ana", "coup act", action="tax")
    assert "Still to answer: **Cleo**." in shown(guild.live_message)
    assert "Waiting for **Cleo**." in said(await guild.slash("Ana", "coup help"))
    await guild.env.advance_time(11)
    (reminder,) = [message for message in guild.channel.history() if "waiting for your answer" in message.content]
    assert guild.pinged(reminder) == ["Cleo"]
    await guild.click("Cleo", "Allow")
    assert "Turn 2" in shown(guild.live_message)
    assert f"<@{guild['Ben'].id}>" not in shown(guild.live_message)
    assert guild.pinged(guild.live_message) == []


async def test_an_eliminated_member_can_finish_the_game_of_the_ai_seats(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", seats=4)
    assert "Finish now" not in labels(guild.live_message)
    for name in ("Ana", "Ben"):
        await guild.slash(name, "coup resign", sure=True)
    assert "Only AI players are left." in shown(guild.live_message)
    assert "You are not in this game" in said(await guild.click("Dov", "Finish now"))
    assert (await guild.click("Ben", "Finish now")).acknowledged
    assert table.state.status is Status.OVER
    (*_, end) = guild.channel.history()
    assert "wins" in shown(end)
    assert "is over" in said(await guild.forge_click("Ana", f"coup:1:finish:{table.id}:0", message=end))


@pytest.mark.parametrize("options", ["teams=true orders=false", "orders=true"])
async def test_a_member_who_is_out_finishes_the_game_of_members_who_stay_away(
    guild: SimGuild, options: str
) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", "Dov", options=options)
    await guild.slash("Ana", "coup resign", sure=True)
    leave(table, "Ben", "Cleo", "Dov")
    await guild.env.advance_time(61)
    assert table.state.status is Status.PAUSED
    assert labels(guild.live_message) == ["I am back", "My hand", "Log", "Finish now · Ana"]
    assert "Finish now" in labels((await guild.slash("Ana", "coup help")).response)
    early = said(await guild.click("Ana", "Finish now"))
    assert "Ben, Cleo and Dov may come back. You can finish the game <t:" in early
    await guild.env.advance_time(600)
    assert "all players still in it are away" in said(await guild.click("Ben", "Finish now"))
    assert (await guild.click("Ana", "Finish now")).acknowledged
    assert table.state.status is Status.OVER
    assert table.state.result is not None
    assert set(table.state.result.abandoned) == {1, 2, 3}
    (*_, end) = guild.channel.history()
    assert "The game counts as lost for them." in shown(end)
    await guild.click("Ana", "Rematch", end)
    assert "must press **Join**" in shown(guild.live_message)


async def test_the_message_shows_the_pause_even_after_a_kill(guild: SimGuild, table: Table) -> None:
    leave(table, "Ana", "Ben", "Cleo")
    listeners = [*guild.bot.tables.listeners]
    guild.bot.tables.listeners.clear()  # as if the process was killed just after storing the pause
    await guild.env.advance_time(61)
    assert table.state.status is Status.PAUSED
    assert "waits for its players" not in shown(guild.live_message)
    guild.bot.tables.listeners.extend(listeners)
    guild.bot.tables.publish(table, Change(ChangeKind.RESTORED))
    await guild.env.advance_time(2)
    assert "waits for its players" in shown(guild.live_message)
