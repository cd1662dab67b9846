"""A scene: one table as one reader may see it, with the words to tell it in."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.render.phrases import Phrases
from bot.render.words import Words, words
from bot.tables.session import TableSession
from engine import Game


@dataclass(frozen=True)
class Scene:
    """A table in play (or over), in the words of a locale; `view` is what anybody may know of it."""

    table: TableSession
    game: Game
    words: Words

    @classmethod
    def of(cls, table: TableSession, locale: str | None = None) -> "Scene":
        """The scene of a table whose game has begun, in its own locale or another."""
        if table.game is None:
            raise ValueError("a scene needs a game")
        return cls(table, table.game, words(locale or table.locale))

    @cached_property
    def phrases(self) -> Phrases:
        """The words for its players, cards and moves."""
        return Phrases(self.words, self.game.names, inquisitor=bool(self.table.options.get("inquisitor")))

    @cached_property
    def view(self) -> dict[str, Any]:
        """What a spectator may know; everything once the game is over."""
        return self.game.view(None)

    def private(self, seat: int) -> dict[str, Any]:
        """What the player of a seat may know."""
        return self.game.view(seat)

    def seat(self, name: str) -> int:
        """The seat of a player named in a view."""
        return self.game.names.index(name)
