"""Hostile names of pools, channels and members: `/coup-config` shows and stores each as a mere name."""

import re
from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest

from bot.render.texts.sanitize import NAME_CHARACTERS, clean, escape
from tests.harness.discord import SimGuild, said, shown
from tests.harness.members.hostile_names import HOSTILE, assert_harmless, assert_visible

pytestmark = pytest.mark.slow

POOL = ("banker", "director", "guerrilla", "peacekeeper", "politician")
PLAIN = "Plainname"
"""A name that is in no text of the bot, so that tests can find it in responses."""

NAMES = [name[:NAME_CHARACTERS] for name in HOSTILE if name not in ("", "\ud800", "ﷺ" * 32)]
"""Hostile names that Discord can deliver and that are short enough to be shown in full everywhere."""

OURS = re.compile(r"<(?:#|@|t:)\d+(?::R)?>|`[0-9a-f]{16}(?:…|[0-9a-f]{48})`")
"""The mentions, times and seeds that the bot itself writes; they differ from server to server."""


async def test_responses_to_moderators_show_hostile_names_only_as_names(guild: SimGuild) -> None:
    plain = [OURS.sub("", answer) async for answer in answers(guild, PLAIN)]
    assert sum(PLAIN in answer for answer in plain) >= 9
    for name in NAMES[::3]:  # tests of `escape` try all of them
        assert_harmless(escape(name))
        wanted = [answer.replace(PLAIN, escape(name)) for answer in plain]
        assert [OURS.sub("", answer) async for answer in answers(guild, name)] == wanted


async def test_pool_completions_have_labels_that_show_what_they_are(guild: SimGuild) -> None:
    for name in NAMES:
        await guild.bot.store.guilds.save_pool(guild.discord_guild.id, name, POOL)
    offered = await guild["Ana"].autocomplete(guild.channel, "coup-config pool delete", "name", "")
    assert len(offered) == len(NAMES)
    for choice in offered:
        assert_visible(choice["name"])
        assert choice["name"] == clean(choice["value"], 100)


async def answers(guild: SimGuild, name: str) -> AsyncIterator[str]:
    """A moderator sees, uses and deletes a pool, then ends a lobby, on another server. Yields every response.

    The server, its channel, its pool and a member have this name. The pool is already in the database, as if an
    older version had accepted it.
    """
    other = guild.env.create_guild(name)
    moderator = other.create_role("moderator", permissions=discord.Permissions(manage_guild=True))
    ana = other.add_member(guild.users["Ana"], roles=[moderator])
    channel = other.create_text_channel(name)
    await guild.bot.store.guilds.save_pool(other.id, name, POOL)
    for command, options in (
        ("pool default", {"name": name}),
        ("show", {}),
        ("pool show", {}),
        ("pool edit", {"name": name}),
        ("pool delete", {"name": name}),
        ("pool edit", {"name": name}),
        ("pace", {"pace": name}),
    ):
        yield said(await ana.slash(channel, f"coup-config {command}", **options))
    member = other.add_member(guild.env.create_user("somebody"), nick=name)
    yield said(await member.slash(channel, "coup new"))
    yield "\n".join(shown(message) for message in channel.history())
    yield said(await ana.slash(channel, "coup-config audit"))
    asked: Any = await ana.slash(channel, "coup-config end")
    yield said(asked)
    yield said(await ana.click(asked.response, label="Close the table"))
    yield "\n".join(shown(message) for message in channel.history())
    yield said(await ana.slash(channel, "coup-config show"))
