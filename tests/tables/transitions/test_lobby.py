from dataclasses import replace
from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.changes import ChangeKind
from bot.tables.games.setup import LobbySettings
from bot.tables.pace import LOBBY_SECONDS
from bot.tables.refusals import Refusal
from bot.tables.state import TableState
from bot.tables.transitions import lobby
from bot.tables.transitions.lobby import Beginning
from tests.harness.tables import ANA, BEN, CLEO, DOV
from tests.tables.transitions.tables import START, at, game_of, lobby_of


def test_a_member_joins_and_the_whole_row_is_stored() -> None:
    before = lobby_of(1)
    joined = lobby.join(before, at(5), BEN)
    assert (joined.save, [change.kind for change in joined.changes]) == ("row", [ChangeKind.SEATED])
    assert joined.state.names == ("Ana", "Ben")
    assert joined.state.changed_at == at(5).now
    assert before.names == ("Ana",), "the table before is as it was"


def test_joining_twice_and_leaving_without_a_seat_are_refused() -> None:
    with pytest.raises(Refusal, match="already-seated"):
        lobby.join(lobby_of(2), at(), BEN)
    with pytest.raises(Refusal, match="not-seated"):
        lobby.leave(lobby_of(2), at(), CLEO)


def test_a_member_replaces_the_last_ai_of_a_full_table() -> None:
    full = lobby_of(1, ai=5)
    joined = lobby.join(full, at(), BEN)
    assert joined.outcome == full.names[-1]
    assert joined.state.names == (*full.names[:-1], "Ben")
    with pytest.raises(Refusal, match="lobby-full"):
        lobby.add_ai(full, at(), ANA.user_id)


def test_the_host_frees_an_ai_seat_by_its_name() -> None:
    assert lobby.free_seat(lobby_of(2, ai=1), at(), ANA.user_id, "Iris").state.names == ("Ana", "Ben")
    with pytest.raises(Refusal, match="no-ai"):
        lobby.free_seat(lobby_of(2), at(), ANA.user_id, "Iris")


def configured(state: TableState, **changes: Any) -> TableState:
    """The lobby after its host has changed some settings."""
    return lobby.configure(state, at(), ANA.user_id, replace(LobbySettings.of(state), **changes)).state


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"pace": "hasty"}, "bad-pace"),
        ({"pace": "1/1"}, "bad-pace"),
        ({"ruleset": "chess"}, "bad-setup"),
        ({"ruleset": "g54", "pool": ("banker",)}, "bad-setup"),
        ({"ruleset": "mcguire", "options": {"teams": True}}, "bad-setup"),
        ({"options": {"examine": "owner"}}, "bad-setup"),
        ({"options": {"colour": "red"}}, "bad-setup"),
    ],
)
def test_settings_that_cannot_be_played_are_refused(changes: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        configured(lobby_of(2), **changes)


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


def test_the_next_member_becomes_host_and_the_last_closes_the_lobby() -> None:
    left = lobby.leave(lobby_of(2), at(), ANA).state
    assert (left.names, left.host_id) == (("Ben",), BEN.user_id)
    closed = lobby.leave(left, at(), BEN)
    assert (closed.state.status, closed.changes[0].cause) == (Status.CLOSED, "empty")


def test_only_the_host_starts_configures_and_closes() -> None:
    for command in (
        lambda: lobby.start(lobby_of(2), at(), BEN.user_id, START, Beginning()),
        lambda: lobby.configure(lobby_of(2), at(), BEN.user_id, LobbySettings()),
        lambda: lobby.close_lobby(lobby_of(2), at(), BEN.user_id),
        lambda: lobby.add_ai(lobby_of(2), at(), BEN.user_id),
        lambda: lobby.free_seat(lobby_of(2, ai=1), at(), BEN.user_id, "Iris"),
    ):
        with pytest.raises(Refusal, match="not-host"):
            command()


def test_a_game_starts_with_its_time_its_question_and_its_ai_seats() -> None:
    context = at(9)
    started = lobby.start(lobby_of(1, ai=2), context, ANA.user_id, START, Beginning("Ana"))
    state = started.state
    assert (started.save, [change.kind for change in started.changes]) == ("row", [ChangeKind.STARTED])
    assert (state.status, state.interaction_id, state.question_id) == (Status.PLAYING, START, context.question_id)
    assert state.deadline == context.now + 60
    assert state.owing() == (0,)
    assert not state.open_question.ai_due


def test_an_unplayable_unconfirmed_or_running_game_is_not_started() -> None:
    with pytest.raises(Refusal, match="too-few"):
        lobby.start(lobby_of(1), at(), ANA.user_id, START, Beginning())
    unready = lobby_of(2)
    unready = unready.with_seats({1: replace(unready.seats[1], ready=False)})
    with pytest.raises(Refusal, match="unconfirmed") as refused:
        lobby.start(unready, at(), ANA.user_id, START, Beginning())
    assert refused.value.facts == {"names": ("Ben",)}
    with pytest.raises(Refusal, match="lobby-started"):
        lobby.start(game_of(2), at(), ANA.user_id, START, Beginning())
    with pytest.raises(Refusal, match="bad-setup"):
        lobby.start(lobby_of(3, options={"teams": True}), at(), ANA.user_id, START, Beginning())


def test_a_lobby_announces_half_its_time_once_and_closes_at_its_end() -> None:
    state = lobby_of(2)
    assert not lobby.tick(state, at(LOBBY_SECONDS / 2 - 1)).changes
    half = lobby.tick(state, at(LOBBY_SECONDS / 2))
    assert [change.kind for change in half.changes] == [ChangeKind.HALF_TIME]
    assert not lobby.tick(half.state, at(LOBBY_SECONDS / 2 + 1)).changes
    busy = lobby.join(half.state, at(LOBBY_SECONDS - 1), CLEO).state
    closed = lobby.tick(busy, at(LOBBY_SECONDS))
    assert (closed.state.status, closed.changes[0].cause) == (Status.CLOSED, "expired")
    with pytest.raises(Refusal, match="lobby-closed"):
        lobby.join(closed.state, at(LOBBY_SECONDS), DOV)
