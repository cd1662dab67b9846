"""Positions: a table set up from its JSON form (referee.md)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from engine.deal import DIRECTIONS
from engine.edition import edition
from engine.errors import BadRequest, quoted
from engine.requests import NO_SEED, Position, Started, TokensSetUp, entropy_of, names_of, seat_of, validated
from engine.rules.g54.force import DISAPPEAR_TOKENS
from engine.rules.mcguire import MAT_EVENTS
from engine.table import House, Table, Tokens

MOST_HELD: Final = 2
MOST_DECK: Final = 200  # chance picks among 256 at most


def load(request: Mapping[str, Any]) -> Started:
    """Sets up a position. Raises BadRequest if the request is malformed or the position impossible."""
    setup = validated(Position, request)
    names = names_of([player.name for player in setup.players])
    entropy = entropy_of(setup.seed or NO_SEED)
    played = edition(setup.ruleset, setup.options, setup.pool, len(names), set_up=True, seed=entropy)
    table = Table(played, entropy)
    for seat, player in enumerate(setup.players):
        if len(player.hand) > MOST_HELD:
            raise BadRequest("Nobody holds more than two cards.")
        if player.aside and not player.hand:
            raise BadRequest("The cards of an eliminated player lie face up.")
        table.coins[seat] = player.coins
        table.lost[seat] = tuple(sorted(player.lost))
        table.aside[seat] = tuple(sorted(player.aside))
        table.hold(seat, tuple(player.hand))
    table.alive = table.present
    table.turn = seat_of(names, setup.turn)
    if not table.here(table.turn):
        raise BadRequest("The active player of a position is alive.")
    if table.sides_left() < MOST_HELD:
        raise BadRequest("At least two players (teams) are left in a position.")
    _set_mat(table, setup, names)
    _set_tokens(table, setup.tokens or TokensSetUp(), names)
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
    if setup.direction not in (None, *DIRECTIONS):
        raise BadRequest("The direction is 1 or -1.")
    lying: dict[str, str | int] = {}
    for place in setup.mat or []:
        what = place.card if place.coins is None else place.coins
        if what is None or (place.card is not None and place.coins is not None):
            raise BadRequest("On each place of the mat lies a card or some coins.")
        if place.event in lying or isinstance(what, int) != (place.event == "second_turn"):
            raise BadRequest("The mat has each event once: coins for the second turn, else a card.")
        lying[place.event] = what
    table.house = House(
        first=0 if setup.first is None else seat_of(names, setup.first),
        first_turns=setup.first_turns or 0,
        direction=setup.direction or 1,
        mat=tuple((event, lying[event]) for event in MAT_EVENTS if event in lying),
        out=tuple(sorted(setup.out or [])),
    )


def _set_tokens(table: Table, tokens: TokensSetUp, names: tuple[str, ...]) -> None:
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
    holder = None if tokens.peacekeeping is None else _living(table, names, tokens.peacekeeping)
    treaty = None if not tokens.treaty else tuple(seat_of(names, name) for name in tokens.treaty)
    if treaty is not None and (len(treaty) != MOST_HELD or len(set(treaty)) != MOST_HELD):
        raise BadRequest("A treaty lies with two players.")
    if tokens.tax is not None and tokens.tax.role not in roles:
        raise BadRequest("Only a role in play is taxed.")
    tax = None if tokens.tax is None else (_living(table, names, tokens.tax.holder), tokens.tax.role)
    lying = [(_living(table, names, token.on), seat_of(names, token.by)) for token in tokens.disappear or []]
    if len(lying) > DISAPPEAR_TOKENS:
        raise BadRequest("There are three Disappear tokens.")
    table.tokens = Tokens(holder, treaty, tax, tuple(lying))


def _set_deck(table: Table, deck: list[str] | None) -> None:
    played = table.edition
    if deck is not None and len(deck) > MOST_DECK:
        raise BadRequest(f"A deck has at most {MOST_DECK} cards.")
    seen = [card for cards in (*table.hands, *table.lost, *table.aside, table.house.out) for card in cards]
    seen += [what for _, what in table.house.mat if isinstance(what, str)]
    known = set(played.deck)
    for card in (*seen, *(deck or ())):
        if card not in known:
            raise BadRequest(f"There is no {quoted(card)} in this game.")
    if not played.options.free_deck and not played.holds([*seen, *(deck or ())]):
        raise BadRequest("The deck of this ruleset does not have all those cards.")
    table.deck = sorted((Counter(played.deck) - Counter(seen)).elements()) if deck is None else list(deck)


def _living(table: Table, names: tuple[str, ...], name: str) -> int:
    seat = seat_of(names, name)
    if not table.here(seat):
        raise BadRequest("Tokens lie with living players.")
    return seat
