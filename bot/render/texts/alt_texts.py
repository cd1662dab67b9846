"""Alt texts of pictures, and the legend under the chart of a game."""

from collections.abc import Sequence
from typing import Final

from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from bot.stats.game_history import GameHistory
from engine.catalogue import ROLES, plain

ALT_TEXT_CHARACTERS: Final = 1024
"""Discord's limit."""

_MARKS: Final = (
    *("mark-1", "mark-2", "mark-3", "mark-4", "mark-5"),
    *("mark-6", "mark-7", "mark-8", "mark-9", "mark-10"),
)


def hand_alt(phrases: Phrases, held: Sequence[str], lost: Sequence[str]) -> str:
    """Returns the alt text of a hand. `phrases` here and below are those for labels: alt texts have no emojis."""
    texts = phrases.texts
    cards = texts("picture-hand", cards=phrases.cards(held)) if held else ""
    gone = texts("picture-hand-lost", cards=phrases.cards(lost)) if lost else ""
    return f"{cards} {gone}".strip()[:ALT_TEXT_CHARACTERS]


def role_alt(phrases: Phrases, card: str) -> str:
    """Returns the alt text of a role's card."""
    category = phrases.texts(f"category-{ROLES[plain(card)].category}")
    return phrases.texts("picture-role", role=phrases.role(card), category=category)


def chart_alt(phrases: Phrases, history: GameHistory) -> str:
    """Returns the alt text of a game's chart: how each seat ended, and its lies."""
    texts = phrases.texts
    lanes = [texts("picture-chart", turns=history.turns)]
    for seat, coins in enumerate(history.coins):
        out = history.elimination_turn(seat)
        if seat in history.winners:
            end = texts("picture-chart-won")
        else:
            end = texts("picture-chart-out", turns=history.turns if out is None else out)
        told, caught = (sum(c.seat == seat for c in claims) for claims in (history.bluffs, history.caught))
        lies = texts("picture-chart-lies", told=told, caught=caught)
        lanes.append(
            texts(
                "picture-chart-seat", name=phrases.label(seat), end=end, coins=phrases.coins(max(coins)), lies=lies
            )
        )
    return " ".join(lanes)[:ALT_TEXT_CHARACTERS]


def chart_legend(phrases: Phrases, seats: int, *, lies: bool = True, caught: bool = True) -> str:
    """Returns the small print under a chart that explains its marks: the player of each lane, the marks of lies.

    `lies` and `caught` say whether the chart marks lies that nobody exposed, and exposed ones. `phrases` are those
    for the bodies of messages. Without emojis, the marks are characters.
    """
    texts, icons = phrases.texts, phrases.icons
    lanes = [
        f"{icons.text(mark.replace('-', '_')) or texts(mark) + ' '}{phrases.title(seat)}"
        for seat, mark in enumerate(_MARKS[:seats])
    ]
    signs = [texts("picture-chart-lines")]
    for is_shown, art, mark, word in (
        (lies, "lie", "mark-lie", "picture-chart-lie"),
        (caught, "caught", "mark-caught", "picture-chart-caught"),
    ):
        if is_shown:
            signs.append((icons.text(art) or f"{texts(mark)} ") + texts(word))
    return f"-# {' · '.join(lanes)}\n-# {' · '.join(signs)}"


def rating_alt(points: Sequence[float], texts: Texts) -> str:
    """Describes the curve of a member's ratings, in points and oldest first."""
    shown = {"first": points[0], "last": points[-1], "least": min(points), "most": max(points)}
    return texts("rating-alt", games=len(points), **{name: str(round(value)) for name, value in shown.items()})
