"""The order of finishing: the places of a game's seats, and the order in which its people are rated."""

from collections.abc import Collection, Iterable, Sequence
from math import inf
from typing import NamedTuple

from engine import Event, Game


class Finish(NamedTuple):
    """Where a person finished among the people of a game.

    `team` is the same number for those who are rated as one team. `place` counts from 1; seats that fell by the
    same event share a place, and so does a team.
    """

    team: int
    place: int


def places(game: Game, story: Iterable[Event]) -> tuple[int, ...]:
    """Returns the place of each seat in a finished game: 1 for the winners, then the players eliminated last.

    Players who were eliminated by the same event share a place. So do the players of a team; it is eliminated with
    its last player.
    """
    order = _order(game, (event for event in story if event["type"] != "away"))
    return tuple(order[seat].place for seat in range(len(game.names)))


def finishes(game: Game, story: Iterable[Event], people: Collection[int]) -> dict[int, Finish]:
    """Returns by seat where the people of a finished game finished, AI seats left out.

    A seat that an AI took over is lost at that moment (its `away` event), also if its member comes back. It counts
    as a team of its own: its partners may still win.
    """
    order = _order(game, story)
    among = {order[seat] for seat in people}
    return {
        seat: Finish(order[seat].team, 1 + sum(other.place < order[seat].place for other in among))
        for seat in people
    }


def lost_to_ai(story: Iterable[Event]) -> frozenset[int]:
    """Returns the seats that an AI took over."""
    return frozenset(event["by"] for event in story if event["type"] == "away")


def _order(game: Game, story: Iterable[Event]) -> Sequence[Finish]:
    """Returns where each seat finished among all seats; `away` events count as eliminations."""
    story = [*story]
    left, moments = lost_to_ai(story), _moments(story)
    seats = range(len(game.names))
    partners = game.table.edition.teams or seats
    teams = [len(seats) + seat if seat in left else partners[seat] for seat in seats]
    stayed = dict.fromkeys(teams, 0.0)
    for seat, team in enumerate(teams):
        won = seat not in left and seat in (game.winners or ())
        stayed[team] = max(stayed[team], inf if won else moments.get(seat, 0.0))
    return [Finish(team, 1 + sum(other > stayed[team] for other in stayed.values())) for team in teams]


def _moments(story: Iterable[Event]) -> dict[int, int]:
    """Returns the rank of the moment at which each seat fell or left, by seat: 1 for the first such moment.

    Players have the same rank if one action eliminated them, or if they resigned in the same turn. A lost
    challenge is an event of its own, and so is a seat that an AI takes over.
    """
    ranks: dict[int, int] = {}
    turns = actions = challenges = 0
    cause = ""
    last: object = None
    for event in story:
        kind = event["type"]
        turns += kind == "turn"
        actions += kind == "action"
        challenges += kind == "challenge"
        if kind == "lost":
            cause = event["cause"]
        elif kind in ("turn", "action", "claim"):
            cause = ""
        elif kind in ("eliminated", "away") and event["by"] not in ranks:
            own = challenges if cause == "challenge" else 0
            why = cause if cause in ("challenge", "resign", "disappear") else ""
            this = event["by"] if kind == "away" else (turns, actions, own, why)
            ranks[event["by"]] = max(ranks.values(), default=0) + (this != last)
            last = this
    return ranks
