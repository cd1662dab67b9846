"""The referee: the engine over standard input and output, one JSON object a line (referee.md)."""

import json
import signal
import sys
from collections.abc import Mapping
from typing import Any, Final

from engine.errors import BadRequest, NoGame, Refused
from engine.events import Event, to_json
from engine.game import Game
from engine.setup import deal_from
from engine.views.view import prompt

DEEPEST_PERFT: Final = 12
_START: Final = ("new", "position", "replay")


class Referee:
    """Answers requests about one game at a time."""

    def __init__(self) -> None:
        self.game: Game | None = None

    def answer(self, line: str | bytes) -> dict[str, Any]:
        """Returns the reply to one line; a refusal changes nothing."""
        try:
            return self._reply(self._parse(line))
        except Refused as refusal:
            return {"ok": False, "error": refusal.code, "message": str(refusal)}

    def _parse(self, line: str | bytes) -> dict[str, Any]:
        try:
            request = json.loads(line if isinstance(line, str) else line.decode())
        except (ValueError, RecursionError):
            raise BadRequest("A request is one JSON object on one line.") from None
        if not isinstance(request, dict):
            raise BadRequest("A request is a JSON object.")
        return request  # pyright: ignore[reportUnknownVariableType] - JSON

    def _reply(self, request: dict[str, Any]) -> dict[str, Any]:
        for kind in _START:
            if kind in request:
                self._only(request, kind)
                return self._start(kind, request[kind])
        if self.game is None:
            raise NoGame
        game = self.game
        if "do" in request:
            return self._position(game, self._decide(game, request))
        for kind in ("state", "view", "record", "perft"):
            if kind in request:
                self._only(request, kind)
                return self._show(game, kind, request[kind])
        raise BadRequest("A request asks for one of the things that referee.md lists.")

    @staticmethod
    def _only(request: dict[str, Any], kind: str) -> None:
        if len(request) != 1:
            raise BadRequest(f"A request for {kind} holds nothing else.")

    def _start(self, kind: str, value: object) -> dict[str, Any]:
        if not isinstance(value, Mapping):
            raise BadRequest(f"{kind} is an object.")
        given: Mapping[str, Any] = value  # pyright: ignore[reportUnknownVariableType] - JSON
        if kind == "replay":
            game = Game.replay(given)
        else:
            game = Game(*deal_from(given)) if kind == "new" else Game.from_position(given)
        self.game = game
        return self._position(game, game.table.events)

    @staticmethod
    def _decide(game: Game, request: dict[str, Any]) -> list[Event]:
        if request["do"] != "timeout":
            return game.decide_json(request)
        if len(request) != 1:
            raise BadRequest("A timeout names no player.")
        return game.timeout()

    def _show(self, game: Game, kind: str, value: object) -> dict[str, Any]:
        if kind == "view":
            return {"ok": True, "view": game.view(None if value is None else game.seat(value))}
        if kind == "perft":
            if type(value) is not int or not 0 <= value <= DEEPEST_PERFT:
                raise BadRequest(f"perft counts sequences of 0 to {DEEPEST_PERFT} decisions.")
            return {"ok": True, "perft": perft(game, value)}
        if value is not True:
            raise BadRequest(f"Ask for the {kind} with true.")
        return self._position(game, []) if kind == "state" else {"ok": True, "record": game.record()}

    @staticmethod
    def _position(game: Game, events: list[Event]) -> dict[str, Any]:
        ask = game.ask
        return {
            "ok": True,
            "seq": game.seq,
            "question": game.question,
            "events": [to_json(event, game.names) for event in events],
            "pending": {}
            if ask is None
            else {game.names[seat]: prompt(ask, seat, game.names) for seat in sorted(ask.options)},
            "state": game.state(),
            "winner": None if game.winners is None else [game.names[seat] for seat in game.winners],
        }


def perft(game: Game, depth: int) -> int:
    """Counts the sequences of `depth` decisions from here, with pending players in every order.

    >>> perft(Game.new("classic", ["Ada", "Ben"], seed="00" * 32), 2)
    15
    """
    if depth == 0:
        return 1
    if game.ask is None:
        return 0
    choices = [(seat, move) for seat, options in game.ask.options.items() for move in options]
    if depth == 1:
        return len(choices)
    total = 0
    for seat, move in choices:
        after = game.clone()
        after.decide(seat, move)
        total += perft(after, depth - 1)
    return total


def main() -> None:
    """Serves standard input until it ends. Ctrl-C and a reader that has gone end it without a traceback."""
    for name in ("SIGINT", "SIGPIPE"):
        if number := getattr(signal, name, None):  # Windows has no SIGPIPE
            signal.signal(number, signal.SIG_DFL)
    referee = Referee()
    for line in sys.stdin.buffer:
        sys.stdout.write(json.dumps(referee.answer(line)) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
