"""A program of another author as a player: a process that is asked in lines of JSON (docs/ai.md).

Contenders are the participants of a match or a data set: such programs, kinds of AI seats, or Python classes.
"""

import argparse
import contextlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import threading
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final
from uuid import uuid4

from engine.ai import NotADistribution, Player
from engine.ai.distribution import checked, draw_weighted
from engine.errors import BadRequest
from engine.events import Event, to_json
from engine.moves import RESIGN, Move
from lab import entrants
from lab.entrants import Entrant
from lab.errors import LabError
from lab.parallel import end_of_process

START_SECONDS: Final = 10.0
"""Further time for a program's first answer, because the program must start first."""
_MAX_LINE_BYTES: Final = 65536
_QUOTED_CHARACTERS: Final = 60
"""Length at which a quoted answer of a program is cut."""
_LAST_WORDS_CHARACTERS: Final = 200
"""Length at which the last line on a program's standard error is cut."""
_MAX_UNREAD_LINES: Final = 8
_WATCH_SECONDS: Final = 0.25
"""How long a program is watched after its first game, for a line that nobody has asked for."""
_POSIX: Final = os.name == "posix"

_ANSWER_SECONDS: Final = 5.0
MAX_FAULTS: Final = 3
"""Faults of one player that end a run."""


class Fault(Exception):
    """A program broke the protocol. The message says how, and follows the program's name in a sentence."""


class Program:
    """A process that answers each line with a line. It plays one game after the other.

    `name` is its command line, `seconds` the time for each answer. Raises LabError if it does not start.
    """

    def __init__(self, name: str, seconds: float) -> None:
        self.name = name
        self._seconds = seconds
        self._is_running = False
        self.start()

    def start(self) -> None:
        """Starts the program, or starts it again after it was killed. Raises LabError."""
        if self._is_running:
            return
        self._timeout = self._seconds + START_SECONDS
        self._mark = uuid4().hex
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program to run
                shlex.split(self.name),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=os.environ | {"COUP_LAB_PROGRAM": self._mark},
                start_new_session=_POSIX,  # so that its child processes can be killed with it
            )
        except (OSError, ValueError, IndexError) as error:
            empty = "it has no words" if isinstance(error, IndexError) else str(error)
            reason = getattr(error, "strerror", None) or empty
            raise LabError(f"{self.name!r} does not start: {reason}.") from None
        self._is_running = True
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._questions: queue.Queue[bytes | None] = queue.Queue()
        self._unfinished = b""
        self._last_words = b""
        self._watched = False
        pipes = (
            (self._process.stdin, self._write_questions),
            (self._process.stdout, self._read_answers),
            (self._process.stderr, self._read_errors),
        )
        self._threads = [threading.Thread(target=work, args=(pipe,), daemon=True) for pipe, work in pipes]
        for thread in self._threads:
            thread.start()

    def new_player(self, names: Sequence[str], seat: int) -> "ProgramPlayer":
        """Returns the program's player for one game and seat. Raises LabError if it does not start again."""
        self.start()
        return ProgramPlayer(names, seat, self)

    def tell(self, line: Mapping[str, Any] | str) -> None:
        """Sends a line: a JSON object, or a text as it is.

        Raises Fault if the program has ended, or has written something without being asked.
        """
        self._check_silent(0.0)
        text = line if isinstance(line, str) else json.dumps(line)
        self._questions.put(text.encode(errors="surrogatepass") + b"\n")

    def tell_end(self, line: Mapping[str, Any]) -> None:
        """Sends the line that ends a game. Raises Fault like `tell`.

        After the first game also waits a moment, and raises Fault if the program answers. This finds a program
        that writes more answers than it is asked for.
        """
        self.tell(line)
        if not self._watched:
            self._watched = True
            self._check_silent(_WATCH_SECONDS)

    def ask(self, line: Mapping[str, Any] | str) -> bytes:
        """Sends a line and returns the program's answer. Raises Fault if there is none in time."""
        self.tell(line)
        timeout, self._timeout = self._timeout, self._seconds
        try:
            answer = self._answers.get(timeout=timeout)
        except queue.Empty:
            given = f"{timeout:g} s" + (", its start included" if timeout > self._seconds else "")
            if self._unfinished:
                raise Fault(f"wrote half a line, {quote(self._unfinished)}, and no end of it in {given}") from None
            if self._process.poll() is not None:  # a child process still has its output open
                raise Fault(self._ended()) from None
            raise Fault(f"did not answer within {given}") from None
        if answer is None:
            raise Fault(self._ended())
        return answer

    def close(self) -> None:
        """Closes the program's input, waits until it ends, and kills it if it does not.

        Raises Fault if it had written something without being asked.
        """
        if not self._is_running:
            return
        self._questions.put(None)
        try:
            early = self._answers.get(timeout=self._seconds)
        except queue.Empty:
            early = None
        self.kill()
        if early is not None:
            raise Fault(f"answered out of turn: it wrote {quote(early)} after its last game")

    def kill(self) -> None:
        """Kills the program and its child processes, on Linux also those that began a session of their own."""
        if not self._is_running:
            return
        self._is_running = False
        with contextlib.suppress(OSError):
            if _POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        for environment in Path("/proc").glob("[0-9]*/environ"):
            with contextlib.suppress(OSError):
                if self._mark.encode() in environment.read_bytes():
                    os.kill(int(environment.parent.name), signal.SIGKILL)
        self._questions.put(None)
        for thread in self._threads:
            thread.join(self._seconds)

    def _check_silent(self, seconds: float) -> None:
        """Raises Fault if the program has written a line without being asked, or does so within this time."""
        with contextlib.suppress(queue.Empty):
            early = self._answers.get(timeout=seconds)
            if early is None:
                raise Fault(self._ended())
            raise Fault(
                f"answered out of turn: it wrote {quote(early)} before it was asked; "
                'a line with "options": [] ends a game and asks nothing'
            )

    def _ended(self) -> str:
        if self._unfinished:
            return f"ended in the middle of a line, {quote(self._unfinished)}"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self._seconds)
        code = self._process.poll()
        if code is not None:
            # What it wrote last on standard error; a child process may keep the pipe open.
            self._threads[-1].join(self._seconds)
        how = "closed its output" if code is None else end_of_process(code)
        words = quote(self._last_words, _LAST_WORDS_CHARACTERS)
        return f"{how}; its last words were {words}" if self._last_words else how

    def _write_questions(self, stream: BinaryIO) -> None:
        with contextlib.suppress(OSError):
            while (line := self._questions.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _read_answers(self, stream: BinaryIO) -> None:
        # Reading stops if a program writes too many lines, or a line that is too long.
        while self._answers.qsize() < _MAX_UNREAD_LINES and len(self._unfinished) < _MAX_LINE_BYTES:
            piece = os.read(stream.fileno(), _MAX_LINE_BYTES)
            if not piece:
                break
            *lines, self._unfinished = (self._unfinished + piece).split(b"\n")
            for line in lines:
                self._answers.put(line)
        if len(self._unfinished) >= _MAX_LINE_BYTES:
            self._answers.put(self._unfinished)
        self._answers.put(None)
        stream.close()

    def _read_errors(self, stream: BinaryIO) -> None:
        while line := stream.readline(_MAX_LINE_BYTES):
            # Some programs end with a version or a blank line after the error.
            if line.strip() and (b"rror" in line or b"rror" not in self._last_words):
                self._last_words = line
        stream.close()


def quote(line: bytes, characters: int = _QUOTED_CHARACTERS) -> str:
    """Returns what a program wrote, shortened, for a message."""
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= characters else text[:characters] + "…")


class ProgramPlayer(Player):
    """A player whose decisions are made by a program.

    A program that breaks the protocol resigns; `fault` then says what it did, and is None otherwise.
    """

    def __init__(self, names: Sequence[str], seat: int, program: Program) -> None:
        super().__init__(names, seat)
        self.program = program
        self._events: list[dict[str, Any]] = []
        self.fault: str | None = None

    def observe(self, event: Event) -> None:
        """Keeps the event for the next line that the program gets."""
        self._events.append(to_json(event, self.names))

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """Returns the option that the program answers, or draws one by the probabilities that it answers."""
        answer = self.answer(view, options)
        return answer if isinstance(answer, Move) else draw_weighted(options, answer, chance)

    def answer(self, view: Mapping[str, Any], options: Sequence[Move]) -> Move | Sequence[float]:
        """Asks the program. Returns an option, or a probability for each; RESIGN if it breaks the protocol."""
        shown = [move.to_json(self.names) for move in options]
        try:
            return self._parse(self.program.ask(self._line(view, shown)), options)
        except Fault as fault:
            self.fault = str(fault)
            return RESIGN

    def end(self, view: Mapping[str, Any]) -> None:
        """Tells the program how the game ended; may set `fault`."""
        if self.fault is None:
            try:
                self.program.tell_end(self._line(view, []))
            except Fault as fault:
                self.fault = str(fault)

    def _line(self, view: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        events, self._events = self._events, []
        return {"view": view, "events": events, "options": options}

    def _parse(self, line: bytes, options: Sequence[Move]) -> Move | Sequence[float]:
        """Returns the option that an answer names, or the probabilities that it lists. Raises Fault."""
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Fault(f"answered {quote(line)}, which is no JSON") from None
        if type(answer) is int:
            if 0 <= answer < len(options):
                return options[answer]
            raise Fault(f"answered {quote(line)}, but the options were 0 to {len(options) - 1}")
        if isinstance(answer, dict):
            with contextlib.suppress(BadRequest):
                move = Move.from_json(answer, self.names)  # pyright: ignore[reportUnknownArgumentType] - checked there
                if move in options:
                    return move
        if isinstance(answer, list):
            try:
                return checked(answer, options)
            except NotADistribution as error:
                raise Fault(f"answered {quote(line)}: {error}") from None
        raise Fault(f"answered {quote(line)}, which is none of the options")


def contender(word: str, seconds: float) -> Entrant | Program:
    """Returns a participant: a kind of AI seat or a Python class, or a program, which it starts.

    `word` names the kind or the class, or is the command line of the program; `seconds` is the time for each
    answer. Raises LabError if `word` is neither.
    """
    if entrants.is_entrant(word):
        return entrants.parse(word)
    try:
        return Program(word, seconds)
    except LabError as error:
        raise LabError(f"{word!r} is no kind of AI seat, and as a program {error}") from None


def kill(contenders: Iterable[Entrant | Program]) -> None:
    """Ends the programs among contenders at once. Each is started again for its next game."""
    for each in contenders:
        if isinstance(each, Program):
            each.kill()


def add_seconds_argument(parser: argparse.ArgumentParser) -> None:
    """Adds the argument for the time that a program has for each answer."""
    told = f"for each answer of a program (default {_ANSWER_SECONDS:g})"
    parser.add_argument("--seconds", type=_seconds, default=_ANSWER_SECONDS, help=told)


def _seconds(word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = 0.0
    if not 0 < found <= 3600:
        raise argparse.ArgumentTypeError(f"{word!r} is no number of seconds")
    return found
