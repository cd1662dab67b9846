"""Lessons: every moment is explained, in texts that fit and do not depend on hidden facts."""

import random
from collections.abc import Iterator

import pytest

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.messages.lesson import lesson_text
from bot.render.messages.message_for_phase import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.view_model import TableView
from bot.store.rows import Seat, Status
from bot.tables.table import Table
from engine import Game
from tests.harness.played_tables import a_table, played, redealt
from tests.harness.tables import change, tell
from tests.render.components import sent, text_of


def lessons(seed: int, *, private: bool = False) -> Iterator[Table]:
    """Yields a lesson before each random decision, and at its end."""
    table = a_table("classic", 3, {}, seed=seed)
    change(table, practice=True, channel_id=-table.state.host_id if private else 6)
    change(table, seats=(table.state.seats[0], *[Seat(None, "Iris", "honest"), Seat(None, "Jonas", "random")]))
    change(table, game=Game.new("classic", table.state.names, first="Ana", seed=f"{seed:064x}"))
    return played(table, seed)


@pytest.mark.parametrize("seed", range(12))
def test_every_moment_is_explained_from_open_facts(seed: int) -> None:
    chance = random.Random(seed)
    for moment in lessons(seed):
        shown = text_of(message_for_phase(TableView.of(moment)))
        assert len(shown) < MESSAGE_CHARACTERS
        assert "…" not in shown
        if moment.state.status is Status.PLAYING:
            explained = lesson_text(TableView.of(moment))
            assert "**Lesson:** " in explained
            assert explained in shown
            assert lesson_text(TableView.of(redealt(moment, chance))) == explained
        else:
            assert "Another lesson" in sent(message_for_phase(TableView.of(moment)))


@pytest.mark.parametrize("seed", range(6))
def test_a_private_lesson_fits_in_one_message(seed: int) -> None:
    for moment in lessons(seed, private=True):
        view = SeatView.of(moment, 0)
        panel = hand_panel(view)
        text = text_of(panel)
        assert len(text) < MESSAGE_CHARACTERS
        if moment.state.status is not Status.PLAYING:
            assert "Another lesson" in sent(panel)
            tell(moment, [{"type": "turn", "by": 1}])  # as if the learner was eliminated and the game continued
            assert " is out." in text_of(hand_panel(SeatView.of(moment, 0)))
            continue
        assert "**Iris** ·" in text
        assert lesson_text(view.table) in text
        if view.is_asked and moment.state.game is not None and moment.state.game.ask is not None:
            assert f":{moment.state.game.question}" in sent(panel)


def test_a_first_event_is_explained_once() -> None:
    told: dict[str, list[int]] = {}
    for moment in lessons(3):
        if moment.state.status is Status.PLAYING:
            for line in lesson_text(TableView.of(moment)).splitlines():
                if line.startswith("**What happened:** "):
                    told.setdefault(line, []).append(len(moment.state.story))
    assert told
    assert all(max(turns) - min(turns) <= 1 for turns in told.values())


@pytest.mark.parametrize("seed", range(12))
def test_earlier_events_are_explained_first(seed: int) -> None:
    known: list[str] = []
    for table in lessons(seed):
        lines = lesson_text(TableView.of(table)).splitlines()
        told = [line for line in lines if line.startswith("**What happened:** ")]
        known += [line for line in told if line not in known]
        assert told == sorted(told, key=known.index)


def test_the_first_turn_says_that_there_is_no_hurry() -> None:
    turns = {len(table.state.story) for table in lessons(3) if "No hurry" in lesson_text(TableView.of(table))}
    assert turns == {1}


def test_only_the_first_claim_is_explained_at_length() -> None:
    long = [
        len(moment.state.story)
        for moment in lessons(5)
        if moment.state.status is Status.PLAYING
        and "makes **Iris** show the card" in lesson_text(TableView.of(moment))
    ]
    assert len(set(long)) == 1


@pytest.mark.parametrize(
    ("move", "blocked"), [({"action": "tax"}, False), ({"action": "steal", "target": "Iris"}, True)]
)
def test_blocks_are_mentioned_only_where_possible(move: dict[str, str], blocked: bool) -> None:
    table = next(lessons(1))
    assert table.state.game is not None
    tell(table, table.state.game.decide_json({"by": "Ana", "do": "act", **move}))
    text = lesson_text(TableView.of(table))
    assert "you have claimed" in text
    assert ("block it" in text) is blocked


def test_an_ordinary_game_explains_nothing() -> None:
    assert all(lesson_text(TableView.of(moment)) == "" for moment in played(a_table("classic", 3, {}), 1))
