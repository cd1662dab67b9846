"""`/coup-stats member`, `leaderboard` and `history`, the menu of a member, and the message that ends a season."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.stats.ratings import next_season_start
from bot.tables.transitions.moderation import end
from tests.cogs.statistics.finished import DAY_SECONDS, finish, hide, skip
from tests.harness.discord import SimGuild, said, shown

MEMBER = {"type": 6, "name": "member"}


async def test_ended_and_set_aside_games_do_not_count(guild: SimGuild) -> None:
    ended = await guild.play("Ana", "Ben", "Cleo")
    await guild.bot.tables.run(ended, end)
    broken = await guild.play("Ana", "Ben", "Cleo")
    await guild.bot.store.games.change(broken.id, status="set_aside", deadline=None, due=None)
    history = said(await guild.slash("Ana", "coup-stats history"))
    assert "ended early · does not count" in history
    assert "stopped · does not count" in history
    assert "You have not finished a game here yet." in said(await guild.slash("Ana", "coup-stats member"))


async def test_an_unknown_season_is_refused(guild: SimGuild) -> None:
    for scope in ("2026-13", "2026", "soon", "2027-01", "2026-1", "26-01", "\u0662026-01", "-1", "\0"):
        option = {"type": 3, "name": "scope", "value": scope}
        told = said(await guild.forge_command("Ana", "coup-stats leaderboard", option))
        assert "is not a season" in told, scope


async def test_a_person_who_is_not_on_the_server_is_refused(guild: SimGuild) -> None:
    await finish(guild, "Ana", "Ben")
    ben = guild.users["Ben"]
    user = {"id": str(ben.id), "username": "ben", "discriminator": "0", "avatar": None, "global_name": None}
    option = {"type": 6, "name": "member", "value": str(ben.id)}
    data: dict[str, Any] = {
        "id": "1",
        "name": "coup-stats",
        "type": 1,
        "options": [{"type": 1, "name": "member", "options": [option]}],
        "resolved": {"users": {str(ben.id): user}},
    }
    assert said(await guild.forge("Ana", 2, data)) == "That person is not on this server."


async def test_a_payload_that_fits_no_command_is_refused(guild: SimGuild) -> None:
    for data in (
        {"name": "Coup stats", "type": 2, "target_id": "5"},
        {"name": "Coup stats", "type": 2, "resolved": {"users": {}}},
        {"name": "Coup stats", "type": 1},
        {"name": "unknown", "type": 2, "target_id": "5"},
        {"name": "coup-stats", "options": [{"type": 1, "name": "member", "options": [MEMBER | {"value": "x"}]}]},
        {"name": "coup-stats", "options": [{"type": 1, "name": "member", "options": [MEMBER | {"value": 5}]}]},
    ):
        told = said(await guild.forge("Ana", 2, {"id": "1", "type": 1} | data))
        assert "This command has changed" in told, data


async def test_members_are_named_where_nobody_says_whether_they_have_left(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finish(guild, "Ana", "Ben")
    unknown: Any = SimpleNamespace(status=404, reason="Not Found")

    async def get_member(*_: object) -> None:
        raise discord.NotFound(unknown, {"code": 0, "message": "404: Not Found"})

    monkeypatch.setattr(guild.bot.http, "get_member", get_member)
    await guild.slash("Cleo", "coup-stats leaderboard")
    leaderboard = said(await guild.slash("Cleo", "coup-stats leaderboard"))
    assert "Ana" in leaderboard
    assert "left the server" not in leaderboard


async def test_discord_is_asked_of_a_member_once_a_day(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(guild, "Ana", "Ben")
    asked: list[int] = []
    fetch = type(guild.bot.guilds[0]).fetch_member

    async def fetch_member(server: Any, user_id: int, /) -> Any:
        asked.append(user_id)
        return await fetch(server, user_id)

    monkeypatch.setattr(type(guild.bot.guilds[0]), "fetch_member", fetch_member)
    for _ in range(2):
        await guild.slash("Cleo", "coup-stats leaderboard")
    assert sorted(asked) == sorted([guild["Ana"].id, guild["Ben"].id])
    skip(guild, 1)
    await guild.slash("Cleo", "coup-stats leaderboard", scope="all")
    assert len(asked) == 4


async def test_a_long_leaderboard_and_history_have_pages(guild: SimGuild) -> None:
    for _ in range(11):
        await finish(guild, "Ana", "Ben")
    first = (await guild.slash("Ana", "coup-stats history")).response
    older = await guild.click("Ana", "Older", first)
    assert shown(older.response).count("[Open]") == 1
    newer = await guild.click("Ana", "Newer", older.response)
    assert shown(newer.response).count("[Open]") == 10
    answer = await guild.forge_click("Ana", "coup:1:board:0:1:2026-01.", message=first)
    assert "Leaderboard: January 2026" in shown(answer.response)


async def test_a_hidden_member_costs_the_same_queries(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(guild, "Ana", "Ben", "Cleo")
    await hide(guild, "Ben")
    texts: list[str] = []
    read = guild.bot.store.database.read

    async def watched(unit: Any, *more: Any) -> Any:
        def run(connection: Any) -> Any:
            class Watched:
                def execute(self, query: Any, values: Any) -> Any:
                    texts.append(query.postgresql)
                    return connection.execute(query, values)

            return unit(Watched())

        return await read(run, *more)

    monkeypatch.setattr(guild.bot.store.database, "read", watched)
    await guild.slash("Ana", "coup-stats member", member=guild["Ben"])
    hidden = [*texts]
    texts.clear()
    await guild.slash("Ana", "coup-stats member", member=guild["Dov"])
    assert hidden == texts


def end_season(guild: SimGuild, later: float = 60.0) -> None:
    """Sets the clock to a moment after the end of the season."""
    now = guild.bot.clock.now()
    skip(guild, (next_season_start(now) + later - now) / DAY_SECONDS)


def told(guild: SimGuild, channel: Any = None) -> list[Any]:
    """The messages about seasons in a channel."""
    return [message for message in (channel or guild.channel).history() if "season is over" in shown(message)]


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


async def test_a_channel_out_of_reach_is_not_tried_again(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await finish(guild, "Ben", "Ana")
    guild.env.backend.delete_channel(guild.channel.id)
    end_season(guild)
    await guild.bot.season_messages.tell_ended()
    assert await guild.bot.store.seasons.untold("2026-01") == []


async def test_a_hidden_member_looks_to_others_like_one_without_games(guild: SimGuild) -> None:
    await finish(guild, "Ana", "Ben", "Cleo")
    never = said(await guild.slash("Ana", "coup-stats member", member=guild["Dov"]))
    before = said(await guild.slash("Ben", "coup-stats member"))
    await hide(guild, "Ben")
    hidden = said(await guild.slash("Ana", "coup-stats member", member=guild["Ben"]))
    assert hidden == never.replace("Dov", "Ben")
    opponent = said(await guild.slash("Ana", "coup-stats member"))
    assert "Ben" not in opponent
    assert "You are hidden" not in opponent
    own = said(await guild.slash("Ben", "coup-stats member"))
    assert own == f"{before}\n-# You are hidden: only you can see this."


async def test_the_menu_of_a_member_shows_the_same_as_the_command(guild: SimGuild) -> None:
    await finish(guild, "Ana", "Ben")
    by_command = said(await guild.slash("Ben", "coup-stats member", member=guild["Ana"]))
    assert said(await guild["Ben"].context_menu(guild.channel, "Coup stats", guild["Ana"])) == by_command
