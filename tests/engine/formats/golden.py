"""Golden records: whole games of every edition, with all their events and their final state.

`python -m tests.engine.formats.golden` plays them again and writes tests/golden/. Do so only if a rule was meant
to change, and read the diff.
"""

import json
import random
from pathlib import Path
from typing import Any

from engine import Game
from engine.events import to_json
from engine.moves import PASS
from tests.harness.random_games import NAMES

FOLDER = Path(__file__).parents[2] / "golden"
SHORTEST = 50  # the fewest decisions of a game that is kept
PATIENCE = 0.7  # the probability that a seat passes if it may

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "classic": ("classic", 5, {}),
    "classic_two": ("classic", 2, {"two_player": "standard"}),
    "classic_teams": ("classic", 4, {"teams": True, "inquisitor": True, "examine": "owner"}),
    "short": ("short", 4, {}),
    "short_inquisitor": ("short", 3, {"inquisitor": True}),
    "mcguire": ("mcguire", 3, {}),
    "mcguire_six": ("mcguire", 6, {}),
    "g54_first": ("g54", 4, {"pool": ["banker", "director", "guerrilla", "peacekeeper", "politician"]}),
    "g54_claims": ("g54", 4, {"pool": ["capitalist", "reporter", "general", "priest", "missionary"]}),
    "g54_tokens": (
        "g54",
        4,
        {"pool": ["farmer", "newscaster", "mercenary", "customs_officer", "foreign_consular"]},
    ),
    "g54_riot": ("g54", 4, {"pool": ["speculator", "producer", "judge", "protestor", "intellectual"]}),
    "g54_estates": ("g54", 4, {"pool": ["spy", "writer", "crime_boss", "communist", "lawyer"]}),
    "reformation": ("reformation", 5, {}),
    "reformation_ten": ("reformation", 10, {"inquisitor": True}),
    "anarchy_bomb": (
        "anarchy",
        4,
        {"pool": ["financier", "director", "anarchist", "socialist", "arms_dealer", "social_media"]},
    ),
    "anarchy_harvest": (
        "anarchy",
        5,
        {"pool": ["plantation_owner", "reporter", "paramilitary", "socialist", "customs_officer"]},
    ),
}
"""By the name of the file: ruleset, players, options. The pools together have all roles of g54 and anarchy."""


def play(name: str) -> dict[str, Any]:
    """Plays a random game: returns its record, every event, and the final state."""
    ruleset, players, options = GAMES[name]
    for number in range(1000):
        chance = random.Random(f"{name} {number}")
        game = Game.new(ruleset, NAMES[:players], options=options, seed=chance.randbytes(32).hex())
        while game.ask is not None:
            seat = chance.choice(sorted(game.ask.options))
            moves = game.ask.options[seat]
            patient = PASS in moves and chance.random() < PATIENCE
            game.decide(seat, PASS if patient else chance.choice(moves))
        if game.seq >= SHORTEST:
            return with_events(game.record())
    raise AssertionError(f"no game of {name} is long enough")


def with_events(record: dict[str, Any]) -> dict[str, Any]:
    """Replays a record: returns it with its events and the final state."""
    game = Game.begin(record)
    events = [to_json(event, game.names) for event in game.table.events]
    for decision in record["decisions"]:
        events += [to_json(event, game.names) for event in game.decide_json(decision)]
    return {"record": record, "events": events, "end": game.state()}


def text(golden: dict[str, Any]) -> str:
    """The text of a golden record's file: a line for each decision and event."""
    record = golden["record"]
    decisions = ",\n".join(json.dumps(decision) for decision in record["decisions"])
    events = ",\n".join(json.dumps(event) for event in golden["events"])
    return (
        f'{{"record": {{"new": {json.dumps(record["new"])},\n"decisions": [\n{decisions}\n],\n'
        f'"result": {json.dumps(record["result"])}}},\n'
        f'"events": [\n{events}\n],\n"end": {json.dumps(golden["end"])}}}\n'
    )


if __name__ == "__main__":
    for each in GAMES:
        (FOLDER / f"{each}.json").write_text(text(play(each)), encoding="utf-8")
