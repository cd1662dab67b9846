"""Controls of moderators: a server's settings, bans, and the audit log."""

from collections.abc import Mapping
from typing import Any

from bot.refusals import Refusal
from bot.render.panels.moderation import ALL_KINDS, PAGES, ban_form, pool_name_form
from bot.store.repositories.audit import KINDS, Filter
from bot.tables.preferences import SWITCHES
from cogs.clicks.click import Click, number
from cogs.common.services.moderation import Banned, ban, set_setting, show_audit_log, show_settings, unban


async def ask_for_ban(click: Click) -> None:
    """Handles Ban a member: opens the form that asks whom, for how long and why."""
    await click.interaction.response.send_modal(ban_form(click.texts))


async def ban_member(click: Click) -> None:
    """Handles the form with a ban, and shows all bans."""
    member, time, reason = ("".join(click.fields.get(name, ())) for name in ("member", "time", "reason"))
    await ban(click, _resolved(click, member), time, reason)


async def lift_ban(click: Click) -> None:
    """Handles the select that lifts a ban, and shows the others."""
    await unban(click, number(click.value))


async def show_audit(click: Click) -> None:
    """Handles See all actions, Older and Newer, and the selects of a kind and of a moderator in the audit log.

    The control names a page of the log as `page.kind.user`; no page is the newest one, no user everybody.
    """
    named, chosen = (click.custom_id.arg or f".{ALL_KINDS}.").split("."), "".join(click.values[:1])
    if len(named) != 3:
        raise Refusal("not-open")
    page, kind, user = named
    if click.custom_id.op == "auditkind":
        kind = chosen or ALL_KINDS
    elif click.custom_id.op == "audituser":
        user = chosen
    if kind not in (ALL_KINDS, *KINDS) or not (page + user + "0").isdecimal():
        raise Refusal("not-open")
    wanted = Filter("" if kind == ALL_KINDS else kind, number(user) if user else None)
    await show_audit_log(click, wanted, int(page) if page else None)


def _resolved(click: Click, user_id: str) -> Banned:
    """Returns the member chosen in a form, with the name that Discord sends beside the id."""
    resolved: Mapping[str, Mapping[str, Mapping[str, Any]]] = click.data.get("resolved", {})
    user, member = (resolved.get(kind, {}).get(user_id, {}) for kind in ("users", "members"))
    name: str = member.get("nick") or user.get("global_name") or user.get("username") or user_id
    return Banned(number(user_id), name, bool(user.get("bot")))


async def switch_setting(click: Click) -> None:
    """Handles the buttons of a server's settings that are on or off."""
    name, _, value = click.custom_id.arg.partition(".")
    await set_setting(click, name, value)
    await show_settings(click, SWITCHES.get(name, "tables"))


async def choose_setting(click: Click) -> None:
    """Handles the selects of a server's settings; those of channels and roles may be cleared."""
    name = click.custom_id.arg
    await set_setting(click, name, *(str(number(each)) if each.isdecimal() else each for each in click.values))
    is_of_moderation = name in ("channels", "most_tables", "moderator_role_id")
    await show_settings(click, "moderation" if is_of_moderation else "tables")


async def show_page(click: Click) -> None:
    """Handles the buttons to the pages of a server's settings."""
    if click.custom_id.arg not in PAGES:
        raise Refusal("not-open")
    await show_settings(click, click.custom_id.arg)


async def ask_for_pool_name(click: Click) -> None:
    """Handles the button that makes a pool: opens the form that asks for its name."""
    await click.interaction.response.send_modal(pool_name_form(click.texts))
