"""Tables for tests of transitions: values made without a database, a clock or an event loop."""

from dataclasses import replace
from typing import Any

from bot.store.rows import Seat, TableSettings
from bot.tables.games import ai_seat
from bot.tables.state import TableState
from bot.tables.transitions import lobby
from bot.tables.transitions.lobby import Beginning
from bot.tables.transitions.transition import TransitionContext
from tests.harness.tables import ANA, BEN, CHANNEL, CLEO, DOV, GUILD

PEOPLE = (ANA, BEN, CLEO, DOV)
NOW = 1_000_000.0
START = 4242


def at(seconds: float = 0.0, *, min_window_seconds: float = 0.0) -> TransitionContext:
    """The circumstances of a transition at a number of seconds after the table was opened."""
    return TransitionContext(NOW + seconds, min_window_seconds, ai_pause_seconds=2.0)


def lobby_of(members: int = 2, ai: int = 0, **settings: Any) -> TableState:
    """A lobby of up to four members, of whom Ana is the host, and AI seats."""
    seats = [Seat(person.user_id, person.name) for person in PEOPLE[:members]]
    for _ in range(ai):
        seats.append(ai_seat(seats, "medium", None, at().chance))
    opened = lobby.open_lobby(at(), GUILD, CHANNEL, ANA, TableSettings(**settings), seats, "en")
    return replace(opened, id=7, server_seed=bytes(32))


def game_of(members: int = 2, ai: int = 0, *, first: str = "Ana", **settings: Any) -> TableState:
    """A game that has just begun."""
    state = lobby_of(members, ai, **settings)
    return lobby.start(state, at(), ANA.user_id, START, Beginning(first)).state


def question_of(state: TableState) -> int:
    """The number of the question that is shown."""
    assert state.game is not None
    return state.game.question
