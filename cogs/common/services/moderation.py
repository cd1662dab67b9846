"""Moderation of a server: settings, bans, skipped waits; and the log of it, which only moderators see."""

import logging
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, NamedTuple, cast

import discord

from bot.refusals import Refusal
from bot.render.messages.lobby import pace_text
from bot.render.paging import Page
from bot.render.panels.moderation import (
    AFK,
    CHANNEL_TYPES,
    FOR_EVER,
    MAX_CHANNELS,
    NO_POOL,
    NONE,
    REASON_CHARACTERS,
    TIMES,
    audit_panel,
    bans_panel,
    channels_text,
    end_text,
    moderation_panel,
    server_panel,
    setting_text,
)
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import clean, escape, pool_title, shorten_name
from bot.runtime.network_errors import REQUEST_ERRORS
from bot.store import SaveFailed
from bot.store.repositories.audit import Entry, Filter
from bot.store.repositories.guilds import Setting
from bot.store.repositories.server_rules import MAX_LOBBIES_PER_SERVER, Ban
from bot.tables.pace import PACES
from bot.tables.pace import pace as pace_of
from bot.tables.preferences import SWITCHES, ServerSettings
from bot.tables.transitions import game
from cogs.common.checks import is_manager
from cogs.common.command_texts import named
from cogs.common.context import Context
from cogs.common.option_texts import read_style
from cogs.common.services.pools import find_pool
from engine import RULESETS
from engine.ai import LEVELS

log = logging.getLogger(__name__)

_ENTRIES_ON_A_PAGE: Final = 10
_LENGTH: Final = re.compile(r"(\d{1,4}) ?(h|d|w|hours?|days?|weeks?)")
_UNIT_SECONDS: Final = {"h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}
_DETAILS: Final = {
    "ruleset": "ruleset-",
    "style": "style-",
    "afk": "afk-",
    "ai": "ai-kind-",
    "channels": "config-channels-",
    "most_tables": "config-most-tables-",
    "moderator_role_id": "config-moderators-",
    **dict.fromkeys(SWITCHES, "choice-"),
}
"""By action, the beginning of the ids of the texts that name a setting's value in the audit log."""


async def record_action(context: Context, action: str, detail: str = "", member_id: int | None = None) -> None:
    """Adds a moderator's action to the log: `act-<action>` is the id of its text, `member_id` whom it concerns.

    A failure is only logged: with a refusal the moderator would believe that the change was not made.
    """
    try:
        entry = Entry(context.now, context.user_id, action, detail, member_id)
        await context.store.audit.add(context.guild_id, entry)
    except SaveFailed as error:
        log.error("A moderator's action (%s) is missing in the audit log: %s", action, error)  # noqa: TRY400 - the message is enough


async def show_audit_log(context: Context, wanted: Filter, page: int | None = None) -> None:
    """Shows a page of the log, counted from 0 for the oldest; the newest for None."""
    audit, guild_id = context.store.audit, context.guild_id
    pages = max(1, -(-await audit.count(guild_id, wanted) // _ENTRIES_ON_A_PAGE))
    number = pages - 1 if page is None else min(page, pages - 1)
    skipped = (pages - 1 - number) * _ENTRIES_ON_A_PAGE
    entries = await audit.latest(guild_id, _ENTRIES_ON_A_PAGE, wanted, skipped=skipped)
    lines = Page(await _lines(context, entries), number, pages)
    await context.show(audit_panel(lines, wanted, context.texts))


async def _lines(context: Context, entries: Iterable[Entry]) -> list[str]:
    """Returns a line for each entry."""
    texts = context.texts
    users = {user_id for entry in entries for user_id in (entry.user_id, entry.member_id or 0)}
    names = {user_id: await _who(context, user_id) for user_id in users}
    return [
        texts(
            "config-act",
            when=texts("clock-date", at=str(int(entry.at))),
            act=texts(
                f"act-{entry.action}",
                who=names[entry.user_id],
                # 0 stands for a member whose data was deleted.
                member=names[entry.member_id] if entry.member_id else texts("a-member"),
                detail=_detail_text(entry.action, entry.detail, texts),
            ),
        )
        for entry in entries
    ]


def _detail_text(action: str, detail: str, texts: Texts) -> str:
    """Returns the detail of an entry of the audit log in words; earlier versions stored the words themselves."""
    first, _, rest = detail.partition(" ")
    match action:
        case "pool-saved" | "pool-deleted" | "pool-default":
            return pool_title(detail)
        case "pace":
            with suppress(ValueError):
                return pace_text(detail, texts)
        case "channels" if first.isdecimal():
            return channels_text([*map(int, detail.split())], texts)
        case "moderator_role_id" if first.isdecimal():
            return f"<@&{detail}>"
        case "banned" if first == FOR_EVER or first.isdecimal():
            end = end_text(None if first == FOR_EVER else int(first), texts)
            return texts("ban-detail", end=end, reason=escape(rest, REASON_CHARACTERS)) if rest else end
        case _ if (prefix := _DETAILS.get(action)) and texts.has(f"{prefix}{detail}"):
            return texts(f"{prefix}{detail}")
        case _:
            pass
    return detail


async def _who(context: Context, user_id: int) -> str:
    """Returns a moderator, or the member concerned, as a mention; by name a member who wants no pings.

    The id 0 stands for a member whose data was deleted.
    """
    guild = context.interaction.guild
    if not user_id:
        return context.texts("a-moderator")
    if (await context.tables.preferences.get(user_id)).ping or guild is None:
        return f"<@{user_id}>"
    try:
        member = await guild.fetch_member(user_id)
    except REQUEST_ERRORS:  # for example, the member has left
        return context.texts("a-moderator")
    return escape(member.display_name)


class Banned(NamedTuple):
    """A member to ban, or whose ban to lift: id, name, and whether it is a bot."""

    user_id: int
    name: str
    is_bot: bool


def read_time(text: str, now: float, texts: Texts) -> float | None:
    """Returns when a ban ends, in seconds since 1970, None for ever. Raises Refusal.

    The text is a length such as `12h`, `3 days` or `2w`, a day such as `2030-12-31`, or a label of `TIMES`.
    """
    chosen = named(text, ((value, texts(f"ban-time-{value}")) for value in TIMES)) or text.strip().casefold()
    if chosen == FOR_EVER:
        return None
    if found := _LENGTH.fullmatch(chosen):
        until = now + int(found[1]) * _UNIT_SECONDS[found[2][0]]
    else:
        try:
            until = datetime.strptime(chosen, "%Y-%m-%d").replace(tzinfo=UTC).timestamp()
        except ValueError as error:
            raise Refusal("bad-time", given=text) from error
    if until <= now:
        raise Refusal("bad-time", given=text)
    return until


async def ban(context: Context, member: Banned, time: str, reason: str) -> None:
    """Bans a member from games, except running ones, and shows all bans. Raises Refusal."""
    if member.is_bot:
        raise Refusal("bot-member")
    texts, guild_id, now = context.texts, context.guild_id, context.now
    until = read_time(time, now, texts)
    given = "" if not reason.strip() else clean(reason, REASON_CHARACTERS)
    made = Ban(member.user_id, shorten_name(member.name), now, until, given, context.user_id)
    await context.store.bans.add(guild_id, made)
    await context.tables.free_lobby_seats(guild_id, member.user_id)
    detail = f"{FOR_EVER if until is None else int(until)} {given}"
    await record_action(context, "banned", detail.strip(), member.user_id)
    await show_bans(context, texts("done-banned"))


async def unban(context: Context, user_id: int) -> None:
    """Lifts the ban of a member, and shows the other bans. Raises Refusal."""
    if not await context.store.bans.lift(context.guild_id, user_id, context.now):
        raise Refusal("not-banned")
    await record_action(context, "unbanned", "", user_id)
    await show_bans(context, context.texts("done-unbanned", member=f"<@{user_id}>"))


async def show_bans(context: Context, note: str = "") -> None:
    """Shows a page of the server's bans; `note` says what was done."""
    bans = await context.store.bans.of_server(context.guild_id, context.now)
    await context.show(bans_panel(bans, context.page, context.texts, note))


async def skip_wait(context: Context) -> None:
    """Decides, as the end of the time does, for those whom the table waits for. Raises Refusal."""
    table, texts = await context.table(), context.texts
    names: tuple[str, ...] = (await context.tables.run(table, game.skip)).outcome
    await record_action(context, "skipped", f"<#{table.state.channel_id}>")
    await context.reply(texts("done-skipped", names=texts.join([escape(name) for name in names])))


async def show_settings(context: Context, page: str = "tables") -> None:
    """Shows one of the `PAGES` of the server's settings; that of moderation also shows this channel's table."""
    texts, settings = context.texts, await context.settings()
    if page == "tables":
        await context.show(server_panel(settings, list(await context.pools()), texts))
        return
    here, table = texts("config-game-none"), await context.channel_table()
    if table is not None:
        ruleset, status = texts(f"ruleset-{table.state.ruleset}"), texts(f"status-{table.state.status}")
        word = "config-game" if table.state.channel_id == context.interaction.channel_id else "config-game-thread"
        here = texts(word, ruleset=ruleset, status=status, channel=f"<#{table.state.channel_id}>")
    bans = await context.store.bans.of_server(context.guild_id, context.now)
    state = None if table is None else table.state
    existing = _existing(context.interaction.guild, settings)
    await context.show(moderation_panel(existing, len(bans), here, state, texts))


def _existing(guild: discord.Guild | None, settings: ServerSettings) -> ServerSettings:
    """Returns the settings without channels and the role that were deleted: Discord's selects refuse them."""
    if guild is None:
        return settings
    role_id = settings.moderator_role_id
    return replace(
        settings,
        channels=tuple(each for each in settings.channels if guild.get_channel(each) is not None),
        moderator_role_id=None if role_id is None or guild.get_role(role_id) is None else role_id,
    )


async def set_setting(context: Context, name: str, *values: str) -> None:
    """Sets a setting of the server, and adds that to the audit log. Raises Refusal.

    The name and the values are those of commands and controls. Only members who may manage the server set the role
    of moderators: otherwise a moderator could make others moderators.
    """
    texts, guild = context.texts, context.interaction.guild
    value = values[0] if len(values) == 1 else ""
    numbers = tuple(int(each) for each in values if each.isdecimal())
    number = next(iter(numbers), None)
    field, action, stored = name, name, cast(Setting, value)
    match name:
        case "pace":
            stored = next((pace for pace in PACES if texts(f"pace-{pace}").casefold() == value.casefold()), value)
            try:
                pace_of(stored)
            except ValueError as error:
                raise Refusal("bad-pace", given=value) from error
        case "ruleset" if value in RULESETS:
            pass
        case "style":
            stored = read_style(value)
        case "afk" if value in AFK:
            field, stored = "resigns", value == "resign"
        case "ai" if value in LEVELS:
            pass
        case "pool" if value == NO_POOL:
            stored, action = None, "pool-random"
        case "pool":
            stored, _ = await find_pool(context, value)
            action = "pool-default"
        case "channels":
            found = [guild and guild.get_channel(each) for each in numbers]
            if any(channel is None or channel.type not in CHANNEL_TYPES for channel in found):
                raise Refusal("bad-channel")
            if len(numbers) > MAX_CHANNELS:
                raise Refusal("too-many-channels", most=MAX_CHANNELS)
            stored = numbers
        case "most_tables" if number is None or 1 <= number <= MAX_LOBBIES_PER_SERVER:
            stored = number
        case "moderator_role_id":
            if not is_manager(context):
                raise Refusal("not-manager")
            if number is not None and (guild is None or number == guild.id or guild.get_role(number) is None):
                raise Refusal("bad-role")
            stored = number
        case _ if name in SWITCHES and value in ("on", "off"):
            stored = value == "on"
        case _:
            raise Refusal("not-open")
    await context.store.guilds.change(context.guild_id, **{field: stored})
    await record_action(context, action, stored if isinstance(stored, str) else " ".join(values) or NONE)


async def set_or_show(context: Context, name: str, value: str | None) -> None:
    """Sets a setting and says how it is now; without a value, shows the page that has it. Raises Refusal."""
    if value is None:
        await show_settings(context, SWITCHES.get(name, "tables"))
    else:
        await set_setting(context, name, value)
        await reply_with_settings(context, name)


async def reply_with_settings(context: Context, *names: str) -> None:
    """Says how some settings are now."""
    settings = await context.settings()
    await context.reply("\n".join(setting_text(name, settings, context.texts) for name in names))
