"""Programs: players of other authors, each a process that is asked in JSON lines (docs/ai.md says how)."""

import contextlib
import json
import os
import queue
import random
import shlex
import signal
import subprocess
import threading
from collections.abc import Mapping, Sequence
from typing import Any, BinaryIO, Final

from engine.ai import Player
from engine.errors import BadRequest
from engine.events import Event, to_json
from engine.moves import RESIGN, Move
from lab.errors import LabError

STARTING: Final = 10.0
"""Seconds that a program's first answer may take beyond the limit."""
_LONGEST_LINE: Final = 65536
_QUOTED: Final = 60  # characters of what a program answered
_LAST_WORDS: Final = 200  # characters of what it said before it ended
_AHEAD: Final = 8  # lines that wait to be looked at
_LINGERS: Final = 0.25
"""Seconds for which a program is watched after its first game: who is a line ahead shows it there."""
_POSIX: Final = os.name == "posix"


class Fault(Exception):
    """A program broke the protocol; the text says how."""


class Program:
    """A process that answers lines with lines, in `limit` seconds each. Raises LabError if it does not start."""

    def __init__(self, command: str, limit: float) -> None:
        self.command = command
        self._limit = limit
        self._patience = limit + STARTING
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever runs a match runs the program on purpose
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=_POSIX,  # so that its own children can be ended with it
            )
        except (OSError, ValueError, IndexError) as error:
            empty = "it has no words" if isinstance(error, IndexError) else str(error)
            reason = getattr(error, "strerror", None) or empty
            raise LabError(
                f"{command!r} is no kind of AI seat, and as a program it does not start: {reason}."
            ) from None
        self._answers: queue.Queue[bytes | None] = queue.Queue()
        self._questions: queue.Queue[bytes | None] = queue.Queue()
        self._half = b""
        self._last_words = b""
        self._watched = False
        pipes = (
            (self._process.stdin, self._write),
            (self._process.stdout, self._read),
            (self._process.stderr, self._listen),
        )
        self._threads = [threading.Thread(target=work, args=(pipe,), daemon=True) for pipe, work in pipes]
        for thread in self._threads:
            thread.start()

    def tell(self, line: Mapping[str, Any]) -> None:
        """Sends a line. Raises Fault if the program has written something unasked, or has ended."""
        self._watch(0.0)
        self._questions.put(json.dumps(line).encode() + b"\n")

    def tell_end(self, line: Mapping[str, Any]) -> None:
        """Sends the line that ends a game. Raises Fault like `tell`, and for what the program answers to it."""
        self.tell(line)
        if not self._watched:
            self._watched = True
            self._watch(_LINGERS)

    def ask(self, line: Mapping[str, Any]) -> bytes:
        """The line that the program answers a line with. Raises Fault if there is none in time."""
        self.tell(line)
        patience, self._patience = self._patience, self._limit
        try:
            answer = self._answers.get(timeout=patience)
        except queue.Empty:
            if self._half:
                raise Fault(
                    f"wrote half a line, {_quoted(self._half)}, and no end of it in {patience:g} s"
                ) from None
            if self._process.poll() is not None:  # and what it has started keeps its output open
                raise Fault(self._ended()) from None
            raise Fault(f"did not answer within {patience:g} s") from None
        if answer is None:
            raise Fault(self._ended())
        return answer

    def close(self) -> None:
        """Lets the program end, and ends it if it does not. Raises Fault if it had written something unasked."""
        self._questions.put(None)
        try:
            early = self._answers.get(timeout=self._limit)
        except queue.Empty:
            early = None
        self.kill()
        if early is not None:
            raise Fault(f"answered out of turn: it wrote {_quoted(early)} after its last game")

    def kill(self) -> None:
        """Ends the program and all it has started."""
        with contextlib.suppress(OSError):
            if _POSIX:
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._questions.put(None)
        for thread in self._threads:
            thread.join(self._limit)

    def _watch(self, seconds: float) -> None:
        with contextlib.suppress(queue.Empty):
            early = self._answers.get(timeout=seconds)
            if early is None:
                raise Fault(self._ended())
            raise Fault(f"answered out of turn: it wrote {_quoted(early)} before it was asked")

    def _ended(self) -> str:
        if self._half:
            return f"ended in the middle of a line, {_quoted(self._half)}"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(self._limit)
        code = self._process.poll()
        if code is not None:
            self._threads[-1].join(self._limit)  # until its last words are read, unless a child of its own goes on
        how = (
            "closed its output"
            if code is None
            else "ended itself"
            if code >= 0
            else f"was ended by signal {-code}"
        )
        how += f" with exit code {code}" if code is not None and code >= 0 else ""
        return how + (
            f"; its last words were {_quoted(self._last_words, _LAST_WORDS)}" if self._last_words else ""
        )

    def _write(self, stream: BinaryIO) -> None:
        with contextlib.suppress(OSError):
            while (line := self._questions.get()) is not None:
                stream.write(line)
                stream.flush()
        with contextlib.suppress(OSError):
            stream.close()

    def _read(self, stream: BinaryIO) -> None:
        # Who writes on and on unasked is not read any further, and what is a line has an end.
        while self._answers.qsize() < _AHEAD and len(self._half) < _LONGEST_LINE:
            piece = os.read(stream.fileno(), _LONGEST_LINE)
            if not piece:
                break
            *lines, self._half = (self._half + piece).split(b"\n")
            for line in lines:
                self._answers.put(line)
        if len(self._half) >= _LONGEST_LINE:
            self._answers.put(self._half)
        self._answers.put(None)
        stream.close()

    def _listen(self, stream: BinaryIO) -> None:
        while line := stream.readline(_LONGEST_LINE):  # some end with a version or a blank line
            if line.strip() and (b"rror" in line or b"rror" not in self._last_words):
                self._last_words = line
        stream.close()


def _quoted(line: bytes, most: int = _QUOTED) -> str:
    text = line.decode(errors="replace").strip()
    return repr(text if len(text) <= most else text[:most] + "…")


class ProgramPlayer(Player):
    """A seat for which a program answers. One that breaks the protocol resigns; `fault` then says how it did."""

    def __init__(self, names: Sequence[str], seat: int, program: Program) -> None:
        super().__init__(names, seat)
        self._program = program
        self._events: list[dict[str, Any]] = []
        self.fault: str | None = None

    def observe(self, event: Event) -> None:
        """Keeps the event for the next line."""
        self._events.append(to_json(event, self.names))

    def choose(self, view: Mapping[str, Any], options: Sequence[Move], chance: random.Random) -> Move:
        """What the program answers; to resign, if that is nothing of use."""
        shown = [move.to_json(self.names) for move in options]
        try:
            return self._meant(self._program.ask(self._line(view, shown)), options)
        except Fault as fault:
            self.fault = str(fault)
            return RESIGN

    def end(self, view: Mapping[str, Any]) -> None:
        """Tells the program how the game ended; `fault` may be set then, too."""
        if self.fault is None:
            try:
                self._program.tell_end(self._line(view, []))
            except Fault as fault:
                self.fault = str(fault)

    def _line(self, view: Mapping[str, Any], options: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        events, self._events = self._events, []
        return {"view": view, "events": events, "options": options}

    def _meant(self, line: bytes, options: Sequence[Move]) -> Move:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise Fault(f"answered {_quoted(line)}, which is no JSON") from None
        if type(answer) is int:
            if 0 <= answer < len(options):
                return options[answer]
            raise Fault(f"answered {_quoted(line)}, but the options were 0 to {len(options) - 1}")
        if isinstance(answer, dict):
            with contextlib.suppress(BadRequest):
                move = Move.from_json(answer, self.names)  # pyright: ignore[reportUnknownArgumentType] - checked there
                if move in options:
                    return move
        raise Fault(f"answered {_quoted(line)}, which is none of the options")
