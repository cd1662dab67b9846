"""The form in which a host changes the settings of a lobby.

Only its custom id identifies it, so it can be submitted even after the bot has restarted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.refusals import Refusal
from bot.render.controls import Form, select
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import pace_choices, style_choices
from bot.render.texts.catalogue import Texts
from bot.store.rows import TableSettings
from bot.tables.table import Table
from cogs.common.autocomplete import MAX_CHOICES
from cogs.common.option_texts import (
    TABLE_OPTIONS,
    all_option_texts,
    chosen_option_texts,
    option_label,
    option_texts,
    read_options,
    read_style,
)
from cogs.common.services.pools import RANDOM, built_in_pools, with_pool
from engine import RULESETS
from engine.catalogue import has_pool
from engine.editions.g54.pool_survey import DRAWN_FROM

_AS_IT_IS: Final = "=current"
_MORE: Final = "=more"
"""Two values of the select of pools that are no names of pools; a name cannot contain `=`."""


def settings_form(table: Table, pools: Mapping[str, Sequence[str]], texts: Texts) -> Form:
    """Returns the form for ruleset, options, roles, pace and style of a lobby, filled in with its settings."""
    state = table.state
    own = [(_AS_IT_IS, texts("choice-pool-table"))] if state.pool else []
    fixed = built_in_pools(texts, pools)
    named = [(name, name) for name in pools]
    room = MAX_CHOICES - len(own) - len(fixed)
    if len(named) > room:
        named[room - 1 :] = [(_MORE, texts("choice-pool-more", count=len(named) - room + 1))]
    options = [(text, option_label(text, texts), _rulesets_with(text, texts)) for text in all_option_texts()]
    rulesets = [(name, texts(f"ruleset-{name}")) for name in RULESETS]
    fields = (
        select("ruleset", None, rulesets, chosen=[state.ruleset]),
        select("options", None, options, least=0, count=len(options), chosen=chosen_option_texts(state)),
        select("pool", None, (*own, *fixed, *named), chosen=[_pool_now(table)]),
        select("pace", None, pace_choices(texts, state.pace), chosen=[state.pace]),
        select("style", None, style_choices(texts), chosen=[state.style]),
    )
    labelled = [(texts(f"settings-{field['custom_id']}"), field) for field in fields]
    return Form(CustomId.of_table(state, "form"), texts("settings-title"), labelled)


def read_form(
    table: Table, fields: Mapping[str, Sequence[str]], pools: Mapping[str, Sequence[str]], texts: Texts
) -> TableSettings:
    """Returns the settings submitted with a table's form. Raises Refusal for a value the form does not offer."""
    ruleset, pool, pace, style = (_only(fields, name) for name in ("ruleset", "pool", "pace", "style"))
    if ruleset not in RULESETS:
        raise Refusal("not-understood", given=ruleset)
    options = fields.get("options", ())
    chosen = {name: name in options for name in TABLE_OPTIONS}
    if chosen["orders"] is table.state.allows_orders:
        del chosen["orders"]  # a host who leaves it as it is does not choose it: it still depends on who joins
    settings = replace(
        table.state.settings,
        ruleset=ruleset,
        options=read_options(options, ruleset),
        pace=pace,
        style=read_style(style),
        **chosen,
    )
    named = _pool_now(table) if pool == _MORE else pool
    return settings if named == _AS_IT_IS else with_pool(settings, named, pools, texts)


def _rulesets_with(option: str, texts: Texts) -> str:
    """Returns the names of the rulesets that an option is for; an empty text if it is for all."""
    names = [texts(f"ruleset-{name}") for name in RULESETS if option in option_texts(name)]
    return "" if len(names) == len(RULESETS) else texts.join(names)


def _pool_now(table: Table) -> str:
    return _AS_IT_IS if table.state.pool else str(table.state.options.get(DRAWN_FROM, RANDOM))


def wants_more_pools(fields: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether the entry for further pools, which the form has no room to list, was selected."""
    return _only(fields, "pool") == _MORE and has_pool(_only(fields, "ruleset"))


def _only(fields: Mapping[str, Sequence[str]], name: str) -> str:
    values = fields.get(name, ())
    if len(values) != 1:
        raise Refusal("not-open")
    return values[0]
