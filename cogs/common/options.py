"""Options of a table as members write them: short texts such as `teams` or `examine=owner`; and styles."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from bot.render.texts.words import Words
from bot.store.rows import Style
from cogs.common.errors import BadOption, NotUnderstood
from engine import RULESETS

OPEN_HANDS: Final = "open_hands"
"""The option that every ruleset has and the engine does not know: who is out may see all hands."""


def _text(name: str, choice: bool | str) -> str:
    return name if choice is True else f"{name}={str(choice).lower()}"


def option_texts(ruleset: str) -> list[str]:
    """Returns the choices of a ruleset's options other than its own, as texts, and OPEN_HANDS."""
    options = RULESETS[ruleset].options.items()
    return [*(_text(name, choice) for name, choices in options for choice in choices[1:]), OPEN_HANDS]


def all_option_texts() -> list[str]:
    """Returns `option_texts` of all rulesets, each text once."""
    return list(dict.fromkeys(text for ruleset in RULESETS for text in option_texts(ruleset)))


def read_options(texts: Sequence[str], ruleset: str) -> dict[str, Any]:
    """Returns the engine's options for texts, OPEN_HANDS apart. Raises BadOption for one the ruleset lacks."""
    choices = {
        _text(name, choice): (name, choice)
        for name, choices in RULESETS[ruleset].options.items()
        for choice in choices
    }
    options: dict[str, Any] = {}
    for text in texts:
        if text == OPEN_HANDS:
            continue
        if text not in choices:
            raise BadOption(text, ruleset)
        name, choice = choices[text]
        options[name] = choice
    return options


def written_options(options: Mapping[str, Any], *, open_hands: bool) -> list[str]:
    """Returns the texts that stand for the engine's options of a table, and for open hands."""
    return [*(_text(name, value) for name, value in options.items()), *([OPEN_HANDS] if open_hands else [])]


def read_style(given: str) -> Style:
    """Returns the style of this name. Raises NotUnderstood if there is none."""
    try:
        return Style(given)
    except ValueError as error:
        raise NotUnderstood(given) from error


def option_label(text: str, w: Words) -> str:
    """Returns the label of an option's text."""
    name, equals, value = text.partition("=")
    return w(f"option-{name}-{value if equals else 'true'}")
