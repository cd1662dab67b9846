"""Editions: a ruleset with its options, checked and made ready to play (rules.md 1, 8)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from engine.ask import Rules
from engine.catalogue import ROLES, RULESETS
from engine.chance import Chance
from engine.errors import BadRequest, quoted
from engine.moves import Move
from engine.rules import mcguire
from engine.rules.actions import Register
from engine.rules.classic import AMBASSADOR, CLASSIC, INQUISITOR, TEAM
from engine.rules.g54 import ROLE_ACTIONS
from engine.rules.g54.force import disappear
from engine.rules.g54.reactions import LOSS_CLAIMS, estates
from engine.rules.g54.special import PEACEKEEPING, TREATY
from engine.rules.general import GENERAL
from engine.table import Table

COPIES = 3
POOL_SIZE = 5
TEAM_TABLES = (4, 6)
_TWO = 2


class Options(BaseModel):
    """The options of rules.md 1; None where the ruleset's own value holds."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    two_player: Literal["single", "standard"] | None = None
    teams: bool = False
    inquisitor: bool = False
    examine: Literal["random", "owner"] | None = None
    pool: tuple[str, ...] | None = None
    advanced: bool = False
    free_pool: bool = False
    writer_keeps: bool | None = None
    blockers: Literal["target", "anyone"] | None = None
    block_challengers: Literal["anyone", "actor"] | None = None
    challenge_priority: Literal["first", "clockwise"] | None = None
    shuffle: bool = True
    free_deck: bool = False

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))


_DEFAULTS = Options()


class Edition:
    """What is played: everything about a game that stays the same from its first turn to its last.

    `actions` are in the documented order: income, coup, then those of the edition (classic: foreign_aid, tax,
    assassinate, steal, exchange, examine; g54: the pool's, alphabetically).
    """

    def __init__(self, ruleset: str, options: Options, pool: tuple[str, ...], seats: int) -> None:
        preset = RULESETS[ruleset]
        self.ruleset = ruleset
        self.options = options
        self.seats = seats
        g54 = ruleset == "g54"
        house = ruleset == "mcguire"
        self.has_pool = self.has_tokens = g54
        self.has_mat = house
        if g54:
            self.roles = tuple(sorted(pool))
        else:
            self.roles = tuple(
                "inquisitor" if options.inquisitor and role == "ambassador" else role for role in preset.roles
            )
        self.special = bool(preset.special)
        self.deck = tuple(sorted(self._cards(preset.special)))
        self.teams = tuple(seat % (seats // 2) for seat in range(seats)) if options.teams else None
        bars = ((TEAM, options.teams), (TREATY, "foreign_consular" in pool), (PEACEKEEPING, "peacekeeper" in pool))
        self.bars = tuple(bar for bar, known in bars if known)
        self.shuffle = options.shuffle
        self.clockwise = (options.challenge_priority or preset.challenge_priority) == "clockwise"
        self.only_actor_challenges = (options.block_challengers or preset.block_challengers) == "actor"
        self.anyone_blocks = (options.blockers or preset.blockers) == "anyone"
        self.single = ruleset == "classic" and seats == _TWO and options.two_player != "standard"
        self.poor_start = ruleset == "classic" and seats == _TWO and options.two_player == "standard"
        self.owner_shows = options.examine == "owner"
        self.writer_keeps = options.writer_keeps is not False
        self.challenger_coin = house
        self.life_price = 5 if house else 0
        self.actions = self._actions()
        self.volatile = any(action.volatile for action in self.actions.values())
        self.loss_claims = {role: loss for role, loss in LOSS_CLAIMS.items() if role in self.roles}
        self.ways_out = bool(self.loss_claims or self.life_price)
        self.estates = "lawyer" in self.roles
        self.on_death: tuple[Callable[[Table], None], ...] = (mcguire.death,) if house else ()
        self.on_kill: tuple[Callable[[Table, int, str, str], bool], ...] = (mcguire.killed,) if house else ()
        self.avenge: Callable[[Table, int], Rules[None]] | None = mcguire.avenge if house else None
        self.at_turn_start: tuple[Callable[[Table], None], ...] = (mcguire.begin_turn,) if house else ()
        ends = (("mercenary", disappear), ("lawyer", estates), (mcguire.INHERITANCE, mcguire.end_turn))
        self.at_turn_end: tuple[Callable[[Table], Rules[None] | None], ...] = tuple(
            end for role, end in ends if role in self.deck
        )
        self._options_json = options.model_dump(exclude_defaults=True, exclude={"pool"}, mode="json")
        self.known_declarations: dict[tuple[Any, ...], tuple[Move, ...]] = {}

    def _cards(self, special: Sequence[str]) -> list[str]:
        cards = list(self.roles) * COPIES
        for role in special:
            cards[cards.index(role)] = f"{role}*"
        return cards

    def _actions(self) -> Register:
        if self.ruleset == "g54":
            own = {role: ROLE_ACTIONS[role] for role in self.roles if role in ROLE_ACTIONS}
        elif self.ruleset == "mcguire":
            own = {**CLASSIC, **AMBASSADOR, **mcguire.MCGUIRE}
        else:
            own = {**CLASSIC, **(INQUISITOR if self.options.inquisitor else AMBASSADOR)}
        if self.anyone_blocks:
            own = {
                name: replace(action, answers="anyone") if action.answers == "target" else action
                for name, action in own.items()
            }
        return {**GENERAL, **own}

    @property
    def cards_dealt(self) -> int:
        """How many cards each player starts with."""
        return 1 if self.single else 2

    def holds(self, cards: Sequence[str]) -> bool:
        """Whether the edition's deck can give all these cards at once."""
        return not Counter(cards) - Counter(self.deck)

    def options_json(self) -> dict[str, Any]:
        """The options that differ from the defaults, as referee.md writes them; the pool apart."""
        return dict(self._options_json)


def edition(
    ruleset: object,
    options: Mapping[str, Any],
    pool: Sequence[str] | None,
    seats: int,
    *,
    set_up: bool,
    seed: bytes,
) -> Edition:
    """The edition that a request asks for. Raises BadRequest with the reason where the rules do not allow it.

    `set_up`: for a position, which may break the category rule and may leave shuffling out. Without a pool,
    g54 draws one by category from `seed`.
    """
    if not isinstance(ruleset, str) or ruleset not in RULESETS:
        raise BadRequest(f"There is no ruleset {quoted(ruleset)}; there are {', '.join(RULESETS)}.")
    chosen = _options(options)
    if chosen.pool is not None and pool is not None:
        raise BadRequest("The pool is given twice: once beside the options and once among them.")
    pool = tuple(pool) if pool is not None else chosen.pool
    if chosen.pool is not None:
        chosen = chosen.model_copy(update={"pool": None})
    if ruleset == "g54":
        if pool is None and set_up:
            raise BadRequest("A g54 position names its pool of five roles.")
        pool = (
            draw_pool(seed, advanced=chosen.advanced)
            if pool is None
            else checked_pool(pool, free=set_up or chosen.free_pool)
        )
    elif pool is not None:
        raise BadRequest("Only g54 is played with a pool of roles.")
    return _edition(ruleset, chosen, tuple(sorted(pool or ())), seats, set_up)


@lru_cache(maxsize=256)
def _edition(ruleset: str, options: Options, pool: tuple[str, ...], seats: int, set_up: bool) -> Edition:
    _refuse_mixes(ruleset, options, seats, set_up=set_up)
    return Edition(ruleset, options, pool, seats)


def _options(options: object) -> Options:
    if options == {}:
        return _DEFAULTS
    if not isinstance(options, Mapping):
        raise BadRequest("The options are an object of names and values.")
    given: dict[str, Any] = dict(options)  # pyright: ignore[reportUnknownArgumentType] - checked just below
    if isinstance(given.get("pool"), list):
        given["pool"] = tuple(given["pool"])
    try:
        return Options.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadRequest(f"Option {'.'.join(map(str, first['loc']))}: {first['msg']}.") from None


def _refuse_mixes(ruleset: str, options: Options, seats: int, *, set_up: bool) -> None:
    least, most = RULESETS[ruleset].players
    classic_like = ruleset in ("classic", "short")
    g54 = ruleset == "g54"
    refusals = (
        (not least <= seats <= most, f"{ruleset} is for {least} to {most} players."),
        (options.teams and not classic_like, "Teams play the classic and the short rules only."),
        (options.teams and seats not in TEAM_TABLES, "Teams of two need 4 or 6 players."),
        (
            options.inquisitor and not classic_like,
            "The inquisitor plays in the classic and the short rules only.",
        ),
        (options.examine is not None and not options.inquisitor, "Only the inquisitor examines."),
        (
            options.two_player is not None and ruleset != "classic",
            "The two-player variants belong to the classic rules.",
        ),
        (options.writer_keeps is not None and not g54, "Only g54 has a writer."),
        ((options.advanced or options.free_pool) and not g54, "Only g54 is played with a pool of roles."),
        (g54 and options.blockers == "anyone", "In g54 only the target counteracts."),
        (not options.shuffle and not set_up, "Only a set-up position can be played without shuffling."),
        (options.free_deck and not set_up, "Only a set-up position can have a free deck."),
    )
    for refused, reason in refusals:
        if refused:
            raise BadRequest(reason)


def checked_pool(pool: Sequence[str], *, free: bool) -> tuple[str, ...]:
    """A pool of five different g54 roles, by category unless `free`. Raises BadRequest with the rule it breaks."""
    for role in pool:
        if not isinstance(role, str) or role not in ROLES or ROLES[role].category == "classic":  # pyright: ignore[reportUnnecessaryIsInstance]
            raise BadRequest(f"{quoted(role)} is no role of g54.")
    if len(pool) != POOL_SIZE or len(set(pool)) != POOL_SIZE:
        raise BadRequest("A pool has five different roles.")
    wanted = RULESETS["g54"].draw
    if not free and Counter(ROLES[role].category for role in pool) != wanted:
        rule = ", ".join(f"{number} {category.replace('_', ' ')}" for category, number in wanted.items())
        raise BadRequest(f"A pool has {rule}; free_pool lifts that rule.")
    return tuple(pool)


def draw_first(seed: bytes, players: int) -> int:
    """The seat of a random first player: from the stream of SHA-256(seed ‖ "first")."""
    return Chance(sha256(seed + b"first").digest()).pick(players)


def draw_pool(seed: bytes, *, advanced: bool) -> tuple[str, ...]:
    """A random pool by category (rules.md 1), from the stream of SHA-256(seed ‖ "pool").

    Categories come in the ruleset's order, the roles of each alphabetically; advanced ones only if allowed.
    """
    chance = Chance(sha256(seed + b"pool").digest())
    pool: list[str] = []
    for category, number in RULESETS["g54"].draw.items():
        roles = list(_drawable(category, advanced))
        for _ in range(number):
            pool.append(roles.pop(chance.pick(len(roles))))
    return tuple(sorted(pool))


@lru_cache
def _drawable(category: str, advanced: bool) -> tuple[str, ...]:
    of_category = (name for name, role in ROLES.items() if role.category == category)
    return tuple(sorted(name for name in of_category if advanced or not ROLES[name].advanced))
