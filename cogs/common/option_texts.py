"""The options and the style of a table as texts in commands and forms, such as `teams` or `examine=owner`."""

from collections.abc import Sequence
from typing import Any, Final

from bot.refusals import Refusal
from bot.render.texts.catalogue import Texts
from bot.store.rows import Style
from bot.tables.state import TableState
from engine import RULESETS
from engine.editions.g54.pool_survey import DRAWN_FROM

OPEN_HANDS: Final = "open_hands"
TALK: Final = "talk"
SILENT: Final = "talk=false"
RESIGNS: Final = "resigns"
STAYS: Final = "resigns=false"
ORDERS: Final = "orders"
NO_ORDERS: Final = "orders=false"
_OF_TABLES: Final = (OPEN_HANDS, TALK, SILENT, RESIGNS, STAYS, ORDERS, NO_ORDERS)
"""Options that the bot adds to every ruleset.

Eliminated players see all hands; AI players speak, or do not although the server's setting says so; a member whose
time runs out too often resigns, or does not resign although the server's setting says so; members may give
standing orders, or may not although there are enough of them.
"""


def _text(name: str, choice: bool | str) -> str:
    return name if choice is True else f"{name}={str(choice).lower()}"


def option_texts(ruleset: str, *, talk: bool = False, resigns: bool = False) -> list[str]:
    """Returns the texts of all options that differ from a ruleset's defaults, and of those that every table has.

    `talk` and `resigns` are the server's settings, which a host may change. The kind of pools to draw from is left
    out, because it is chosen together with the pool.
    """
    options = [(name, choices) for name, choices in RULESETS[ruleset].options.items() if name != DRAWN_FROM]
    own = (OPEN_HANDS, SILENT if talk else TALK, STAYS if resigns else RESIGNS, ORDERS)
    return [*(_text(name, choice) for name, choices in options for choice in choices[1:]), *own]


def all_option_texts() -> list[str]:
    """Returns the texts of the options of all rulesets, each once."""
    return list(dict.fromkeys(text for ruleset in RULESETS for text in option_texts(ruleset)))


def typed_options(typed: str) -> list[str]:
    """Returns the options that a member typed as texts: `teams`, `teams=true` and `teams:true` are the same."""
    return [text.replace(":", "=").removesuffix("=true") for text in typed.split()]


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
        if text in _OF_TABLES:
            continue
        if text not in choices:
            raise Refusal("bad-option", option_text=text, ruleset=ruleset)
        name, choice = choices[text]
        options[name] = choice
    return options


def chosen_option_texts(row: TableState) -> list[str]:
    """Returns the texts of the options chosen at a table."""
    own = {OPEN_HANDS: row.open_hands, TALK: row.talk, RESIGNS: row.resigns, ORDERS: row.allows_orders}
    chosen = [text for text, on in own.items() if on]
    return [*(_text(name, value) for name, value in row.options.items() if name != DRAWN_FROM), *chosen]


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
