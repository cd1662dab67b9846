"""The sentence of every refusal: the one place where errors that members can cause are put into words.

A refusal is a type with facts; its `word` is the id of its sentence. The sentence repeats numbers, names and texts
as they are; the ids of roles, options and permissions among the facts are named here.
"""

from typing import Final

from discord import app_commands

from bot.render.panels.pool import missing_text
from bot.render.texts.catalogue import Words
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
from engine.errors import (
    BadChoice,
    NoPool,
    NoSurvey,
    OptionNeedsOption,
    OptionNotInRuleset,
    PlayersOutOfRange,
    PoolCategories,
    PoolSize,
    RoleNotInGame,
    TeamsNeedPlayers,
    UnknownOption,
    UnknownRuleset,
)

_CHANGED: Final = (OptionsMismatch, app_commands.CommandSignatureMismatch, app_commands.CommandNotFound)
"""A command was used as it is not, or not any more: Discord may show an old list of commands for a while."""


def sentence(error: Exception, w: Words) -> str | None:
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


def _facts(refusal: Refusal, w: Words) -> dict[str, str]:
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


def setup_reason(refusal: Refused, w: Words) -> str:
    """Returns why the engine does not set up such a game, with options and roles named as members know them."""
    match refusal:
        case PlayersOutOfRange(ruleset, least, most):
            return w("setup-players", ruleset=w(f"ruleset-{ruleset}"), least=least, most=most)
        case UnknownRuleset(ruleset):
            return w("setup-ruleset", given=escape_typed(str(ruleset)))
        case UnknownOption(option):
            return w("setup-option", given=escape_typed(option))
        case OptionNotInRuleset(option, ruleset):
            return w("setup-option-elsewhere", option=w(f"option-{option}"), ruleset=w(f"ruleset-{ruleset}"))
        case BadChoice(option, given, choices):
            texts = [w(f"option-{option}-{str(choice).lower()}") for choice in choices]
            return w("setup-choice", given=escape_typed(str(given)), choices=w.join(texts, "or"))
        case OptionNeedsOption(option, needed):
            return w("setup-option-alone", option=w(f"option-{option}"), needed=w(f"option-{needed}"))
        case TeamsNeedPlayers(players):
            return w("setup-teams", players=w.join([str(number) for number in players], "or"))
        case NoPool():
            return w("error-pool-elsewhere")
        case RoleNotInGame(role, ruleset):
            return w("setup-role", role=_role(role, w), ruleset=w(f"ruleset-{ruleset}"))
        case NoSurvey():
            return w("setup-no-survey")
        case PoolSize(size):
            return w("setup-pool-size", size=size)
        case PoolCategories(draw):
            parts = [
                w("setup-category", count=count, category=w(f"category-{each}")) for each, count in draw.items()
            ]
            return w("setup-pool-categories", categories=w.join(parts), option=w("option-free_pool-true"))
        case _:
            return w("setup-other")


def _role(role: object, w: Words) -> str:
    return Phrases(w, ()).role(role) if isinstance(role, str) and role in ROLES else escape_typed(str(role))
