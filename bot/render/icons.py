"""Icons: emojis of the bot's application for roles, coins, cards and tokens, which stand beside their words.

Discord renders `<:name:id>` in message bodies alone. A button or an option has a field of its own for an emoji;
labels, autocompletes, forms and alt texts have none, and are made of `TableView.labels`.
"""

import re
from collections.abc import Mapping
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
}
_ANSWERS: Final = {"pay": "coin", "draw": "card"}
GLUE: Final = "\N{NO-BREAK SPACE}"
"""Stands between an emoji and its words, so that no line ends there."""
_ICON: Final = re.compile(rf"<:\w+:\d+>{GLUE}")


class Icons:
    """The emojis there are; `emojis` by what they show, as in `bot.pictures.art.ART_NAMES`."""

    def __init__(self, emojis: Mapping[str, discord.PartialEmoji]) -> None:
        self._emojis = dict(emojis)
        self._texts = {what: f"{emoji}{GLUE}" for what, emoji in emojis.items()}

    def text(self, what: str) -> str:
        """The emoji as it stands before its words in a message's body; nothing where there is none.

        A special copy (`duke*`) without one of its own has that of its role.
        """
        return self._texts.get(art_name(what)) or self._texts.get(plain(what), "")

    def emoji(self, what: str | None) -> discord.PartialEmoji | None:
        """The emoji for a button or an option; None where there is none."""
        if what is None:
            return None
        return self._emojis.get(art_name(what)) or self._emojis.get(plain(what))


NO_ICONS: Final = Icons({})
_known = NO_ICONS
_in_doubt = False


def current_icons() -> Icons:
    """The emojis of this process's application, as Discord listed them last."""
    return _known


def set_icons(found: Icons) -> None:
    """Makes these the emojis of this process's application."""
    global _known, _in_doubt
    _known, _in_doubt = found, False


def mark_icons_outdated() -> None:
    """Notes that Discord does not know one of them any more: until they are listed anew there are words alone."""
    global _known, _in_doubt
    _known, _in_doubt = NO_ICONS, True


def are_icons_outdated() -> bool:
    """Whether they are to be listed anew."""
    return _in_doubt


def without_icons(text: str) -> str:
    """A text of ours in words alone. Members' texts in it stay: what looks like an emoji there is escaped."""
    return _ICON.sub("", text).replace(GLUE, " ")


def of_action(action: str, *, inquisitor: bool = False) -> str | None:
    """What the emoji of an action shows: the role it claims, or a coin; None for a coup."""
    if action == "exchange":
        return "inquisitor" if inquisitor else "ambassador"
    return _ACTIONS.get(action, None if action == "coup" else action)


def of_answer(move: Move, game: PublicView) -> str | None:
    """What the emoji of an answer shows: the role or card it names, or what is paid or drawn; None for others."""
    if move.do == "prove":
        return None if game.claim is None else game.claim.role
    if move.cards is not None and len(move.cards) == 1:
        return move.cards[0]
    return move.card or move.role or _ANSWERS.get(move.do)
