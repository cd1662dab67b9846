"""Dealing: how a new game begins (rules.md 1; the order of the deal is in docs/rules.md)."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from engine.edition import Edition, draw_first, edition
from engine.errors import BadRequest
from engine.requests import START_COINS, NewGame, Started, entropy_of, names_of, seat_of, validated
from engine.rules.mcguire import MAT_EVENTS
from engine.table import House, Table

MAT_DEALT: Final = (("first_turn", 6), ("third_turn", 4), ("first_death", 4), ("second_death", 3))
DIRECTIONS: Final = (1, -1)


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
    if direction is not None and (ruleset != "mcguire" or direction not in DIRECTIONS):
        raise BadRequest("Only mcguire has a direction, and it is 1 or -1.")
    table = Table(played, entropy)
    table.turn = draw_first(entropy, len(names)) if first is None else seat_of(names, first)
    table.coins = _start_coins(played, table.turn)
    table.deck = list(played.deck)
    each = played.cards_dealt
    cards = table.draw_up_to(each * len(names))
    for seat in range(len(names)):
        hand = table.hands[seat] = tuple(sorted(cards[seat * each : (seat + 1) * each]))
        table.tell({"type": "drew", "by": seat, "cards": hand, "to": (seat,)})
    table.alive = table.present = (1 << len(names)) - 1
    if ruleset == "mcguire":
        table.house = House(table.turn, direction=direction or 1, mat=_deal_mat(table, len(names)))
    new: dict[str, Any] = {
        "ruleset": ruleset,
        "options": played.options_json(),
        "players": list(names),
        "seed": seed.lower(),
        "first": names[table.turn],
    }
    if ruleset == "g54":
        new["pool"] = list(played.roles)
    if ruleset == "mcguire":
        new["direction"] = table.house.direction
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


def _start_coins(played: Edition, first: int) -> list[int]:
    first_has, others_have = 0, 1
    if played.ruleset != "mcguire":
        first_has, others_have = 1 if played.poor_start else START_COINS, START_COINS
    coins = [others_have] * played.seats
    coins[first] = first_has
    return coins


def _deal_mat(table: Table, players: int) -> tuple[tuple[str, str | int], ...]:
    dealt: dict[str, str | int] = {
        event: table.draw() for event, most_players in MAT_DEALT if players <= most_players
    }
    dealt["second_turn"] = 1
    return tuple((event, dealt[event]) for event in MAT_EVENTS if event in dealt)


def _check_teams(played: Edition, names: tuple[str, ...], teams: Sequence[Sequence[str]] | None) -> None:
    if teams is None:
        return
    if played.teams is None:
        raise BadRequest("Teams are named only where options.teams is set.")
    half = len(names) // 2
    opposite = {frozenset((names[seat], names[seat + half])) for seat in range(half)}
    if {frozenset(team) for team in teams} != opposite or len(teams) != half:
        raise BadRequest("Partners sit opposite each other.")
