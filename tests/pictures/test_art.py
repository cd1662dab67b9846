"""Art: everything that is shown has a drawing, without words; each emoji's name depends on its drawing."""

import re
import tomllib
from xml.etree import ElementTree

import pytest

from bot.pictures.art import ART_NAMES, FOLDER, ICON, art_name, fingerprint, svg
from bot.pictures.role_card import role_card
from engine.catalogue import CARDS, ROLES
from engine.editions.mcguire import MAT_EVENTS
from engine.moves import MAX_SEATS
from engine.table.facts import Tokens


def test_everything_that_is_shown_has_art() -> None:
    tokens = {f"token_{name}" for name in Tokens._fields}
    mat = {f"mat_{event}" for event in MAT_EVENTS}
    marks = {f"mark_{seat + 1}" for seat in range(MAX_SEATS)}
    teams = {f"team_{team}" for team in range(1, MAX_SEATS // 2 + 1)}
    cards = {art_name(card, lost=lost) for card in CARDS for lost in (False, True)}
    assert set(ART_NAMES) == {"card", "coin", "lie", "caught"} | cards | tokens | mat | marks | teams


DRAWN = {name: svg(name) for name in (*ART_NAMES, ICON)} | {
    f"the card {card}": role_card(card) for card in sorted(CARDS)
}


@pytest.mark.parametrize("name", DRAWN)
def test_a_drawing_has_shapes_and_no_words(name: str) -> None:
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(DRAWN[name]).iter()}
    assert tags <= {"svg", "g", "path", "circle", "ellipse", "rect"}


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
