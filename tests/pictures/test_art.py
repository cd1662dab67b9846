"""The art: all that is shown has a drawing of ours, without words, and each is known by its content."""

import re
import tomllib
from xml.etree import ElementTree

import pytest

from bot.pictures.art import ART_NAMES, FOLDER, ICON, fingerprint, svg
from bot.pictures.cards import role
from engine.catalogue import CARDS, ROLES
from engine.editions.mcguire import MAT_EVENTS
from engine.moves import MAX_SEATS
from engine.table.facts import Tokens


def test_everything_has_art() -> None:
    tokens = {f"token_{name}" for name in Tokens._fields}
    mat = {f"mat_{event}" for event in MAT_EVENTS}
    marks = {f"mark_{seat + 1}" for seat in range(MAX_SEATS)}
    cards = {card.replace("*", "_special") for card in CARDS}
    assert set(ART_NAMES) == {"card", "coin", "lie", "caught"} | cards | tokens | mat | marks


DRAWN = {what: svg(what) for what in (*ART_NAMES, ICON)} | {
    f"the card {card}": role(card) for card in sorted(CARDS)
}


@pytest.mark.parametrize("what", DRAWN)
def test_a_drawing_has_shapes_and_no_words(what: str) -> None:
    tags = {element.tag.rpartition("}")[2] for element in ElementTree.fromstring(DRAWN[what]).iter()}
    assert tags <= {"svg", "g", "path", "circle", "ellipse", "rect"}


def test_only_roles_do_something() -> None:
    with (FOLDER / "deeds.toml").open("rb") as listed:
        assert set(tomllib.load(listed)) <= set(ROLES)


def test_no_two_emojis_are_alike() -> None:
    fingerprint.cache_clear()  # other tests change the art, and what was known of it meanwhile
    assert len({fingerprint(what) for what in ART_NAMES}) == len(ART_NAMES)
    assert all(len(f"{what}_{fingerprint(what)}") <= 32 for what in ART_NAMES), "Discord's limit for a name"
    assert all(re.fullmatch("([lmnrstv][aeiou]){3}", fingerprint(what)) for what in ART_NAMES), (
        "screen readers say it"
    )
