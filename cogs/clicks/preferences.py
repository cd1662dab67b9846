"""Controls of a member's own panels: preferences, members to avoid, own data; the call list, and calls."""

from dataclasses import replace
from functools import partial
from typing import Final

from bot.refusals import Refusal
from bot.render.controls import layout
from bot.render.panels.preferences import MAX_AVOIDED, NO_QUIET_HOURS, OFFSETS, called_text
from bot.store.repositories.call_list import Listed
from bot.tables.preferences import PREFERENCES
from bot.tables.table import Table
from cogs.clicks.click import Click, number
from cogs.common.services.preferences import call_members, set_preference, show_call_list, show_preferences

_HOURS: Final = 24
_QUIET_TO: Final = 8
"""The hour at which quiet hours end at first."""


async def switch_calls(click: Click) -> None:
    """Handles Call me and Stop calling me in the panel of the call list."""
    call_list, guild_id = click.store.call_list, _server(click)
    match click.custom_id.arg:
        case "on":
            await call_list.add(guild_id, click.user_id)
        case "off":
            await call_list.remove(guild_id, click.user_id)
        case _:
            raise Refusal("not-open")
    await show_call_list(click)


async def leave_call_list(click: Click) -> None:
    """Handles Stop calling me below a call."""
    was_listed = await click.store.call_list.remove(_server(click), click.user_id)
    await click.reply(click.texts("done-uncalled" if was_listed else "done-not-listed"))


async def set_clock(click: Click) -> None:
    """Handles the selects of a member's clock and quiet hours; changes nothing for a member not on the list."""
    setting, value = click.custom_id.arg, click.value
    changed = partial(_changed, setting=setting, value=value)
    await click.store.call_list.change(_server(click), click.user_id, changed)
    await show_call_list(click)


async def call(click: Click) -> None:
    """Handles Call players in the panel of the call list, for the host of a lobby."""
    await _call(click, await click.table())
    await show_call_list(click)


async def call_from_menu(click: Click) -> None:
    """Handles Call players in the host's menu."""
    table = await click.table()
    next_call = await _call(click, table)
    await click.show_menu(table, called_text(next_call, click.texts))


async def _call(click: Click, table: Table) -> float:
    """Calls members to a lobby. Returns when hosts on the server may call next."""
    return await click.defer_if_slow(call_members(click, table), in_new_message=False)


def _server(click: Click) -> int:
    if not click.guild_id:
        raise Refusal("bad-channel")
    return click.guild_id


def _changed(listed: Listed, setting: str, value: str) -> Listed:
    """Returns an entry with the clock or the quiet hours that a select sets. Raises Refusal.

    There are no quiet hours if they would end when they begin.
    """
    number = {str(each): each for each in (*OFFSETS, *range(_HOURS))}.get(value)
    if setting == "offset" and number in OFFSETS:
        return replace(listed, utc_offset=number)
    is_hour = setting in ("from", "to") and number in range(_HOURS)
    if not is_hour and (setting, value) != ("from", NO_QUIET_HOURS):
        raise Refusal("not-open")
    begin = number if setting == "from" else listed.quiet_from
    end = number if setting == "to" else _QUIET_TO if listed.quiet_to is None else listed.quiet_to
    has_none = begin is None or begin == end
    return replace(listed, quiet_from=None if has_none else begin, quiet_to=None if has_none else end)


async def prefer(click: Click) -> None:
    """Handles the buttons of a member's preferences."""
    name, _, value = click.custom_id.arg.partition(".")
    if name not in PREFERENCES or value not in ("on", "off"):
        raise Refusal("not-open")
    await set_preference(click, name, on=value == "on")
    await show_preferences(click)


async def avoid(click: Click) -> None:
    """Handles the select of the members whom a member would rather not sit with on this server."""
    if not click.guild_id or len(click.values) > MAX_AVOIDED:
        raise Refusal("not-open")
    avoided = {number(value) for value in click.values} - {click.user_id}
    await click.store.avoided.replace(click.guild_id, click.user_id, avoided)
    await show_preferences(click)


async def erase(click: Click) -> None:
    """Handles Delete my data. The response stores nothing about the member again."""
    interaction = click.interaction
    is_finished = await click.defer_if_slow(click.client.deletions.ask(click.user_id), in_new_message=False)
    panel = layout(click.texts("privacy-deleted" if is_finished else "privacy-deleting"))
    if interaction.response.is_done():
        await interaction.edit_original_response(view=panel)
    else:
        await interaction.response.edit_message(view=panel)
