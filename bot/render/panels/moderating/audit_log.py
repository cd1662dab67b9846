"""The audit log in pages: what moderators did, filtered by the kind of action and by moderator."""

from collections.abc import Sequence

import discord

from bot.render.controls import PANEL_COLOUR, Layout, entity_select, layout, select
from bot.render.custom_id import CustomId
from bot.render.paging import Page, page_buttons
from bot.render.panels.settings import moderation_button
from bot.render.texts.catalogue import Texts
from bot.store.repositories.servers.audit import KINDS, Filter

ALL_KINDS = "all"
"""The value of the option that shows all kinds of actions."""


def audit_panel(lines: Page[str], wanted: Filter, texts: Texts) -> Layout:
    """Returns a page of the log; `lines` are oldest page first, each page newest line first."""
    kinds = [(kind, texts(f"audit-kind-{kind}"), "") for kind in (ALL_KINDS, *KINDS)]
    moderators: Sequence[int] = () if wanted.user_id is None else (wanted.user_id,)
    kind = wanted.kind or ALL_KINDS
    user = str(wanted.user_id or "")
    rows = [
        page_buttons(lines, lambda to: CustomId("audit", 0, 0, f"{to}.{kind}.{user}"), texts),
        [select(CustomId("auditkind", 0, 0, f".{kind}.{user}"), texts("audit-kind-choose"), kinds, chosen=[kind])],
        [
            entity_select(
                discord.ComponentType.user_select,
                CustomId("audituser", 0, 0, f".{kind}.{user}"),
                texts("audit-user-choose"),
                chosen=moderators,
            )
        ],
        [moderation_button(texts)],
    ]
    return layout(
        "\n".join((texts("audit-title"), *(lines.items or [texts("audit-empty")]))),
        rows=[row for row in rows if row],
        colour=PANEL_COLOUR,
        footer=texts("log-page", page=lines.number + 1, pages=lines.count) if lines.count > 1 else "",
    )
