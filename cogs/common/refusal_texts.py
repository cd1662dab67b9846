"""The sentence of every refusal: the one place where errors that members can cause are put into words.

The code of a refusal is part of the id of its sentence in the catalogue. Numbers and texts among the facts are
inserted as they are; roles, options and permissions get the names that members know.
"""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

from bot.gateway.command_tree import OptionsMismatch
from bot.refusals import Refusal
from bot.render.panels.pools import missing_text
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import escape, escape_typed
from cogs.common.option_texts import all_option_texts, option_label
from engine import Refused
from engine.catalogue import NAMED_CARDS

_CHANGED: Final = (
    OptionsMismatch,
    app_commands.CommandSignatureMismatch,
    app_commands.CommandNotFound,
    app_commands.TransformerError,
)
"""The errors of a command that has changed: for a while, Discord may still show members the old commands."""


def sentence(error: Exception, texts: Texts) -> str | None:
    """Returns the sentence for an error, or None if it is not a refusal but a bug."""
    if isinstance(error, Refusal):
        return texts(f"error-{error.code}", **_in_words(error.facts, texts))
    if isinstance(error, _CHANGED):
        return texts("error-command-changed")
    if isinstance(error, app_commands.CheckFailure):
        return texts("error-not-moderator")
    return None


def _in_words(facts: Mapping[str, Any], texts: Texts) -> dict[str, str | int]:
    """Returns the facts of a refusal as arguments of its sentence; what a member typed is escaped and cut."""
    worded: dict[str, str | int] = {}
    for name, fact in facts.items():
        match name:
            case "given":
                worded[name] = escape_typed(str(fact))
            case "option_text":
                worded["given"] = option_label(fact, texts) if fact in all_option_texts() else escape_typed(fact)
            case "ruleset":
                worded[name] = texts(f"ruleset-{fact}")
            case "option" | "needed":
                worded[name] = texts(f"option-{fact}")
            case "choices":
                named = [texts(f"option-{facts['option']}-{str(choice).lower()}") for choice in fact]
                worded[name] = texts.join(named, "or")
            case "players":
                worded[name] = texts.join([str(number) for number in fact], "or")
            case "names":
                worded[name] = texts.join([escape(each) for each in fact])
            case "when":
                worded["when"], worded["date"] = (texts(each, at=str(fact)) for each in ("soon", "clock-date"))
            case "channels":
                worded[name] = texts.join([f"<#{each}>" for each in fact], "or")
            case "permissions":
                worded["missing"] = texts.join([texts(f"permission-{each}") for each in fact])
            case "role":
                known = isinstance(fact, str) and fact in NAMED_CARDS
                worded[name] = Phrases(texts).role(fact) if known else escape_typed(str(fact))
            case "roles":
                worded["missing"] = missing_text(fact, texts, facts["rule"])
            case "draw":
                counts = {texts(f"category-{each}"): count for each, count in fact.items()}
                parts = [texts("setup-category", count=count, category=name) for name, count in counts.items()]
                worded |= {"categories": texts.join(parts), "option": texts("option-free_pool-true")}
            case "reason" if isinstance(fact, Refused):
                own = f"setup-{fact.reason.replace('_', '-')}"
                text = own if texts.has(own) else "setup-other"
                worded[name] = texts(text, **_in_words(fact.facts, texts))
            case _ if isinstance(fact, str | int):
                worded[name] = fact
            case _:
                pass  # used only in a sentence of the referee
    return worded
