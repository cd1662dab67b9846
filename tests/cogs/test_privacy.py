"""`/coup-privacy`: members get, delete and hide their own data, on a server and in direct messages."""

import asyncio
import gc
import json
import re
import threading
from typing import Any

import discord
import pytest

from bot.privacy.deletion import ANONYMOUS
from engine.editions.g54 import pool_survey
from tests.harness.discord import SimGuild, labels, said, shown
from tests.privacy.stored import dump

WAIT_SECONDS = 5.0
"""A thread that waits for another one gives up after this time."""


async def delete(guild: SimGuild, name: str) -> str:
    """A member asks for the deletion and confirms it. Returns what the bot says then."""
    asked = await guild.slash(name, "coup-privacy delete")
    return shown((await guild.click(name, "Delete my data", asked.response)).response).strip()


def kept_texts(name: str) -> list[str]:
    """The texts with this name that the caches of functions keep."""
    gc.unfreeze()  # so that what was there before the tests is searched too
    caches: list[Any] = [each for each in gc.get_objects() if type(each).__name__ == "_lru_cache_wrapper"]
    gc.freeze()
    own = [cache for cache in caches if cache.__wrapped__.__module__.startswith(("bot.", "cogs.", "engine."))]
    own.remove(pool_survey.read)  # thousands of figures, which take a second to print
    kept = repr([gc.get_referents(cache) for cache in own])
    return [kept[max(0, found.start() - 30) : found.end() + 30] for found in re.finditer(rf"\b{name}\b", kept)]


async def test_a_deletion_must_be_confirmed(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    asked = await guild.slash("Ana", "coup-privacy delete")
    assert "You are at 1 open table." in said(asked)
    assert "Nothing has changed" in said(await guild.click("Ana", "Back", asked.response))
    assert guild.table.state.names == ("Ana",)


async def test_a_member_who_plays_is_replaced_and_the_game_shows_it(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo")
    assert await delete(guild, "Ana") == "Your data is deleted."
    assert table.state.names == (ANONYMOUS, "Ben", "Cleo")
    message = shown(guild.live_message)
    assert ANONYMOUS in message
    assert "Ana" not in message
    assert "away" not in message
    assert "I am back" not in labels(guild.live_message), "nobody can come back to this seat"
    assert await delete(guild, "Ana") == "Your data is deleted.", "a second time nothing is left to do"


async def test_nothing_about_the_member_stays_in_memory(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", pace="slow")
    await guild.show_hands("Ana", "Ben")
    bot, user_id = guild.bot, guild["Ana"].id
    await bot.create_dm(discord.Object(user_id))
    await bot.residents.ask(bot.guilds[0], [user_id])
    assert len(bot.private_channels) == 1
    await delete(guild, "Ana")
    assert list(bot.private_channels) == []
    assert user_id not in bot.tables.preferences._cached
    assert [key for key in bot.dispatcher.panels._panels if key[1] == user_id] == []
    assert user_id not in bot.interaction_router.limiter._members
    assert user_id not in [member for _, member in bot.residents._known]
    assert user_id not in table.mentionable
    del table
    assert "Ana" not in repr([loaded.state for loaded in bot.tables.cache.loaded()])


@pytest.mark.slow
async def test_no_text_that_is_kept_names_the_member(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", "Cleo")
    await guild.slash("Ana", "coup log")
    assert kept_texts("Ana")
    await delete(guild, "Ana")
    assert kept_texts("Ana") == []


async def test_an_export_is_a_private_file(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    answer = await guild.slash("Ana", "coup-privacy export")
    (message,) = answer.followups or [answer.response]
    assert message is not None
    assert "1 game" in said(answer)
    assert "Of running games" in said(answer)
    assert message.attachments[0].filename == "coup-data.json"
    assert message.flags.ephemeral


async def test_others_are_served_while_the_file_of_an_export_is_made(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, served, written = asyncio.get_running_loop(), threading.Event(), json.dumps

    def write(*args: Any, **kwargs: Any) -> str:
        loop.call_soon_threadsafe(served.set)
        assert served.wait(WAIT_SECONDS), "the event loop could do nothing else"
        return written(*args, **kwargs)

    monkeypatch.setattr("bot.privacy.export.json.dumps", write)
    assert "coup-data.json" in said(await guild.slash("Ana", "coup-privacy export"))


async def test_a_member_can_hide_and_show_the_statistics(guild: SimGuild) -> None:
    assert "You are hidden" in said(await guild.slash("Ana", "coup-privacy hide", switch="on"))
    (row,) = (await dump(guild.bot.store))["players"]
    assert (row["user_id"], row["hidden"]) == (guild["Ana"].id, 1)
    assert "You are not hidden" in said(await guild.slash("Ana", "coup-privacy hide", switch="off"))


async def test_the_commands_work_in_direct_messages_and_others_do_not(guild: SimGuild) -> None:
    payload = {command.name: command.to_dict(guild.bot.tree) for command in guild.bot.tree.get_commands()}
    privacy = payload["coup-privacy"]
    assert (privacy["contexts"], privacy["integration_types"]) == ([0, 1], [0])
    assert payload["coup"]["contexts"] == [0]
