"""Panels with settings: a member's own, with members to avoid and the deletion of data; a server's new tables."""

from collections.abc import Mapping, Sequence
from typing import Final

import discord

from bot.privacy.deletion import ANONYMOUS
from bot.render.controls import (
    GREEN,
    GREY,
    RED,
    Control,
    Form,
    Layout,
    button,
    confirmation,
    entity_select,
    grouped_layout,
    select,
    text_input,
)
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import pace_choices, pace_text, style_choices
from bot.render.paging import SELECT_OPTIONS
from bot.render.panels.host import ai_kinds, usual_ai_text
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import POOL_NAME_CHARACTERS, pool_title
from bot.store.repositories.players import Player
from bot.tables.settings import PREFERENCES, SWITCHES, ServerSettings
from engine import RULESETS

AFK: Final = ("ai", "resign")
"""The effects on a seat whose member lets the time run out too often: an AI plays for it, or it resigns."""
NO_POOL: Final = "=drawn"
"""The value of the option by which roles are drawn; the name of a pool cannot contain `=`."""

PAGES: Final = ("tables", "moderation")
"""The pages of a server's settings: those of new tables, and those for moderation (`moderation_panel`)."""
_LISTED_POOLS: Final = 20
"""The number of pools that the panel names; another panel lists all."""
MAX_AVOIDED: Final = SELECT_OPTIONS
"""How many members a member may list on a server."""


def preferences_panel(player: Player, avoided: Sequence[int] | None, texts: Texts) -> Layout:
    """Returns a member's preferences, each with a button that switches it.

    `avoided` are the members whom the member avoids on the server; None outside of a server.
    """
    groups: list[tuple[str, Sequence[Control]]] = []
    for name in PREFERENCES:
        is_on = player.gets_dms if name == "dm" else getattr(player, name)
        text = texts(f"preference-{name}", switch=_switch(texts, on=is_on))
        if name == "dm" and player.dms_closed:
            text = f"{text}\n{texts('preference-dm-closed')}"
        groups.append((text, [_switch_button("prefer", "preference", name, texts, on=is_on)]))
    if avoided is not None:
        named = texts.join([f"<@{user_id}>" for user_id in avoided])
        pick = entity_select(
            discord.ComponentType.user_select,
            CustomId("avoid"),
            texts("preference-avoid-choose"),
            most=MAX_AVOIDED,
            chosen=avoided,
        )
        groups.append((texts("preference-avoid", count=len(avoided), names=named), [pick]))
    return grouped_layout(texts("preferences-title"), groups)


def server_panel(settings: ServerSettings, pools: Sequence[str], texts: Texts, footer: str) -> Layout:
    """Returns the settings of a server's new tables, each with its control; `pools` are the names of its pools."""
    choices = {
        "pace": pace_choices(texts),
        "ruleset": [(name, texts(f"ruleset-{name}")) for name in RULESETS],
        "style": style_choices(texts),
        "ai": ai_kinds(texts),
        "afk": [(value, texts(f"afk-{value}")) for value in AFK],
    }
    if pools:
        named = [(name, name) for name in pools[: SELECT_OPTIONS - 1]]
        choices["pool"] = [(NO_POOL, texts("config-pool-drawn")), *named]
    controls = {
        name: select(CustomId("config", name), texts(f"config-{name}-choose"), options)
        for name, options in choices.items()
    }
    buttons = [
        button(CustomId("poolnew"), texts("config-pool-new")),
        button(CustomId("pools"), texts("config-pool-all"), disabled=not pools),
    ]
    more = [(_pools_line(pools, texts), buttons)]
    return settings_page("tables", texts("config-title"), settings, controls, more, texts, footer)


def settings_page(
    page: str,
    title: str,
    settings: ServerSettings,
    controls: Mapping[str, Control],
    more: Sequence[tuple[str, Sequence[Control]]],
    texts: Texts,
    footer: str,
) -> Layout:
    """Returns a page of a server's settings, each with its control; the switches of the page; `more` groups."""
    switches = {
        name: _switch_button("configswitch", "config", name, texts, on=getattr(settings, name))
        for name, shown_on in SWITCHES.items()
        if shown_on == page
    }
    told = [(setting_text(name, settings, texts), [each]) for name, each in {**controls, **switches}.items()]
    pages = [
        button(CustomId("configpage", each), texts(f"config-page-{each}"), disabled=each == page) for each in PAGES
    ]
    last = [*pages, button(CustomId("audit"), texts("config-page-audit"))]
    return grouped_layout(title, [*told, *more, ("", last)], footer=footer)


def setting_text(name: str, settings: ServerSettings, texts: Texts) -> str:
    """Returns the sentence that says how a setting of a server is."""
    match name:
        case "pace":
            return texts("config-pace", pace=pace_text(settings.pace, texts))
        case "style":
            return texts("config-style", style=texts(f"style-{settings.style}-full"))
        case "ruleset":
            return texts("config-ruleset", ruleset=texts(f"ruleset-{settings.ruleset}"))
        case "channels" if settings.channels:
            return texts("config-channels", channels=channels_text(settings.channels, texts))
        case "channels":
            return texts("config-channels-all")
        case "most_tables" if settings.most_tables is not None:
            return texts("config-most-tables", most=settings.most_tables)
        case "most_tables":
            return texts("config-most-tables-any")
        case "moderator_role_id" if settings.moderator_role_id is not None:
            role = texts("config-moderators-role", role=f"<@&{settings.moderator_role_id}>")
            return f"{role}\n{texts('config-moderators-hint')}"
        case "moderator_role_id":
            return texts("config-moderators")
        case "ai":
            return usual_ai_text(texts, settings.ai)
        case "afk":
            return texts(f"config-afk-{AFK[settings.resigns]}")
        case "pool" if settings.pool is None:
            return texts("config-pool-default-none")
        case "pool":
            return texts("config-pool-default", name=pool_title(settings.pool or ""))
        case _:
            return texts(f"config-{name}", switch=_switch(texts, on=getattr(settings, name)))


def channels_text(channels: Sequence[int], texts: Texts) -> str:
    """Returns channels, by their ids, as mentions."""
    return texts.join([f"<#{channel}>" for channel in channels])


def pool_name_form(texts: Texts) -> Form:
    """Returns the form that asks for the name of a new pool."""
    field = text_input("name", POOL_NAME_CHARACTERS)
    return Form(CustomId("poolname"), texts("pool-name-title"), [(texts("parameter-name"), field)])


def _switch_button(op: str, family: str, name: str, texts: Texts, *, on: bool) -> Control:
    """Returns the button that switches a setting on if it is off, and off if it is on."""
    value = "off" if on else "on"
    return button(CustomId(op, f"{name}.{value}"), texts(f"{family}-{name}-{value}"), GREY if on else GREEN)


def _switch(texts: Texts, *, on: bool) -> str:
    return texts("choice-on" if on else "choice-off")


def _pools_line(names: Sequence[str], texts: Texts) -> str:
    """Returns the line that lists the pools: the first _LISTED_POOLS by name, and the number of the others."""
    if not names:
        return texts("config-pools-none")
    shown = texts.join([pool_title(name) for name in names[:_LISTED_POOLS]])
    more = len(names) - _LISTED_POOLS
    return texts("config-pools-more", pools=shown, more=more) if more > 0 else texts("config-pools", pools=shown)


def avoided_warning(confirm_id: CustomId, names: Sequence[str], texts: Texts) -> Layout:
    """Returns the question whether to join a table where such members sit; `names` are theirs, escaped."""
    text = texts("avoid-warning", names=texts.join(names))
    return confirmation(text, button(confirm_id, texts("avoid-join"), RED), texts)


def deletion_panel(live_games: int, texts: Texts) -> Layout:
    """Returns the question whether to delete a member's data, for a member at this many open tables."""
    said = [
        texts("privacy-ask", name=ANONYMOUS),
        texts("privacy-ask-running", games=live_games) if live_games else "",
        texts("privacy-ask-forever"),
    ]
    erase = button(CustomId("erase"), texts("privacy-confirm"), RED)
    return confirmation("\n".join(filter(None, said)), erase, texts)
