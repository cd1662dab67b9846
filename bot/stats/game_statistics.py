"""Counts what each person did in a finished game, by replaying it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from bot.stats.finishing_order import finishes, lost_to_ai
from bot.stats.seat_statistics import GameStatistics, SeatStatistics
from engine import Event, Game, Move
from engine.views.claim_truth import is_claim_true, makes_claim

LEAST_PEOPLE: Final = 3
"""The people that a rated game has at least, unless it is a game of two players, both of them people."""
_TWO_PLAYERS: Final = 2

_HAND_CHANGES: Final = frozenset(("lost", "aside", "replaced", "drew", "kept", "given", "swapped"))
_WHOSE: Final = ("by", "target", "recipient")


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
    tally = _Tally(game, set(people))
    tally.switch(switches.get(0, ()))
    for number, (seat, move) in enumerate(decisions, start=1):
        hands: list[tuple[str, ...]] = game.table.hands[:]
        events = game.carry_out(seat, move)
        leaving = [(one, True) for one, is_away in switches.get(number, ()) if is_away]
        tally.switch(leaving)
        tally.count(events, hands, move)
        tally.switch((one, False) for one, is_away in switches.get(number, ()) if not is_away)
    finished, left = finishes(game, tally.story, people), lost_to_ai(tally.story)
    seats = tuple(
        SeatStatistics(
            seat,
            user_id,
            *finished[seat],
            has_won=seat in (game.winners or ()) and seat not in left,
            lies_told=tally.told[seat],
            lies_caught=tally.caught[seat],
            challenges_right=tally.right[seat],
            challenges_wrong=tally.wrong[seat],
            roles=tally.roles[seat],
        )
        for seat, user_id in people.items()
    )
    are_enough = len(people) >= LEAST_PEOPLE or len(people) == len(user_ids) == _TWO_PLAYERS
    return GameStatistics(ruleset, are_enough and len({seat.team for seat in seats}) > 1, seats)


class _Tally:
    """Counts of a game that is being replayed, by seat, and its events with those of AIs that take over a seat."""

    def __init__(self, game: Game, people: set[int]) -> None:
        self.story: list[Event] = [*game.table.events]
        self.told, self.caught = Counter[int](), Counter[int]()
        self.right, self.wrong = Counter[int](), Counter[int]()
        self.roles = {seat: Counter[str]() for seat in people}
        self._game = game
        self._present = people
        self._lies: dict[int, bool] = {}  # by claimant: whether the last claim is a lie that counts
        self._challenger: int | None = None

    def switch(self, switches: Iterable[tuple[int, bool]]) -> None:
        """Counts no more what a seat decides from now on, or counts it again."""
        for seat, is_away in switches:
            if is_away:
                self._present.discard(seat)
                self.story.append({"type": "away", "by": seat})
            else:
                self._present.add(seat)

    def count(self, events: Sequence[Event], hands: Sequence[tuple[str, ...]], move: Move) -> None:
        """Counts the events of a decision; `hands` are those before it, `move` is what was decided."""
        for number, event in enumerate(events):
            kind = event["type"]
            if makes_claim(event):
                seat: int = event["by"]
                has_changed = _has_changed(events[:number], seat)
                hand = self._game.table.hands[seat] if has_changed else hands[seat]
                self._claim(seat, event, hand, move)
            elif kind == "challenge":
                self._challenger = event["by"]
            elif kind in ("proven", "exposed") and self._challenger is not None:
                if self._challenger in self._present:
                    (self.right if kind == "exposed" else self.wrong)[self._challenger] += 1
                self.caught[event["by"]] += self._lies.pop(event["by"], False)
                self._challenger = None
        self.story += events

    def _claim(self, seat: int, claim: Event, hand: tuple[str, ...], move: Move) -> None:
        if seat not in self._present:
            self._lies[seat] = False
            return
        is_lie = self._lies[seat] = not is_claim_true(claim, hand, move.card)
        self.told[seat] += is_lie
        if claim["role"] is not None:
            self.roles[seat][claim["role"]] += 1


def _has_changed(events: Iterable[Event], seat: int) -> bool:
    """Returns whether events of a decision have changed the hand of a seat."""
    return any(
        event["type"] in _HAND_CHANGES and seat in [event.get(whose) for whose in _WHOSE] for event in events
    )
