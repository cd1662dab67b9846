"""McGuire's house rules (rules.md 6): special copies, vengeance, and the mat of events."""

from dataclasses import replace
from typing import Any, ClassVar, Final

from engine.catalogue import RULESETS
from engine.editions.classic import AMBASSADOR, CLASSIC, Classic
from engine.errors import BadRequest
from engine.moves import Move
from engine.requests.models import Position, seat_of
from engine.rules.claims import contest, open_claims, replies_to
from engine.rules.general_actions import GENERAL
from engine.rules.lives import ASSASSINATION, COUP, take_life
from engine.table.facts import House
from engine.table.questions import Ask, Rules
from engine.table.table import Act, Moments, Register, Table

INHERITANCE: Final = "ambassador*"
VENGEANCE: Final = "assassin*"
LEGACY: Final = 4
TURN_EVENTS: Final = ("first_turn", "second_turn", "third_turn")
DEATH_EVENTS: Final = (("first_death", 1), ("second_death", 2))
MAT_DEALT: Final = (("first_turn", 6), ("third_turn", 4), ("first_death", 4), ("second_death", 3))
"""The events whose cards are dealt, in the order of the deal, each with the most players it is dealt for (6.4)."""
MAT_EVENTS: Final = (*TURN_EVENTS, *(event for event, _ in DEATH_EVENTS))


def steal(table: Table, me: int, act: Act) -> None:
    """Captain: take up to 2; a captain stops it, an ambassador leaves the thief 1 (rules.md 6.1)."""
    blocks = act.standing.values()
    if "captain" not in blocks:
        table.transfer(act.target, me, 1 if "ambassador" in blocks else 2)


MCGUIRE: Final[Register] = {
    "foreign_aid": replace(CLASSIC["foreign_aid"], rebuttal="contessa"),
    "steal": replace(AMBASSADOR["steal"], effect=steal),
}
"""Actions that differ from classic: a block of foreign aid may be overridden, and an ambassador halves a theft."""


def killed(table: Table, seat: int, card: str, cause: str) -> Rules[None] | None:
    """Carries out what a killed special copy brings: coins for its owner, or vengeance (rules.md 6.3)."""
    if card == INHERITANCE and cause in (COUP, ASSASSINATION):
        table.gain(seat, LEGACY)
    return avenge(table, seat) if card == VENGEANCE and cause == COUP else None


def avenge(table: Table, seat: int) -> Rules[None]:
    """The owner, dead or alive, assassinates another for nothing; a contessa blocks (rules.md 6.3)."""
    targets = tuple(Move("act", "assassinate", other) for other in table.others(seat))
    if not targets:
        return
    move = yield Ask("avenge", {seat: targets})
    act = table.act = Act(seat, replace(table.edition.actions["assassinate"], role=None, price=0), move)
    act.endangered = (act.target,)
    table.events.append(
        {"type": "action", "by": seat, "action": "assassinate", "role": None, "target": act.target}
    )
    sealed = yield from contest(table, act, (), replies_to, single=True)
    table.sealed, act.answered = sealed or {}, True
    yield from open_claims(table, act)
    if not act.standing:
        yield from take_life(table, act, act.target)


def begin_turn(table: Table) -> None:
    """Hands out what lies on the mat for the first player's first, second and third turn (rules.md 6.4)."""
    house = table.house
    if table.turn == house.first and house.first_turns < len(TURN_EVENTS):
        _take_off_mat(table, TURN_EVENTS[house.first_turns])


def end_turn(table: Table) -> None:
    """Counts the first player's turns."""
    if table.turn == table.house.first:
        first, turns, direction, mat, out = table.house
        table.house = House(first, turns + 1, direction, mat, out)


def death(table: Table) -> None:
    """Hands out what lies on the mat for the first and the second death (rules.md 6.4, 8)."""
    if not table.house.mat:
        return
    deaths = sum(map(len, table.lost))
    for event, number in DEATH_EVENTS:
        if deaths >= number:
            _take_off_mat(table, event)


def _take_off_mat(table: Table, event: str) -> None:
    first, turns, direction, mat, out = table.house
    if event not in mat:
        return
    what, rest = mat[event], {other: mat[other] for other in mat if other != event}
    if isinstance(what, int):
        table.house = House(first, turns, direction, rest, out)
        table.events.append({"type": "mat", "event": event, "by": first, "coins": what})
        table.gain(first, what)
    else:
        table.house = House(first, turns, direction, rest, tuple(sorted((*out, what))))
        table.events.append({"type": "mat", "event": event, "card": what})


class McGuire(Classic):
    """Classic roles with three special copies, a mat of events, and lives that can be saved by paying."""

    has_house: ClassVar[bool] = True
    position_fields: ClassVar[frozenset[str]] = frozenset(("first", "first_turns", "mat", "out", "direction"))
    challenger_coins: ClassVar[int] = 1
    life_price: ClassVar[int] = 5

    def cards(self) -> list[str]:
        """The classic deck, with a special copy of some roles (rules.md 6.3)."""
        cards = super().cards()
        for role in RULESETS[self.ruleset].special:
            cards[cards.index(role)] = f"{role}*"
        return cards

    def own_actions(self) -> Register:
        """Classic's actions; steal is changed, and a duke's block may be overridden."""
        return {**GENERAL, **CLASSIC, **AMBASSADOR, **MCGUIRE}

    def own_moments(self) -> Moments:
        """The mat's events, and the consequences of killing a special copy."""
        return Moments((begin_turn,), (end_turn,), (death,), (killed,))

    def start_coins(self, first: int) -> list[int]:
        """The first player starts with nothing, the others with 1 coin (rules.md 6.1)."""
        return [0 if seat == first else 1 for seat in range(self.seats)]

    def lay_out(self, table: Table, direction: int | None) -> None:
        """Deals the mat (rules.md 6.4)."""
        _check_direction(direction)
        dealt: dict[str, str | int] = {event: table.draw() for event, most in MAT_DEALT if self.seats <= most}
        dealt["second_turn"] = 1
        mat = {event: dealt[event] for event in MAT_EVENTS if event in dealt}
        table.house = House(table.turn, direction=direction or 1, mat=mat)

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Lays the mat of a position, and sets the first player and its number of turns."""
        _check_direction(position.direction)
        lying: dict[str, str | int] = {}
        for place in position.mat or []:
            what = place.card if place.coins is None else place.coins
            if what is None or (place.card is not None and place.coins is not None):
                raise BadRequest("On each place of the mat lies a card or some coins.")
            if place.event in lying or isinstance(what, int) != (place.event == "second_turn"):
                raise BadRequest("The mat has each event once: coins for the second turn, else a card.")
            lying[place.event] = what
        table.house = House(
            first=0 if position.first is None else seat_of(names, position.first),
            first_turns=position.first_turns or 0,
            direction=position.direction or 1,
            mat={event: lying[event] for event in MAT_EVENTS if event in lying},
            out=tuple(sorted(position.out or [])),
        )

    def loose_cards(self, table: Table) -> list[str]:
        """Cards on the mat and out of the game."""
        return [*table.house.out, *(what for what in table.house.mat.values() if isinstance(what, str))]

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """First player, turns, direction, cards out of the game, and the mat with its cards."""
        lying = table.house.mat.items()
        mat = [{"event": event, "coins" if isinstance(what, int) else "card": what} for event, what in lying]
        return {
            "first": names[table.house.first],
            "first_turns": table.house.first_turns,
            "direction": table.house.direction,
            "out": list(table.house.out),
            "mat": mat,
        }

    def seen(self, table: Table, names: tuple[str, ...], *, over: bool) -> dict[str, Any]:
        """Like `state`, but says of the mat only which events still have a card."""
        state = self.state(table, names)
        return state if over else state | {"mat": [{"event": event} for event in table.house.mat]}


def _check_direction(direction: int | None) -> None:
    if direction not in (None, 1, -1):
        raise BadRequest("bad_direction")
