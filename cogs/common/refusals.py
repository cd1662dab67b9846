"""Refusals: every error a member can cause, as one sentence that only that member sees."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands

from bot.render.words import Words, words
from bot.store import SaveFailed
from bot.tables import TableError

log = logging.getLogger(__name__)

TOO_LATE: Final = frozenset((10062, 40060))
"""Discord no longer takes an answer: it came late, or the interaction was delivered twice."""
CUT: Final = (OSError, aiohttp.ClientError)
"""The connection broke before Discord confirmed an answer; what it was about may well have been done."""


def sentence(error: Exception, w: Words) -> str | None:
    """The sentence for an error, or None if it is not a refusal but a fault of ours."""
    if isinstance(error, TableError):
        return w(f"error-{error.code}", **error.facts)
    if isinstance(error, SaveFailed):
        return w("error-database")
    if isinstance(error, app_commands.TransformerError):
        return w("error-not-understood", given=str(error.value)[:60])
    return None


async def tell(interaction: discord.Interaction[Any], text: str) -> None:
    """Says something to the member alone, as the first answer or a later one."""
    if interaction.response.is_done():
        await interaction.followup.send(text, ephemeral=True)
    else:
        await interaction.response.send_message(text, ephemeral=True)


async def refuse(interaction: discord.Interaction[Any], error: Exception) -> None:
    """Answers an interaction that failed: the refusal's sentence, or an apology where it is a fault."""
    if isinstance(error, discord.HTTPException) and error.code in TOO_LATE:
        log.info("An answer came too late: %s", error.code, extra=_context(interaction))
        return
    w = words(interaction.locale.value)
    text = sentence(error, w)
    if isinstance(error, CUT):
        log.warning("An answer was cut off: %s", type(error).__name__, extra=_context(interaction))
        if interaction.client.is_closed():
            return
        text = w("error-cut-off")
    elif text is None:
        log.error("An interaction failed", exc_info=error, extra=_context(interaction))
        text = w("error-cut-off" if isinstance(error, discord.HTTPException) else "error-unexpected")
    try:
        await tell(interaction, text)
    except discord.HTTPException as late:
        log.info("A refusal could not be said: %s", late.code, extra=_context(interaction))
    except CUT as cut:
        log.warning("A refusal could not be said: %s", type(cut).__name__, extra=_context(interaction))


@asynccontextmanager
async def refusing(interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
    """Turns whatever goes wrong inside into an answer."""
    try:
        yield
    except Exception as error:  # the one place where every error of a click ends
        await refuse(interaction, error)


def _context(interaction: discord.Interaction[Any]) -> dict[str, int | None]:
    return {"interaction": interaction.id, "guild": interaction.guild_id}
