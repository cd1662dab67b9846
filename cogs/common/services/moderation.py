"""Bans members from games on a server, lifts bans, and skips waits, for commands and for their panels."""

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple

from bot.refusals import Refusal
from bot.render.controls import Layout
from bot.render.panels.moderation import FOR_EVER, REASON_CHARACTERS, TIMES, bans_panel, end_text, reason_text
from bot.render.texts.catalogue import Texts
from bot.render.texts.sanitize import clean, escape, shorten_name
from bot.store.repositories.server_rules import Ban
from bot.tables.table import Table
from bot.tables.transitions import game
from cogs.common.audit import record_action
from cogs.common.command_texts import named
from cogs.common.interaction import Interaction, member_texts

_LENGTH: Final = re.compile(r"(\d{1,4}) ?(h|d|w|hours?|days?|weeks?)")
_UNIT_SECONDS: Final = {"h": 3600.0, "d": 86400.0, "w": 7 * 86400.0}


class Banned(NamedTuple):
    """A member to ban, or whose ban to lift: id, name, and whether it is a bot."""

    user_id: int
    name: str
    is_bot: bool


def read_time(text: str, now: float, texts: Texts) -> float | None:
    """Returns when a ban ends, in seconds since 1970, None for ever.

    The text is a length such as `12h`, `3 days` or `2w`, a day such as `2030-12-31`, or a label of `TIMES`. Raises
    Refusal.
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


async def ban(interaction: Interaction, member: Banned, time: str, reason: str) -> str:
    """Bans a member from games, except running ones. Returns the response. Raises Refusal."""
    if member.is_bot:
        raise Refusal("bot-member")
    texts, guild_id, now = member_texts(interaction), interaction.guild_id or 0, interaction.client.clock.now()
    until = read_time(time, now, texts)
    given = "" if not reason.strip() else clean(reason, REASON_CHARACTERS)
    made = Ban(member.user_id, shorten_name(member.name), now, until, given, interaction.user.id)
    await interaction.client.store.bans.add(guild_id, made)
    await interaction.client.tables.free_lobby_seats(guild_id, member.user_id)
    end = end_text(until, texts)
    detail = end if not given else texts("ban-detail", end=end, reason=reason_text(given))
    await record_action(interaction, "banned", detail, member.user_id)
    return texts("done-banned", member=f"<@{member.user_id}>", end=end)


async def unban(interaction: Interaction, user_id: int) -> str:
    """Lifts the ban of a member. Returns the sentence that says so. Raises Refusal."""
    now = interaction.client.clock.now()
    if not await interaction.client.store.bans.lift(interaction.guild_id or 0, user_id, now):
        raise Refusal("not-banned")
    await record_action(interaction, "unbanned", "", user_id)
    return member_texts(interaction)("done-unbanned", member=f"<@{user_id}>")


async def bans_of(interaction: Interaction, page: int = 0, note: str = "") -> Layout:
    """Returns a page, counted from 0, of the server's bans; `note` says what was done."""
    now = interaction.client.clock.now()
    bans = await interaction.client.store.bans.of_server(interaction.guild_id or 0, now)
    return bans_panel(bans, page, member_texts(interaction), note)


async def skip_wait(interaction: Interaction, table: Table) -> str:
    """Decides, as the end of the time does, for those who are awaited. Returns the response. Raises Refusal."""
    names: tuple[str, ...] = (await interaction.client.tables.run(table, game.skip)).outcome
    await record_action(interaction, "skipped", f"<#{table.state.channel_id}>")
    texts = member_texts(interaction)
    return texts("done-skipped", names=texts.join([escape(name) for name in names]))
