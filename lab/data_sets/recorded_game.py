"""A game of a data set: played with every decision, probability and hidden card written down."""

import json
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeGuard, TypeVar

from engine import Event, Game, Refused, digest
from engine.ai import NotADistribution, Player
from engine.ai.distribution import checked, draw_weighted
from engine.moves import RESIGN, Move
from lab.arena import PlayerFactory, describe, play_decisions, result_of, tell_all
from lab.data_sets.lines import Header, PlannedGame
from lab.entrants import Entrant
from lab.errors import PLAYER_ERRORS
from lab.programs.program import ProgramPlayer

_DIGITS: Final = 6
"""Decimal digits of a probability in the file. The option is drawn by the rounded probabilities."""
_QUOTED_CHARACTERS: Final = 100
"""Length at which a value is cut in a message."""


class Answer(NamedTuple):
    """A seat's answer to a question.

    `probabilities` are None if the player cannot say them. `fault` says what was wrong with an invalid answer, for
    which the player resigns; otherwise it is None.
    """

    move: Move
    probabilities: Sequence[float] | None = None
    fault: str | None = None


class Recorder(Player):
    """A seat whose choices are written down.

    `choices` has an entry for every decision of the game, and is shared by all seats. `invalid` says what was
    wrong with this seat's invalid answer, and at which decision; it is None if there was none.
    """

    def __init__(self, game: Game, seat: int, choices: list[dict[str, Any]]) -> None:
        super().__init__(game.names, seat)
        self._game = game
        self._choices = choices
        self.invalid: dict[str, Any] | None = None

    def answer(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Answer:
        """Returns the answer to a question. A subclass overrides it."""
        raise NotImplementedError

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns the answer, and writes down what it was chosen from."""
        move, likely, fault = self.answer(view, options, chance)
        choice: dict[str, Any] = {
            "options": [option.to_json(self.names) for option in options],
            "probabilities": likely,
            "hands": dict(zip(self.names, map(list, self._game.table.hands), strict=True)),
        }
        for pile, cards in (("drawn", self._game.table.drawn), ("aside", dict(enumerate(self._game.table.aside)))):
            found = {self.names[seat]: sorted(held) for seat, held in sorted(cards.items()) if held}
            choice |= {pile: found} if found else {}
        self._choices.append(choice)
        if fault is not None:
            self.invalid = {"decision": len(self._choices), "why": fault}
        return move

    def end(self) -> None:
        """Ends the game for the player."""


class PlayingRecorder(Recorder):
    """A seat in which a player plays. Whatever the player does wrong is a fault."""

    def __init__(self, game: Game, seat: int, choices: list[dict[str, Any]], factory: PlayerFactory) -> None:
        super().__init__(game, seat, choices)
        self._player = factory.new_player(game.names, seat)
        self._tells_probabilities = _tells_probabilities(type(self._player))
        self._fault: str | None = None

    def observe(self, event: Event) -> None:
        """Passes an event on to the player. If that fails, its next answer is invalid."""
        try:
            self._player.observe(event)
        except PLAYER_ERRORS as error:
            self._fault = self._fault or describe(error)

    def answer(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Answer:
        """Returns the player's answer."""
        if self._fault is not None:
            return Answer(RESIGN, fault=self._fault)
        player = self._player
        try:
            if isinstance(player, ProgramPlayer):
                given = player.answer(view, options)
            else:
                given = player.probabilities(view, options) if self._tells_probabilities else None
            if given is not None and not isinstance(given, Move):
                likely = [round(each, _DIGITS) for each in checked(given, options)]
                return Answer(draw_weighted(options, likely, chance), likely)
            move = player.choose(view, options, chance) if given is None else given
            fault = None if move in options else f"it chose {move}, which is none of its options"
        except PLAYER_ERRORS as error:
            return Answer(RESIGN, fault=describe(error))
        if isinstance(player, ProgramPlayer) and player.fault is not None:
            return Answer(RESIGN, fault=player.fault)
        return Answer(move) if fault is None else Answer(RESIGN, fault=fault)

    def end(self) -> None:
        """Tells a program how the game ended. A fault after the last answer counts as an invalid answer."""
        if isinstance(self._player, ProgramPlayer):
            self._player.end(self._game.view(self.seat))
            self._fault = self._player.fault
        if self._fault is not None and self.invalid is None:
            self.invalid = {"decision": None, "why": self._fault}


def _tells_probabilities(kind: type[Player]) -> bool:
    """Whether the probabilities of a class are those of its choices; a subclass may have changed only these."""
    own = next(each for each in kind.__mro__ if vars(each).keys() & {"probabilities", "choose", "pick"})
    return own is not Player and "probabilities" in vars(own)


class WrittenRecorder(Recorder):
    """A seat that answers as a line of a file says it did; an option with probabilities is drawn again.

    `damage` has the number of the first decision that is found to be wrong while the game is played, and why.
    """

    def __init__(self, game: Game, seat: int, choices: list[dict[str, Any]], line: Mapping[str, Any]) -> None:
        super().__init__(game, seat, choices)
        self._line = line
        self._invalid: Mapping[str, Any] = line["invalid"].get(game.names[seat], {"decision": 0})
        self.damage: tuple[int, str] | None = None

    def answer(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Answer:
        """Returns the answer that is written; resigns if there is none that the rules allow."""
        number = len(self._choices) + 1
        try:
            return self._written(number, options, chance)
        except (LookupError, TypeError, ValueError, Refused) as error:
            self.damage = (number, f"decision {number}, of {self.names[self.seat]}: {_reason(error)}")
            return Answer(RESIGN)

    def _written(self, number: int, options: Sequence[Move], chance: random.Random) -> Answer:
        decision = dict(self._line["record"]["decisions"][number - 1])
        decision.pop("by")
        move = Move.from_json(decision, self.names)
        likely = self._line["choices"][number - 1]["probabilities"]
        if self._invalid["decision"] == number:
            return Answer(RESIGN, fault=str(self._invalid["why"]))
        if move not in options:
            raise NotADistribution(f"{move} is none of the options")
        if likely is not None:
            drawn = draw_weighted(options, checked(likely, options, len(options) * 10**-_DIGITS), chance)
            if str(drawn) != str(move):
                raise NotADistribution(f"the dice draw {drawn} by its probabilities, not {move}")
            move = drawn
        return Answer(move, likely)

    def end(self) -> None:
        """Writes down what the line says was wrong after the last decision."""
        if self._invalid["decision"] is None:
            self.invalid = {"decision": None, "why": str(self._invalid["why"])}


def _reason(error: Exception) -> str:
    is_told = isinstance(error, (NotADistribution, Refused))
    return str(error).rstrip(".") if is_told else "it is missing or incomplete"


R = TypeVar("R", bound=Recorder)


def play(header: Header, planned: PlannedGame, factories: Mapping[str, Sequence[PlayerFactory]]) -> dict[str, Any]:
    """Plays a game of the plan and returns its line.

    `factories` has, for each word that names a player, as many factories as it may have seats at a table. Raises
    LabError if a player cannot be created.
    """
    left = {word: list(reversed(each)) for word, each in factories.items()}
    lineup = [left[word].pop() for word in planned.seats]
    line, _ = _play(
        header, planned, lineup, lambda game, seat, choices: PlayingRecorder(game, seat, choices, lineup[seat])
    )
    return line


def difference(header: Header, planned: PlannedGame, line: Mapping[str, Any]) -> str | None:
    """Plays a game as a line says it went. Returns what is wrong with the line; None if nothing is."""
    lineup = [Entrant("random")] * len(planned.seats)  # names for errors, which do not arise
    try:
        again, recorders = _play(
            header, planned, lineup, lambda game, seat, choices: WrittenRecorder(game, seat, choices, line)
        )
    except (LookupError, TypeError, AttributeError):
        return "it is not of the form that docs/laboratory.md describes"
    damages = [each.damage for each in recorders if each.damage is not None]
    if damages:
        return min(damages)[1]
    return _first_difference("", dict(line), json.loads(json.dumps(again)))


def _play(
    header: Header,
    planned: PlannedGame,
    lineup: Sequence[PlayerFactory],
    recorder: Callable[[Game, int, list[dict[str, Any]]], R],
) -> tuple[dict[str, Any], Sequence[R]]:
    """Plays a game with a recorder in every seat. Returns its line, and the recorders."""
    game = header.variant.deal(header.seed, planned.deal)
    start, choices = game.state(), list[dict[str, Any]]()
    recorders = [recorder(game, seat, choices) for seat in range(len(game.names))]
    tell_all(recorders, game.table.events, game, lineup)
    for _ in play_decisions(game, lineup, f"{header.seed} {planned.deal}", recorders):
        choices[-1]["digest"] = digest(game)
    for each in recorders:
        each.end()
    result = result_of(game)
    line: dict[str, Any] = {
        "game": planned.number,
        "deal": planned.deal,
        "seats": dict(zip(game.names, planned.seats, strict=True)),
        "start": start,
        "record": game.record(),
        "choices": choices,
        "shares": dict(zip(game.names, result.shares, strict=True)),
        "stalled": result.stalled,
        "invalid": {game.names[each.seat]: each.invalid for each in recorders if each.invalid is not None},
    }
    return line, recorders


def _first_difference(where: str, found: Any, expected: Any) -> str | None:
    """Returns where two JSON values first differ, and how; None if they do not."""
    if _is_object(found) and _is_object(expected):
        pairs = [(key, found.get(key), expected.get(key)) for key in dict.fromkeys((*expected, *found))]
    elif _is_list(found) and _is_list(expected) and len(found) == len(expected):
        pairs = [(str(at), *each) for at, each in enumerate(zip(found, expected, strict=True), 1)]
    elif type(found) is type(expected) and found == expected:
        return None
    else:
        return f"{where.strip()} is {_shortened(found)}, but playing it again gives {_shortened(expected)}"
    differences = (_first_difference(f"{where} {name}", one, other) for name, one, other in pairs)
    return next((each for each in differences if each is not None), None)


def _is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)


def _is_list(value: Any) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _shortened(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= _QUOTED_CHARACTERS else text[:_QUOTED_CHARACTERS] + "…"
