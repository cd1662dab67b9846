"""Hidden cards dealt anew: shuffles in place what a player may not know, so that tests see what it notices."""

import random

from engine import Game


def cards_on(game: Game) -> list[str]:
    """Every card of a game, wherever it lies, in alphabetical order."""
    table = game.table
    cards = [*table.deck, *table.house.out]
    for piles in (table.hands, table.lost, table.aside, table.drawn.values()):
        for pile in piles:
            cards += pile
    cards += [what for _, what in table.house.mat if isinstance(what, str)]
    return sorted(cards)


def redeal_hidden_from(game: Game, viewer: int, chance: random.Random) -> None:
    """Shuffles all cards that a seat may not know: other hands, cards aside or drawn, the deck, the mat."""
    table = game.table
    others = [seat for seat in range(len(game.names)) if seat != viewer]
    fixed = table.examined[1] if table.examined is not None and viewer in table.examined[:2] else None
    hands = [seat for seat in others if seat != fixed]
    hidden = list(table.deck)
    for seat in hands:
        hidden += table.hands[seat]
    for seat in others:
        hidden += (*table.aside[seat], *table.drawn.get(seat, ()))
    hidden += [what for _, what in table.house.mat if isinstance(what, str)]
    chance.shuffle(hidden)

    def take(number: int) -> tuple[str, ...]:
        return tuple(hidden.pop() for _ in range(number))

    table.deck[:] = take(len(table.deck))
    for seat in hands:
        table.hands[seat] = tuple(sorted(take(len(table.hands[seat]))))
    for seat in others:
        table.aside[seat] = take(len(table.aside[seat]))
        if seat in table.drawn:
            table.drawn[seat] = take(len(table.drawn[seat]))
    mat = tuple((event, what if isinstance(what, int) else take(1)[0]) for event, what in table.house.mat)
    table.house = table.house._replace(mat=mat)
    if table.examined is not None and fixed is None:
        examiner, owner, _ = table.examined
        table.examined = (examiner, owner, table.hands[owner][0])
