"""Statistics of a finished game: the order of finishing, and what each person did, found by replaying the game."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from math import inf
from typing import Final, NamedTuple

from bot.stats.game_history import Challenge, Replay
from bot.stats.seat_statistics import GameStatistics, SeatStatistics
from engine import Event, Game, Move

LEAST_PEOPLE: Final = 3
"""The people that a rated game has at least, unless it is a game of two players, both of them people."""
_TWO_PLAYERS: Final = 2


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


def _lost_to_ai(story: Iterable[Event]) -> frozenset[int]:
    """Returns the seats that an AI took over."""
    return frozenset(event["by"] for event in story if event["type"] == "away")


def _order(game: Game, story: Iterable[Event]) -> Sequence[Finish]:
    """Returns where each seat finished among all seats; `away` events count as eliminations."""
    story = [*story]
    left, moments = _lost_to_ai(story), _moments(story)
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


def game_statistics(
    ruleset: str,
    game: Game,
    decisions: Iterable[tuple[int, Move]],
    absences: Iterable[tuple[int, int, bool]],
    user_ids: Sequence[int | None],
) -> GameStatistics:
    """Returns what the people of a finished game did, by replaying its decisions.

    `game` is the game before its first decision; it is played to its end. `absences` are those of its row, each
    the number of decisions before it, the seat, and whether an AI takes over. `user_ids` has None for an AI seat.
    """
    people = {seat: user_id for seat, user_id in enumerate(user_ids) if user_id is not None}
    switches: dict[int, list[tuple[int, bool]]] = {}
    for number, seat, is_away in absences:
        switches.setdefault(number, []).append((seat, is_away))
    replay, present, story = Replay(game), set(people), [*game.table.events]
    claims: list[int] = []  # the numbers of those that people have made themselves
    challenges: list[Challenge] = []

    def leave(number: int) -> None:
        for seat, is_away in switches.get(number, ()):
            if is_away:
                present.discard(seat)
                story.append({"type": "away", "by": seat})

    def come_back(number: int) -> None:
        present.update(seat for seat, is_away in switches.get(number, ()) if not is_away)

    leave(0)
    come_back(0)
    for number, (seat, move) in enumerate(decisions, start=1):
        hands: list[tuple[str, ...]] = game.table.hands[:]
        events = game.carry_out(seat, move)
        leave(number)
        known = len(replay.claims), len(replay.challenges)
        replay.note(events, hands, move.card)
        claims += [at for at in range(known[0], len(replay.claims)) if replay.claims[at].seat in present]
        challenges += [challenge for challenge in replay.challenges[known[1] :] if challenge.seat in present]
        story += events
        come_back(number)
    finished, left = finishes(game, story, people), _lost_to_ai(story)
    made = [replay.claims[at] for at in claims]
    lies = [claim for claim in made if not claim.is_true]
    seats = tuple(
        SeatStatistics(
            seat,
            user_id,
            *finished[seat],
            has_won=seat in (game.winners or ()) and seat not in left,
            lies_told=sum(lie.seat == seat for lie in lies),
            lies_caught=sum(lie.seat == seat and lie.outcome != "unchallenged" for lie in lies),
            challenges_right=challenges.count(Challenge(seat, True)),
            challenges_wrong=challenges.count(Challenge(seat, False)),
            roles=Counter(
                claim.event["role"] for claim in made if claim.seat == seat and claim.event["role"] is not None
            ),
        )
        for seat, user_id in people.items()
    )
    are_enough = len(people) >= LEAST_PEOPLE or len(people) == len(user_ids) == _TWO_PLAYERS
    return GameStatistics(ruleset, are_enough and len({seat.team for seat in seats}) > 1, seats)
