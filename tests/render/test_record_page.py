"""The steps of a game: each seat sees in them what the engine shows it, and nothing more."""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.render.record_page import MAX_PAGE_BYTES, Step, record_page, steps_of
from bot.render.texts.catalogue import texts_for
from bot.render.texts.phrases import Phrases
from bot.render.texts.sanitize import shorten_name
from engine import RULESETS, Game
from tests.harness.members.hostile_names import HOSTILE
from tests.harness.random_games import NAMES
from tests.harness.record_files import file_of, played_game, random_game

HOSTILE_HTML = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"onload="',
    "&lt;b&gt;{{game}}",
)


def page(ruleset: str, *names: str, seed: int = 0) -> str:
    return record_page(file_of(played_game(ruleset, names, random.Random(seed))), 12, texts_for())


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="game">(.*?)</script>', html, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_page_of_as_many_players_as_possible_is_small(ruleset: str) -> None:
    names = [f"{'🦊' * 15}{seat}" for seat in range(RULESETS[ruleset].players[1])]
    pages = [page(ruleset, *names, seed=seed) for seed in range(3)]
    assert max(len(html.encode()) for html in pages) < MAX_PAGE_BYTES / 2


def test_a_page_names_no_other_file() -> None:
    html = page("g54", "Ada", "Ben", "Cleo")
    assert "default-src 'none'" in html
    addresses = set(re.findall(r"https?://[^\"' )]+", html))
    assert addresses == {"http://www.w3.org/2000/svg"}, "the name of SVG, which nothing loads"
    assert not re.findall(r"<link|<img|<iframe|@import|url\(", html)


def test_names_cannot_leave_their_place() -> None:
    html = page("classic", *HOSTILE_HTML)
    assert html.count("<script") == page("classic", "Ada", "Ben", "Cleo", "Dov").count("<script") == 2
    assert "<img" not in html
    assert data_of(html)["players"] == [shorten_name(name) for name in HOSTILE_HTML]


def test_every_hostile_name_gives_a_page_that_can_be_encoded() -> None:
    for start in range(0, len(HOSTILE), 5):
        names = [shorten_name(f"{number}{name}") for number, name in enumerate(HOSTILE[start : start + 5])]
        players = data_of(page("classic", *names, "Ada").encode().decode())["players"]
        assert players == [*names, "Ada"]


def test_only_the_art_of_the_roles_in_play_is_on_the_page() -> None:
    html = page("classic", "Ada", "Ben")
    art = set(re.findall(r'<symbol id="art-(\w+)"', html))
    assert art == {"ambassador", "assassin", "captain", "contessa", "duke", "card"}


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
