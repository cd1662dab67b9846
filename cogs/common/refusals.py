"""The sentence of every refusal: the one place where errors that members can cause are put into words."""

from typing import Final

from discord import app_commands

from bot.render.names import typed
from bot.render.words import Words
from bot.runtime.command_tree import OptionsMismatch
from bot.store import SaveFailed
from bot.tables.refusals import Refusal

_CHANGED: Final = (OptionsMismatch, app_commands.CommandSignatureMismatch, app_commands.CommandNotFound)
"""A command was used as it is not, or not any more: Discord may show an old list of commands for a while."""


def sentence(error: Exception, w: Words) -> str | None:
    """Returns the sentence for an error, or None if it is not a refusal but a fault of ours."""
    if isinstance(error, Refusal):
        facts = error.facts()
        if "given" in facts:  # what the member typed; all other facts are words or names of ours
            facts["given"] = typed(facts["given"])
        return w(error.word, **facts)
    if isinstance(error, SaveFailed):
        return w("error-database")
    if isinstance(error, _CHANGED):
        return w("error-command-changed")
    if isinstance(error, app_commands.CheckFailure):
        return w("error-not-moderator")
    return None
