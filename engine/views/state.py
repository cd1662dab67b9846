"""The state of a game: all facts of its table, in the JSON form of a position (referee.md)."""

from typing import Any

from engine.table.table import Table


def dump(table: Table, names: tuple[str, ...]) -> dict[str, Any]:
    """Returns the position of a table; in the middle of a turn it has the field `drawn`, too."""
    played = table.edition
    state: dict[str, Any] = {"ruleset": played.ruleset, "options": played.options_json()}
    if played.has_pool:
        state["pool"] = list(played.pool_in_play)
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
                **played.state_of_player(table, seat),
            }
            for seat, name in enumerate(names)
        ],
        "deck": list(table.deck),
    }
    state |= played.state(table, names)
    if table.drawn:
        state["drawn"] = {names[seat]: sorted(cards) for seat, cards in table.drawn.items()}
    return state
