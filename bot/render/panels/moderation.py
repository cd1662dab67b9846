"""Panels of moderators: a server's settings, for new tables and for moderation; bans; the audit log."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import discord

from bot.render.controls import (
    RED,
    Control,
    Form,
    Layout,
    button,
    entity_select,
    grouped_layout,
    layout,
    select,
    text_input,
)
from bot.render.custom_id import CustomId
from bot.render.messages.lobby import pace_choices, pace_text, style_choices
from bot.render.paging import SELECT_OPTIONS, Page, page_buttons, page_footer, page_of
from bot.render.panels.host import ai_kinds, usual_ai_text
from bot.render.panels.preferences import switch_button, switch_text
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import POOL_NAME_CHARACTERS, clean, escape, pool_title
from bot.store.repositories.audit import KINDS, Filter
from bot.store.repositories.server_rules import Ban
from bot.tables.preferences import SWITCHES, ServerSettings
from bot.tables.state import TableState
from engine import RULESETS

MAX_CHANNELS: Final = SELECT_OPTIONS
"""How many channels a server may allow."""
MOST_TABLES: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50)
"""The limits of tables at once that a select offers."""
CHANNEL_TYPES: Final = (
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
)
"""The types of channels in which, or in whose threads, games may run."""
NONE: Final = "none"
"""The value of no limit; in the audit log also of no channels, and no role of moderators."""
ALL_KINDS = "all"
"""The value of the option that shows all kinds of actions."""
REASON_CHARACTERS: Final = 200
FOR_EVER: Final = "ever"
TIMES: Final = ("1h", "1d", "7d", "30d", FOR_EVER)
"""The times of a ban that a form offers; `read_time` reads them, and others."""
_BANS_ON_A_PAGE: Final = 8
AFK: Final = ("ai", "resign")
"""The effects on a seat whose member lets the time run out too often: an AI plays for it, or it resigns."""
NO_POOL: Final = "=drawn"
"""The value of the option by which roles are drawn; the name of a pool cannot contain `=`."""
PAGES: Final = ("tables", "moderation")
"""The pages of a server's settings: those of new tables, and those for moderation (`moderation_panel`)."""
_LISTED_POOLS: Final = 20
"""The number of pools that the panel names; another panel lists all."""


def moderation_panel(
    settings: ServerSettings, bans: int, here: str, state: TableState | None, texts: Texts
) -> Layout:
    """Returns the moderation page of a server's settings.

    `bans` is the number of members who are banned, `here` the text about the table here, `state` its state.
    """
    has_game = state is not None and state.game is not None
    skip, end = (CustomId(op) if state is None else CustomId.of_table(state, op) for op in ("skip", "end"))
    controls = {
        "channels": entity_select(
            discord.ComponentType.channel_select,
            CustomId("config", "channels"),
            texts("config-channels-choose"),
            most=MAX_CHANNELS,
            chosen=settings.channels,
            channels=CHANNEL_TYPES,
        ),
        "most_tables": select(
            CustomId("config", "most_tables"),
            texts("config-most-tables-choose"),
            [
                (NONE, texts("config-most-tables-any-choice")),
                *((str(most), texts("config-most-tables-choice", most=most)) for most in MOST_TABLES),
            ],
        ),
        "moderator_role_id": entity_select(
            discord.ComponentType.role_select,
            CustomId("config", "moderator_role_id"),
            texts("config-moderators-choose"),
            chosen=() if settings.moderator_role_id is None else [settings.moderator_role_id],
        ),
    }
    ban_buttons = [
        button(CustomId("ban"), texts("config-ban")),
        button(CustomId("bans"), texts("config-bans-all"), disabled=not bans),
    ]
    game_buttons = [
        button(skip, texts("config-skip"), disabled=not has_game),
        button(end, texts("config-end" if has_game else "button-close"), RED, disabled=state is None),
    ]
    more = [(texts("config-bans", count=bans), ban_buttons), (here, game_buttons)]
    title = texts("config-title-moderation")
    return settings_page("moderation", title, settings, controls, more, texts)


def audit_panel(lines: Page[str], wanted: Filter, texts: Texts) -> Layout:
    """Returns a page of the audit log; `lines` are oldest page first, each page newest line first."""
    kinds = [(kind, texts(f"audit-kind-{kind}")) for kind in (ALL_KINDS, *KINDS)]
    kind, user = wanted.kind or ALL_KINDS, str(wanted.user_id or "")
    rows = [
        page_buttons(lines, lambda to: CustomId("audit", f"{to}.{kind}.{user}"), texts),
        [select(CustomId("auditkind", f".{kind}.{user}"), texts("audit-kind-choose"), kinds, chosen=[kind])],
        [
            entity_select(
                discord.ComponentType.user_select,
                CustomId("audituser", f".{kind}.{user}"),
                texts("audit-user-choose"),
                chosen=[] if wanted.user_id is None else [wanted.user_id],
            )
        ],
        [_page_button(texts)],
    ]
    return layout(
        "\n".join((texts("audit-title"), *(lines.items or [texts("audit-empty")]))),
        rows=rows,
        footer=page_footer(lines, texts),
    )


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
    rows.append([button(CustomId("ban"), texts("config-ban")), _page_button(texts)])
    title = "\n".join((texts("bans-title"), *lines)) if lines else texts("config-bans", count=0)
    return layout(note, title, rows=rows, footer=page_footer(shown, texts))


def end_text(until: float | None, texts: Texts, *, is_label: bool = False) -> str:
    """Returns when a ban ends, for running text, or for a label, which Discord shows as it is."""
    if until is None:
        return texts("ban-ever")
    if is_label:
        return texts("ban-until", when=f"{datetime.fromtimestamp(until, UTC):%Y-%m-%d %H:%M} UTC")
    return texts("ban-until", when=texts("clock-date", at=str(int(until))))


def ban_form(texts: Texts) -> Form:
    """Returns the form that asks whom to ban, for how long, and why."""
    times = [(value, texts(f"ban-time-{value}")) for value in TIMES]
    fields = (
        entity_select(discord.ComponentType.user_select, "member", least=1),
        select("time", None, times, chosen=[FOR_EVER]),
        text_input("reason", REASON_CHARACTERS, required=False),
    )
    labelled = [(texts(f"ban-form-{field['custom_id']}"), field) for field in fields]
    return Form(CustomId("banform"), texts("ban-form-title"), labelled)


def _line(ban: Ban, texts: Texts) -> str:
    facts = {
        "name": escape(ban.name),
        "member": f"<@{ban.user_id}>",
        "end": end_text(ban.until, texts),
        # The id is 0 if the moderator's data was deleted.
        "moderator": f"<@{ban.banned_by_id}>" if ban.banned_by_id else texts("a-moderator"),
    }
    line = texts("ban-line", **facts)
    return f"{line}\n{texts('ban-reason', reason=escape(ban.reason, REASON_CHARACTERS))}" if ban.reason else line


def _page_button(texts: Texts) -> Control:
    """Returns the button to the page of moderation."""
    return button(CustomId("configpage", "moderation"), texts("config-page-moderation"))


def server_panel(settings: ServerSettings, pools: Sequence[str], texts: Texts) -> Layout:
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
    return settings_page("tables", texts("config-title"), settings, controls, more, texts)


def settings_page(
    page: str,
    title: str,
    settings: ServerSettings,
    controls: Mapping[str, Control],
    more: Sequence[tuple[str, Sequence[Control]]],
    texts: Texts,
) -> Layout:
    """Returns a page of a server's settings, each with its control; the switches of the page; `more` groups."""
    switches = {
        name: switch_button("configswitch", "config", name, texts, on=getattr(settings, name))
        for name, shown_on in SWITCHES.items()
        if shown_on == page
    }
    told = [(setting_text(name, settings, texts), [each]) for name, each in {**controls, **switches}.items()]
    pages = [
        button(CustomId("configpage", each), texts(f"config-page-{each}"), disabled=each == page) for each in PAGES
    ]
    last = [*pages, button(CustomId("audit"), texts("config-page-audit"))]
    return grouped_layout(title, [*told, *more, ("", last)])


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
            return texts(f"config-{name}", switch=switch_text(texts, on=getattr(settings, name)))


def channels_text(channels: Sequence[int], texts: Texts) -> str:
    """Returns channels, by their ids, as mentions."""
    return texts.join([f"<#{channel}>" for channel in channels])


def pool_name_form(texts: Texts) -> Form:
    """Returns the form that asks for the name of a new pool."""
    field = text_input("name", POOL_NAME_CHARACTERS)
    return Form(CustomId("poolname"), texts("pool-name-title"), [(texts("parameter-name"), field)])


def _pools_line(names: Sequence[str], texts: Texts) -> str:
    """Returns the line that lists the pools: the first _LISTED_POOLS by name, and the number of the others."""
    if not names:
        return texts("config-pools-none")
    shown = texts.join([pool_title(name) for name in names[:_LISTED_POOLS]])
    more = len(names) - _LISTED_POOLS
    return texts("config-pools-more", pools=shown, more=more) if more > 0 else texts("config-pools", pools=shown)
