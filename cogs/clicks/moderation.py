"""Controls of moderators: bans, and the audit log."""

from collections.abc import Mapping
from typing import Any, Final

from bot.refusals import Refusal
from bot.render.panels.moderation import ALL_KINDS, ban_form
from bot.store.repositories.audit import KINDS, Filter
from cogs.clicks.click import Click, number
from cogs.common.services.moderation import Banned, ban, show_audit_log, show_bans, unban

_PARTS: Final = ("page", "kind", "user")
"""The parts of the argument of the audit log's controls; an empty one names the newest page, or nobody."""


async def page_bans(click: Click) -> None:
    """Handles See bans, Older and Newer: shows a page of the server's bans."""
    await show_bans(click, click.page)


async def ask_for_ban(click: Click) -> None:
    """Handles Ban a member: opens the form that asks whom, for how long and why."""
    await click.interaction.response.send_modal(ban_form(click.texts))


async def ban_member(click: Click) -> None:
    """Handles the form with a ban, and shows all bans."""
    member, time, reason = ("".join(click.fields.get(name, ())) for name in ("member", "time", "reason"))
    await ban(click, _resolved(click, member), time, reason)


async def lift_ban(click: Click) -> None:
    """Handles the select that lifts a ban, and shows the others."""
    await unban(click, number(click.value), click.page)


async def filter_kind(click: Click) -> None:
    """Handles the select of a kind of actions in the audit log."""
    await show_audit(click, kind=click.values[0] if click.values else ALL_KINDS)


async def filter_moderator(click: Click) -> None:
    """Handles the select of a moderator in the audit log."""
    await show_audit(click, user=click.values[0] if click.values else "")


async def show_audit(click: Click, **changed: str) -> None:
    """Handles See all actions, Older and Newer: shows a page of the audit log.

    The control names it as `page.kind.user`; parts of that may be `changed`.
    """
    named = (click.custom_id.arg or f".{ALL_KINDS}.").split(".")
    if len(named) != len(_PARTS):
        raise Refusal("not-open")
    parts = dict(zip(_PARTS, named, strict=True)) | changed
    if parts["kind"] not in (ALL_KINDS, *KINDS) or not (parts["page"] + parts["user"] + "0").isdecimal():
        raise Refusal("not-open")
    wanted = Filter(
        "" if parts["kind"] == ALL_KINDS else parts["kind"], number(parts["user"]) if parts["user"] else None
    )
    await show_audit_log(click, wanted, int(parts["page"]) if parts["page"] else None)


def _resolved(click: Click, user_id: str) -> Banned:
    """Returns the member chosen in a form, with the name that Discord sends beside the id."""
    resolved: Mapping[str, Mapping[str, Mapping[str, Any]]] = click.data.get("resolved", {})
    user, member = (resolved.get(kind, {}).get(user_id, {}) for kind in ("users", "members"))
    name: str = member.get("nick") or user.get("global_name") or user.get("username") or user_id
    return Banned(number(user_id), name, bool(user.get("bot")))
