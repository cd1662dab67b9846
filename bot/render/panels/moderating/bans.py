"""The bans of a server: their list in pages, and the form by which a member is banned."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

import discord
from discord import ui

from bot.render.controls import Layout, button, layout, select
from bot.render.custom_id import CustomId
from bot.render.paging import page_buttons, page_footer, page_of
from bot.render.panels.settings import moderation_button
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import clean, escape
from bot.store.repositories.members.bans import Ban

REASON_CHARACTERS: Final = 200
FOR_EVER: Final = "ever"
TIMES: Final = ("1h", "1d", "7d", "30d", FOR_EVER)
"""The times of a ban that a form offers; `read_time` reads them, and others."""
_BANS_ON_A_PAGE: Final = 8


def bans_panel(bans: Sequence[Ban], page: int, texts: Texts, note: str = "") -> Layout:
    """Returns a page, counted from 0, of the bans in force, with a select that lifts one."""
    shown = page_of(bans, page, _BANS_ON_A_PAGE)
    lines = [_line(ban, texts) for ban in shown.items]
    rows = [page_buttons(shown, lambda to: CustomId("bans", str(to)), texts)]
    if shown.items:
        options = [
            (str(ban.user_id), clean(ban.name), end_text(ban.until, texts, is_label=True)) for ban in shown.items
        ]
        rows.insert(0, [select(CustomId("unban", str(shown.number)), texts("unban-choose"), options)])
    rows.append([button(CustomId("ban"), texts("config-ban")), moderation_button(texts)])
    title = "\n".join((texts("bans-title"), *lines)) if lines else texts("config-bans", count=0)
    return layout(note, title, rows=rows, footer=page_footer(shown, texts))


def end_text(until: float | None, texts: Texts, *, is_label: bool = False) -> str:
    """Returns when a ban ends, for running text, or for a label, which Discord shows as it is."""
    if until is None:
        return texts("ban-ever")
    if is_label:
        return texts("ban-until", when=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC")
    return texts("ban-until", when=texts("clock-date", at=str(int(until))))


def reason_text(reason: str) -> str:
    """Returns the reason that a moderator typed, escaped, in running text."""
    return escape(reason, REASON_CHARACTERS)


def ban_form(texts: Texts) -> ui.Modal:
    """Returns the form that asks whom to ban, for how long, and why."""
    form = ui.Modal(title=texts("ban-form-title"), timeout=None, custom_id=str(CustomId("banform")))
    form.stop()  # discord.py need not keep the form: the router handles its submission
    member: ui.UserSelect[Any] = ui.UserSelect(custom_id="member")
    time: ui.Select[Any] = ui.Select(
        custom_id="time",
        options=[
            discord.SelectOption(value=value, label=texts(f"ban-time-{value}"), default=value == FOR_EVER)
            for value in TIMES
        ],
    )
    reason: ui.TextInput[Any] = ui.TextInput(
        custom_id="reason", style=discord.TextStyle.short, max_length=REASON_CHARACTERS, required=False
    )
    for word, field in (("member", member), ("time", time), ("reason", reason)):
        form.add_item(ui.Label(text=texts(f"ban-form-{word}"), component=field))
    return form


def _line(ban: Ban, texts: Texts) -> str:
    facts = {
        "name": escape(ban.name),
        "member": f"<@{ban.user_id}>",
        "end": end_text(ban.until, texts),
        # The id is 0 if the moderator's data was deleted.
        "moderator": f"<@{ban.banned_by_id}>" if ban.banned_by_id else texts("a-moderator"),
    }
    line = texts("ban-line", **facts)
    return f"{line}\n{texts('ban-reason', reason=reason_text(ban.reason))}" if ban.reason else line
