"""Art: everything shown has a drawing of its own, also in grey; and the chart of a finished game."""

import io
import re
import tomllib
from itertools import combinations
from typing import get_args
from xml.etree import ElementTree

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.pictures.art import ART_NAMES, FOLDER, ICON, Form, art_name, background_of, fingerprint, svg
from bot.pictures.chart import chart
from bot.pictures.lettering import lettering
from bot.pictures.rasterizer import draw
from bot.pictures.role_card import role_card
from bot.render.texts.catalogue import texts_for
from bot.stats.game_history import Claim, GameHistory
from engine.catalogue import CARDS, ROLES
from engine.editions.classic import TEAM_TABLES
from engine.editions.mcguire import MAT_EVENTS
from engine.editions.reformation import ALLEGIANCES
from engine.moves import MAX_SEATS
from engine.table.facts import Tokens
from tests.harness.played_tables import EDITIONS, HARD_POOLS, a_table, played


def test_everything_that_is_shown_has_art() -> None:
    tokens = {f"token_{name}" for name in (*Tokens._fields, *ALLEGIANCES)}
    mat = {f"mat_{event}" for event in MAT_EVENTS}
    marks = {f"mark_{seat + 1}" for seat in range(MAX_SEATS)}
    teams = {f"team_{team + 1}" for team in range(max(TEAM_TABLES) // 2)}
    cards = {art_name(card, form) for card in CARDS for form in get_args(Form)}
    assert set(ART_NAMES) == {"card", "coin", "crown", "lie", "caught"} | cards | tokens | mat | marks | teams


DRAWN = {name: svg(name) for name in (*ART_NAMES, ICON)} | {
    f"the card {card}": role_card(card) for card in sorted(CARDS)
}


def test_drawings_have_shapes_and_need_no_font() -> None:
    for name, drawing in DRAWN.items():
        tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(drawing).iter()}
        assert tags <= {"svg", "g", "path", "circle", "ellipse", "rect"}, name


def test_only_roles_have_pictograms() -> None:
    with (FOLDER / "pictograms.toml").open("rb") as listed:
        assert set(tomllib.load(listed)) <= set(ROLES)


def test_no_two_emojis_look_the_same() -> None:
    fingerprint.cache_clear()  # other tests change the art
    assert len({fingerprint(name) for name in ART_NAMES}) == len(ART_NAMES)
    assert all(len(f"{name}_{fingerprint(name)}") <= 32 for name in ART_NAMES), "Discord's limit for a name"
    assert all(re.fullmatch("([lmnrstv][aeiou]){3}", fingerprint(name)) for name in ART_NAMES), (
        "screen readers say it"
    )


LEAST_DIFFERENCE = 20
"""Of 255 degrees of grey, on average over all pixels."""
EMOJI_PIXELS = 22
"""The size of an emoji in a text."""


def grey(name: str) -> Image.Image:
    """An emoji in grey on Discord's dark background, as small as in a text."""
    drawn = Image.open(io.BytesIO(draw(svg(name)))).convert("RGBA")
    shown = Image.new("RGBA", drawn.size, "#313338")
    shown.alpha_composite(drawn)
    return shown.convert("L").resize((EMOJI_PIXELS, EMOJI_PIXELS))


def test_small_roles_differ_in_grey_and_each_has_its_own_colour() -> None:
    shown = {role: grey(role) for role in ROLES}
    for one, other in combinations(ROLES, 2):
        difference = ImageStat.Stat(ImageChops.difference(shown[one], shown[other])).mean[0]
        assert difference > LEAST_DIFFERENCE, f"{one} and {other}"
    assert len({background.colour for background in map(background_of, ROLES) if background}) == len(ROLES)


def test_a_card_shows_the_english_name_of_its_role() -> None:
    for role in ROLES:
        letters = re.findall('d="[^"]+"', lettering(texts_for("en")(f"role-{role}").upper(), 0, 0, 1, "#000"))
        assert re.findall('d="[^"]+"', svg(art_name(role, "_card")))[-len(letters) :] == letters


GAMES = [*[(*edition, None) for edition in EDITIONS], *[("g54", 6, {}, pool) for pool in HARD_POOLS]]


@pytest.mark.parametrize(("ruleset", "players", "options", "pool"), GAMES)
def test_every_edition_has_a_history_and_a_chart(
    ruleset: str, players: int, options: dict[str, object], pool: tuple[str, ...] | None
) -> None:
    for seed in range(2):
        table = a_table(ruleset, players, options, pool, seed)
        game = table.state.game
        assert game is not None
        for _ in played(table, seed, most=1000):
            pass
        history = GameHistory.of(game.record())
        assert [coins[-1] for coins in history.coins] == game.table.coins
        assert [lives[-1] for lives in history.lives] == [len(hand) for hand in game.table.hands]
        assert "text" not in {element.tag for element in ElementTree.fromstring(chart(history)).iter()}


def test_a_game_of_thousands_of_turns_has_a_chart_of_normal_size() -> None:
    def history(turns: int) -> GameHistory:
        lies = tuple(
            Claim(
                turn,
                {"type": "action", "by": seat},
                is_true=False,
                outcome="unchallenged" if turn % 5 else "exposed",
            )
            for turn in range(1, turns + 1)
            for seat in range(2)
        )
        coins, lives = tuple(turn % 13 for turn in range(turns + 1)), (2,) * (turns + 1)
        return GameHistory((coins,) * 6, (lives,) * 6, lies, (0,))

    assert len(chart(history(4000))) < 2 * len(chart(history(50)))
