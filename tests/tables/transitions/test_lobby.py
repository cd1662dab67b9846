from dataclasses import replace
from typing import Any

import pytest

from bot.refusals import Refusal
from bot.store.rows import Status, TableSettings
from bot.tables.pace import LOBBY_SECONDS
from bot.tables.state import TableState
from bot.tables.transitions import lobby
from bot.tables.transitions.lobby import Beginning
from bot.tables.transitions.transition import ChangeKind
from tests.harness.tables import ANA, BEN, CLEO, DOV
from tests.tables.transitions.tables import START, at, lobby_of


def configured(state: TableState, **changes: Any) -> TableState:
    """The lobby after its host has changed some settings."""
    return lobby.configure(state, at(), ANA.user_id, replace(state.settings, **changes)).state


def test_settings_that_need_more_players_are_accepted() -> None:
    state = configured(lobby_of(1), options={"teams": True}, pace="90/30")
    for person in (BEN, CLEO):
        state = lobby.join(state, at(), person).state
    with pytest.raises(Refusal, match="bad-setup"):
        lobby.start(state, at(), ANA.user_id, START, Beginning())
    state = lobby.join(state, at(), DOV).state
    assert lobby.start(state, at(5), ANA.user_id, START, Beginning()).state.deadline == at(95).now


def test_a_ruleset_without_pools_clears_the_pool() -> None:
    pool = ("banker", "director", "guerrilla", "peacekeeper", "politician")
    state = configured(lobby_of(2), ruleset="g54", pool=pool)
    assert state.pool is not None
    assert configured(state, ruleset="classic", options={}).pool is None


def test_only_the_host_starts_configures_and_closes() -> None:
    for command in (
        lambda: lobby.start(lobby_of(2), at(), BEN.user_id, START, Beginning()),
        lambda: lobby.configure(lobby_of(2), at(), BEN.user_id, TableSettings()),
        lambda: lobby.close_lobby(lobby_of(2), at(), BEN.user_id),
        lambda: lobby.add_ai(lobby_of(2), at(), BEN.user_id),
        lambda: lobby.free_seat(lobby_of(2, ai=1), at(), BEN.user_id, "Iris"),
    ):
        with pytest.raises(Refusal, match="not-host"):
            command()


def test_a_lobby_stays_open_as_long_as_a_turn_of_its_pace() -> None:
    day, state = 24 * 3600.0, lobby_of(2)
    slower = lobby.configure(state, at(60), ANA.user_id, TableSettings(pace="correspondence")).state
    assert lobby.tick(slower, at(day - 1)).state.status is Status.LOBBY
    assert lobby.tick(slower, at(day)).state.status is Status.CLOSED
    assert slower.whole_time() == day
    again = lobby.configure(slower, at(90), ANA.user_id, TableSettings(pace="blitz")).state
    assert again.deadline == slower.deadline, "nobody who has read the time is too late"


def test_a_lobby_announces_half_its_time_once_and_closes_at_its_end() -> None:
    state = lobby_of(2)
    assert lobby.tick(state, at(LOBBY_SECONDS / 2 - 1)).change is None
    half = lobby.tick(state, at(LOBBY_SECONDS / 2))
    assert half.change is ChangeKind.HALF_TIME
    assert lobby.tick(half.state, at(LOBBY_SECONDS / 2 + 1)).change is None
    busy = lobby.join(half.state, at(LOBBY_SECONDS - 1), CLEO).state
    closed = lobby.tick(busy, at(LOBBY_SECONDS))
    assert closed.state.status is Status.CLOSED
    with pytest.raises(Refusal, match="lobby-closed"):
        lobby.join(closed.state, at(LOBBY_SECONDS), DOV)
