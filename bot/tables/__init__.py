"""Tables: lobbies and games; `Tables` is the one way in for buttons, commands, moderators, clock and AI seats."""

from bot.store.rows import Seat, Status
from bot.tables.errors import TableError
from bot.tables.pace import PACES, Pace, pace
from bot.tables.service import Tables
from bot.tables.table import Change, ChangeKind, Person, TableSession

__all__ = [
    "PACES",
    "Change",
    "ChangeKind",
    "Pace",
    "Person",
    "Seat",
    "Status",
    "TableError",
    "TableSession",
    "Tables",
    "pace",
]
