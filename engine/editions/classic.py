"""Classic Coup (rules.md 5.1), the rulesets `classic` and `short`, and the inquisitor (5.4)."""

from dataclasses import replace
from typing import Final

from engine.catalogue import START_COINS
from engine.errors import BadRequest
from engine.moves import LEAVE, SWAP, Move
from engine.rules.actions import at_target, write
from engine.rules.exchange import exchange
from engine.rules.general_actions import GENERAL
from engine.rules.lives import take_life
from engine.table.questions import Ask, Rules
from engine.table.table import Act, Bar, Edition, Register, Table

CLASSIC: Final[Register] = {}
AMBASSADOR: Final[Register] = {}
INQUISITOR: Final[Register] = {}

TEAM_TABLES: Final = (4, 6)
_TWO: Final = 2


def _partners(table: Table, me: int) -> int:
    return sum([1 << seat for seat in table.others(me) if table.are_partners(me, seat)])


TEAM: Final = Bar("team", _partners, coup=True)
"""Nobody targets a partner (rules.md 5.3)."""


@write(CLASSIC, "foreign_aid", role=None, answers="anyone", counters=("duke",))
def foreign_aid(table: Table, me: int, act: Act) -> None:
    """Take 2 coins; anyone may claim Duke to block it."""
    if not act.standing:
        table.gain(me, 2)


@write(CLASSIC, "tax", role="duke")
def tax(table: Table, me: int, act: Act) -> None:
    """Duke: take 3 coins."""
    table.gain(me, 3)


@write(
    CLASSIC,
    "assassinate",
    role="assassin",
    price=3,
    aim=at_target,
    answers="target",
    counters=("contessa",),
    needs=("target",),
    endangers="target",
)
def assassinate(table: Table, me: int, act: Act) -> Rules[None] | None:
    """Assassin: pay 3, the target loses a life; blocked by Contessa."""
    return None if act.standing else take_life(table, act, act.target)


@write(
    AMBASSADOR,
    "steal",
    role="captain",
    aim=at_target,
    answers="target",
    counters=("captain", "ambassador"),
    needs=("by", "target"),
)
def steal(table: Table, me: int, act: Act) -> None:
    """Captain: take up to 2 coins from the target; blocked by Captain, or by Ambassador or Inquisitor."""
    if not act.standing:
        table.transfer(act.target, me, 2)


INQUISITOR["steal"] = replace(AMBASSADOR["steal"], counters=("captain", "inquisitor"))


@write(AMBASSADOR, "exchange", role="ambassador")
def ambassador(table: Table, me: int, act: Act) -> Rules[None]:
    """Ambassador: exchange with 2 cards of the court deck."""
    return exchange(table, me, act, 2)


@write(INQUISITOR, "exchange", role="inquisitor")
def inquisitor(table: Table, me: int, act: Act) -> Rules[None]:
    """Inquisitor: exchange with 1 card of the court deck."""
    return exchange(table, me, act, 1)


@write(INQUISITOR, "examine", role="inquisitor", aim=at_target, needs=("by", "target"))
def examine(table: Table, me: int, act: Act) -> Rules[None]:
    """Inquisitor: look at a card of the target, then leave it, or make its owner swap it (rules.md 5.4)."""
    owner = act.target
    hand = table.hands[owner]
    if len(hand) == 1:
        card = hand[0]
    elif table.edition.options["examine"] == "owner":
        move = yield Ask("show", {owner: tuple(Move("show", card=card) for card in sorted(set(hand)))}, act)
        card = move.card or ""
    else:
        card = hand[table.chance.pick(len(hand))]
    table.examined = (me, owner, card)
    table.events.append({"type": "examined", "by": me, "target": owner})
    table.events.append({"type": "saw", "by": me, "target": owner, "card": card, "to": (me, owner)})
    move = yield Ask("examine", {me: (LEAVE, SWAP) if table.deck else (LEAVE,)}, act)
    card = table.examined[2]
    if move is SWAP:
        drawn = table.draw()
        table.remove_from_hand(owner, card)
        table.set_hand(owner, (*table.hands[owner], drawn))
        table.deck += (card,)
        table.events.append({"type": "swapped", "by": me, "target": owner})
        table.events.append({"type": "drew", "by": owner, "cards": (drawn,), "to": (owner,)})
    table.examined = None


class Classic(Edition):
    """The classic rules and the short ones, which differ in who may block and challenge (data/rulesets.toml)."""

    def check(self) -> None:
        """Allows teams only for 4 or 6 players, and `examine` only with the inquisitor (rules.md 1, 8)."""
        if self.options.get("teams") and self.seats not in TEAM_TABLES:
            raise BadRequest("teams_need_players", players=TEAM_TABLES)
        if "examine" in self.options_json() and not self.options.get("inquisitor"):
            raise BadRequest("option_needs_option", option="examine", needed="inquisitor")

    def roles_in_play(self, pool: tuple[str, ...]) -> tuple[str, ...]:
        """The inquisitor takes the ambassador's place (rules.md 5.4)."""
        roles = super().roles_in_play(pool)
        if not self.options.get("inquisitor"):
            return roles
        return tuple("inquisitor" if role == "ambassador" else role for role in roles)

    def own_actions(self) -> Register:
        """The general actions, classic's, and the ambassador's or the inquisitor's."""
        return {**GENERAL, **CLASSIC, **(INQUISITOR if self.options.get("inquisitor") else AMBASSADOR)}

    def own_bars(self) -> tuple[Bar, ...]:
        """Partners cannot be targets."""
        return (TEAM,) if self.options.get("teams") else ()

    @property
    def cards_dealt(self) -> int:
        """One card each for two players of the single-card variant (rules.md 5.3)."""
        return 1 if self._for_two("single") else 2

    def start_coins(self, first: int) -> list[int]:
        """In the published rule for two players the first one starts with 1 coin (rules.md 1)."""
        coins = super().start_coins(first)
        if self._for_two("standard"):
            coins[first] = START_COINS - 1
        return coins

    def _for_two(self, variant: str) -> bool:
        return self.seats == _TWO and self.options.get("two_player") == variant
