"""The sentence of every refusal: the one place where errors that members can cause are put into words.

A refusal is a type with facts; its `word` is the id of its sentence. The sentence repeats numbers, names and texts
as they are; the ids of roles, options and permissions among the facts are named here.
"""

from collections.abc import Mapping
from typing import Any, Final

from discord import app_commands

from bot.render.panels.pool import missing_text
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import escape, escape_typed
from bot.runtime.command_tree import OptionsMismatch
from bot.store import SaveFailed
from bot.store.errors import CommitUnknown, TooManyPools
from bot.tables.refusals.refusal import Refusal
from bot.tables.refusals.tables import BadSetup, NotSaved, OutcomeUnknown, Unconfirmed
from cogs.common.options import all_option_texts, option_label
from cogs.common.refusals import BadOption, MissingPermissions, NotModerator, PoolIncomplete
from engine import Refused
from engine.catalogue import ROLES

_CHANGED: Final = (OptionsMismatch, app_commands.CommandSignatureMismatch, app_commands.CommandNotFound)
"""A command was used as it is not, or not any more: Discord may show an old list of commands for a while."""

_SETUP_TEXTS: Final[Mapping[str, str]] = {
    "players_out_of_range": "setup-players",
    "unknown_ruleset": "setup-ruleset",
    "unknown_option": "setup-option",
    "option_not_in_ruleset": "setup-option-elsewhere",
    "bad_choice": "setup-choice",
    "option_needs_option": "setup-option-alone",
    "teams_need_players": "setup-teams",
    "no_pool": "error-pool-elsewhere",
    "role_not_in_game": "setup-role",
    "pool_size": "setup-pool-size",
    "pool_categories": "setup-pool-categories",
    "no_survey": "setup-no-survey",
}
"""The catalogue's text for each reason of the engine that members can cause."""


def sentence(error: Exception, w: Texts) -> str | None:
    """Returns the sentence for an error, or None if it is not a refusal but a fault of ours."""
    if isinstance(error, Refusal):
        return w(error.word, **_facts(error, w))
    if isinstance(error, TooManyPools):
        return w("error-too-many-pools", most=error.most)
    if isinstance(error, SaveFailed):
        return w(OutcomeUnknown.word if isinstance(error, CommitUnknown) else NotSaved.word)
    if isinstance(error, _CHANGED):
        return w("error-command-changed")
    if isinstance(error, app_commands.CheckFailure):
        return w(NotModerator.word)
    return None


def _facts(refusal: Refusal, w: Texts) -> dict[str, str]:
    """The facts of a refusal in words. `given` is what a member typed: harmless, and cut where it is long."""
    match refusal:
        case BadSetup(reason):
            return {"reason": setup_reason(reason, w)}
        case BadOption(given, ruleset):
            known = given in all_option_texts()
            return {
                "given": option_label(given, w) if known else escape_typed(given),
                "ruleset": w(f"ruleset-{ruleset}"),
            }
        case MissingPermissions(names):
            return {"missing": w.join([w(f"permission-{name}") for name in names])}
        case PoolIncomplete(roles, free):
            return {"missing": missing_text(roles, w, free=free)}
        case Unconfirmed(names):
            return {"names": w.join([escape(name) for name in names])}
        case _:
            facts = refusal.facts()
            return facts | {"given": escape_typed(facts["given"])} if "given" in facts else facts


def setup_reason(refusal: Refused, w: Texts) -> str:
    """Returns why the engine does not set up such a game, with options and roles named as members know them."""
    text = _SETUP_TEXTS.get(refusal.reason)
    return w("setup-other") if text is None else w(text, **_engine_facts(refusal.facts, w))


def _engine_facts(facts: Mapping[str, Any], w: Texts) -> dict[str, str | int]:
    """Returns the facts of an engine's refusal in words, by their names."""
    worded: dict[str, str | int] = {}
    for name, fact in facts.items():
        match name:
            case "given":
                worded[name] = escape_typed(str(fact))
            case "ruleset":
                worded[name] = w(f"ruleset-{fact}")
            case "option" | "needed":
                worded[name] = w(f"option-{fact}")
            case "choices":
                texts = [w(f"option-{facts['option']}-{str(choice).lower()}") for choice in fact]
                worded[name] = w.join(texts, "or")
            case "players":
                worded[name] = w.join([str(number) for number in fact], "or")
            case "role":
                worded[name] = (
                    Phrases(w, ()).role(fact)
                    if isinstance(fact, str) and fact in ROLES
                    else escape_typed(str(fact))
                )
            case "draw":
                parts = [
                    w("setup-category", count=count, category=w(f"category-{each}"))
                    for each, count in fact.items()
                ]
                worded |= {"categories": w.join(parts), "option": w("option-free_pool-true")}
            case "size" | "least" | "most":
                worded[name] = fact
            case _:
                pass  # not part of what members are told
    return worded
