"""The form in which a host changes the settings of a lobby.

Only its custom id identifies it, so it can be submitted even after the bot has restarted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import discord
from discord import ui

from bot.refusals import Refusal
from bot.render.controls import OPTION_LABEL_CHARACTERS
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import pace_choices, style_choices
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import clean
from bot.store.rows import LobbySettings
from bot.tables.table import Table
from cogs.common.autocomplete import MAX_CHOICES
from cogs.common.option_texts import (
    TABLE_OPTIONS,
    all_option_texts,
    chosen_option_texts,
    option_label,
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


def settings_form(table: Table, pools: Mapping[str, Sequence[str]], texts: Texts) -> ui.Modal:
    """Returns the form for ruleset, options, roles, pace and style of a lobby, filled in with its settings."""
    form = ui.Modal(
        title=texts("settings-title"), timeout=None, custom_id=str(CustomId.of_table(table.state, "form"))
    )
    form.stop()  # discord.py need not keep the form: the router handles its submission
    own = [(_AS_IT_IS, texts("choice-pool-table"))] if table.state.pool else []
    fixed = built_in_pools(texts, pools)
    named = [(name, name) for name in pools]
    room = MAX_CHOICES - len(own) - len(fixed)
    if len(named) > room:
        named[room - 1 :] = [(_MORE, texts("choice-pool-more", count=len(named) - room + 1))]
    options = all_option_texts()
    for word, field in (
        (
            "settings-ruleset",
            _select("ruleset", [(name, texts(f"ruleset-{name}")) for name in RULESETS], [table.state.ruleset]),
        ),
        (
            "settings-options",
            _select(
                "options",
                [(text, option_label(text, texts)) for text in options],
                chosen_option_texts(table.state),
                least=0,
                most=len(options),
            ),
        ),
        (
            "settings-pool",
            _select("pool", [*own, *fixed, *named], [_pool_now(table)]),
        ),
        ("settings-pace", _select("pace", pace_choices(texts, table.state.pace), [table.state.pace])),
        ("settings-style", _select("style", style_choices(texts), [table.state.style])),
    ):
        form.add_item(ui.Label(text=texts(word), component=field))
    return form


def read_form(
    table: Table, fields: Mapping[str, Sequence[str]], pools: Mapping[str, Sequence[str]], texts: Texts
) -> LobbySettings:
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


def _select(
    name: str,
    choices: Sequence[tuple[str, ...]],
    chosen: Sequence[str],
    *,
    least: int = 1,
    most: int = 1,
) -> ui.Select[Any]:
    return ui.Select(
        custom_id=name,
        options=[
            discord.SelectOption(
                value=value,
                label=clean(label, OPTION_LABEL_CHARACTERS),
                description="".join(description) or None,
                default=value in chosen,
            )
            for value, label, *description in choices
        ],
        min_values=least,
        max_values=most,
        required=least > 0,
    )
