"""Layouts: where all cards of a game lie at one moment. With another layout the same game has other cards."""

from dataclasses import dataclass, field
from typing import TypeAlias

from engine.moves import Move
from engine.table.facts import House
from engine.table.table import Table

Decision: TypeAlias = tuple[int, Move]
"""A seat, and what it decided."""

Cards: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """Where all cards lie at one moment, and the seed of later random picks.

    `options`, by seat, replace the options that the rules offer, and `foreseen` the cards that they show from the
    deck.
    """

    seed: bytes
    hands: tuple[Cards, ...]
    lost: tuple[Cards, ...]
    aside: tuple[Cards, ...]
    drawn: dict[int, Cards]
    deck: Cards
    examined: tuple[int, int, str] | None
    house: House
    options: dict[int, tuple[Move, ...]] = field(default_factory=dict[int, tuple[Move, ...]])
    foreseen: Cards = ()

    @classmethod
    def of(cls, table: Table) -> "Layout":
        """Returns where the cards of a table lie."""
        piles = tuple(table.hands), tuple(table.lost), tuple(table.aside)
        return cls(table.chance.seed, *piles, {**table.drawn}, table.deck, table.examined, table.house)

    def lay(self, table: Table) -> None:
        """Moves the cards of a table to this layout."""
        table.chance = type(table.chance)(self.seed)
        table.hands, table.lost, table.aside = [*self.hands], [*self.lost], [*self.aside]
        table.drawn, table.deck = {**self.drawn}, self.deck
        table.examined, table.house = self.examined, self.house
        table.foreseen = self.foreseen
