"""Positions: a table set up from its JSON form (referee.md)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from engine.editions import edition
from engine.errors import BadRequest, quote
from engine.requests.models import NO_SEED, OWN_FIELDS, Position, entropy_of, names_of, seat_of, validate
from engine.setup.deal_outcome import Started
from engine.table.table import Edition, Table

MAX_HAND_CARDS: Final = 2
MAX_DECK_CARDS: Final = 200  # chance picks among 256 at most


def load(request: Mapping[str, Any]) -> Started:
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
    table.deck = sorted((Counter(played.deck) - Counter(seen)).elements()) if deck is None else list(deck)
