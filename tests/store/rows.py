"""Example rows for tests of the store."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.store import Store
from bot.store.rows import Decision, DecisionChanges, GameRow, Result, Seat, Status, Style


def lobby(channel_id: int = 2, **columns: Any) -> GameRow:
    """A lobby of Ana and Ben; arguments override its columns."""
    values: dict[str, Any] = {
        "id": 0,
        "guild_id": 1,
        "channel_id": channel_id,
        "host_id": 2**62 + 1,
        "locale": "en",
        "style": Style.CHRONICLE,
        "talk": False,
        "server_seed": channel_id.to_bytes(32, "big"),
        "opened_at": 1_700_000_000.125,
        "asked_at": 1_700_000_000.125,
        "deadline": None,
        "seats": (Seat(2**62 + 1, "Ana"), Seat(None, "Ben", "honest")),
    }
    return GameRow(**values | columns)


def playing(channel_id: int = 2, **columns: Any) -> GameRow:
    """A game of Ana and Ben before its first decision."""
    start = {"pool": None, "first": "Ben", "direction": None, "teams": None}
    return lobby(channel_id, **{"status": Status.PLAYING, "interaction_id": 2**62, "start": start} | columns)


async def added(store: Store, row: GameRow, **fence: Any) -> GameRow:
    """Adds a game to a database; returns its row with the id that it got there."""
    return replace(row, id=await store.games.add(row, **fence))


def step(game_id: int, before: int, *moves: str, at: float = 1_700_000_001.1, **columns: Any) -> DecisionChanges:
    """A step in which Ana takes these moves after the first `before` decisions."""
    own = {name: columns.pop(name) for name in ("seats", "result") if name in columns}
    opened = {"id": game_id, "decisions": before + len(moves), "asked_at": at, "deadline": at + 60}
    decisions = tuple(Decision(0, move, "player", at, f"{move} {before}") for move in moves)
    return DecisionChanges(playing(**opened | columns), decisions, at, **own)


OVER = Result((1,), {"new": {"players": ["Ana", "Ben"]}, "decisions": [], "result": ["Ben"]})
"""The result of a game that Ben has won."""


def first_version(path: Path, *statements: str) -> Path:
    """Creates a SQLite file of the first schema, with a row in every table; runs these statements too."""
    script = (Path(__file__).parent / "fixtures" / "schema_1.sql").read_text(encoding="utf-8")
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(";".join((script, *statements)))
    return path
