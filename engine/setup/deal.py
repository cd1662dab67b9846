"""Dealing: how a new game begins (rules.md 1; the order of the deal is in docs/rules.md)."""

import secrets
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from engine.editions import edition
from engine.errors import BadRequest
from engine.requests.models import NewGame, entropy_of, names_of, seat_of, validate
from engine.setup.deal_outcome import Started
from engine.table.chance import Chance
from engine.table.table import Edition, Table


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
    table.deck = list(played.deck)
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


def _check_teams(played: Edition, names: tuple[str, ...], teams: Sequence[Sequence[str]] | None) -> None:
    if teams is None:
        return
    if played.teams is None:
        raise BadRequest("no_teams")
    half = len(names) // 2
    opposite = {frozenset((names[seat], names[seat + half])) for seat in range(half)}
    if {frozenset(team) for team in teams} != opposite or len(teams) != half:
        raise BadRequest("partners_not_opposite")
