"""Controls of a lobby, and Rematch."""

from collections.abc import Awaitable, Callable
from typing import Final

from bot.render.messages.lobby import SOLO_AI_SEATS
from bot.render.panels.decision_steps import text_panel
from bot.render.panels.host import BY_CHANCE, temperament_panel
from bot.render.panels.pool_list import lobby_pool_choice
from bot.render.view_model import TableView
from bot.store.rows import Status
from bot.tables.games.setup import LobbySettings
from bot.tables.refusals import Refusal
from bot.tables.table import Table
from bot.tables.transitions import lobby
from cogs.clicks.click import Click, renew_panel_on
from cogs.clicks.settings_form import read_form, settings_form, wants_more_pools
from cogs.common.responses import reply_with_panel
from cogs.common.services.new_table import answer_with_rematch
from cogs.common.services.pools import with_pool
from engine.ai import KINDS, LEVELS, TEMPERAMENTS

_STALE: Final = ("lobby-closed", "lobby-full", "lobby-started", "no-ai", "not-host")
"""The codes with which an outdated control of the host's menu is refused."""


async def _show_menu(click: Click, table: Table, why: str) -> bool:
    await click.show_menu(table, why)
    return True


_renew_menu: Final = renew_panel_on(_STALE, _show_menu)


async def join(click: Click) -> None:
    """Handles Join: takes a seat, or confirms a rematch."""
    await _change(click, lambda table: click.tables.run(table, lobby.join, click.person))


async def leave(click: Click) -> None:
    """Handles Leave: frees the member's seat."""
    await _change(click, lambda table: click.tables.run(table, lobby.leave, click.person))


async def add_ai(click: Click) -> None:
    """Handles Add AI: adds an AI seat of the usual kind, or of the kind that an earlier version's button names."""
    kind = click.custom_id.arg or None
    if kind is not None and kind not in KINDS:
        raise Refusal("not-open")
    await _change(click, lambda table: click.tables.run(table, lobby.add_ai, click.user_id, kind))


@_renew_menu
async def add_chosen_ai(click: Click) -> None:
    """Handles the select of the host's menu: asks for the temperament of an AI seat of the kind chosen."""
    if len(click.values) != 1 or click.values[0] not in LEVELS:
        raise Refusal("not-open")
    table = await _hosted(click)
    click.panels.unfollow(table.id)
    await click.show(temperament_panel(TableView.of(table, click.locale), click.values[0]))


@_renew_menu
async def add_tempered_ai(click: Click) -> None:
    """Handles the select of temperaments: adds an AI seat of the kind in the custom id."""
    kind, values = click.custom_id.arg, click.values
    if kind not in LEVELS or len(values) != 1 or values[0] not in (*TEMPERAMENTS, BY_CHANCE):
        raise Refusal("not-open")
    temperament = None if values[0] == BY_CHANCE else values[0]
    await _change(click, lambda table: click.tables.run(table, lobby.add_ai, click.user_id, kind, temperament))


@_renew_menu
async def host_menu(click: Click) -> None:
    """Handles Host's menu: shows the host what only the host may do."""
    await click.show_menu(await _hosted(click))


@_renew_menu
async def free_seat(click: Click) -> None:
    """Handles Remove …: removes the seat that the button names."""
    await _change(
        click, lambda table: click.tables.run(table, lobby.free_seat, click.user_id, click.custom_id.arg)
    )


async def start(click: Click) -> None:
    """Handles Start: deals the cards."""
    await _change(click, lambda table: click.tables.start(table, click.user_id, click.interaction.id))


async def solo(click: Click) -> None:
    """Handles Play against AI: adds AI seats and starts the game at once."""
    user_id, interaction_id = click.user_id, click.interaction.id
    await _change(click, lambda table: click.tables.start(table, user_id, interaction_id, with_ai=SOLO_AI_SEATS))


@_renew_menu
async def close(click: Click) -> None:
    """Handles Cancel the table: closes the lobby."""
    await _change(click, lambda table: click.tables.run(table, lobby.close_lobby, click.user_id))


@_renew_menu
async def settings(click: Click) -> None:
    """Handles Settings: opens the form, for the host."""
    table = await _hosted(click)
    pools = await click.tables.server(table.guild_id).pools()
    await click.interaction.response.send_modal(settings_form(table, pools, click.texts))


@_renew_menu
async def change_settings(click: Click) -> None:
    """Handles the settings form. If the entry for further pools was selected, the response offers all of them."""
    table = await click.table()
    pools = await click.tables.server(table.guild_id).pools()
    settings = read_form(table, click.fields, pools, click.texts)
    async with click.interaction.client.dispatcher.pending_response(table) as live_message:
        if click.in_panel:  # the response updates the menu
            click.panels.unfollow(table.id)
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        if wants_more_pools(click.fields):
            panel = lobby_pool_choice(TableView.of(table, click.locale), list(pools), 0)
            await reply_with_panel(click.interaction, panel)
        else:
            await click.answer_with_new_state(table, live_message, lambda: click.texts("done-settings"))


@_renew_menu
async def page_pools(click: Click) -> None:
    """Handles Older and Newer in the panel of pools to choose from."""
    table = await _hosted(click)
    pools = await click.tables.server(table.guild_id).pools()
    await click.show(lobby_pool_choice(TableView.of(table, click.locale), list(pools), click.page))


@_renew_menu
async def set_pool(click: Click) -> None:
    """Handles the select of pools: sets the pool of the lobby."""
    table = await click.table()
    pools = await click.tables.server(table.guild_id).pools()
    if len(click.values) != 1 or click.values[0] not in pools:
        raise Refusal("not-open")
    settings = with_pool(LobbySettings.of(table.state), click.values[0], pools, click.texts)
    async with click.interaction.client.dispatcher.pending_response(table):
        await click.tables.run(table, lobby.configure, click.user_id, settings)
        await click.show(text_panel(click.texts("done-settings")))


async def rematch(click: Click) -> None:
    """Handles Rematch: opens a lobby with the same seats and settings; if one is open, takes a seat in it."""
    await answer_with_rematch(click.interaction, await click.table())


async def _hosted(click: Click) -> Table:
    """Returns the lobby of a control. Raises Refusal if it is no open lobby, or the member is not its host."""
    table = await click.table()
    if table.state.status is not Status.LOBBY:
        raise Refusal("lobby-started") if table.state.is_running else Refusal("lobby-closed")
    if click.user_id != table.state.host_id:
        raise Refusal("not-host")
    return table


async def _change(click: Click, change: Callable[[Table], Awaitable[object]]) -> None:
    table = await click.table()
    async with click.interaction.client.dispatcher.pending_response(table) as live_message:
        if click.in_panel:  # the response updates the menu
            click.panels.unfollow(table.id)
        await change(table)
        await click.answer_with_new_state(table, live_message, lambda: click.texts("choose-done"))
