"""Pictures in words: their alt texts, and the legend that stands under the chart of a game."""

from collections.abc import Sequence
from typing import Final

from bot.pictures.game_history import GameHistory
from bot.render.texts.phrases import Phrases
from engine.catalogue import ROLES, plain

MOST: Final = 1024
"""Discord's limit for an alt text."""

_MARKS: Final = ("mark-1", "mark-2", "mark-3", "mark-4", "mark-5", "mark-6")


def hand_alt(phrases: Phrases, held: Sequence[str], lost: Sequence[str]) -> str:
    """The alt text of a hand. `phrases` are those for labels, here and below: alt texts hold no emojis."""
    texts = phrases.texts
    cards = texts("picture-hand", cards=phrases.cards(held)) if held else ""
    gone = texts("picture-hand-lost", cards=phrases.cards(lost)) if lost else ""
    return f"{cards} {gone}".strip()[:MOST]


def role_alt(phrases: Phrases, card: str) -> str:
    """The alt text of a role's card."""
    category = phrases.texts(f"category-{ROLES[plain(card)].category}")
    return phrases.texts("picture-role", role=phrases.role(card), category=category)


def chart_alt(phrases: Phrases, course: GameHistory) -> str:
    """The alt text of a game's chart: what became of each seat, and how it lied."""
    texts = phrases.texts
    lanes = [texts("picture-chart", turns=course.turns)]
    for seat, coins in enumerate(course.coins):
        out = course.out(seat)
        if seat in course.winners:
            end = texts("picture-chart-won")
        else:
            end = texts("picture-chart-out", turns=course.turns if out is None else out)
        lies = texts("picture-chart-lies", told=course.told(seat), caught=course.caught(seat))
        lanes.append(
            texts(
                "picture-chart-seat", name=phrases.label(seat), end=end, coins=phrases.coins(max(coins)), lies=lies
            )
        )
    return " ".join(lanes)[:MOST]


def chart_legend(phrases: Phrases, seats: int, *, lies: bool = True, caught: bool = True) -> str:
    """What the marks in a chart mean, for the text under it: whose lane is whose, and what is a lie.

    `lies` and `caught`: it has marks of lies nobody exposed, and of exposed ones.

    Here `phrases` are those for message bodies; where there are no emojis, the marks are characters.
    """
    texts, icons = phrases.texts, phrases.icons
    lanes = [
        f"{icons.text(mark.replace('-', '_')) or texts(mark) + ' '}{phrases.title(seat)}"
        for seat, mark in enumerate(_MARKS[:seats])
    ]
    signs = [texts("picture-chart-lines")]
    for shown, what, mark, word in (
        (lies, "lie", "mark-lie", "picture-chart-lie"),
        (caught, "caught", "mark-caught", "picture-chart-caught"),
    ):
        if shown:
            signs.append((icons.text(what) or f"{texts(mark)} ") + texts(word))
    return f"{' · '.join(lanes)}\n{' · '.join(signs)}"
