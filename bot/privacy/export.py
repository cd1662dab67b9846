"""Export: everything that is stored about a member, as JSON values.

Of a game that runs it has what the member may see now: no seed, no sealed or early answer. It has no id of another
member, but the names at the member's tables, which the member has seen.
"""

import asyncio
import gzip
import json
from datetime import UTC, datetime
from typing import Any, Final, cast

from bot.refusals import NotOwnedHere
from bot.store.repositories.deletions import read_rows
from bot.store.rows import LIVE, GameRow, Seat
from bot.tables.service import Tables
from bot.tables.shell import read_state

VERSION: Final = 1
"""The version of the file's format."""
MAX_FILE_BYTES: Final = 8_000_000
"""A larger file is packed: Discord accepts files of 10 MB."""
_PUBLIC_FACTS: Final = ("id", "guild_id", "channel_id", "status", "ruleset", "pace", "opened_at", "over_at")
_EXACT_JSON: Final = 2**53
"""Greater integers are written as text, because many programs would round them."""


async def export(tables: Tables, user_id: int) -> dict[str, Any]:
    """Returns everything that is stored about a member. Raises SaveFailed."""
    now = tables.clock.now()
    found = await tables.store.deletions.games_of(user_id, now)
    data = {
        "version": VERSION,
        "made_at": datetime.fromtimestamp(now, UTC).isoformat(),
        "user_id": user_id,
        **await read_rows(tables.store.database, user_id),
        "games": [await _game(tables, game_id, user_id) for game_id in found],
    }
    return await asyncio.to_thread(_portable, data)


def export_file(data: dict[str, Any]) -> tuple[str, bytes]:
    """Returns the name and the content of the file for an export; a long one is packed."""
    content = json.dumps(data, indent=1, ensure_ascii=False).encode()
    if len(content) <= MAX_FILE_BYTES:
        return "coup-data.json", content
    return "coup-data.json.gz", gzip.compress(content)


async def _game(tables: Tables, game_id: int, user_id: int) -> dict[str, Any]:
    stored = await tables.store.games.get(game_id)
    if stored is None:
        return {"id": game_id, "live": False}
    # A table in memory does not show yet what was decided within the minimum window time.
    table = tables.cache.get(game_id)
    row = stored if table is None else table.state
    number = row.seat_of(user_id)
    seat = None if number is None else row.seats[number]
    facts = _facts(row, user_id) | ({} if seat is None else {"seat": number, **_seat(seat)})
    if row.status in LIVE:
        return facts | {"live": True, "view": await _view(tables, stored, user_id)}
    own = [
        {"number": at, "move": decision.move, "cause": decision.cause, "at": decision.at}
        for at, decision in enumerate(await tables.store.games.decisions(row.id))
        if decision.seat == number
    ]
    proof = {} if seat is None else {"salt": seat.salt, "commitment": seat.commitment}
    messages = [
        {"channel_id": message.channel_id, "message_id": message.message_id}
        for message in await tables.store.direct_messages.of(row.id)
        if message.seat == number
    ]
    return facts | proof | {"live": False, "decisions": own, "direct_messages": messages}


def _facts(row: GameRow, user_id: int) -> dict[str, Any]:
    """Returns what is stored about a game and the member's part in it, and everybody saw."""
    return {
        **{name: getattr(row, name) for name in _PUBLIC_FACTS},
        "options": dict(row.options),
        "is_lesson": row.practice,
        "was_host": row.host_id == user_id,
        "was_ended_by_you": row.ended_by == user_id,
        "players": [seat.name for seat in row.seats],
    }


def _seat(seat: Seat) -> dict[str, Any]:
    return {
        "name": seat.name,
        "is_away": seat.away,
        "timeouts": seat.missed,
        "more_time": seat.more_time,
        "standing_orders": list(seat.orders),
    }


async def _view(tables: Tables, row: GameRow, user_id: int) -> dict[str, Any] | None:
    """Returns what the member may see of a live game now; None in a lobby."""
    try:
        table = await tables.get(row.id)
    except NotOwnedHere:  # another process serves it, and shows what is stored when its question begins
        await tables.clock.sleep_until(row.asked_at)
        state, _ = await read_state(tables.store, row)
    else:
        if table is None:
            return None
        state = table.state
    return None if state.game is None else state.game.view(state.seat_of(user_id))


def _portable(value: Any) -> Any:
    """Returns JSON values with large integers, such as ids, as text."""
    if isinstance(value, dict):
        return {key: _portable(fact) for key, fact in cast("dict[str, Any]", value).items()}
    if isinstance(value, list):
        return [_portable(item) for item in cast("list[Any]", value)]
    return str(value) if isinstance(value, int) and abs(value) >= _EXACT_JSON else value
