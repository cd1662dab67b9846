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
    words = phrases.words
    cards = words("picture-hand", cards=phrases.cards(held)) if held else ""
    gone = words("picture-hand-lost", cards=phrases.cards(lost)) if lost else ""
    return f"{cards} {gone}".strip()[:MOST]


def role_alt(phrases: Phrases, card: str) -> str:
    """The alt text of a role's card."""
    category = phrases.words(f"category-{ROLES[plain(card)].category}")
    return phrases.words("picture-role", role=phrases.role(card), category=category)


def chart_alt(phrases: Phrases, course: GameHistory) -> str:
    """The alt text of a game's chart: what became of each seat, and how it lied."""
    words = phrases.words
    lanes = [words("picture-chart", turns=course.turns)]
    for seat, coins in enumerate(course.coins):
        out = course.out(seat)
        if seat in course.winners:
            end = words("picture-chart-won")
        else:
            end = words("picture-chart-out", turns=course.turns if out is None else out)
        lies = words("picture-chart-lies", told=course.told(seat), caught=course.caught(seat))
        lanes.append(
            words(
                "picture-chart-seat", name=phrases.label(seat), end=end, coins=phrases.coins(max(coins)), lies=lies
            )
        )
    return " ".join(lanes)[:MOST]


def chart_legend(phrases: Phrases, seats: int, *, lies: bool = True, caught: bool = True) -> str:
    """What the marks in a chart mean, for the text under it: whose lane is whose, and what is a lie.

    `lies` and `caught`: it has marks of lies nobody exposed, and of exposed ones.

    Here `phrases` are those for message bodies; where there are no emojis, the marks are characters.
    """
    words, icons = phrases.words, phrases.icons
    lanes = [
        f"{icons.text(mark.replace('-', '_')) or words(mark) + ' '}{phrases.title(seat)}"
        for seat, mark in enumerate(_MARKS[:seats])
    ]
    signs = [words("picture-chart-lines")]
    for shown, what, mark, word in (
        (lies, "lie", "mark-lie", "picture-chart-lie"),
        (caught, "caught", "mark-caught", "picture-chart-caught"),
    ):
        if shown:
            signs.append((icons.text(what) or f"{words(mark)} ") + words(word))
    return f"{' · '.join(lanes)}\n{' · '.join(signs)}"
