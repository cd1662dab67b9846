"""Policies: Python classes of other authors. The players of each class play in a process of their own.

So a player sees copies of what its seat may know, and never the game; and the run survives the end of its process.
"""

import os
import sys
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import count
from multiprocessing import get_context
from multiprocessing.connection import Connection
from random import Random
from typing import Any, Final
from weakref import finalize

from engine import Event, Move
from engine.ai import Player
from engine.ai.distribution import checked
from engine.moves import RESIGN
from lab.arena import describe
from lab.errors import PLAYER_ERRORS, LabError, PlayerFailed, quoted
from lab.parallel import ctrl_c_ignored, end_of_process, start_process

_RESIGNS: Final = -1
"""Stands for the number of an option if a player resigns."""
_numbers = count()
"""The numbers of the players of all classes."""


class _Host:
    """The process of a class. Raises LabError if there is no such class.

    `seconds` is the processor time that its players have used. `dropped` has the numbers of those whose games are
    over.
    """

    def __init__(self, word: str) -> None:
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, word), daemon=True)
        with ctrl_c_ignored():  # so that the process ignores it from the beginning
            self._process.start()
        theirs.close()
        self.seconds = 0.0
        self.dropped: list[int] = []
        try:
            self._answer()
        except PlayerFailed as fault:
            raise LabError(f"{word}: {fault}.") from None

    def tell(self, method: str, number: int, *arguments: object) -> None:
        """Has a player carry out a method. A fault of it is one of the next method that is asked for an answer."""
        self._send(False, method, number, *arguments)

    def ask(self, method: str, number: int, *arguments: object) -> Any:
        """Returns what a method of a player returns. Raises PlayerFailed."""
        self._send(True, method, number, *arguments)
        return self._answer()

    def _send(self, *message: object) -> None:
        with suppress(OSError):  # the process has ended; `_answer` finds out how
            self._pipe.send(message)

    def _answer(self) -> Any:
        try:
            fault, value, self.seconds = self._pipe.recv()
        except (EOFError, OSError):
            self._process.join()
            ended = end_of_process(self._process.exitcode or 0)
            self.end()
            raise PlayerFailed(f"its process {ended}") from None
        except BaseException:  # Ctrl-C: an answer may come that nobody waits for
            self.end()
            raise
        if fault is not None:
            raise PlayerFailed(fault)
        return value

    @property
    def is_alive(self) -> bool:
        """Whether its players can be asked."""
        return not self._pipe.closed

    def end(self) -> None:
        """Ends the process."""
        self._pipe.close()
        self._process.kill()
        self._process.join()


_hosts: dict[str, _Host] = {}


def start(word: str) -> _Host:
    """Returns the process of the class that `MODULE:CLASS` names; starts it if it does not run.

    Raises LabError if there is no such class.
    """
    host = _hosts.get(word)
    if host is None or not host.is_alive:
        host = _hosts[word] = _Host(word)
    return host


def end_all() -> None:
    """Ends the processes of all classes."""
    while _hosts:
        _hosts.popitem()[1].end()


def processor_seconds() -> float:
    """Returns the processor time of this process and of the players of all classes."""
    return time.process_time() + sum(host.seconds for host in _hosts.values())


class PolicyPlayer(Player):
    """A player of a class, seen from the laboratory.

    `tells_probabilities` says whether `probabilities` are those of its choices. Raises PlayerFailed, as all its
    methods do, if the player does something wrong or its process ends.
    """

    def __init__(self, word: str, names: Sequence[str], seat: int) -> None:
        super().__init__(names, seat)
        self._host = start(word)
        self._number = next(_numbers)
        dropped, self._host.dropped = self._host.dropped, []
        made = self._host.ask("new", self._number, dropped, self.names, seat)
        self.listens, self.tells_probabilities = made
        finalize(self, self._host.dropped.append, self._number)

    def observe(self, event: Event) -> None:
        """Passes an event on. What goes wrong is a fault at the next question, or when the game is over."""
        if event["type"] == "over":
            self._host.ask("observe", self._number, event)
        else:
            self._host.tell("observe", self._number, event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: Random) -> Move:
        """Returns what the player chooses."""
        index: int = self._host.ask("choose", self._number, view, options, chance)
        return RESIGN if index == _RESIGNS else options[index]

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float] | None:
        """Returns the player's probabilities, checked."""
        return self._host.ask("probabilities", self._number, view, options)

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: Random
    ) -> Sequence[float] | None:
        """Returns what the player expects."""
        return self._host.ask("win_chances", self._number, view, options, chance)


def tells_probabilities(kind: type[Player]) -> bool:
    """Whether the probabilities of a class are those of its choices; a subclass may have changed only these."""
    own = next(each for each in kind.__mro__ if vars(each).keys() & {"probabilities", "choose", "pick"})
    return own is not Player and "probabilities" in vars(own)


def _serve(pipe: Connection, word: str) -> None:
    """Lets the players of a class play, in its process."""
    start_process()
    if sys.stdout:
        sys.stdout.reconfigure(line_buffering=True)  # pyright: ignore - what a player prints appears at once
    seats: dict[int, _Seat] = {}
    try:
        kind, fault = _class(word), None
    except PlayerFailed as error:
        kind, fault = Player, str(error)
    pipe.send((fault, None, 0.0))
    began = time.process_time()
    while True:
        try:
            asks, method, number, *arguments = pipe.recv()
        except EOFError:
            return
        if method == "new":
            dropped, *who = arguments
            for each in dropped:
                del seats[each]
            seats[number], arguments = _Seat(kind, *who), []
        fault, value = seats[number].carry_out(method, arguments)
        if asks:
            pipe.send((fault, value, time.process_time() - began))


class _Seat:
    """A seat of a game, in the process of its class. After its first fault it does nothing."""

    def __init__(self, kind: type[Player], names: Sequence[str], seat: int) -> None:
        self._kind, self._names, self._seat = kind, names, seat
        self._fault: str | None = None

    def carry_out(self, method: str, arguments: Sequence[Any]) -> tuple[str | None, Any]:
        """Carries out one of the methods below. Returns the fault, None if there is none; and the answer."""
        if self._fault is None:
            try:
                return None, getattr(self, method)(*arguments)
            except PLAYER_ERRORS as error:
                self._fault = describe(error)
        return self._fault, None

    def new(self) -> tuple[bool, bool]:
        """Makes the player. Returns whether it listens, and whether it tells its probabilities."""
        self._player = self._kind(self._names, self._seat)
        return getattr(self._player, "listens", True), tells_probabilities(self._kind)

    def observe(self, event: Event) -> None:
        """Passes an event on."""
        self._player.observe(event)

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: Random) -> int:
        """Returns the number of the option that the player chooses."""
        move = self._player.choose(view, options, chance)
        if move is RESIGN:
            return _RESIGNS
        if move not in options:
            raise PlayerFailed(f"it chose {move}, which is none of its options")
        return options.index(move)

    def probabilities(self, view: Mapping[str, Any], options: Sequence[Move]) -> Sequence[float] | None:
        """Returns the player's probabilities, None if it has none."""
        given = self._player.probabilities(view, options)
        return None if given is None else checked(given, options)

    def win_chances(
        self, view: Mapping[str, Any], options: Sequence[Move], chance: Random
    ) -> Sequence[float] | None:
        """Returns a chance to win for each option, None if the player has none."""
        given = self._player.win_chances(view, options, chance)
        if given is None:
            return None
        expected = [float(each) for each in given]
        if len(expected) != len(options):
            raise PlayerFailed(f"it gave {len(expected)} chances to win for {len(options)} options")
        return expected


def _class(word: str) -> type[Player]:
    """Imports the class that `MODULE:CLASS` names; the working folder is searched first. Raises PlayerFailed."""
    module, _, name = word.partition(":")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found = getattr(import_module(module), name, None)
    except PLAYER_ERRORS as error:
        raise PlayerFailed(f"the module cannot be imported: {quoted(error)}") from error
    if found is None:
        raise PlayerFailed(f"the module {module} has no class {name}")
    if not (isinstance(found, type) and issubclass(found, Player)):
        raise PlayerFailed(f"{name} is no subclass of engine.ai.Player")
    return found
