"""Counts what each person did in a finished game, by replaying it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.stats.finishing_order import finishes, lost_to_ai
from bot.stats.replay import Challenge, Replay
from bot.stats.seat_statistics import GameStatistics, SeatStatistics
from engine import Game, Move

LEAST_PEOPLE: Final = 3
"""The people that a rated game has at least, unless it is a game of two players, both of them people."""
_TWO_PLAYERS: Final = 2


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
    finished, left = finishes(game, story, people), lost_to_ai(story)
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
