"""The steps of a game: each seat sees in them what the engine shows it, and nothing more."""

from collections.abc import Iterator
from typing import Any

import pytest

from bot.render.record_page import Step, steps_of
from bot.render.texts.catalogue import texts_for
from bot.render.texts.phrases import Phrases
from engine import RULESETS, Game
from tests.harness.random_games import NAMES
from tests.harness.record_files import random_game


def positions(game: Game) -> Iterator[Game]:
    """The game after the deal, and after each decision with which something happened."""
    record = game.record()
    played = Game.begin(record)
    yield played
    for decision in record["decisions"]:
        if any(event["type"] != "turn" for event in played.decide_json(decision)):
            yield played


def steps(game: Game) -> list[Step]:
    return steps_of(game.record(), Phrases(texts_for(), game.names))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_step_shows_a_seat_what_the_engine_shows_it(ruleset: str) -> None:
    for seed in range(8):
        game = random_game(seed, ruleset)
        for step, position in zip(steps(game), positions(game), strict=True):
            for seat in range(len(game.names)):
                view = position.view(seat)
                mine: dict[str, Any] = view["players"][seat]
                assert step.held[seat].hand == tuple(mine["hand"])
                assert step.held[seat].aside == tuple(mine["aside"])
                assert step.held[seat].drawn == tuple(view.get("drawn", ()))
                for other, player in enumerate(view["players"]):
                    shown = step.shown[other]
                    assert shown.coins == ("1 coin" if player["coins"] == 1 else f"{player['coins']} coins")
                    assert (shown.cards, list(shown.lost)) == (player["cards"], player["lost"])
                    assert shown.is_out is not player["alive"]


def test_hidden_cards_are_told_to_their_seats_alone() -> None:
    game = random_game(3, "short")
    deal, *rest = steps(game)
    assert [line.to for line in deal.lines] == [(seat,) for seat in range(len(game.names))]
    secret = [line for step in rest for line in step.lines if " drew " in line.text or " kept " in line.text]
    assert secret
    assert all(line.to for line in secret)


def test_a_bluff_is_told_to_the_bluffer_alone() -> None:
    told = [line for step in steps(random_game(1, "classic")) for line in step.lines if "bluffing" in line.text]
    assert told
    for line in told:
        assert line.to is not None
        assert line.text.startswith(f"**{NAMES[line.to[0]]}** ")


def test_a_game_that_was_stopped_says_so() -> None:
    record = random_game(2, "classic").record()
    stopped = {**record, "decisions": record["decisions"][:5], "result": None}
    last = steps_of(stopped, Phrases(texts_for(), record["new"]["players"]))[-1]
    assert last.lines[-1].text == "The game was stopped here."
