"""Observations: what a seat sees and has heard, as a row of numbers from -1 to 127, one byte each.

Seats are counted clockwise from the viewer, roles by their position among the roles in play, special copies of
cards separately. An observation forgets the order of claims, so it is no information state.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from engine import Edition, Event, Game, act_of
from engine.catalogue import pool_roles
from lab.tensors.decisions import action_columns

LEAST: Final = -1
MOST: Final = 127

Layout: TypeAlias = tuple[tuple[str, int], ...]
"""The parts of a row in their order: what each says, and how many numbers it has."""

PROMPTS: Final = (
    *("act", "respond", "prove", "lose", "keep", "give", "draw", "ransom", "show", "examine", "defuse", "estate"),
    "avenge",
)
CLAIMS: Final = ("action", "counteraction", "additional", "rebuttal", "loss", "defuse", "estate")
_BOMB: Final = ("bomb",)
_PILES: Final = frozenset(("reserve", "bank"))

# The columns of a seat's part; `_EVERYWHERE` names those that every variant has.
COINS: Final = 0
HAND: Final = 1
ALIVE: Final = 2
ASIDE: Final = 3
TURN: Final = 4
OWES: Final = 5
CLAIMANT: Final = 6
CHALLENGER: Final = 7
ACTOR: Final = 8
TARGET: Final = 9
RECIPIENT: Final = 10
TEAM: Final = 11
FIRST: Final = 12
PEACEKEEPING: Final = 13
TREATY: Final = 14
TAX: Final = 15
DISAPPEAR: Final = 16
# No variant has both of these.
ALLEGIANCE: Final = 17
BOMB: Final = 17
HAS_HELD: Final = 18
IS_HANDED: Final = 19
_EVERYWHERE: Final = (
    *("coins", "cards in hand", "alive", "cards aside", "active player", "owes a decision"),
    *("made the open claim", "challenged it", "declared the open action", "its target", "its recipient"),
    *("on the viewer's team", "first player", "has peacekeeping", "has a treaty", "has the tax"),
    "disappear tokens",
)


class ClaimHistory:
    """Counts, by seat, the claims of each role, the lies that were exposed, and the challenges."""

    def __init__(self, seats: int) -> None:
        self.claimed: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.exposed: Counter[int] = Counter()
        self.challenged: Counter[int] = Counter()

    def observe(self, event: Event) -> None:
        """Counts a claim, a challenge or an exposed lie of a public event."""
        if event["type"] in ("action", "claim") and event.get("role"):
            self.claimed[event["by"]][event["role"]] += 1
        elif event["type"] == "exposed":
            self.exposed[event["by"]] += 1
        elif event["type"] == "challenge":
            self.challenged[event["by"]] += 1


def seat_layout(edition: Edition) -> Layout:
    """Returns the layout of the part of one seat. Where there is one number, it is a count, or 1 for yes."""
    roles, kinds = len(edition.roles), len(set(edition.deck))
    own: tuple[str, ...] = ("has the viewer's allegiance",) if edition.has_allegiances else ()
    if _has_bomb(edition):
        own = ("has the bomb", "has held the bomb", "is handed the bomb")
    return (
        *((name, 1) for name in (*_EVERYWHERE, *own)),
        *(("lost cards, by kind", kinds), ("claims made, by role", roles)),
        *(("lies exposed", 1), ("challenges made", 1)),
    )


def layout(edition: Edition) -> Layout:
    """Returns the layout of a row: a part for each seat, the viewer's cards, the open question, and the table."""
    roles, kinds, bomb = len(edition.roles), len(set(edition.deck)), len(_bomb(edition))
    seat = sum(length for _, length in seat_layout(edition))
    return (
        *((f"seat {shift}", seat) for shift in range(edition.seats)),
        *(("hand, by kind", kinds), ("cards drawn", kinds), ("the card examined", kinds)),
        *(("cards out of the game", kinds), ("claimed role", roles), ("kind of claim", len(CLAIMS) + bomb)),
        *(("open action", len(action_columns(edition))), ("prompt", len(PROMPTS) + bomb), ("taxed role", roles)),
        *(("cards in the deck", 1), ("turns of the first player", 1), ("direction", 1), ("cards on the mat", 1)),
        *((("coins in the reserve or bank", 1),) if edition.position_fields & _PILES else ()),
        *((("pool, by role in play", roles * len(pool_roles(edition.ruleset))),) if edition.has_pool else ()),
    )


def _has_bomb(edition: Edition) -> bool:
    return "anarchist" in pool_roles(edition.ruleset)


def _bomb(edition: Edition) -> Sequence[str]:
    return _BOMB if _has_bomb(edition) else ()


class _Columns:
    """Where the cards, roles and actions of one pool have their column, and the row that says only the pool."""

    def __init__(self, edition: Edition, size: int) -> None:
        self.kinds: dict[str, int] = {card: number for number, card in enumerate(sorted(set(edition.deck)))}
        self.roles: dict[str, int] = {role: number for number, role in enumerate(edition.roles)}
        self.actions: dict[str, int] = {}
        for number, action in enumerate(action_columns(edition)):
            self.actions[edition.roles[action] if isinstance(action, int) else action] = number
        row = bytearray(size)
        if edition.has_pool:
            among = pool_roles(edition.ruleset)
            start = size - len(edition.roles) * len(among)
            for number, role in enumerate(edition.roles):
                row[start + number * len(among) + among.index(role)] = 1
        self.blank = bytes(row)


class Observations:
    """Writes the observations of one variant. An observation has `size` numbers; `layout` names them."""

    def __init__(self, edition: Edition) -> None:
        self.layout = layout(edition)
        self.size: int = sum(length for _, length in self.layout)
        self._seats = edition.seats
        self._seat_size: int = self.layout[0][1]
        self._has_bomb = _has_bomb(edition)
        self._has_pile = bool(edition.position_fields & _PILES)
        self._prompts: dict[str, int] = {name: number for number, name in enumerate((*PROMPTS, *_bomb(edition)))}
        self._claims: dict[str, int] = {name: number for number, name in enumerate((*CLAIMS, *_bomb(edition)))}
        self._action_count = len(action_columns(edition))
        self._known: dict[tuple[str, ...], _Columns] = {}

    def row(self, game: Game, history: ClaimHistory, seat: int) -> bytearray:
        """Returns what a seat observes; `history` has heard all public events."""
        row = bytearray(self.size)
        self.write(game, history, seat, row, 0)
        return row

    def write(self, game: Game, history: ClaimHistory, seat: int, row: bytearray, start: int) -> None:
        """Writes what a seat observes into a row of bytes, from `start` on."""
        edition = game.table.edition
        columns = self._known.get(edition.roles)
        if columns is None:
            columns = self._known[edition.roles] = _Columns(edition, self.size)
        row[start : start + self.size] = columns.blank
        self._write_seats(game, history, seat, row, start, columns)
        self._write_question(game, seat, row, start, columns)
        self._write_table(game, seat, row, start + self._seats * self._seat_size, columns)

    def _write_seats(
        self, game: Game, history: ClaimHistory, seat: int, row: bytearray, start: int, columns: _Columns
    ) -> None:
        """Writes what everybody knows of each seat."""
        table, kinds, roles = game.table, columns.kinds, columns.roles
        teams, allied = table.teams, table.edition.has_allegiances
        own = table.reformists >> seat & 1
        claimed_from = self._seat_size - 2 - len(roles)
        lost_from = claimed_from - len(kinds)
        for shift in range(self._seats):
            other, at = (seat + shift) % self._seats, start + shift * self._seat_size
            row[at + COINS] = min(MOST, table.coins[other])
            row[at + HAND] = len(table.hands[other])
            row[at + ALIVE] = table.alive >> other & 1
            row[at + ASIDE] = len(table.aside[other])
            row[at + TEAM] = teams is None or teams[other] == teams[seat]
            if allied:
                row[at + ALLEGIANCE] = (table.reformists >> other & 1) == own
            _count(table.lost[other], kinds, row, at + lost_from)
            for role, number in history.claimed[other].items():
                row[at + claimed_from + roles[role]] = min(MOST, number)
            row[at + claimed_from + len(roles)] = min(MOST, history.exposed[other])
            row[at + claimed_from + len(roles) + 1] = min(MOST, history.challenged[other])

    def _write_question(self, game: Game, seat: int, row: bytearray, start: int, columns: _Columns) -> None:
        """Writes whose turn it is, the open question and claim, and where the tokens lie."""
        table, ask, seats, size = game.table, game.ask, self._seats, self._seat_size
        first, wrap = start - seat * size, seats * size
        role_from = start + wrap + 4 * len(columns.kinds)
        kind_from = role_from + len(columns.roles)
        action_from = kind_from + len(self._claims)
        prompt_from = action_from + self._action_count

        def place(who: int) -> int:
            return first + who * size + (wrap if who < seat else 0)

        row[place(table.turn) + TURN] = 1
        if ask is not None:
            for other in ask.options:
                row[place(other) + OWES] = 1
            if seat in ask.options:
                row[prompt_from + self._prompts[ask.prompt]] = 1
            claim = ask.claim
            if claim is not None:
                row[place(claim.by) + CLAIMANT] = 1
                if claim.challenger is not None:
                    row[place(claim.challenger) + CHALLENGER] = 1
                if claim.kind == "bomb" and claim.target >= 0:
                    row[place(claim.target) + IS_HANDED] = 1
                if claim.role is not None:
                    row[role_from + columns.roles[claim.role]] = 1
                row[kind_from + self._claims[claim.kind]] = 1
                act = act_of(claim)
                if act is not None:
                    row[place(act.by) + ACTOR] = 1
                    if act.target >= 0:
                        row[place(act.target) + TARGET] = 1
                    if act.recipient >= 0:
                        row[place(act.recipient) + RECIPIENT] = 1
                    row[action_from + columns.actions[act.action.id]] = 1
        if table.edition.has_house:
            row[place(table.house.first) + FIRST] = 1
        if table.edition.has_tokens:
            tokens = table.tokens
            if tokens.peacekeeping is not None:
                row[place(tokens.peacekeeping) + PEACEKEEPING] = 1
            for other in tokens.treaty or ():
                row[place(other) + TREATY] = 1
            if tokens.tax is not None:
                row[place(tokens.tax[0]) + TAX] = 1
                row[prompt_from + len(self._prompts) + columns.roles[tokens.tax[1]]] = 1
            for on, _ in tokens.disappear:
                row[place(on) + DISAPPEAR] += 1
            for other in tokens.bomb:
                row[place(other) + HAS_HELD] = 1
            if tokens.bomb:
                row[place(tokens.bomb[-1]) + BOMB] = 1

    def _write_table(self, game: Game, seat: int, row: bytearray, at: int, columns: _Columns) -> None:
        """Writes the cards that the viewer sees, and the numbers of cards and coins that lie on the table."""
        table, kinds = game.table, columns.kinds
        _count(table.hands[seat], kinds, row, at)
        _count(table.drawn.get(seat, ()), kinds, row, at + len(kinds))
        examined = table.examined
        if examined is not None and seat in examined[:2]:
            row[at + 2 * len(kinds) + kinds[examined[2]]] = 1
        _count(table.house.out, kinds, row, at + 3 * len(kinds))
        at += 4 * len(kinds) + 2 * len(columns.roles)
        at += len(self._claims) + self._action_count + len(self._prompts)
        row[at] = min(MOST, len(table.deck))
        row[at + 1] = min(MOST, table.house.first_turns)
        row[at + 2] = table.house.direction & 255  # as a signed byte
        row[at + 3] = len(table.house.mat)
        if self._has_pile:
            row[at + 4] = min(MOST, table.pile)


def _count(cards: Iterable[str], kinds: dict[str, int], row: bytearray, at: int) -> None:
    for card in cards:
        row[at + kinds[card]] += 1
