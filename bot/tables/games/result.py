"""Results: the winners, places and absent members of a finished game."""

from collections.abc import Iterable, Sequence
from math import inf

from bot.store.rows import Result, Seat
from engine import Event, Game


def result_of(game: Game, story: Iterable[Event], seats: Sequence[Seat]) -> Result | None:
    """Returns the result of a game with its whole story; None while the game is not over."""
    if game.winners is None:
        return None
    abandoned = tuple(number for number, seat in enumerate(seats) if seat.away)
    return Result(game.winners, game.record(), places(game, story), abandoned)


def places(game: Game, story: Iterable[Event]) -> tuple[int, ...]:
    """Returns the place of each seat in a finished game: 1 for the winners, then the players eliminated last.

    Players who were eliminated by the same event share a place. So do the players of a team; it is eliminated with
    its last player.
    """
    teams = game.table.edition.teams or range(len(game.names))
    stayed = dict.fromkeys(teams, 0.0)
    for seat, moment in _elimination_order(story).items():
        stayed[teams[seat]] = max(stayed[teams[seat]], moment)
    for seat in game.winners or ():
        stayed[teams[seat]] = inf
    return tuple(1 + sum(other > stayed[team] for other in stayed.values()) for team in teams)


def _elimination_order(story: Iterable[Event]) -> dict[int, int]:
    """Returns the rank of each elimination by seat: 0 for the first event that eliminated anyone, 1 for the next.

    Players have the same rank if one action eliminated them, or if they resigned in the same turn. A lost
    challenge is an event of its own.
    """
    falls: dict[int, int] = {}
    turns = actions = challenges = 0
    cause = ""
    last: tuple[int, int, int, str] | None = None
    for event in story:
        kind = event["type"]
        turns += kind == "turn"
        actions += kind == "action"
        challenges += kind == "challenge"
        if kind == "lost":
            cause = event["cause"]
        elif kind in ("turn", "action", "claim"):
            cause = ""
        elif kind == "eliminated":
            own = challenges if cause == "challenge" else 0
            why = cause if cause in ("challenge", "resign", "disappear") else ""
            this = (turns, actions, own, why)
            falls[event["by"]] = max(falls.values(), default=0) + (this != last)
            last = this
    return falls
