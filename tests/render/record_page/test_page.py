"""The page of a game: its size, its escaping, and that it needs no other file."""

import json
import random
import re
from typing import Any

import pytest

from bot.render.record_page import MAX_PAGE_BYTES, record_page
from bot.render.texts.catalogue import texts_for
from bot.render.texts.sanitize import shorten_name
from engine import RULESETS
from tests.harness.members.hostile_names import HOSTILE
from tests.harness.record_files import file_of, played_game

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
