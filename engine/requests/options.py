"""Options: checks the options that a request chooses against data/rulesets.toml (rules.md 1, 8)."""

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from engine.catalogue import RULESETS, Choice
from engine.errors import BadRequest

Chosen: TypeAlias = tuple[tuple[str, Choice], ...]
"""The options that were chosen, in the documented order."""

OF_POSITIONS: Final[Mapping[str, tuple[Choice, ...]]] = {"shuffle": (True, False), "free_deck": (False, True)}
"""The further options of positions, in every ruleset."""


def _union() -> dict[str, tuple[Choice, ...]]:
    known: dict[str, tuple[Choice, ...]] = {}
    for ruleset in RULESETS.values():
        for name, choices in ruleset.options.items():
            known[name] = tuple(dict.fromkeys((*known.get(name, ()), *choices)))
    return {**known, **OF_POSITIONS}


_KNOWN: Final = _union()


def validate_options(ruleset: str, given: object, *, set_up: bool) -> tuple[Chosen, list[str] | None]:
    """Returns the options that a request chooses, and the pool among them, if there is one.

    `set_up` is True for a position. Raises BadRequest for an option or a choice that the ruleset does not have.
    """
    if given == {}:
        return (), None
    if not isinstance(given, Mapping):
        raise BadRequest("The options are an object of names and values.")
    wanted: dict[str, Any] = dict(given)  # pyright: ignore[reportUnknownArgumentType] - checked one by one
    pool = wanted.pop("pool", None)
    if pool is not None and not isinstance(pool, list | tuple):
        raise BadRequest("A pool is a list of roles.")
    for name, value in wanted.items():
        _check(ruleset, name, value, set_up=set_up)
    own = RULESETS[ruleset].options
    named = [name for name in (*own, *OF_POSITIONS) if name in wanted]
    chosen = [(name, wanted[name]) for name in named if not _is_default(name, wanted[name])]
    return tuple(chosen), None if pool is None else list(pool)  # pyright: ignore[reportUnknownArgumentType] - ditto


def _check(ruleset: str, name: str, value: object, *, set_up: bool) -> None:
    known = _KNOWN.get(name)
    if known is None:
        raise BadRequest("unknown_option", given=name)
    if name == "advanced" and RULESETS[ruleset].draws_advanced:
        raise BadRequest("always_advanced", ruleset=ruleset)
    if _is_default(name, value):
        return
    if not _among(value, known):
        raise BadRequest("bad_choice", option=name, given=value, choices=known)
    if name in OF_POSITIONS:
        if not set_up:
            raise BadRequest("option_of_positions", option=name)
        return
    own = RULESETS[ruleset].options.get(name)
    if own is None:
        raise BadRequest("option_not_in_ruleset", option=name, ruleset=ruleset)
    if not _among(value, own):
        raise BadRequest("bad_choice", option=name, given=value, choices=own)


def _is_default(name: str, value: object) -> bool:
    # An option that is off counts as left out, so rulesets without it accept it, too.
    first = _KNOWN[name][0]
    return value is (first if name in OF_POSITIONS or first is False else None)


def _among(value: object, choices: tuple[Choice, ...]) -> bool:
    return any(type(value) is type(choice) and value == choice for choice in choices)
