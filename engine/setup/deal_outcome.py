"""`Start`: the facts about a deal that must be stored so that a later version can deal the same game again."""

from collections.abc import Mapping
from typing import Any, TypeAlias, TypedDict

from engine.table.table import Table

Started: TypeAlias = tuple[Table, tuple[str, ...], dict[str, Any]]
"""A table ready to play, its players' names by seat, and how the game began, as its record has it."""


class Start(TypedDict):
    """What the deal of a game decided, in JSON values; `Game.new` has a parameter of each name.

    `pool` and `direction` are None where the ruleset has none, `teams` where nobody plays in a team.
    """

    pool: list[str] | None
    first: str
    direction: int | None
    teams: list[list[str]] | None


def start_of(table: Table, names: tuple[str, ...], origin: Mapping[str, Any]) -> Start:
    """Returns what the deal of a game decided; `origin` is the beginning of its record."""
    edition = table.edition
    new = origin.get("new")
    half = len(names) // 2
    partners = [list(pair) for pair in zip(names[:half], names[half:], strict=False)]
    return {
        "pool": list(edition.pool_in_play) if edition.has_pool else None,
        "first": origin["position"]["turn"] if new is None else new["first"],
        "direction": table.house.direction if edition.has_house else None,
        "teams": None if edition.teams is None else partners,
    }
