"""Perft: the number of decision sequences, in each edition and for each complicated role."""

from typing import Any

import pytest

from engine import Game
from engine.referee import perft
from tests.engine.positions import position

pytestmark = pytest.mark.slow


INQUISITOR: dict[str, Any] = {"options": {"inquisitor": True, "examine": "owner"}}
TEAMS: dict[str, Any] = {"options": {"teams": True}}
TAXED: dict[str, Any] = {"tokens": {"tax": {"holder": "B", "role": "banker"}, "peacekeeping": "C"}}
DISAPPEAR: dict[str, Any] = {"tokens": {"disappear": [{"on": "A", "by": "B"}]}}
TABLES: dict[str, tuple[dict[str, Any], list[int]]] = {
    "classic": (
        position("classic", "duke captain/assassin contessa/ambassador duke", "3/7/2"),
        [8, 44, 120, 363, 1324, 5144],
    ),
    "classic inquisitor": (
        position("classic", "duke inquisitor/captain contessa/duke", "3/7/2", **INQUISITOR),
        [10, 54, 150, 446, 1704, 7266],
    ),
    "classic teams": (
        position("classic", "duke/captain/contessa/assassin", "7/3/2/2", **TEAMS),
        [10, 69, 298, 793, 2448, 9266],
    ),
    "short": (
        position("short", "duke captain/assassin contessa/ambassador", "3/7/2"),
        [8, 50, 169, 473, 2019, 8961],
    ),
    "mcguire": (
        position("mcguire", "duke contessa*/assassin* captain/ambassador* duke", "7/5/4"),
        [10, 52, 188, 581, 2307],
    ),
    "beginners": (
        position(
            "g54",
            "banker director/guerrilla banker/peacekeeper",
            "4/2/2",
            "banker director guerrilla peacekeeper politician",
        ),
        [8, 38, 86, 228, 805],
    ),
    "spy, general": (
        position("g54", "spy/general/priest priest", "6/2/2", "spy reporter general priest politician"),
        [7, 36, 90, 286, 940, 2759, 8272],
    ),
    "capitalist": (
        position("g54", "capitalist/capitalist/judge judge", "3/2/2", "capitalist reporter judge priest lawyer"),
        [6, 30, 74, 213, 553, 1483, 4273],
    ),
    "missionary, intellectual": (
        position(
            "g54",
            "missionary banker/intellectual judge/judge",
            "7/3/2",
            "banker director judge missionary intellectual",
        ),
        [7, 29, 79, 253, 913, 3007, 9554],
    ),
    "lawyer": (
        position("g54", "banker/lawyer/judge", "7/3/2", "banker director judge lawyer priest"),
        [8, 38, 90, 250, 664, 1730, 4764],
    ),
    "producer": (
        position("g54", "producer banker/judge priest/banker", "2/2/2", "banker producer judge lawyer priest"),
        [5, 25, 69, 187, 577, 2052, 6926],
    ),
    "writer": (
        position("g54", "writer banker/judge/banker", "4/2/2", "banker writer judge lawyer priest"),
        [6, 28, 66, 172, 454, 1428, 4178],
    ),
    "crime boss, protestor": (
        position("g54", "banker/protestor/crime_boss", "5/3/3", "banker director crime_boss protestor priest"),
        [8, 38, 88, 270, 944, 2865, 8349],
    ),
    "communist, consular": (
        position(
            "g54",
            "communist/farmer/foreign_consular",
            "3/3/1",
            "farmer director general communist foreign_consular",
        ),
        [8, 36, 82, 289, 1037, 3016, 9115],
    ),
    "customs officer": (
        position(
            "g54",
            "banker/customs_officer/peacekeeper",
            "4/2/0",
            "banker director guerrilla customs_officer peacekeeper",
            **TAXED,
        ),
        [10, 46, 99, 451, 1763, 5836],
    ),
    "mercenary": (
        position(
            "g54",
            "mercenary/banker/peacekeeper",
            "3/2/2",
            "banker director mercenary peacekeeper politician",
            **DISAPPEAR,
        ),
        [8, 34, 67, 184, 547, 1415, 3791],
    ),
    "reformation": (
        position("reformation", "duke captain/assassin contessa/ambassador duke", "3/7/2", reserve=2),
        [10, 75, 357, 1609, 7712],
    ),
    "anarchist, socialist": (
        position(
            "anarchy",
            "anarchist director/socialist/financier",
            "4/1/0",
            "financier director anarchist socialist lawyer social_media",
            bank=2,
        ),
        [7, 27, 84, 217, 675, 2195, 6686],
    ),
    "paramilitary, arms dealer": (
        position(
            "anarchy",
            "paramilitary director/arms_dealer/plantation_owner missionary",
            "5/2/2",
            "plantation_owner director paramilitary arms_dealer missionary",
        ),
        [10, 48, 112, 376, 1584, 5918],
    ),
}
"""By name: a position, and the number of sequences of one, two, three .. decisions."""


@pytest.mark.parametrize("name", list(TABLES))
def test_the_counts_of_decision_sequences_are_right(name: str) -> None:
    setup, counts = TABLES[name]
    game = Game.from_position(setup)
    assert [perft(game, depth) for depth in range(1, len(counts) + 1)] == counts
