"""Variants as members choose them: options as short texts, pools by name or by their roles."""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.render.phrases import Phrases
from bot.render.words import Words
from cogs.common.errors import BadOption, NoPool, NoRole
from engine import ROLES, RULESETS

BEGINNERS: Final = "beginners"
RANDOM: Final = "random"
POOL_NAME: Final = re.compile(r"[\w -]{1,40}")
"""What a pool may be called."""


def _text(name: str, choice: bool | str) -> str:
    return name if choice is True else f"{name}={str(choice).lower()}"


def option_texts(ruleset: str) -> list[str]:
    """The options that change something in a ruleset, as texts such as `teams` or `examine=owner`."""
    return [_text(name, choice) for name, choices in RULESETS[ruleset].options.items() for choice in choices[1:]]


def all_option_texts() -> list[str]:
    """Every option of any ruleset that changes something there, once."""
    return list(dict.fromkeys(text for ruleset in RULESETS for text in option_texts(ruleset)))


def read_options(texts: Sequence[str], ruleset: str, w: Words) -> dict[str, Any]:
    """Options from their texts. Raises Refusal for one that the ruleset does not know."""
    choices = {
        _text(name, choice): (name, choice)
        for name, choices in RULESETS[ruleset].options.items()
        for choice in choices
    }
    options: dict[str, Any] = {}
    for text in texts:
        if text not in choices:
            raise BadOption(given=text, ruleset=w(f"ruleset-{ruleset}"))
        name, choice = choices[text]
        options[name] = choice
    return options


def written_options(options: Mapping[str, Any]) -> list[str]:
    """The texts that `read_options` makes these options of."""
    return [_text(name, value) for name, value in options.items()]


def option_label(text: str, w: Words) -> str:
    """An option in words."""
    name, equals, value = text.partition("=")
    return w(f"option-{name}-{value if equals else 'true'}")


def read_pool(text: str, pools: Mapping[str, Sequence[str]], w: Words) -> tuple[list[str] | None, bool]:
    """A pool from its name or its roles, and whether it is a moderator's; None: drawn. Raises Refusal."""
    given = text.strip()
    if given.casefold() in ("", RANDOM):
        return None, False
    if given.casefold() == BEGINNERS:
        return list(RULESETS["g54"].beginners), False
    for name, roles in pools.items():
        if name.casefold() == given.casefold():
            return list(roles), True
    named = {role: role for role in ROLES} | {Phrases(w, ()).role(role).casefold(): role for role in ROLES}
    parts = [part.strip() for part in given.split(",")]
    for part in parts:
        if part.casefold() not in named:
            raise NoPool(part) if len(parts) == 1 else NoRole(part)
    return [named[part.casefold()] for part in parts], False


def breaks_categories(roles: Sequence[str]) -> bool:
    """Whether five roles are not of the categories that a random pool draws."""
    draw = RULESETS["g54"].draw
    return any(
        sum(ROLES[role].category == category for role in roles) != count for category, count in draw.items()
    )
