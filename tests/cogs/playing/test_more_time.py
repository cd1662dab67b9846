"""More time: by the button and by `/coup answer`, and what the table message says about it."""

import re

from bot.tables.table import Table
from tests.harness.discord import SimGuild, labels, reminders, shown


def offered(guild: SimGuild) -> bool:
    """Whether the table message offers more time."""
    return "More time" in labels(guild.live_message)


def ends_at(text: str) -> int:
    """The end of the time that a message shows."""
    found = re.search(r"<t:(\d+):R>", text)
    assert found is not None
    return int(found[1])


async def test_the_message_says_who_took_more_time_until_the_next_question(guild: SimGuild, table: Table) -> None:
    before = ends_at(shown(guild.live_message))
    await guild.click("Ana", "More time")
    assert "**Ana** took more time." in shown(guild.live_message)
    assert 59 <= ends_at(shown(guild.live_message)) - before <= 61
    assert not offered(guild), "nobody else is asked"
    await guild.slash("Ana", "coup act", action="tax")
    assert "more time" not in shown(guild.live_message)
    assert offered(guild)


async def test_reminders_in_channel_and_direct_message_show_the_longer_time(guild: SimGuild, table: Table) -> None:
    await guild.switch("Ben", "Turn direct messages on")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.env.advance_time(11)

    def ends() -> list[int]:
        (reminder,) = reminders(guild)
        (*_, copy) = guild.users["Ben"].dm_channel.history()
        return [ends_at(reminder.content), ends_at(shown(copy))]

    before = ends()
    await guild.click("Cleo", "More time")
    assert all(later > earlier for later, earlier in zip(ends(), before, strict=True))
