"""The options and the style of a table as texts in commands and forms, such as `teams` or `examine=owner`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from bot.refusals import Refusal
from bot.render.texts.catalogue import Texts
from bot.store.rows import Style, TableSettings
from bot.tables.state import TableState
from engine import RULESETS
from engine.editions.g54.pool_survey import DRAWN_FROM

TABLE_OPTIONS: Final = ("open_hands", "talk", "resigns", "orders")
"""Options that the bot adds to every ruleset, each a field of `TableSettings`.

`talk=false` turns one off, at a table that would otherwise have it by the settings of the server.
"""
_ALL_OFF: Final = TableSettings(talk=False)


def _text(name: str, choice: bool | str) -> str:
    return name if choice is True else f"{name}={str(choice).lower()}"


def option_texts(ruleset: str, usual: TableSettings = _ALL_OFF) -> list[str]:
    """Returns the texts of all options that differ from a ruleset's defaults, or from what is usual at tables.

    The kind of pools to draw from is left out, because it is chosen together with the pool.
    """
    options = [(name, choices) for name, choices in RULESETS[ruleset].options.items() if name != DRAWN_FROM]
    own = [f"{name}=false" if getattr(usual, name) else name for name in TABLE_OPTIONS]
    return [*(_text(name, choice) for name, choices in options for choice in choices[1:]), *own]


def all_option_texts() -> list[str]:
    """Returns the texts of the options of all rulesets, each once."""
    return list(dict.fromkeys(text for ruleset in RULESETS for text in option_texts(ruleset)))


def typed_options(typed: str) -> list[str]:
    """Returns the options that a member typed as texts: `teams`, `teams=true` and `teams:true` are the same.

    Commas may separate them too, as in the list of a pool's roles.
    """
    return [text.replace(":", "=").removesuffix("=true") for text in typed.replace(",", " ").split()]


def read_options(texts: Sequence[str], ruleset: str) -> dict[str, Any]:
    """Returns the engine's options that texts name. Options of tables are skipped; other texts raise Refusal."""
    choices = {
        _text(name, choice): (name, choice)
        for name, choices in RULESETS[ruleset].options.items()
        for choice in choices
        if name != DRAWN_FROM
    }
    options: dict[str, Any] = {}
    for text in texts:
        if text.removesuffix("=false") in TABLE_OPTIONS:
            continue
        if text not in choices:
            raise Refusal("bad-option", option_text=text, ruleset=ruleset)
        name, choice = choices[text]
        options[name] = choice
    return options


def with_table_options(texts: Sequence[str], usual: TableSettings) -> TableSettings:
    """Returns the usual settings of tables, with the options of tables that texts turn on or off."""
    named = {name: name in texts for name in TABLE_OPTIONS if name in texts or f"{name}=false" in texts}
    return replace(usual, **named)


def chosen_option_texts(state: TableState) -> list[str]:
    """Returns the texts of the options chosen at a table."""
    own = replace(state.settings, orders=state.allows_orders)
    chosen = [name for name in TABLE_OPTIONS if getattr(own, name)]
    return [*(_text(name, value) for name, value in state.options.items() if name != DRAWN_FROM), *chosen]


def read_style(given: str) -> Style:
    """Returns the style of this name. Raises Refusal if there is none."""
    try:
        return Style(given)
    except ValueError as error:
        raise Refusal("not-understood", given=given) from error


def option_label(text: str, texts: Texts) -> str:
    """Returns the label of an option's text."""
    name, equals, value = text.partition("=")
    return texts(f"option-{name}-{value if equals else 'true'}")
