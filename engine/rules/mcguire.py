"""McGuire's house rules (rules.md 6; 003): special copies, vengeance, and the mat of events."""

from dataclasses import replace
from typing import Final

from engine.ask import Ask, Rules
from engine.moves import Move
from engine.rules.actions import Act, Register, write
from engine.rules.claims import contest, open_claims, replies_to
from engine.rules.classic import foreign_aid, write_steal
from engine.rules.lives import ASSASSINATION, COUP, lose_life
from engine.table import Table

INHERITANCE: Final = "ambassador*"
VENGEANCE: Final = "assassin*"
LEGACY: Final = 4
TURN_EVENTS: Final = ("first_turn", "second_turn", "third_turn")
DEATH_EVENTS: Final = (("first_death", 1), ("second_death", 2))
MAT_EVENTS: Final = (*TURN_EVENTS, *(event for event, _ in DEATH_EVENTS))

MCGUIRE: Final[Register] = {}
"""What differs from classic: the treaty that overrides a duke, and the ambassador's half block."""

write(MCGUIRE, "foreign_aid", role=None, answers="anyone", counters=("duke",), rebuttal="contessa")(foreign_aid)


def steal(table: Table, me: int, act: Act) -> None:
    """Captain: take up to 2; a captain stops it, an ambassador leaves the thief 1 (rules.md 6.1)."""
    blocks = act.standing.values()
    if "captain" not in blocks:
        table.transfer(act.target, me, 1 if "ambassador" in blocks else 2)


write_steal(MCGUIRE, "ambassador", steal)


def killed(table: Table, seat: int, card: str, cause: str) -> bool:
    """A card was killed: its heir is paid; gives whether it must be avenged (rules.md 6.3)."""
    if card == INHERITANCE and cause in (COUP, ASSASSINATION):
        table.gain(seat, LEGACY)
    return card == VENGEANCE and cause == COUP


def avenge(table: Table, seat: int) -> Rules[None]:
    """The owner, dead or alive, assassinates another for nothing; a contessa blocks (rules.md 6.3)."""
    targets = tuple(Move("act", "assassinate", other) for other in table.others(seat))
    if not targets:
        return
    move = yield Ask("avenge", {seat: targets})
    act = Act(seat, replace(table.edition.actions["assassinate"], role=None, price=0), move)
    table.tell({"type": "action", "by": seat, "action": "assassinate", "role": None, "target": act.target})
    sealed = yield from contest(table, act, (), replies_to, single=True)
    act.sealed = sealed or {}
    yield from open_claims(table, act)
    if not act.standing:
        yield from lose_life(table, act.target, ASSASSINATION)


def begin_turn(table: Table) -> None:
    """What lies on the mat for the first player's first, second and third turn (rules.md 6.4)."""
    house = table.house
    if table.turn == house.first and house.first_turns < len(TURN_EVENTS):
        _take_off_mat(table, TURN_EVENTS[house.first_turns])


def end_turn(table: Table) -> None:
    """Counts the first player's turns."""
    house = table.house
    if table.turn == house.first:
        table.house = house._replace(first_turns=house.first_turns + 1)


def death(table: Table) -> None:
    """What lies on the mat for the first and second death (rules.md 6.4, 8)."""
    deaths = sum(map(len, table.lost))
    for event, number in DEATH_EVENTS:
        if deaths >= number:
            _take_off_mat(table, event)


def _take_off_mat(table: Table, event: str) -> None:
    house = table.house
    for lying in house.mat:
        if lying[0] != event:
            continue
        what = lying[1]
        house = table.house = house._replace(mat=tuple(other for other in house.mat if other is not lying))
        if isinstance(what, int):
            table.tell({"type": "mat", "event": event, "by": house.first, "coins": what})
            table.gain(house.first, what)
        else:
            table.house = house._replace(out=tuple(sorted((*house.out, what))))
            table.tell({"type": "mat", "event": event, "card": what})
