"""Pictures of cards: a hand in a row, and one role with what it does."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.art import GOLD, GROUNDS, INK, document, on_ground, placed, what_of
from engine.catalogue import ROLES, plain

WIDTH: Final = 220
HEIGHT: Final = 308
GAP: Final = 20
_ROW: Final = 4  # cards side by side; more would be too small on a phone


def face(card: str) -> str:
    """A card face up, from (0, 0) to (WIDTH, HEIGHT). Raises KeyError for what is no card."""
    role = plain(card)
    ground = GROUNDS[ROLES[role].category]
    badge = f'<g transform="translate({{}}) scale(.25)">{on_ground(ground)}</g>'
    star = f'<path d="M186 18l5 10 11 1.600-8 8 2 11-10-5-10 5 2-11-8-8 11-1.600z" fill="{GOLD}"/>'
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" rx="24" fill="{ground.edge}"/>'
        f'<rect x="9" y="9" width="{WIDTH - 18}" height="{HEIGHT - 18}" rx="17" fill="{ground.colour}"/>'
        f'<circle cx="110" cy="154" r="86" fill="{INK}" opacity=".13"/>'
        + placed(role, 40, 84, 140, ground.colour)
        + badge.format("20 20")
        + badge.format("168 256")
        + (star if what_of(card) != card else "")
    )


def hand(cards: Sequence[str], lost: Sequence[str]) -> str:
    """A hand as an SVG document: the cards held, then those lost, face up, grey and struck through."""
    faces = [face(card) for card in cards] + [_lost(card) for card in lost]
    columns = max(1, min(_ROW, len(faces)))
    rows = max(1, -(-len(faces) // columns))
    placed_faces = "".join(
        f'<g transform="translate({GAP + number % columns * (WIDTH + GAP)} '
        f'{GAP + number // columns * (HEIGHT + GAP)})">{drawn}</g>'
        for number, drawn in enumerate(faces)
    )
    return document(columns * (WIDTH + GAP) + GAP, rows * (HEIGHT + GAP) + GAP, placed_faces)


def role(name: str) -> str:
    """A role's card as an SVG document. Raises KeyError for what is no card."""
    return document(WIDTH, HEIGHT, face(name))


def _lost(card: str) -> str:
    return (
        f'<g opacity=".45">{face(card)}</g>'
        f'<path d="M24 24L{WIDTH - 24} {HEIGHT - 24}M{WIDTH - 24} 24L24 {HEIGHT - 24}" '
        f'stroke="#e5484d" stroke-width="14" stroke-linecap="round"/>'
    )
