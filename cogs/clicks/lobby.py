"""Controls of a lobby, and Rematch.

The form with settings is identified by its custom id alone, so it can be submitted after the bot has restarted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.refusals import Refusal
from bot.render.controls import Form, layout, select
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import ONLY_CONFIRMED, SOLO_AI_SEATS, pace_choices, style_choices
from bot.render.paging import SELECT_OPTIONS
from bot.render.panels.pools import lobby_pool_choice
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import escape
from bot.store.rows import Seat, TableSettings
from bot.tables.table import Table
from bot.tables.transitions import lobby
from cogs.clicks.click import Click, renews_panel
from cogs.common.option_texts import (
    TABLE_OPTIONS,
    all_option_texts,
    chosen_option_texts,
    option_label,
    option_texts,
    read_options,
    read_style,
)
from cogs.common.services.new_table import (
    answer_with_rematch,
    join_table,
    rematch_anyway,
    seat_member,
    start_table,
)
from cogs.common.services.pools import RANDOM, built_in_pools, pools_for, with_pool
from engine import RULESETS
from engine.ai import LEVELS, TEMPERAMENTS
from engine.catalogue import has_pool
from engine.editions.g54.pool_survey import DRAWN_FROM

_AS_IT_IS: Final = "=current"
_MORE: Final = "=more"
"""Two values of the select of pools that are no names of pools; a name cannot contain `=`."""


async def _show_menu(click: Click, table: Table, why: str) -> bool:
    await click.show_menu(table, why)
    return True


_renew_menu: Final = renews_panel(_show_menu)


async def join(click: Click) -> None:
    """Handles Join: takes a seat, or confirms a rematch; asks first if a member to avoid sits there."""
    await join_table(click, await click.table())


async def join_anyway(click: Click) -> None:
    """Handles Join anyway in the panel that asks whether to sit with a member to avoid."""
    await click.show(layout(await seat_member(click, await click.table())))


async def leave(click: Click) -> None:
    """Handles Leave: frees the member's seat."""
    await click.change(await click.table(), "done-left", lobby.leave, click.person)


async def add_ai(click: Click) -> None:
    """Handles Add AI: adds an AI seat of the usual kind."""
    await _add_ai(click)


@_renew_menu
async def add_chosen_ai(click: Click) -> None:
    """Handles the select of AI seats: adds one of the kind, or of the kind and temperament, chosen."""
    kind, _, temperament = click.value.partition(".")
    if kind not in LEVELS or temperament not in (*TEMPERAMENTS, ""):
        raise Refusal("not-open")
    await _add_ai(click, kind, temperament or None)


@_renew_menu
async def host_menu(click: Click) -> None:
    """Handles Host's menu: shows the host what only the host may do."""
    await click.show_menu(await _hosted(click))


@_renew_menu
async def free_seat(click: Click) -> None:
    """Handles Remove …: removes the seat that the button names."""

    def note(freed: Seat) -> str:
        return click.texts("done-ai-left", name=escape(freed.name))

    await click.change(await click.table(), note, lobby.free_seat, click.user_id, click.custom_id.arg)


@_renew_menu
async def swap(click: Click) -> None:
    """Handles the select of partners to swap: the two players exchange their seats."""

    def note(swapped: Sequence[str]) -> str:
        return click.texts("done-swapped", names=click.texts.join([escape(name) for name in swapped]))

    await click.change(await click.table(), note, lobby.swap_seats, click.user_id, click.values)


async def deal(click: Click) -> None:
    """Handles One card each and Two cards each, in a lobby of two."""
    choice = click.custom_id.arg
    await click.change(await click.table(), "done-settings", lobby.set_two_player, click.user_id, choice)


async def start(click: Click, *, with_ai: int = 0) -> None:
    """Handles Start and Start without …: deals the cards; the response is the host's own hand."""
    only_confirmed = click.custom_id.arg == ONLY_CONFIRMED
    await start_table(click, await click.table(), with_ai=with_ai, only_confirmed=only_confirmed)


async def solo(click: Click) -> None:
    """Handles Play against AI: adds AI seats and starts the game at once."""
    await start(click, with_ai=SOLO_AI_SEATS)


@_renew_menu
async def close(click: Click) -> None:
    """Handles Close the table: closes the lobby."""
    await click.change(await click.table(), "done-closed", lobby.close_lobby, click.user_id)


@_renew_menu
async def settings(click: Click) -> None:
    """Handles Settings: opens the form, for the host."""
    table = await _hosted(click)
    pools = await click.pools()
    await click.interaction.response.send_modal(settings_form(table, pools, click.texts))


@_renew_menu
async def change_settings(click: Click) -> None:
    """Handles the settings form. If the entry for further pools was selected, the response offers all of them."""
    table = await click.table()
    pools = await click.pools()
    settings = _read_form(table, click.fields, pools, click.texts)
    if not _wants_more_pools(click.fields):
        before = table.state.settings

        def note(_: object) -> str:
            return click.texts("done-nothing" if table.state.settings == before else "done-settings")

        await click.change(table, note, lobby.configure, click.user_id, settings)
        return
    with click.dispatcher.message_of(table).answering(click):
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        panel = lobby_pool_choice(click.view(table), pools_for(table.state.ruleset, pools), 0)
        await click.reply_with_panel(panel)


@_renew_menu
async def page_pools(click: Click) -> None:
    """Handles Older and Newer in the panel of pools to choose from."""
    table = await _hosted(click)
    shown = pools_for(table.state.ruleset, await click.pools())
    if not shown:  # since the panel was sent, the rules were changed or the pools deleted
        raise Refusal("not-open")
    await click.show(lobby_pool_choice(click.view(table), shown, click.page))


@_renew_menu
async def set_pool(click: Click) -> None:
    """Handles the select of pools: sets the pool of the lobby."""
    table = await click.table()
    pools = await click.pools()
    if click.value not in pools:
        raise Refusal("not-open")
    settings = with_pool(table.state.settings, click.value, pools, click.texts)
    with click.dispatcher.message_of(table).answering(click):
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        await click.show(layout(click.texts("done-settings")))


async def rematch(click: Click) -> None:
    """Handles Rematch: opens a lobby with the same seats and settings; if one is open, takes a seat in it."""
    await answer_with_rematch(click, await click.table())


async def rematch_despite_warning(click: Click) -> None:
    """Handles Join anyway in the panel that asks whether to play again with a member to avoid."""
    await click.show(layout(await rematch_anyway(click, await click.table())))


async def _hosted(click: Click) -> Table:
    """Returns the lobby of a control. Raises Refusal if it is no open lobby, or the member is not its host."""
    table = await click.table()
    lobby.check_host(table.state, click.user_id)
    return table


async def _add_ai(click: Click, kind: str | None = None, temperament: str | None = None) -> None:
    def note(added: Seat) -> str:
        temperament = "none" if added.temperament is None else click.texts(f"temperament-{added.temperament}")
        kind = click.texts(f"ai-word-{added.ai}")
        name = click.texts("ai-seat", name=escape(added.name), temperament=temperament, kind=kind)
        return click.texts("done-ai-joined", name=name)

    await click.change(await click.table(), note, lobby.add_ai, click.user_id, kind, temperament)


def settings_form(table: Table, pools: Mapping[str, Sequence[str]], texts: Texts) -> Form:
    """Returns the form for ruleset, options, roles, pace and style of a lobby, filled in with its settings."""
    state = table.state
    own = [(_AS_IT_IS, texts("choice-pool-table"))] if state.pool else []
    fixed = built_in_pools(texts, pools)
    named = [(name, name) for name in pools]
    room = SELECT_OPTIONS - len(own) - len(fixed)
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


def _read_form(
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


def _wants_more_pools(fields: Mapping[str, Sequence[str]]) -> bool:
    """Returns whether the entry for further pools, which the form has no room to list, was selected."""
    return _only(fields, "pool") == _MORE and has_pool(_only(fields, "ruleset"))


def _only(fields: Mapping[str, Sequence[str]], name: str) -> str:
    values = fields.get(name, ())
    if len(values) != 1:
        raise Refusal("not-open")
    return values[0]
