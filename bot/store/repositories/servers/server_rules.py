"""What the moderators of a server allow: checks inside the transaction that opens a table or seats a member."""

import json
from collections.abc import Iterable
from typing import Final

from bot.refusals import Refusal
from bot.store.engines.database import Connection
from bot.store.query import IS_LIVE, Query
from bot.store.repositories.members.bans import FORGET_ENDED, find_ban
from bot.store.rows import GameRow

# Locked, so that two tables that are opened at once are counted one after the other.
_RULES: Final = Query("SELECT channels, most_tables FROM guilds WHERE guild_id = :guild_id", lock="FOR UPDATE")
_LIVE_TABLES: Final = Query(
    f"SELECT count(*) AS number FROM games WHERE {IS_LIVE} AND practice = 0 AND guild_id = :guild_id"
)
_SEATED: Final = Query("SELECT user_id FROM seats WHERE game_id = :game AND ready <> 0 AND user_id IS NOT NULL")


def check_opening(connection: Connection, row: GameRow, parent_id: int | None) -> None:
    """Raises Refusal if a member of a new table is banned, or if it may not be opened here or now.

    `parent_id` is the channel of the thread in which it is opened, None if that is no thread. A lesson is played
    alone: it may be held anywhere, and does not count. Bans that have ended are deleted here.
    """
    connection.execute(FORGET_ENDED, {"guild_id": row.guild_id, "now": row.opened_at})
    _check_bans(connection, row.guild_id, _members(row), row.opened_at)
    rules = connection.execute(_RULES, {"guild_id": row.guild_id}).fetchone()
    if rules is None or row.practice:
        return
    allowed = json.loads(rules["channels"])
    if allowed and row.channel_id not in allowed and parent_id not in allowed:
        raise Refusal("channel-not-allowed", channels=tuple(allowed))
    if rules["most_tables"] is not None:
        live = connection.execute(_LIVE_TABLES, {"guild_id": row.guild_id}).fetchone()["number"]
        if live >= rules["most_tables"]:
            raise Refusal("tables-of-server", most=rules["most_tables"])


def check_newcomers(connection: Connection, row: GameRow) -> None:
    """Raises Refusal if a member whom the changed row of a lobby seats is banned."""
    seated = {seat["user_id"] for seat in connection.execute(_SEATED, {"game": row.id})}
    _check_bans(connection, row.guild_id, _members(row) - seated, row.changed_at)


def _members(row: GameRow) -> set[int]:
    return {seat.user_id for seat in row.seats if seat.user_id is not None and seat.ready}


def _check_bans(connection: Connection, guild_id: int, users: Iterable[int], now: float) -> None:
    for user in users:
        ban = find_ban(connection, guild_id, user, now)
        if ban is not None and ban["until"] is None:
            raise Refusal("banned")
        if ban is not None:
            raise Refusal("banned-until", when=int(ban["until"]))
