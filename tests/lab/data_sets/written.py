"""A small data set, as the command `games` writes it."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from lab.commands import main

GAMES = ["games", "easy", "honest", "--at", "classic/3", "--deals", "2", "--jobs", "1", "--out", "games.jsonl"]


@cache
def data_set() -> str:
    """Returns a data set of 12 games, as the command writes it."""
    assert main(GAMES) == 0
    return Path("games.jsonl").read_text()


def written() -> list[dict[str, Any]]:
    """Writes a data set of 12 games and returns its lines."""
    Path("games.jsonl").write_text(data_set())
    return read()


def read() -> list[dict[str, Any]]:
    """The lines of the data set."""
    return [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
