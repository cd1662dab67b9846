"""The history of a finished game: coins, lives and lies, turn by turn."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine import Game
from engine.views.claim_truth import is_claim_true, makes_claim


@dataclass(frozen=True)
class Lie:
    """A false claim: its turn (from 1), its seat, and whether it was exposed."""

    turn: int
    seat: int
    is_exposed: bool


@dataclass(frozen=True)
class GameHistory:
    """The history of a finished game.

    `coins` and `lives` hold for each seat the numbers at the start and after each turn. `lies` are in the order of
    the game. `winners` are seats.
    """

    coins: tuple[tuple[int, ...], ...]
    lives: tuple[tuple[int, ...], ...]
    lies: tuple[Lie, ...]
    winners: tuple[int, ...]

    @property
    def turns(self) -> int:
        """The number of turns."""
        return len(self.coins[0]) - 1

    def lies_told(self, seat: int) -> int:
        """Returns the number of lies that a seat told."""
        return sum(lie.seat == seat for lie in self.lies)

    def lies_exposed(self, seat: int) -> int:
        """Returns the number of a seat's lies that were exposed."""
        return sum(lie.seat == seat and lie.is_exposed for lie in self.lies)

    def elimination_turn(self, seat: int) -> int | None:
        """Returns the turn in which a seat was eliminated; None if it never was."""
        return next((turn for turn, lives in enumerate(self.lives[seat]) if not lives), None)

    @classmethod
    def of(cls, game: Game) -> "GameHistory":
        """Returns the history of a game that is over.

        Raises ValueError during a game, because it shows who lied.
        """
        if game.winners is None:
            raise ValueError("the game is not over")
        record = game.record()
        again = Game.replay({**record, "decisions": [], "result": None})
        recorder = _Recorder(again)
        for decision in record["decisions"]:
            recorder.play(decision)
        return cls(
            tuple(zip(*recorder.coins, strict=True)),
            tuple(zip(*recorder.lives, strict=True)),
            tuple(recorder.lies),
            game.winners,
        )


class _Recorder:
    """Plays a game again, decision by decision, and records coins, lives and lies."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.turn = 1
        self.coins: list[tuple[int, ...]] = []
        self.lives: list[tuple[int, ...]] = []
        self.lies: list[Lie] = []
        self._open: dict[int, int | None] = {}  # each seat's latest claim: its index in `lies`, None if true
        self._count()

    def play(self, decision: Mapping[str, Any]) -> None:
        """Plays the next decision."""
        hands = [*self.game.table.hands]
        for event in self.game.decide_json(decision):
            kind = event["type"]
            if kind == "turn":
                self.turn += 1
                self._count()
            elif makes_claim(event):
                seat: int = event["by"]
                self._claim(seat, true=is_claim_true(event, hands[seat], decision.get("card")))
            elif kind == "exposed":
                self._catch(event["by"])
            elif kind == "over":
                self._count()

    def _count(self) -> None:
        table = self.game.table
        self.coins.append(tuple(table.coins))
        self.lives.append(tuple(len(hand) for hand in table.hands))

    def _claim(self, seat: int, *, true: bool) -> None:
        self._open[seat] = None if true else len(self.lies)
        if not true:
            self.lies.append(Lie(self.turn, seat, is_exposed=False))

    def _catch(self, seat: int) -> None:
        if (place := self._open[seat]) is not None:  # None: the seat conceded a true claim
            self.lies[place] = replace(self.lies[place], is_exposed=True)
