"""The file of a game that has ended: its record, and what proves that its cards were dealt fairly."""

from collections.abc import Mapping
from typing import Any, Final

from bot.tables.state import TableState
from engine import Game
from engine.editions.mcguire import MAT_DEALT

VERSION: Final = 1
"""The version of the file's format; files that were given before there were versions have none."""


def record_file(state: TableState) -> dict[str, Any] | None:
    """Returns the file of a table's game as JSON values; None until the game has ended.

    It has the versions of the format and of the rules, the id of the game, the table's `seed_proof`, and in `deal`
    the `deck` before the deal, the first `hands` by seat, and the cards on McGuire's `mat`, as they were dealt.
    Without `deal`, the rules of now cannot replay the game.
    """
    proof = state.seed_proof()
    if proof is None:
        return None
    file = {"version": VERSION, "rules_version": state.rules_version, "game": state.id, **proof}
    return file if state.game is None else file | {"deal": first_cards(proof["record"])}


def first_cards(record: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the `deal` of a record (see `record_file`). Raises engine.Refused if the rules do not allow it."""
    table = Game.replay({**record, "decisions": [], "result": None}).table
    turned_up = ((event["event"], event["card"]) for event in table.events if event["type"] == "mat")
    mat = {**dict(table.house.mat), **dict(turned_up)}
    return {
        "deck": list(table.edition.deck),
        "hands": [list(hand) for hand in table.hands],
        "mat": [mat[event] for event, _ in MAT_DEALT if event in mat],
    }
