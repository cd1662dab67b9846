"""The table and what is played on it: actions, the action under way, the edition. They share this module because
each is described in terms of the others.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final, Literal, NamedTuple, TypeAlias

from engine.errors import BadRequest
from engine.moves import Move
from engine.requests.models import Position
from engine.requests.options import Chosen
from engine.table.chance import Chance, Unshuffled
from engine.table.chosen_ruleset import ChosenRuleset
from engine.table.facts import Facts, Snapshot
from engine.table.questions import Claim, Rules

Effect: TypeAlias = "Callable[[Table, int, Act], Rules[None] | None]"
"""What an action does: to the table, for the active player, as declared and answered."""

Aim: TypeAlias = "Callable[[Table, int, str], Iterable[Move]]"
"""The declarations of an action that a player may choose among."""

Answers: TypeAlias = Literal["target", "anyone", "each", "share", "join"]
Needed: TypeAlias = Literal["by", "target", "recipient"]
Endangers: TypeAlias = Literal["target", "targets", "target later"]

NO_ONE: Final = -1
"""The seat of a target or a recipient that an action does not have."""


@dataclass(frozen=True, slots=True)
class Action:
    """One action as its card has it.

    `price` is paid at the declaration, to the target where `to_target`; `need` must be in hand beside it but is
    not paid. `aim` lists the declarations one may choose. `answers` says who may answer beside challenging:
    the target or anyone (a counteraction that stops it), each target for itself, others who share in it, or
    one who joins; `replies` are those answers, and `single` means that one of them settles the matter.
    `endangers` says whom it costs a card if nobody stops it: its target, everyone it hits, its target at the end
    of that player's next turn, or (None) nobody; a target that pays the actor `ransom` coins is spared.
    Without those `needs` alive, nothing of it can happen. `forfeits`: exposed, all the claimant's coins go to the
    challenger. `rebuttal` may override a block. `volatile`: the declarations depend on everybody's coins.
    """

    id: str
    role: str | None
    effect: Effect
    aim: Aim
    price: int
    need: int
    answers: Answers | None
    replies: tuple[Move, ...]
    needs: tuple[Needed, ...]
    to_target: bool
    forfeits: bool
    rebuttal: str | None
    volatile: bool
    single: bool
    endangers: Endangers | None
    ransom: int

    def possible(self, table: "Table", act: "Act") -> bool:
        """Whether anything of the effect can still happen (rules.md 8, 2.9)."""
        return not table.fallen or all(table.alive >> getattr(act, needed) & 1 for needed in self.needs)


Register: TypeAlias = dict[str, Action]
"""Actions by id, in the documented order."""


class Act(Claim):
    """An action under way, as declared, and what has become of it.

    `targets` are those it hits one by one, fixed at the declaration; `sealed` the answers that go with it, by
    seat, and `standing` those of them that were opened and stand, with the role claimed. `answered` says whether
    all answers are in, and `endangered` are those who may still lose a card to it.
    """

    __slots__ = (
        "action",
        "answered",
        "endangered",
        "move",
        "recipient",
        "sealed",
        "standing",
        "target",
        "targets",
    )

    def __init__(self, by: int, action: Action, move: Move) -> None:
        self.by = by
        self.role = action.role
        self.kind = "action"
        self.act = None
        self.challenger = None
        self.action = action
        self.move = move
        self.target = NO_ONE if move.target is None else move.target
        self.recipient = NO_ONE if move.recipient is None else move.recipient
        self.targets: tuple[int, ...] = ()
        self.sealed: dict[int, Move] = {}
        self.standing: dict[int, str] = {}
        self.answered = False
        self.endangered: tuple[int, ...] = ()

    def spare(self, seat: int) -> None:
        """The action endangers a seat no longer."""
        self.endangered = tuple([other for other in self.endangered if other != seat])

    def blocked_by(self, seat: int) -> None:
        """A seat's counteraction stands: the action no longer endangers those whom it protects."""
        if self.action.single:
            self.endangered = ()
        else:
            self.spare(seat)


def act_of(claim: Claim) -> Act | None:
    """The action that a claim declares or answers, if any."""
    act = claim if claim.act is None else claim.act
    return act if isinstance(act, Act) else None


class Bar(NamedTuple):
    """A reason why a player may not choose others as targets: its id, and whom it protects from a player.

    `coup` says whether it protects from a Coup too. The editions declare those that they know.
    """

    reason: str
    protects: "Callable[[Table, int], tuple[int, ...]]"
    coup: bool


@dataclass(frozen=True, slots=True)
class LossClaim:
    """A role that may be claimed for a card about to be lost: when, and what it does if the claim stands (4.2).

    `replaces`: a card is drawn for the one lost.
    """

    allowed: "Callable[[Table, str], bool]"
    effect: "Callable[[Table, int], None]"
    replaces: bool = False


class Moments(NamedTuple):
    """What happens besides, at the moments that the rules name.

    `on_death`: a card was turned up. `on_kill`: a seat lost a card to a cause; returns what that brings about,
    which is settled once the seat is eliminated or not.
    """

    at_turn_start: "tuple[Callable[[Table], None], ...]" = ()
    at_turn_end: "tuple[Callable[[Table], Rules[None] | None], ...]" = ()
    on_death: "tuple[Callable[[Table], None], ...]" = ()
    on_kill: "tuple[Callable[[Table, int, str, str], Rules[None] | None], ...]" = ()


class Table(Facts):
    """All facts of a game between two decisions; `act` is the action under way, the latest declared, if any."""

    __slots__ = ("act", "edition")

    def __init__(self, edition: "Edition", seed: bytes, taken: int = 0) -> None:
        super().__init__(edition, (Chance if edition.shuffle else Unshuffled)(seed, taken))
        self.edition = edition
        self.act: Act | None = None

    @classmethod
    def restored(cls, edition: "Edition", snapshot: Snapshot) -> "Table":
        """Returns a table of its own as it was when the snapshot was made, between two turns."""
        table = cls(edition, snapshot[0], snapshot[1])
        table.restore(snapshot)
        return table


class Edition(ChosenRuleset):
    """What is played: everything about a game that stays the same from its first turn to its last.

    A subclass says what an edition has of its own. `actions` are in the order documented in docs/rules.md,
    'The order of options'. `bars` say whom one may not target, `loss_claims` what may be claimed for a card about
    to be lost; `ways_out` whether anything may save it.
    """

    pays_challengers: ClassVar[bool] = False  # a challenger is paid a coin (6.2)
    estate_role: ClassVar[str | None] = None  # with it in play, the coins of the dead lie frozen in a turn (4.3)
    life_price: ClassVar[int] = 0  # coins that save a life lost to a challenge (6.2)

    def __init__(self, ruleset: str, chosen: Chosen, pool: tuple[str, ...], seats: int) -> None:
        super().__init__(ruleset, chosen, pool, seats)
        self.bars: tuple[Bar, ...] = self.own_bars()
        self.coup_bars: tuple[Bar, ...] = tuple(bar for bar in self.bars if bar.coup)
        self.challenger_coin = self.pays_challengers
        self.estates = self.estate_role in self.roles
        self.actions = self._blockable(self.own_actions())
        self.volatile = any(action.volatile for action in self.actions.values())
        self.loss_claims = self.own_loss_claims()
        self.at_turn_start, self.at_turn_end, self.on_death, self.on_kill = self.own_moments()
        self.ways_out = bool(self.loss_claims or self.life_price)
        self.known_declarations: dict[tuple[Any, ...], tuple[Move, ...]] = {}

    def _blockable(self, own: Register) -> Register:
        if self.options["blockers"] != "anyone":
            return own
        return {
            name: replace(action, answers="anyone") if action.answers == "target" else action
            for name, action in own.items()
        }

    def own_actions(self) -> Register:
        """Returns all actions, the general ones first, in the documented order."""
        raise NotImplementedError

    def own_bars(self) -> tuple[Bar, ...]:
        """Returns why a player may not be targeted; the first bar that holds is the reason given."""
        return ()

    def own_loss_claims(self) -> Mapping[str, LossClaim]:
        """Returns the roles that may be claimed for a card about to be lost, by name (rules.md 4.2)."""
        return {}

    def own_moments(self) -> Moments:
        """Returns what happens besides at turns' starts and ends, deaths and kills."""
        return Moments()

    def lay_out(self, table: Table, direction: int | None) -> None:
        """Lays out what is dealt beside the hands, once they are dealt; `direction` as the request has it.

        Raises BadRequest if the ruleset has none or another.
        """
        if direction is not None:
            raise BadRequest("bad_direction")

    def set_up(self, table: Table, position: Position, names: tuple[str, ...]) -> None:
        """Lays out what a position says beside hands and deck. Raises BadRequest."""

    def loose_cards(self, table: Table) -> list[str]:
        """Returns the cards that lie neither in the deck nor with a player."""
        return []

    def state(self, table: Table, names: tuple[str, ...]) -> dict[str, Any]:
        """Returns what lies on the table beside hands and deck, in the JSON form of a position."""
        return {}

    def seen(self, table: Table, names: tuple[str, ...], *, over: bool) -> dict[str, Any]:
        """Returns what everybody sees of that; all of it when the game is over."""
        return self.state(table, names)
