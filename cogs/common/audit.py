"""The audit log: what moderators changed on a server. Only moderators see it."""

import logging
from collections.abc import Iterable
from typing import Final

from bot.render.controls import Layout
from bot.render.paging import Page
from bot.render.panels.moderation import audit_panel
from bot.render.texts.sanitize import escape, pool_title
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.repositories.audit import Entry, Filter
from cogs.common.interaction import Interaction, member_texts

log = logging.getLogger(__name__)

_SHOWN_ENTRIES: Final = 5
_ENTRIES_ON_A_PAGE: Final = 10


async def record_action(
    interaction: Interaction, action: str, detail: str = "", member_id: int | None = None
) -> None:
    """Adds a moderator's action to the log: `act-<action>` is the id of its text, `member_id` whom it concerns.

    A failure is only logged: with a refusal the moderator would believe that the change was not made.
    """
    entry = Entry(interaction.client.clock.now(), interaction.user.id, action, detail, member_id)
    try:
        await interaction.client.store.audit.add(interaction.guild_id or 0, entry)
    except SaveFailed as error:
        log.error("A moderator's action (%s) is missing in the audit log: %s", action, error)  # noqa: TRY400 - the message is enough


async def recent_actions(interaction: Interaction) -> list[str]:
    """Returns a heading and the newest entries of the log, newest first, a line each; nothing if it is empty."""
    entries = await interaction.client.store.audit.latest(interaction.guild_id or 0, _SHOWN_ENTRIES)
    lines = await _lines(interaction, entries)
    return [member_texts(interaction)("config-acts"), *lines] if lines else []


async def audit_log(interaction: Interaction, wanted: Filter, page: int | None = None) -> Layout:
    """Returns a page of the log, counted from 0 for the oldest; the newest for None."""
    audit, guild_id = interaction.client.store.audit, interaction.guild_id or 0
    pages = max(1, -(-await audit.count(guild_id, wanted) // _ENTRIES_ON_A_PAGE))
    number = pages - 1 if page is None else min(page, pages - 1)
    skipped = (pages - 1 - number) * _ENTRIES_ON_A_PAGE
    entries = await audit.latest(guild_id, _ENTRIES_ON_A_PAGE, wanted, skipped=skipped)
    lines = Page(await _lines(interaction, entries), number, pages)
    return audit_panel(lines, wanted, member_texts(interaction))


async def _lines(interaction: Interaction, entries: Iterable[Entry]) -> list[str]:
    """Returns a line for each entry."""
    texts = member_texts(interaction)
    users = {user_id for entry in entries for user_id in (entry.user_id, entry.member_id or 0)}
    names = {user_id: await _who(interaction, user_id) for user_id in users}
    return [
        texts(
            "config-act",
            when=texts("clock-date", at=str(int(entry.at))),
            act=texts(
                f"act-{entry.action}",
                who=names[entry.user_id],
                # 0 stands for a member whose data was deleted.
                member=names[entry.member_id] if entry.member_id else texts("a-member"),
                # The name of a pool is a moderator's text; other details are the bot's own.
                detail=pool_title(entry.detail) if entry.action.startswith("pool-") else entry.detail,
            ),
        )
        for entry in entries
    ]


async def _who(interaction: Interaction, user_id: int) -> str:
    """Returns a moderator, or the member concerned, as a mention; by name a member who wants no pings.

    The id 0 stands for a member whose data was deleted.
    """
    if not user_id:
        return member_texts(interaction)("a-moderator")
    if (await interaction.client.tables.preferences.get(user_id)).ping or interaction.guild is None:
        return f"<@{user_id}>"
    try:
        member = await interaction.guild.fetch_member(user_id)
    except REQUEST_ERRORS:  # for example, the member has left
        return member_texts(interaction)("a-moderator")
    return escape(member.display_name)
