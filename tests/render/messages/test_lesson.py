"""Lessons: every moment is explained, in texts that fit and do not depend on hidden facts."""

import random
from collections.abc import Iterator
from dataclasses import replace

from bot.render.controls import MESSAGE_CHARACTERS
from bot.render.messages.lesson import lesson_text
from bot.render.messages.turn import message_for_phase
from bot.render.panels.hand import hand_panel
from bot.render.seat_view import SeatView
from bot.render.texts.catalogue import texts_for
from bot.render.view_model import TableView
from bot.store.rows import Seat, Status
from bot.tables.table import Table
from engine import Game, Move
from engine.moves import PASS
from tests.harness.played_tables import a_table, played, redealt
from tests.harness.tables import change, game_of, tell
from tests.render.components import fits, sent, text_of

W = texts_for()


def lessons(seed: int, *, private: bool = False) -> Iterator[Table]:
    """Yields a lesson before each random decision, and at its end."""
    table = a_table("classic", 3, {}, seed=seed)
    change(table, practice=True, channel_id=-table.state.host_id if private else 6)
    change(table, seats=(table.state.seats[0], *[Seat(None, "Iris", "honest"), Seat(None, "Jonas", "random")]))
    game = Game.new("classic", table.state.names, first="Ana", seed=f"{seed:064x}")
    change(table, game=game, story=((),))
    tell(table, game.table.events)
    return played(table, seed)


def test_every_moment_is_explained_from_open_facts() -> None:
    for seed in range(12):
        chance = random.Random(seed)
        for moment in lessons(seed):
            shown = text_of(message_for_phase(TableView.of(moment)))
            assert len(shown) < MESSAGE_CHARACTERS
            assert "…" not in shown
            if moment.state.status is Status.PLAYING:
                explained = lesson_text(TableView.of(moment))
                assert explained.count("**Lesson:** ") <= 1
                assert explained in shown
                assert lesson_text(TableView.of(redealt(moment, chance))) == explained
            else:
                assert "Another lesson" in sent(message_for_phase(TableView.of(moment)))


def test_a_message_that_keeps_parts_of_the_one_before_is_as_if_rendered_anew() -> None:
    for moment in lessons(1):
        view = TableView.of(moment)
        anew = message_for_phase(replace(view))
        assert message_for_phase(view).to_components() == anew.to_components()


def test_a_private_lesson_fits_in_one_message() -> None:
    for seed in range(6):
        for moment in lessons(seed, private=True):
            view = SeatView.of(moment, 0)
            panel = hand_panel(view)
            text = text_of(panel)
            assert len(text) < MESSAGE_CHARACTERS
            if moment.state.status is not Status.PLAYING:
                assert "Another lesson" in sent(panel)
                tell(
                    moment, [{"type": "turn", "by": 1}]
                )  # as if the learner was eliminated and the game continued
                assert " is out." in text_of(hand_panel(SeatView.of(moment, 0)))
                continue
            assert "**Iris** ·" in text
            assert lesson_text(view.table) in text
            if view.is_asked and moment.state.game is not None and moment.state.game.ask is not None:
                assert f":{moment.state.game.question}" in sent(panel)


def test_no_idea_is_explained_twice() -> None:
    for seed in range(12):
        told: dict[str, set[int]] = {}
        for moment in lessons(seed):
            if moment.state.status is Status.PLAYING:
                for line in lesson_text(TableView.of(moment)).splitlines():
                    if line.startswith("**Lesson:** "):
                        told.setdefault(line, set()).add(len(moment.state.story))
        assert told
        assert all(max(turns) - min(turns) <= 1 for turns in told.values()), (
            "in its turn and at the start of the next"
        )


def test_the_first_steps_are_the_hand_and_an_action_each_with_its_control() -> None:
    table = next(lessons(1))
    view = SeatView.of(table, 0)
    first = message_for_phase(view.table)
    assert W("lesson-hand") in text_of(first)
    assert [button["label"] for button in fits(first)] == [W("button-hand")]
    hand = hand_panel(view)
    assert W("lesson-first-action") in text_of(hand)
    assert W("pick-action") in sent(hand)


def test_a_block_of_the_turn_before_is_not_explained_beside_another_one() -> None:
    table = next(lessons(1))

    def block_foreign_aid(by: str, actor: str) -> None:
        tell(table, game_of(table).decide_json({"by": actor, "do": "act", "action": "foreign_aid"}))
        tell(table, game_of(table).decide_json({"by": by, "do": "claim", "role": "duke"}))

    learner, iris, jonas = table.state.names
    block_foreign_aid(iris, learner)
    for name in (learner, jonas):
        tell(table, game_of(table).decide_json({"by": name, "do": "pass"}))
    explained = "A blocked action has no effect"
    assert explained in lesson_text(TableView.of(table))
    block_foreign_aid(jonas, iris)
    assert "blocks the foreign aid" in text_of(message_for_phase(TableView.of(table)))
    assert explained not in lesson_text(TableView.of(table))


def test_a_learner_whose_challenge_was_wrong_reads_of_the_own_lost_card() -> None:
    table = next(lessons(1))
    learner, iris, jonas = table.state.names
    tell(table, game_of(table).decide_json({"by": learner, "do": "act", "action": "income"}))
    held = [card for card in game_of(table).table.hands[1] if card in ("duke", "ambassador")]
    action = {"duke": "tax", "ambassador": "exchange"}[held[0]]
    tell(table, game_of(table).decide_json({"by": iris, "do": "act", "action": action}))
    tell(table, game_of(table).decide_json({"by": learner, "do": "challenge"}))
    tell(table, game_of(table).decide_json({"by": jonas, "do": "pass"}))
    tell(table, game_of(table).decide_json({"by": iris, "do": "prove"}))
    lost = game_of(table).table.hands[0][0]
    tell(table, game_of(table).decide_json({"by": learner, "do": "lose", "card": lost}))
    assert f"You lost the {lost.capitalize()}." in lesson_text(TableView.of(table))


def test_a_learner_who_has_claimed_a_role_is_not_told_again_that_one_may() -> None:
    table = next(lessons(1))
    told: list[str] = []
    first = True
    while len(told) < 5:
        game = table.state.game
        assert game is not None
        assert game.ask is not None
        seat = next(iter(game.ask.options))
        if game.ask.prompt != "act":
            told.append(lesson_text(TableView.of(table)))
            tell(table, game.decide(seat, PASS))
            continue
        if game.turn == 0:
            told.append(lesson_text(TableView.of(table)))
        action = "tax" if game.turn == 0 and first else "income"
        first = first and game.turn != 0
        tell(table, game.decide(game.turn, Move("act", action=action)))
    assert W("lesson-wait", role="Duke") in told[1]
    assert not any("You may claim a role that you do not have" in text for text in told)
    assert W("lesson-assassinate", coins="5 coins") in told[3]


def test_coins_are_explained_when_they_first_allow_an_action() -> None:
    table = next(lessons(1))
    told: list[str] = []
    while len(told) < 8:
        game = table.state.game
        assert game is not None
        assert game.ask is not None
        if game.turn == 0:
            told.append(lesson_text(TableView.of(table)))
        tell(table, game.decide(game.turn, Move("act", action="income")))
    assert W("lesson-assassinate", coins="4 coins") in told[2]
    assert told[3:5] == ["", ""]
    assert W("lesson-coup", coins="7 coins") in told[5]
    assert told[6:] == ["", ""]


def test_an_ordinary_game_explains_nothing() -> None:
    for moment in played(a_table("classic", 3, {}), 1):
        assert "Lesson:" not in text_of(message_for_phase(TableView.of(moment)))
