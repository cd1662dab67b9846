"""Controls of a lobby, and Rematch."""

from collections.abc import Sequence
from typing import Final

from bot.refusals import Refusal
from bot.render.controls import layout
from bot.render.messages.lobby import ONLY_CONFIRMED, SOLO_AI_SEATS
from bot.render.panels.pools import lobby_pool_choice
from bot.render.texts.sanitize import escape
from bot.render.view_model import TableView
from bot.store.rows import Seat
from bot.tables.table import Table
from bot.tables.transitions import lobby
from cogs.clicks.click import Click, renew_panel_on
from cogs.clicks.table.settings_form import read_form, settings_form, wants_more_pools
from cogs.common.interaction import person, server_pools
from cogs.common.responses import reply_with_panel
from cogs.common.services.new_table import (
    answer_with_rematch,
    may_sit_down,
    rematch_anyway,
    seat_member,
    show_first_hand,
    start_table,
    warning_before,
)
from cogs.common.services.pools import pools_for, with_pool
from engine.ai import KINDS, LEVELS, TEMPERAMENTS

_STALE: Final = ("lobby-closed", "lobby-full", "lobby-started", "no-ai", "not-host")
"""The codes with which an outdated control of the host's menu is refused."""


async def _show_menu(click: Click, table: Table, why: str) -> bool:
    await click.show_menu(table, why)
    return True


_renew_menu: Final = renew_panel_on(_STALE, _show_menu)


async def join(click: Click) -> None:
    """Handles Join: takes a seat, or confirms a rematch; asks first if a member to avoid sits there."""
    table = await click.table()
    warning = await warning_before(click.interaction, table, "joinsure")
    if warning is not None and may_sit_down(table, click.user_id):
        await click.show(warning)
        return
    live_message = click.dispatcher.message_of(table)
    with live_message.answering(click):
        await click.tables.join(table, person(click.interaction), click.interaction.id)
        if table.state.game is None:
            await click.answer_with_new_state(table, live_message, lambda: click.texts("done-joined"))
        else:
            await show_first_hand(click.interaction, table)


async def join_anyway(click: Click) -> None:
    """Handles Join anyway in the panel that asks whether to sit with a member to avoid."""
    await click.show(layout(await seat_member(click.interaction, await click.table())))


async def leave(click: Click) -> None:
    """Handles Leave: frees the member's seat."""
    await click.change(await click.table(), "done-left", lobby.leave, person(click.interaction))


async def add_ai(click: Click) -> None:
    """Handles Add AI: adds an AI seat of the usual kind, or of the kind that an earlier version's button names."""
    kind = click.custom_id.arg or None
    if kind is not None and kind not in KINDS:
        raise Refusal("not-open")
    await _add_ai(click, kind, None)


@_renew_menu
async def add_chosen_ai(click: Click) -> None:
    """Handles the select of AI seats: adds one of the kind, or of the kind and temperament, chosen.

    In a panel of an earlier version the kind is in the custom id, and the value "chance" means any temperament.
    """
    kind, _, temperament = ".".join(filter(None, (click.custom_id.arg, *click.values))).partition(".")
    if len(click.values) != 1 or kind not in LEVELS or temperament not in (*TEMPERAMENTS, "chance", ""):
        raise Refusal("not-open")
    await _add_ai(click, kind, temperament if temperament in TEMPERAMENTS else None)


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
    await start_table(click.interaction, await click.table(), with_ai=with_ai, only_confirmed=only_confirmed)


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
    pools = await server_pools(click.interaction)
    await click.interaction.response.send_modal(settings_form(table, pools, click.texts))


@_renew_menu
async def change_settings(click: Click) -> None:
    """Handles the settings form. If the entry for further pools was selected, the response offers all of them."""
    table = await click.table()
    pools = await server_pools(click.interaction)
    settings = read_form(table, click.fields, pools, click.texts)
    if not wants_more_pools(click.fields):
        before = table.state.settings

        def note(_: object) -> str:
            return click.texts("done-nothing" if table.state.settings == before else "done-settings")

        await click.change(table, note, lobby.configure, click.user_id, settings)
        return
    with click.dispatcher.message_of(table).answering(click):
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        panel = lobby_pool_choice(TableView.of(table, click.locale), pools_for(table.state.ruleset, pools), 0)
        await reply_with_panel(click.interaction, panel)


@_renew_menu
async def page_pools(click: Click) -> None:
    """Handles Older and Newer in the panel of pools to choose from."""
    table = await _hosted(click)
    shown = pools_for(table.state.ruleset, await server_pools(click.interaction))
    if not shown:  # since the panel was sent, the rules were changed or the pools deleted
        raise Refusal("not-open")
    await click.show(lobby_pool_choice(TableView.of(table, click.locale), shown, click.page))


@_renew_menu
async def set_pool(click: Click) -> None:
    """Handles the select of pools: sets the pool of the lobby."""
    table = await click.table()
    pools = await server_pools(click.interaction)
    if click.value not in pools:
        raise Refusal("not-open")
    settings = with_pool(table.state.settings, click.value, pools, click.texts)
    with click.dispatcher.message_of(table).answering(click):
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        await click.show(layout(click.texts("done-settings")))


async def rematch(click: Click) -> None:
    """Handles Rematch: opens a lobby with the same seats and settings; if one is open, takes a seat in it."""
    await answer_with_rematch(click.interaction, await click.table())


async def rematch_despite_warning(click: Click) -> None:
    """Handles Join anyway in the panel that asks whether to play again with a member to avoid."""
    await click.show(layout(await rematch_anyway(click.interaction, await click.table())))


async def _hosted(click: Click) -> Table:
    """Returns the lobby of a control. Raises Refusal if it is no open lobby, or the member is not its host."""
    table = await click.table()
    lobby.check_host(table.state, click.user_id)
    return table


async def _add_ai(click: Click, kind: str | None, temperament: str | None) -> None:
    def note(added: Seat) -> str:
        temperament = "none" if added.temperament is None else click.texts(f"temperament-{added.temperament}")
        kind = click.texts(f"ai-word-{added.ai}")
        name = click.texts("ai-seat", name=escape(added.name), temperament=temperament, kind=kind)
        return click.texts("done-ai-joined", name=name)

    await click.change(await click.table(), note, lobby.add_ai, click.user_id, kind, temperament)
