"""The seats of a game, each with a name of its own; whether its settings can be played; and its deal."""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bot.refusals import Refusal
from bot.store.rows import GameRow, Seat, TableSettings
from bot.tables.pace import pace as pace_of
from bot.tables.seed_commitment import draw_salt, game_seed, seat_commitment
from engine import RULESETS, Game, Refused
from engine.ai import KINDS, LEVELS, TEMPERAMENTS
from engine.errors import BadRequest

USUAL_KIND: Final = "medium"
"""The kind of AI seats if neither host nor server has chosen one."""
AI_NAMES: Final = ("Iris", "Jonas", "Kira", "Leon", "Mila", "Nils", "Olga", "Paul", "Rosa", "Sven")


class Deal(NamedTuple):
    """The start of a game: cards and coins of each player, the first player's coins, the team of each seat."""

    cards: int
    coins: int
    first_coins: int
    teams: tuple[int, ...]


def member_seat(user_id: int, name: str) -> Seat:
    """Returns a seat for a member, with a salt of its own (see `bot.tables.seed_commitment`)."""
    salt = draw_salt()
    return Seat(user_id, name, salt=salt, commitment=seat_commitment(salt, user_id))


def ai_seat(seats: Sequence[Seat], kind: str, temperament: str | None, chance: random.Random) -> Seat:
    """Returns a seat for an AI, in addition to `seats`. Raises Refusal for an unknown kind or temperament.

    If no temperament is given, one that is not at the table yet is drawn.
    """
    if kind not in KINDS or (temperament is not None and (temperament not in TEMPERAMENTS or kind not in LEVELS)):
        raise Refusal("no-ai")
    if temperament is None and kind in LEVELS:
        left = [name for name in TEMPERAMENTS if name not in [seat.temperament for seat in seats]]
        temperament = chance.choice(left or list(TEMPERAMENTS))
    taken = {seat.name for seat in seats}
    name = next((name for name in AI_NAMES if name not in taken), AI_NAMES[0])
    return Seat(None, free_name(seats, name), kind, temperament=temperament)


def key_of(user_id: int | None, name: str) -> str:
    """Returns the key of a seat in a custom id: its member's id, or the name of its AI."""
    return name if user_id is None else str(user_id)


def free_name(seats: Sequence[Seat], wanted: str) -> str:
    """Returns the wanted name, followed by a number if one of the seats already has it."""
    taken = {seat.name for seat in seats}
    if wanted not in taken:
        return wanted
    return next(name for name in (f"{wanted} ({number})" for number in range(2, 99)) if name not in taken)


def deal_for(ruleset: str, options: Mapping[str, Any], players: int) -> Deal | None:
    """Returns the start of a game of that many players; None if the rules do not allow their number."""
    return _deal(ruleset, tuple(sorted(options.items())), players)


@lru_cache(maxsize=256)
def _deal(ruleset: str, options: tuple[tuple[str, Any], ...], players: int) -> Deal | None:
    names = [str(number) for number in range(players)]
    try:
        game = Game.new(ruleset, names, options=dict(options), seed="00" * 32, first=names[0])
    except Refused:
        return None
    dealt = game.view(None)["players"]
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
        names = [str(number) for number in range(players)]
        try:
            Game.new(ruleset, names, options=settings.options, pool=settings.pool)
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
