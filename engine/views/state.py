"""States: a table written down in the JSON form of a position (referee.md)."""

from collections.abc import Sequence
from typing import Any

from engine.table import Table


def dump(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    """The position of a table; in the middle of a turn with `drawn` beside it."""
    played = table.edition
    state: dict[str, Any] = {"ruleset": played.ruleset, "options": played.options_json()}
    if played.has_pool:
        state["pool"] = list(played.roles)
    state |= {
        "turn": names[table.turn],
        "seed": table.chance.seed.hex(),
        "players": [
            {
                "name": name,
                "coins": table.coins[seat],
                "hand": list(table.hands[seat]),
                "lost": list(table.lost[seat]),
                "aside": sorted(table.aside[seat]),
            }
            for seat, name in enumerate(names)
        ],
        "deck": list(table.deck),
    }
    if played.has_tokens:
        state["tokens"] = tokens(table, names)
    if played.has_mat:
        state |= mat(table, names)
        state["mat"] = on_mat(table)
    if table.drawn:
        state["drawn"] = {names[seat]: sorted(cards) for seat, cards in table.drawn.items()}
    return state


def tokens(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """Where the tokens of g54 lie, in their JSON form."""
    peacekeeping, treaty, tax, disappear = table.tokens
    return {
        "peacekeeping": None if peacekeeping is None else names[peacekeeping],
        "treaty": None if treaty is None else [names[seat] for seat in treaty],
        "tax": None if tax is None else {"holder": names[tax[0]], "role": tax[1]},
        "disappear": [{"on": names[on], "by": names[by]} for on, by in disappear],
    }


def mat(table: Table, names: Sequence[str]) -> dict[str, Any]:
    """What everybody knows of mcguire's mat: first player, turns, direction, cards out of the game."""
    return {
        "first": names[table.house.first],
        "first_turns": table.house.first_turns,
        "direction": table.house.direction,
        "out": list(table.house.out),
    }


def on_mat(table: Table) -> list[dict[str, Any]]:
    """What still lies on mcguire's mat, the cards with it."""
    lying = table.house.mat
    return [{"event": event, "coins" if isinstance(what, int) else "card": what} for event, what in lying]
