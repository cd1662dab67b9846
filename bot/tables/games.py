"""The game of a table: the names of its players, its deal, and its restoration from stored decisions."""

import logging
import random
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from bot.refusals import Refusal
from bot.stats.game_statistics import game_statistics
from bot.stats.seat_statistics import GameStatistics
from bot.store.rows import Absence, Decision, GameRow, Result, Seat, Status, TableSettings
from bot.tables.pace import pace as pace_of
from bot.tables.seed_commitment import draw_salt, game_seed, seat_commitment
from bot.tables.state import FAILED, TIMEOUT, TableState, seat_event
from engine import RULESETS, Event, Game, Move, Refused, digest
from engine.ai import KINDS, LEVELS, TEMPERAMENTS
from engine.errors import BadRequest
from engine.moves import RESIGN

log = logging.getLogger(__name__)

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


class Mismatch(Exception):
    """The replay of a game does not lead to the state that was stored."""


def rebuild(row: GameRow, decisions: Sequence[Decision], result: Result | None = None) -> TableState:
    """Returns the table of a row, with its game replayed.

    A running game whose replay does not lead to the stored state is set aside. A finished game keeps its result
    and record even if the rules have changed so that it cannot be replayed; its `game` is None then.
    """
    state = TableState.of(row).replace(result=result)
    if state.interaction_id is None or state.status is Status.SET_ASIDE:
        return state
    try:
        return _replay(state, decisions)
    except Exception as error:  # an error sets only this game aside
        kind, facts = type(error).__name__, {"game": state.id}
        if state.has_ended:
            log.warning("A game that has ended cannot be replayed: %s", kind, extra=facts)
            return state
        log.exception("A game could not be restored and is set aside: %s", kind, extra=facts)
        return state.replace(status=Status.SET_ASIDE, deadline=None)


def _replay(state: TableState, decisions: Sequence[Decision]) -> TableState:
    """Returns the table with its decisions replayed. Raises Mismatch, or any error of the rules."""
    game = new_game(state)
    state = state.with_events([*game.table.events, *_returns(state, 0)])
    opened = 0  # the number of decisions before the open question
    for number, decision in enumerate(decisions, start=1):
        seat, move, question = decision.seat, Move.parse(decision.move), game.question
        events = game.carry_out(seat, move)
        if decision.cause == FAILED:
            state = state.with_question(failed=state.open_question.failed | {seat})
        if decision.cause == TIMEOUT or game.question != question:  # a timeout always settles the question
            state = state.with_events(state.failures()).with_question(failed=frozenset())
        if game.question != question:
            state, opened = state.with_question(answered=frozenset()), number
        else:
            state = state.with_question(answered=state.open_question.answered | {seat})
        let_time_out = decision.cause == TIMEOUT and move is not RESIGN
        state = state.with_events(
            [
                *([seat_event("silence", seat)] if let_time_out else []),
                *([seat_event("away", seat)] if Absence(number, seat, True) in state.absences else []),
                *events,
                *_returns(state, number),
            ]
        )
        if digest(game) != decision.checksum:
            raise Mismatch(f"after decision {number} the state is another than it was")
    if len(decisions) != state.decisions or (game.winners is None) is (state.status is Status.OVER):
        raise Mismatch(f"{len(decisions)} decisions were stored of {state.decisions}")
    shown = game if opened == len(decisions) else _shown_game(state, decisions, opened)
    answered = state.open_question.answered.union(state.void_answers)
    return state.with_question(answered=answered, sealed=game).replace(game=shown)


def _returns(state: TableState, decisions: int) -> list[Event]:
    """Returns the events of the members who came back after this many decisions."""
    return [
        seat_event("back", absence.seat)
        for absence in state.absences
        if absence.decisions == decisions and not absence.is_away
    ]


def _shown_game(state: TableState, decisions: Sequence[Decision], opened: int) -> Game:
    """Returns the game as it was when its window opened, without the answers that are sealed since then."""
    game = new_game(state)
    for decision in decisions[:opened]:
        game.carry_out(decision.seat, Move.parse(decision.move))
    for decision in decisions[opened:]:
        if Move.parse(decision.move) is RESIGN:  # a resignation is not sealed
            game.resign(decision.seat)
    return game


def statistics_of(row: GameRow, decisions: Iterable[tuple[int, Move]]) -> GameStatistics | None:
    """Returns what the people of a finished game did, None for a lesson. `decisions` are all of the game.

    Raises engine.Refused if the rules have changed so that the game cannot be replayed.
    """
    if row.practice:
        return None
    user_ids = [seat.user_id for seat in row.seats]
    return game_statistics(row.ruleset, new_game(row), decisions, row.absences, user_ids)


def statistics_at_end(row: GameRow, decisions: Iterable[tuple[int, Move]]) -> GameStatistics | None:
    """Returns the statistics of a game that has just finished; None if it cannot be replayed.

    A game must end whatever happens to its statistics; `rebuild-stats` can count it later.
    """
    try:
        return statistics_of(row, decisions)
    except Exception as error:
        # Only the type: the text of an error may show a move, and so a hand.
        log.warning("A game has no statistics: %s", type(error).__name__, extra={"game": row.id})
        return None
