"""Small data sets, as the command `games` writes them; each is made once."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from lab.commands import main

GAMES = ["games", "easy", "honest", "--at", "classic/3", "--deals", "2", "--jobs", "1", "--out", "games.jsonl"]


@cache
def data_set(words: str) -> str:
    """Returns the data set of these players and arguments, as the command writes it."""
    made = Path("made.jsonl")
    made.unlink(missing_ok=True)  # otherwise the command would refuse to write another data set there
    assert main(["games", *words.split(), "--jobs", "1", "--out", made.name]) == 0
    return made.read_text()


def write(players: str, name: str, table: str = "classic/3", deals: int = 2, seed: int = 1) -> None:
    """Writes a data set into a file."""
    Path(name).write_text(data_set(f"{players} --at {table} --deals {deals} --seed {seed}"))


def written() -> list[dict[str, Any]]:
    """Writes a data set of 12 games into games.jsonl, and returns its lines."""
    write("easy honest", "games.jsonl")
    return read()


def read() -> list[dict[str, Any]]:
    """The lines of games.jsonl."""
    return [json.loads(line) for line in Path("games.jsonl").read_text().splitlines()]
