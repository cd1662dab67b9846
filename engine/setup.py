"""How a game begins: the deal of a new game (rules.md 1), and positions that are set up (referee.md).

The order of the deal is in docs/rules.md.
"""

import secrets
from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, Final, TypeAlias, TypedDict

from engine.editions import edition
from engine.errors import BadRequest, quote
from engine.requests.models import (
    NO_SEED,
    OWN_FIELDS,
    NewGame,
    Position,
    entropy_of,
    names_of,
    seat_of,
    validate,
)
from engine.table.chance import Chance
from engine.table.table import Edition, Table

MAX_HAND_CARDS: Final = 2
MAX_DECK_CARDS: Final = 200  # chance picks among 256 at most

Started: TypeAlias = tuple[Table, tuple[str, ...], dict[str, Any]]
"""A table ready to play, its players' names by seat, and how the game began, as its record has it."""


class Start(TypedDict):
    """The choices of a game's deal, as JSON values; each is a parameter of `Game.new`.

    `pool` and `direction` are None where the ruleset has none, `teams` where nobody plays in a team.
    """

    pool: list[str] | None
    first: str
    direction: int | None
    teams: list[list[str]] | None


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
    names = names_of(players)
    seed = secrets.token_hex(32) if seed is None else seed
    entropy = entropy_of(seed)
    played = edition(ruleset, options, pool, len(names), set_up=False, seed=entropy)
    _check_teams(played, names, teams)
    table = Table(played, entropy)
    table.turn = draw_first(entropy, len(names)) if first is None else seat_of(names, first)
    table.coins = played.start_coins(table.turn)
    table.deck = played.deck
    each = played.cards_dealt
    cards = table.draw_up_to(each * len(names))
    for seat in range(len(names)):
        hand = table.hands[seat] = tuple(sorted(cards[seat * each : (seat + 1) * each]))
        table.events.append({"type": "drew", "by": seat, "cards": hand, "to": (seat,)})
    table.alive = table.present = (1 << len(names)) - 1
    played.lay_out(table, direction)
    new: dict[str, Any] = {
        "ruleset": ruleset,
        "options": played.options_json(),
        "players": list(names),
        "seed": seed.lower(),
        "first": names[table.turn],
    }
    if played.has_pool:
        new["pool"] = list(played.pool_in_play)
    if played.has_house:
        new["direction"] = table.house.direction
    return table, names, {"new": new}


def deal_from(request: Mapping[str, Any]) -> Started:
    """Deals the new game that a request or a record asks for. Raises BadRequest."""
    new = validate(NewGame, request)
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


def draw_first(seed: bytes, players: int) -> int:
    """Returns the seat of a random first player, from the stream of SHA-256(seed ‖ "first")."""
    return Chance(sha256(seed + b"first").digest()).pick(players)


def start_of(table: Table, names: tuple[str, ...], origin: Mapping[str, Any]) -> Start:
    """Returns what the deal of a game decided; `origin` is the beginning of its record."""
    edition = table.edition
    new = origin.get("new")
    half = len(names) // 2
    partners = [list(pair) for pair in zip(names[:half], names[half:], strict=False)]
    return {
        "pool": list(edition.pool_in_play) if edition.has_pool else None,
        "first": origin["position"]["turn"] if new is None else new["first"],
        "direction": table.house.direction if edition.has_house else None,
        "teams": None if edition.teams is None else partners,
    }


def set_up(request: Mapping[str, Any]) -> Started:
    """Sets up a position. Raises BadRequest if the request is malformed or the position impossible."""
    setup = validate(Position, request)
    names = names_of([player.name for player in setup.players])
    entropy = entropy_of(setup.seed or NO_SEED)
    played = edition(setup.ruleset, setup.options, setup.pool, len(names), set_up=True, seed=entropy)
    table = Table(played, entropy)
    for seat, player in enumerate(setup.players):
        if len(player.hand) > MAX_HAND_CARDS:
            raise BadRequest("Nobody holds more than two cards.")
        if player.aside and not player.hand:
            raise BadRequest("The cards of an eliminated player lie face up.")
        table.coins[seat] = player.coins
        table.lost[seat] = tuple(sorted(player.lost))
        table.aside[seat] = tuple(sorted(player.aside))
        table.set_hand(seat, tuple(player.hand))
    table.alive = table.present
    table.turn = seat_of(names, setup.turn)
    if not table.is_present(table.turn):
        raise BadRequest("The active player of a position is alive.")
    if table.sides_left() < MAX_HAND_CARDS:
        raise BadRequest("At least two players (teams) are left in a position.")
    _check_fields(setup, played, names)
    played.set_up(table, setup, names)
    _set_deck(table, setup.deck)
    return table, names, {"position": dict(request)}


def _check_teams(played: Edition, names: tuple[str, ...], teams: Sequence[Sequence[str]] | None) -> None:
    if teams is None:
        return
    if played.teams is None:
        raise BadRequest("no_teams")
    half = len(names) // 2
    opposite = {frozenset((names[seat], names[seat + half])) for seat in range(half)}
    if {frozenset(team) for team in teams} != opposite or len(teams) != half:
        raise BadRequest("partners_not_opposite")


def _check_fields(setup: Position, played: Edition, names: tuple[str, ...]) -> None:
    """Raises BadRequest if a field that this ruleset does not have is set."""
    for field in OWN_FIELDS - played.position_fields:
        if not setup.leaves_out(field, names):
            raise BadRequest(f"{played.ruleset} has no {field.replace('_', ' ')}.")
    if not played.has_allegiances and any(player.allegiance for player in setup.players):
        raise BadRequest(f"{played.ruleset} has no allegiances.")


def _set_deck(table: Table, deck: list[str] | None) -> None:
    played = table.edition
    if deck is not None and len(deck) > MAX_DECK_CARDS:
        raise BadRequest(f"A deck has at most {MAX_DECK_CARDS} cards.")
    seen = [card for cards in (*table.hands, *table.lost, *table.aside) for card in cards]
    seen += played.loose_cards(table)
    known = set(played.deck)
    for card in (*seen, *(deck or ())):
        if card not in known:
            raise BadRequest(f"There is no {quote(card)} in this game.")
    if not played.options["free_deck"] and not played.holds([*seen, *(deck or ())]):
        raise BadRequest("The deck of this ruleset does not have all those cards.")
    table.deck = tuple(sorted((Counter(played.deck) - Counter(seen)).elements()) if deck is None else deck)
