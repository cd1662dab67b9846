"""The table, and what is played on it: the actions, the action under way, and the edition.

These classes share a module because each refers to the others.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from engine.errors import BadRequest
from engine.moves import PAY, Move, claim
from engine.requests.models import Position
from engine.requests.options import Chosen
from engine.table.chance import Chance, Unshuffled
from engine.table.chosen_ruleset import ChosenRuleset
from engine.table.facts import Facts, Snapshot
from engine.table.questions import NO_ONE, Claim, Rules

_MAX_KEPT: Final = 8192
"""The most declarations that are kept for each action."""
_MOST_MET_AGAIN: Final = 6
"""The most players of a game that often meets declarations of other games; with ten, three in four are new."""

Choices: TypeAlias = tuple[Any, ...]
"""The choices of a player who declares an action: mostly seats, clockwise."""

Declare: TypeAlias = Callable[[str, Choices], tuple[Move, ...]]
"""Returns the declarations of an action. Its arguments: the action's id, and what the player may choose among."""

Effect: TypeAlias = "Callable[[Table, int, Act], Rules[None] | None]"
"""Carries out an action. Its arguments: the table, the actor's seat, the action as declared and answered."""

Among: TypeAlias = "Callable[[Table, int], Choices]"
"""Returns what a player may choose among when it declares an action. Its arguments: the table, the seat."""

Dearer: TypeAlias = Callable[[bool, int], bool]
"""Whether a declaration costs the surcharge.

Its arguments: whether its target is the actor, and the number of face-down cards of the target.
"""

Aim: TypeAlias = "tuple[Among | None, Declare]"
"""The choices of a player who declares an action, and the declarations that follow from them."""

Answers: TypeAlias = Literal["target", "anyone", "each", "share", "join"]
Needed: TypeAlias = Literal["by", "target", "recipient"]
Endangers: TypeAlias = Literal["target", "targets", "target later"]


class Declarations(dict[Choices, tuple[Move, ...]]):
    """The declarations of one action, by what a player may choose among; each is made when it is first met.

    They do not depend on what else is played, so all pools share them.
    """

    def __init__(self, action: str, declare: Declare) -> None:
        super().__init__()
        self.action = action
        self.declare = declare

    def __missing__(self, choices: Choices) -> tuple[Move, ...]:
        if len(self) >= _MAX_KEPT:
            self.clear()
        moves = self[choices] = self.declare(self.action, choices)
        return moves


def _only(action: str, choices: Choices) -> tuple[Move, ...]:
    return (Move("act", action),)


nobody: Final[Aim] = (None, _only)
"""The only declaration of an action that has no target."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action, as its card describes it.

    `role` is what it claims to hold, by default its own name, or `denied` what it claims not to hold, None for
    neither. `aim` says what its player chooses. `price` is paid at the declaration, with the `surcharge` if the
    target makes it `dearer`; to the target if `to_target`. `need` is the number of further coins that the player
    must have, but does not pay. `names` is the fact of the event that tells the role which a declaration names, if
    it names one; `shows` is the number of cards of the deck among which the actor hopes for that role. `answers`
    says who may answer other than by a challenge: the target or anyone (their counteraction stops the action),
    each target for itself, others who share in the action, or one who joins it; all but the last claim one of
    `counters`. `endangers` says who loses a card if nobody stops the action: its target, everyone it hits, its
    target at the end of that player's next turn, or nobody (None). A target that pays the actor `ransom` coins
    loses no card. The action has no effect unless the players in `needs` are alive, by default its actor (rules.md
    2.9). With `forfeits`, all coins of a claimant whose claim is exposed go to the challenger. `rebuttal` is a
    role that may override a block.

    The other fields follow from these: `among` returns what a player may choose among, if anything, and
    `declarations` has what it then declares; `bare` is the only declaration of an action that leaves no choice.
    `replies` are the answers other than by a challenge; with `single` only the first of them counts. `cost` is
    price and need.
    """

    effect: Effect
    id: str
    role: str | None = ""
    denied: str | None = None
    aim: Aim = field(default=nobody, compare=False, repr=False)
    price: int = 0
    surcharge: int = 0
    dearer: Dearer | None = None
    need: int = 0
    names: str | None = None
    shows: int = 0
    answers: Answers | None = None
    counters: tuple[str, ...] = ()
    needs: tuple[Needed, ...] = ("by",)
    to_target: bool = False
    forfeits: bool = False
    rebuttal: str | None = None
    endangers: Endangers | None = None
    ransom: int = 0
    among: "Among | None" = field(init=False)
    declarations: Declarations = field(init=False, compare=False, repr=False)
    bare: tuple[Move, ...] = field(init=False)
    replies: tuple[Move, ...] = field(init=False)
    single: bool = field(init=False)
    cost: int = field(init=False)

    def __post_init__(self) -> None:
        among, declare = self.aim
        declarations = Declarations(self.id, declare)
        derived = {
            "role": self.id if self.role == "" else self.role,
            "among": among,
            "declarations": declarations,
            "bare": declarations[()] if among is None else (),
            "replies": (PAY,) if self.answers == "join" else tuple(map(claim, self.counters)),
            "single": self.answers in ("target", "anyone", "join"),
            "cost": self.price + self.need,
        }
        for name, value in derived.items():
            object.__setattr__(self, name, value)  # nothing else may set a field of a frozen class

    def price_against(self, lives: int, *, is_actor: bool) -> int:
        """Returns the price against a target with this number of face-down cards; it may be the actor."""
        if self.dearer is not None and self.dearer(is_actor, lives):
            return self.price + self.surcharge
        return self.price

    def possible(self, table: "Table", act: "Act") -> bool:
        """Whether the action can still have an effect: the players whom it needs are alive (rules.md 8, 2.9)."""
        if table.fallen:
            for needed in self.needs:
                if not table.alive >> getattr(act, needed) & 1:
                    return False
        return True


Register: TypeAlias = dict[str, Action]
"""Actions by id, in the documented order."""


class Act(Claim):
    """An action under way: how it was declared, and the answers to it.

    `price` is what was paid for it. `targets` are the seats that it hits one by one, fixed at the declaration.
    `standing` has, by seat, the roles that were claimed in answer to it and not exposed as lies. `answered` says
    whether all answers were given, and `endangered` are the seats that may still lose a card to it.
    """

    __slots__ = ("action", "answered", "endangered", "move", "price", "recipient", "standing", "targets")

    def __init__(self, by: int, action: Action, move: Move) -> None:
        self.by = by
        self.role = action.role
        self.denied = action.denied
        self.kind = "action"
        self.act = None
        self.challenger = None
        self.action = action
        self.move = move
        self.price = action.price
        self.target = NO_ONE if move.target is None else move.target
        self.recipient = NO_ONE if move.recipient is None else move.recipient
        self.targets: tuple[int, ...] = ()
        self.standing: dict[int, str] = {}
        self.answered = False
        self.endangered: tuple[int, ...] = ()

    def spare(self, seat: int) -> None:
        """Records that the action no longer endangers a seat."""
        self.endangered = tuple([other for other in self.endangered if other != seat])

    def blocked_by(self, seat: int) -> None:
        """Records that a counteraction succeeded: the action no longer endangers the players whom it protects."""
        if self.action.single:
            self.endangered = ()
        else:
            self.spare(seat)


def act_of(claim: Claim) -> Act | None:
    """Returns the action that a claim declares or answers, if any."""
    act = claim if claim.act is None else claim.act
    return act if isinstance(act, Act) else None


class Bar(NamedTuple):
    """A reason why a player may not choose certain others as targets.

    It has an id, and tells whom it protects from a player, as a bit mask of seats, maybe with the player's own.

    `coup` says whether it protects from a Coup, too; `blocks` whether those it protects may not block what the
    player does. Each edition declares its own bars.
    """

    reason: str
    protects: "Callable[[Table, int], int]"
    coup: bool
    blocks: bool = False


@dataclass(frozen=True, slots=True)
class LossClaim:
    """A role that may be claimed for a card about to be lost (rules.md 4.2).

    `allowed` says whether the role may be claimed when a card is lost by some cause. `effect` is carried out if
    the claim is not exposed. `replaces` says whether a new card is drawn for the lost one.
    """

    allowed: "Callable[[Table, str], bool]"
    effect: "Callable[[Table, int], None]"
    replaces: bool = False


class Moments(NamedTuple):
    """What an edition does at certain moments of the game, in addition to the usual rules.

    `on_death` is called when a card was turned up. `on_kill` is called when a seat lost a card to a cause; it may
    return rules, which are carried out once the seat is known to be eliminated or not.
    """

    at_turn_start: "tuple[Callable[[Table], None], ...]" = ()
    at_turn_end: "tuple[Callable[[Table], Rules[None] | None], ...]" = ()
    on_death: "tuple[Callable[[Table], None], ...]" = ()
    on_kill: "tuple[Callable[[Table, int, str, str], Rules[None] | None], ...]" = ()


class Table(Facts):
    """All facts of a game between two decisions; `act` is the action declared last in this turn, if any."""

    __slots__ = ("act", "edition")

    def __init__(self, edition: "Edition", seed: bytes, taken: int = 0) -> None:
        super().__init__(edition, (Chance if edition.shuffle else Unshuffled)(seed, taken))
        self.edition = edition
        self.act: Act | None = None

    @classmethod
    def from_snapshot(cls, edition: "Edition", snapshot: Snapshot) -> "Table":
        """Returns a new table with the facts of a snapshot, between two turns."""
        table = cls(edition, snapshot[0], snapshot[1])
        table.restore(snapshot)
        return table


class Edition(ChosenRuleset, ABC):
    """What is played: everything about a game that stays the same from its first turn to its last.

    A subclass says what an edition has of its own. `actions` are in the order documented in docs/rules.md,
    'The order of options'. `bars` are the reasons not to be targeted, `loss_claims` the roles that may be claimed
    for a card about to be lost; `ways_out` says whether anything may save such a card.
    """

    challenger_coins: ClassVar[int] = 0  # the coins that a challenger is paid (6.2)
    estate_role: ClassVar[str | None] = None  # the role that may claim the coins of the dead (4.3)
    life_price: ClassVar[int] = 0  # the coins that save a life lost to a challenge; 0: none do (6.2)

    def __init__(self, ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> None:
        super().__init__(ruleset, chosen, pool, seats)
        self.bars: tuple[Bar, ...] = self.own_bars()
        self.coup_bars: tuple[Bar, ...] = tuple(bar for bar in self.bars if bar.coup)
        self.block_bars: tuple[Bar, ...] = tuple(bar for bar in self.bars if bar.blocks)
        self.estates = self.estate_role in self.roles
        self.actions = self._blockable(self.own_actions())
        self.loss_claims = self.own_loss_claims()
        self.at_turn_start, self.at_turn_end, self.on_death, self.on_kill = self.own_moments()
        self.ways_out = bool(self.loss_claims or self.life_price)
        meets_again = not self.has_pool and seats <= _MOST_MET_AGAIN
        self.known_declarations: dict[tuple[int, ...], tuple[Move, ...]] | None = {} if meets_again else None

    def _blockable(self, own: Register) -> Register:
        if self.options["blockers"] != "anyone":
            return own
        return {
            name: replace(action, answers="anyone") if action.answers == "target" else action
            for name, action in own.items()
        }

    @abstractmethod
    def own_actions(self) -> Register:
        """Returns all actions, the general ones first, in the documented order."""

    def own_bars(self) -> tuple[Bar, ...]:
        """Returns the bars of this edition; the first one that protects a player is the reason given."""
        return ()

    def own_loss_claims(self) -> Mapping[str, LossClaim]:
        """Returns the roles that may be claimed for a card about to be lost, by name (rules.md 4.2)."""
        return {}

    def own_moments(self) -> Moments:
        """Returns what happens in this edition at the start and end of turns, deaths and kills."""
        return Moments()

    def lay_out(self, table: Table, direction: int | None) -> None:
        """Deals the cards that go neither into hands nor into the deck; sets the direction that the request names.

        Raises BadRequest if the ruleset does not allow this direction.
        """
        if direction is not None:
            raise BadRequest("bad_direction")

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Sets up what a position has besides hands and deck. Raises BadRequest."""

    def loose_cards(self, table: Table) -> list[str]:
        """Returns the cards that lie neither in the deck nor with a player."""
        return []

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """Returns what lies on the table besides hands and deck, in the JSON form of a position."""
        return {}

    def state_of_player(self, table: Table, seat: int) -> dict[str, Any]:
        """Returns what a player has besides coins and cards, in the JSON form of a position; everybody sees it."""
        return {}

    def seen(self, table: Table, names: tuple[str, ...], *, over: bool) -> dict[str, Any]:
        """Returns the part of `state` that everybody sees; all of it when the game is over."""
        return self.state(table, names)
