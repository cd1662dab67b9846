"""Members who are away: an AI plays for them, nobody waits for them, and the game pauses if all are away."""

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.transition import Change, ChangeKind
from tests.harness.discord import SimGuild, controls, said, shown
from tests.harness.tables import change, change_seat


def leave(table: Table, *names: str) -> None:
    """Lets these members' time run out until an AI plays for them."""
    for number, seat in enumerate(table.state.seats):
        change_seat(table, number, away=seat.away or seat.name in names)


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
