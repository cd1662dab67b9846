"""Checks whether a game can be played with the settings of a table, and deals it."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from bot.refusals import Refusal
from bot.store.rows import GameRow, TableSettings
from bot.tables.pace import pace as pace_of
from bot.tables.seed_commitment import game_seed
from engine import RULESETS, Game, Refused
from engine.errors import BadRequest


class Deal(NamedTuple):
    """The start of a game: cards and coins of each player, the first player's coins, the team of each seat."""

    cards: int
    coins: int
    first_coins: int
    teams: tuple[int, ...]


def deal_for(ruleset: str, options: Mapping[str, Any], players: int) -> Deal | None:
    """Returns the start of a game of that many players; None if the rules do not allow their number."""
    return _deal(ruleset, tuple(sorted(options.items())), players)


@lru_cache(maxsize=256)
def _deal(ruleset: str, options: tuple[tuple[str, Any], ...], players: int) -> Deal | None:
    names = [str(number) for number in range(players)]
    try:
        dealt = Game.new(ruleset, names, options=dict(options), seed="00" * 32, first=names[0]).view(None)[
            "players"
        ]
    except Refused:
        return None
    teams = tuple(player["team"] for player in dealt if "team" in player)
    return Deal(dealt[-1]["cards"], dealt[-1]["coins"], dealt[0]["coins"], teams)


def check_settings(settings: TableSettings, seats: int) -> None:
    """Raises Refusal if no number of players, from `seats` upwards, can play with these settings."""
    if settings.open_hands and settings.options.get("teams"):
        raise Refusal("open-hands-teams")
    try:
        pace_of(settings.pace)
    except ValueError as error:
        raise Refusal("bad-pace", given=settings.pace) from error
    ruleset = settings.ruleset
    least, most = RULESETS[ruleset].players if ruleset in RULESETS else (seats, seats)
    reason: Refused = BadRequest("players_out_of_range", ruleset=ruleset, least=least, most=most)
    for players in range(seats, most + 1):
        try:
            Game.new(
                ruleset, [str(number) for number in range(players)], options=settings.options, pool=settings.pool
            )
        except Refused as error:
            reason = error
        else:
            return
    raise Refusal("bad-setup", reason=reason)


def seed_of(row: GameRow) -> str:
    """Returns the seed of a table's game, computed from the server seed, the click on Start and the seats."""
    parts = [seat.seed_part for seat in row.seats]
    return game_seed(row.server_seed, row.interaction_id or 0, parts)


def new_game(row: GameRow) -> Game:
    """Returns the game of a table before its first decision. Raises engine.Refused if the settings are impossible.

    It is the same whenever it is made: what the first deal drew (`row.start`) is reused, because roles that were
    added to the rules since then would change the draw.
    """
    start = row.start or {"pool": row.pool, "first": row.first, "direction": row.direction, "teams": None}
    return Game.new(
        row.ruleset,
        tuple(seat.name for seat in row.seats),
        options=row.options,
        seed=row.seed or seed_of(row),
        pool=start["pool"],
        first=start["first"],
        direction=start["direction"],
        teams=start["teams"],
    )
