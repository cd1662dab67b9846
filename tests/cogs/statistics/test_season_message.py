"""A season ends with one message, where its last rated game was played."""

from typing import Any

import pytest

from bot.delivery.server_messages import TOLD_SECONDS
from bot.stats.ratings import next_season_start
from tests.cogs.statistics.finished import DAY_SECONDS, finish, hide, skip
from tests.harness.discord import SimGuild, shown


def end_season(guild: SimGuild, later: float = 60.0) -> None:
    """Sets the clock to a moment after the end of the season."""
    now = guild.bot.clock.now()
    skip(guild, (next_season_start(now) + later - now) / DAY_SECONDS)


def told(guild: SimGuild, channel: Any = None) -> list[Any]:
    """The messages about seasons in a channel."""
    return [message for message in (channel or guild.channel).history() if "season is over" in shown(message)]


async def test_a_season_ends_with_one_message(guild: SimGuild) -> None:
    skip(guild, -62)
    await finish(guild, "Dov", "Ana")
    skip(guild, 62)
    await finish(guild, "Ben", "Cleo", "Ana")
    await guild.bot.season_messages.tell_ended()
    assert told(guild) == []
    end_season(guild)
    for _ in range(3):
        await guild.bot.season_messages.tell_ended()
    (message,) = told(guild)
    assert "The January 2026 season is over" in shown(message)
    assert "**Ben** wins it" in shown(message)
    assert "1 game rated, 3 players." in shown(message)
    assert guild.pinged(message) == []
    answer = await guild.click("Dov", "Leaderboard", message)
    assert "Leaderboard: January 2026" in shown(answer.response)
    assert answer.response is not None
    assert answer.response.flags.ephemeral


async def test_the_message_is_in_the_channel_of_the_last_rated_game(guild: SimGuild) -> None:
    await finish(guild, "Ben", "Ana")
    first, guild.channel = guild.channel, guild.discord_guild.create_text_channel("evening")
    await finish(guild, "Ben", "Ana")
    end_season(guild)
    await guild.bot.season_messages.tell_ended()
    assert len(told(guild)) == 1
    assert told(guild, first) == []


async def test_a_message_without_a_stored_id_is_found(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    skip(guild, -5)  # so that the season ends now, by Discord's clock too
    await finish(guild, "Ben", "Ana")
    skip(guild, 5)
    with monkeypatch.context() as patch:

        async def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        patch.setattr(guild.bot.store.seasons, "save_message", killed)
        with pytest.raises(KeyboardInterrupt):
            await guild.bot.season_messages.tell_ended()
    assert len(told(guild)) == 1
    await guild.bot.season_messages.tell_ended()
    assert len(told(guild)) == 1
    assert await guild.bot.store.seasons.untold("2025-12") == []


async def test_a_message_that_was_never_sent_is_posted_later(guild: SimGuild) -> None:
    await finish(guild, "Ben", "Ana")
    end_season(guild)
    (ended,) = await guild.bot.store.seasons.untold("2026-01")
    await guild.bot.store.seasons.begin_telling(ended, guild.bot.clock.now())
    await guild.bot.season_messages.tell_ended()
    assert len(told(guild)) == 1


@pytest.mark.parametrize("why", ["long ago", "nobody to name", "no rated game"])
async def test_no_message_is_sent(guild: SimGuild, why: str) -> None:
    if why != "no rated game":
        await finish(guild, "Ben", "Ana")
    if why == "nobody to name":
        await hide(guild, "Ben")
        await hide(guild, "Ana")
    end_season(guild, TOLD_SECONDS + 1 if why == "long ago" else 60)
    await guild.bot.season_messages.tell_ended()
    assert told(guild) == []


async def test_hidden_members_are_not_named(guild: SimGuild) -> None:
    await finish(guild, "Ben", "Cleo", "Ana")
    await hide(guild, "Ben")
    end_season(guild)
    await guild.bot.season_messages.tell_ended()
    (message,) = told(guild)
    assert "Ben" not in shown(message)
    assert "**Cleo** wins it" in shown(message)


async def test_a_channel_out_of_reach_is_not_tried_again(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(guild, "Ben", "Ana")
    guild.env.backend.delete_channel(guild.channel.id)
    end_season(guild)
    await guild.bot.season_messages.tell_ended()
    assert await guild.bot.store.seasons.untold("2026-01") == []
