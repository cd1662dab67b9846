"""Positions: how a table is dealt, or set up from its JSON form (referee.md)."""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from engine.chance import Chance
from engine.edition import Edition, draw_first, edition
from engine.errors import BadRequest, quoted
from engine.rules.g54.force import DISAPPEAR_TOKENS
from engine.rules.mcguire import DEATH_EVENTS, TURN_EVENTS
from engine.table import Table

START_COINS = 2
MAT_DEALT = (("first_turn", 6), ("third_turn", 4), ("first_death", 4), ("second_death", 3))
MOST_HELD = 2
MOST_DECK = 200  # chance picks among 256 at most
DIRECTIONS = (1, -1)
MOST_NAME = 100
_M = TypeVar("_M", bound=BaseModel)
_NO_SEED = "0" * 64

Started: TypeAlias = tuple[Table, tuple[str, ...], dict[str, Any]]
"""A table ready to play, its players' names by seat, and how it began, as records tell it."""


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(_Strict):
    """The request `new` of referee.md."""

    ruleset: str
    options: dict[str, Any] = {}
    players: list[str]
    seed: str | None = None
    pool: list[str] | None = None
    first: str | None = None
    direction: int | None = None
    teams: list[list[str]] | None = None


class _Player(_Strict):
    name: str
    coins: int = Field(default=START_COINS, ge=0, le=10**6)
    hand: list[str]
    lost: list[str] = []
    aside: list[str] = []


class _Tax(_Strict):
    holder: str
    role: str


class _Disappear(_Strict):
    on: str
    by: str


class _Tokens(_Strict):
    peacekeeping: str | None = None
    treaty: list[str] | None = None
    tax: _Tax | None = None
    disappear: list[_Disappear] | None = None


class _Lying(_Strict):
    event: Literal["first_turn", "second_turn", "third_turn", "first_death", "second_death"]
    card: str | None = None
    coins: int | None = Field(default=None, ge=0)


class Position(_Strict):
    """A position of referee.md; `drawn` and `frozen` are printed in the middle of a turn and not read again."""

    ruleset: str
    options: dict[str, Any] = {}
    pool: list[str] | None = None
    turn: str
    seed: str | None = None
    players: list[_Player]
    deck: list[str] | None = None
    tokens: _Tokens | None = None
    first: str | None = None
    first_turns: int | None = Field(default=None, ge=0)
    mat: list[_Lying] | None = None
    out: list[str] | None = None
    direction: int | None = None


class Record(_Strict):
    """A record of referee.md: how the game began, every decision, and who won."""

    new: dict[str, Any] | None = None
    position: dict[str, Any] | None = None
    decisions: list[dict[str, Any]]
    result: list[str] | None = None


# Dealing


def deal(
    ruleset: str,
    players: Sequence[str],
    *,
    options: Mapping[str, Any],
    pool: Sequence[str] | None,
    seed: str | None,
    first: str | None,
    direction: int | None,
    teams: Sequence[Sequence[str]] | None,
) -> Started:
    """Deals a new game (rules.md 1): cards by seat, then the mat. Raises BadRequest."""
    names = _names(players)
    seed = secrets.token_hex(32) if seed is None else seed
    entropy = _entropy(seed)
    played = edition(ruleset, options, pool, len(names), set_up=False, seed=entropy)
    _check_teams(played, names, teams)
    if direction is not None and (ruleset != "mcguire" or direction not in DIRECTIONS):
        raise BadRequest("Only mcguire has a direction, and it is 1 or -1.")
    table = Table(played, Chance(entropy))
    if first is None:
        table.turn = draw_first(entropy, len(names))
    else:
        table.turn = _seat(names, first)
    table.first = table.turn
    table.direction = direction or 1
    table.deck = list(played.deck)
    for seat in range(len(names)):
        cards = table.draw_up_to(played.cards_dealt)
        table.coins.append(_start_coins(played, seat == table.first))
        table.lost.append(())
        table.aside.append(())
        table.hands.append(())
        table.hold(seat, cards)
        table.tell("drew", {"by": seat, "cards": table.hands[seat]}, (seat,))
    table.alive = table.present
    if ruleset == "mcguire":
        table.mat = _deal_mat(table, len(names))
    new: dict[str, Any] = {
        "ruleset": ruleset,
        "options": played.options_json(),
        "players": list(names),
        "seed": seed.lower(),
        "first": names[table.first],
    }
    if ruleset == "g54":
        new["pool"] = list(played.roles)
    if ruleset == "mcguire":
        new["direction"] = table.direction
    return table, names, {"new": new}


def deal_from(request: Mapping[str, Any]) -> Started:
    """Deals the new game that a request or a record asks for. Raises BadRequest."""
    new = validated(NewGame, request)
    return deal(
        new.ruleset,
        new.players,
        options=new.options,
        pool=new.pool,
        seed=new.seed,
        first=new.first,
        direction=new.direction,
        teams=new.teams,
    )


def _start_coins(played: Edition, first: bool) -> int:
    if played.ruleset == "mcguire":
        return 0 if first else 1
    return 1 if first and played.poor_start else START_COINS


def _deal_mat(table: Table, players: int) -> tuple[tuple[str, str | int], ...]:
    dealt: dict[str, str | int] = {
        event: table.draw() for event, most_players in MAT_DEALT if players <= most_players
    }
    dealt["second_turn"] = 1
    return tuple((event, dealt[event]) for event in _MAT_ORDER if event in dealt)


_MAT_ORDER = (*TURN_EVENTS, *(event for event, _ in DEATH_EVENTS))


# Setting up


def load(request: Mapping[str, Any]) -> Started:
    """Sets up a position. Raises BadRequest if the request is malformed or the position impossible."""
    setup = validated(Position, request)
    names = _names([player.name for player in setup.players])
    entropy = _entropy(setup.seed or _NO_SEED)
    played = edition(setup.ruleset, setup.options, setup.pool, len(names), set_up=True, seed=entropy)
    table = Table(played, Chance(entropy))
    for seat, player in enumerate(setup.players):
        if len(player.hand) > MOST_HELD:
            raise BadRequest("Nobody holds more than two cards.")
        if player.aside and not player.hand:
            raise BadRequest("The cards of an eliminated player lie face up.")
        table.coins.append(player.coins)
        table.lost.append(tuple(sorted(player.lost)))
        table.aside.append(tuple(sorted(player.aside)))
        table.hands.append(())
        table.hold(seat, tuple(player.hand))
    table.alive = table.present
    table.turn = _seat(names, setup.turn)
    if not table.here(table.turn):
        raise BadRequest("The active player of a position is alive.")
    if table.sides_left() < MOST_HELD:
        raise BadRequest("At least two players (teams) are left in a position.")
    _set_mat(table, setup, names)
    _set_tokens(table, setup.tokens or _Tokens(), names)
    _set_deck(table, setup.deck)
    return table, names, {"position": dict(request)}


def _set_mat(table: Table, setup: Position, names: tuple[str, ...]) -> None:
    if table.edition.ruleset != "mcguire":
        first_seat = setup.first in (None, names[0])
        if not first_seat or setup.first_turns or setup.mat or setup.out or setup.direction not in (None, 1):
            raise BadRequest(
                "Only mcguire has a first player, a mat, cards turned out of the game and a direction."
            )
        return
    table.first = 0 if setup.first is None else _seat(names, setup.first)
    table.first_turns = setup.first_turns or 0
    if setup.direction not in (None, *DIRECTIONS):
        raise BadRequest("The direction is 1 or -1.")
    table.direction = setup.direction or 1
    table.out = tuple(sorted(setup.out or []))
    lying: dict[str, str | int] = {}
    for place in setup.mat or []:
        what = place.card if place.coins is None else place.coins
        if what is None or (place.card is not None and place.coins is not None):
            raise BadRequest("On each place of the mat lies a card or some coins.")
        if place.event in lying or isinstance(what, int) != (place.event == "second_turn"):
            raise BadRequest("The mat has each event once: coins for the second turn, else a card.")
        lying[place.event] = what
    table.mat = tuple((event, lying[event]) for event in _MAT_ORDER if event in lying)


def _set_tokens(table: Table, tokens: _Tokens, names: tuple[str, ...]) -> None:
    roles = table.edition.roles
    needed = (
        ("peacekeeper", tokens.peacekeeping),
        ("foreign_consular", tokens.treaty),
        ("customs_officer", tokens.tax),
        ("mercenary", tokens.disappear),
    )
    for role, token in needed:
        if token and role not in roles:
            raise BadRequest(f"A token of the {role} lies only where that role is in play.")
    if tokens.peacekeeping is not None:
        table.peacekeeping = _living(table, names, tokens.peacekeeping)
    if tokens.treaty:
        allies = tuple(_seat(names, name) for name in tokens.treaty)
        if len(allies) != MOST_HELD or len(set(allies)) != MOST_HELD:
            raise BadRequest("A treaty lies with two players.")
        table.treaty = (allies[0], allies[1])
    if tokens.tax is not None:
        if tokens.tax.role not in roles:
            raise BadRequest("Only a role in play is taxed.")
        table.tax = (_living(table, names, tokens.tax.holder), tokens.tax.role)
    for token in tokens.disappear or []:
        table.disappear += ((_living(table, names, token.on), _seat(names, token.by)),)
    if len(table.disappear) > DISAPPEAR_TOKENS:
        raise BadRequest("There are three Disappear tokens.")


def _set_deck(table: Table, deck: list[str] | None) -> None:
    played = table.edition
    if deck is not None and len(deck) > MOST_DECK:
        raise BadRequest(f"A deck has at most {MOST_DECK} cards.")
    seen = [card for cards in (*table.hands, *table.lost, *table.aside, table.out) for card in cards]
    seen += [what for _, what in table.mat if isinstance(what, str)]
    known = set(played.deck)
    for card in (*seen, *(deck or ())):
        if card not in known:
            raise BadRequest(f"There is no {quoted(card)} in this game.")
    if not played.options.free_deck and not played.holds([*seen, *(deck or ())]):
        raise BadRequest("The deck of this ruleset does not have all those cards.")
    table.deck = sorted((Counter(played.deck) - Counter(seen)).elements()) if deck is None else list(deck)


# Checking


def validated(model: type[_M], request: object) -> _M:
    """A request in the form of a model. Raises BadRequest with what is wrong with it."""
    try:
        return model.model_validate(request)
    except ValidationError as error:
        first = error.errors()[0]
        raise BadRequest(f"{'.'.join(map(str, first['loc'])) or 'The request'}: {first['msg']}.") from None


def _names(players: Sequence[str]) -> tuple[str, ...]:
    names = tuple(players)
    if len(set(names)) != len(names):
        raise BadRequest("Every player has a name of its own.")
    if any(not name or len(name) > MOST_NAME or not _is_text(name) for name in names):
        raise BadRequest(f"A name has 1 to {MOST_NAME} characters.")
    return names


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:  # half a character is none
        return False
    return True


def _seat(names: tuple[str, ...], name: str) -> int:
    if name not in names:
        raise BadRequest(f"No player here is called {quoted(name)}.")
    return names.index(name)


def _living(table: Table, names: tuple[str, ...], name: str) -> int:
    seat = _seat(names, name)
    if not table.here(seat):
        raise BadRequest("Tokens lie with living players.")
    return seat


def _entropy(seed: str) -> bytes:
    try:
        entropy = bytes.fromhex(seed)
    except ValueError:
        entropy = b""
    if len(entropy) != len(_NO_SEED) // 2 or not seed.isalnum():
        raise BadRequest("A seed is 64 hexadecimal digits.")
    return entropy


def _check_teams(played: Edition, names: tuple[str, ...], teams: Sequence[Sequence[str]] | None) -> None:
    if teams is None:
        return
    if played.teams is None:
        raise BadRequest("Teams are named only where options.teams is set.")
    half = len(names) // 2
    opposite = {frozenset((names[seat], names[seat + half])) for seat in range(half)}
    if {frozenset(team) for team in teams} != opposite or len(teams) != half:
        raise BadRequest("Partners sit opposite each other.")
