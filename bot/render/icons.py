"""Icons: the emojis of the bot's application for roles, coins, cards and tokens, shown before their words.

Discord renders `<:name:id>` only in the body of a message; buttons and options have a field for an emoji. Other
texts, made with `TableView.labels`, can have none.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

import discord

from bot.pictures.art import art_name
from engine import Move, PublicView
from engine.catalogue import plain

_ACTIONS: Final = {
    "income": "coin",
    "foreign_aid": "coin",
    "tax": "duke",
    "assassinate": "assassin",
    "steal": "captain",
    "examine": "inquisitor",
    "convert": "token_loyalist",
    "embezzle": "coin",
    "bank": "coin",
    "social_media": "card",
}
_ANSWERS: Final = {"pay": "coin", "draw": "card"}
GLUE: Final = "\N{NO-BREAK SPACE}"
"""Separates an emoji from its words, so that no line ends between them."""
TEAM_SIGNS: Final = "♥♠♣"
"""The sign of each team, shown where its emoji is missing: no words name the team."""
_ICON: Final = re.compile(rf"<:(?:team_(\d))?\w+:\d+>{GLUE}")


class Icons:
    """The emojis of the application, by the names of their art (`bot.pictures.art.ART_NAMES`)."""

    def __init__(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        self._emojis = dict(emojis)
        self._found: dict[str, discord.PartialEmoji | None] = {}  # by card, as they are used
        self._symbols: dict[str, str] = {}

    def text(self, card: str) -> str:
        """Returns the emoji of a card or of other art as text in the body of a message; "" if none exists."""
        symbol = self.symbol(card)
        return symbol and symbol + GLUE

    def symbol(self, card: str) -> str:
        """Returns the same without the space that separates it from its words."""
        if card not in self._symbols:
            self._symbols[card] = str(self.emoji(card) or "")
        return self._symbols[card]

    def emoji(self, card: str | None) -> discord.PartialEmoji | None:
        """Returns the emoji of a card or of other art for a button or an option; None if none exists."""
        if card is None:
            return None
        if card not in self._found:
            self._found[card] = self._emojis.get(art_name(card)) or self._emojis.get(plain(card))
        return self._found[card]


NO_ICONS: Final = Icons({})
OUTDATED: Final = Icons({})
"""The current emojis once Discord no longer knows one of them, until they are listed again: none."""
_current = NO_ICONS


def current_icons() -> Icons:
    """Returns the emojis of the bot's application, as Discord listed them last."""
    return _current


def set_icons(found: Icons) -> None:
    """Sets the emojis with which messages are rendered from now on."""
    global _current
    _current = found


class SymbolText(str):
    """A text in which emojis replace words, so that its lines are short; `words` returns the same in words."""

    words: Callable[[], str]

    def __new__(cls, text: str, words: Callable[[], str]) -> "SymbolText":
        """Returns `text`, which may be shown as `words()`."""
        made = super().__new__(cls, text)
        made.words = words
        return made

    def __add__(self, more: str) -> "SymbolText":
        return SymbolText(super().__add__(more), lambda: self.words() + without_icons(more))


def without_icons(text: str) -> str:
    """Returns a text without the emojis of `Icons.text`. Emojis in members' texts are escaped, and stay."""
    words = text.words() if isinstance(text, SymbolText) else _ICON.sub(_sign, text)
    return words.replace(GLUE, " ")


def _sign(icon: re.Match[str]) -> str:
    return TEAM_SIGNS[int(icon[1]) - 1] + GLUE if icon[1] else ""


def action_art(action: str, *, inquisitor: bool = False) -> str | None:
    """Returns the art of an action's emoji: the role it claims, or what it is about; None for a coup."""
    if action == "exchange":
        return "inquisitor" if inquisitor else "ambassador"
    return _ACTIONS.get(action, None if action == "coup" else action)


def answer_art(move: Move, game: PublicView) -> str | None:
    """Returns the art of an answer's emoji: the role or card named, or what is paid or drawn; otherwise None."""
    if move.do == "prove":
        return None if game.claim is None else game.claim.role
    if move.cards is not None and len(move.cards) == 1:
        return move.cards[0]
    return move.card or move.role or _ANSWERS.get(move.do)
