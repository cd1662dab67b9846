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

_SHARED: Final = ("blockers=anyone", "blockers=target", "block_challengers=anyone", "block_challengers=actor")
_PRIORITY: Final = ("challenge_priority=first", "challenge_priority=clockwise")
_TABLE: Final = ("teams", "inquisitor", "examine=owner")
_OPTIONS: Final[Mapping[str, Sequence[str]]] = {
    "classic": ("two_player=standard", *_TABLE, *_SHARED, *_PRIORITY),
    "short": (*_TABLE, *_SHARED, *_PRIORITY),
    "mcguire": (*_SHARED, *_PRIORITY),
    "g54": ("advanced", "free_pool", "writer_keeps=false", "block_challengers=actor", *_PRIORITY),
}


def option_texts(ruleset: str) -> list[str]:
    """The options that change something in a ruleset, as texts such as `teams` or `examine=owner`."""
    preset = RULESETS[ruleset]
    own = {f"{name}={getattr(preset, name)}" for name in ("blockers", "block_challengers", "challenge_priority")}
    return [
        text for text in _OPTIONS[ruleset] if text not in own and (ruleset != "g54" or text != "blockers=anyone")
    ]


def all_option_texts() -> list[str]:
    """Every option of any ruleset, once."""
    return list(dict.fromkeys(text for ruleset in RULESETS for text in _OPTIONS[ruleset]))


def read_options(texts: Sequence[str], ruleset: str, w: Words) -> dict[str, Any]:
    """Options from their texts. Raises Refusal for one that the ruleset does not know."""
    options: dict[str, Any] = {}
    for text in texts:
        if text not in _OPTIONS[ruleset]:
            raise BadOption(given=text, ruleset=w(f"ruleset-{ruleset}"))
        name, equals, value = text.partition("=")
        options[name] = {"": True, "false": False}.get(value, value) if equals else True
    return options


def written_options(options: Mapping[str, Any]) -> list[str]:
    """The texts that `read_options` makes these options of."""
    return [name if value is True else f"{name}={str(value).lower()}" for name, value in options.items()]


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
