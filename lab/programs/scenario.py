"""Plays one scenario of the conformance format (referee.md, 'Conformance files') through a referee."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

_PASSING_PROMPTS: Final = ("respond", "defuse", "estate")
_MAX_PASSES: Final = 500
_BEGINS: Final = {"position", "new"}
"""The fields of a request that begins another game."""
_MULTISETS: Final = ("hand", "lost", "aside", "out", "mat")
_QUOTED_CHARACTERS: Final = 200
"""Length at which a value is cut in a message."""

Referee = Callable[[str], Any]
"""Answers a line with the reply that a program printed, as a JSON value."""


class Mismatch(Exception):
    """The referee differs from the scenario. The message says at which step, and how."""


class Scenario:
    """A running scenario: `reply` is the last reply that showed the game."""

    def __init__(self, scenario: Mapping[str, Any], referee: Referee) -> None:
        self.scenario = scenario
        self.reply: dict[str, Any] = {}
        self._referee = referee

    def play(self) -> None:
        """Plays it to the end. Raises Mismatch."""
        kind = "position" if "position" in self.scenario else "new"
        self._step("at the start", {kind: self.scenario[kind]})
        for number, item in enumerate(self.scenario["script"], 1):
            self._step(f"step {number}, {_quote(item)}", item)
        self._step("at the end", {"check": self.scenario["expect"]})

    def _step(self, where: str, item: Mapping[str, Any]) -> None:
        try:
            self._play_item(item)
        except Mismatch as mismatch:
            raise Mismatch(f"{where}: {mismatch}") from None
        except (LookupError, TypeError, AttributeError) as error:
            raise Mismatch(f"{where}: a reply is not of the form of referee.md: {error!r}") from None

    def _play_item(self, item: Mapping[str, Any]) -> None:
        """Plays one item of the script."""
        match item:
            case {"all": "pass"}:
                self._everybody_passes()
            case {"illegal": attempt}:
                self._is_refused(attempt)
            case {"legal": expected}:
                for name, moves in expected.items():
                    _expect(f"{name}'s options", self._options(name), _as_set(moves))
            case {"offers": expected}:
                for name, moves in expected.items():
                    _expect(f"{name}'s missing options", _as_set(moves) - self._options(name), set[str]())
            case {"withholds": expected}:
                for name, moves in expected.items():
                    _expect(f"{name}'s wrong options", _as_set(moves) & self._options(name), set[str]())
            case {"check": expected}:
                self._check(expected)
            case _:
                self._request(item)

    def _request(self, request: Mapping[str, Any]) -> None:
        """Sends a request that must succeed."""
        reply = self._referee(json.dumps(request))
        if reply["ok"] is not True:
            raise Mismatch(f"it is refused: {_quote(reply.get('message', reply))}")
        if "pending" in reply:
            _check_form(reply, {} if request.keys() & _BEGINS else self.reply)
            self.reply = reply

    def _is_refused(self, attempt: object) -> None:
        """Sends a request that must be refused and change nothing; a string is sent unchanged."""
        before = self._shown()
        reply = self._referee(attempt if isinstance(attempt, str) else json.dumps(attempt))
        if reply["ok"] is not False:
            raise Mismatch("it is carried out, but must be refused")
        if not isinstance(reply["error"], str):
            raise Mismatch("the refusal has no error code")
        self._request({"state": True})
        _expect("after the refusal, the game", self._shown(), before)

    def _shown(self) -> tuple[object, ...]:
        """What a refusal must not change."""
        asked = {name: (each["prompt"], self._options(name)) for name, each in self.reply["pending"].items()}
        return self.reply["state"], asked, self.reply["winner"]

    def _everybody_passes(self) -> None:
        """Lets every pending player who may pass do so, in seat order, until nobody can."""
        seats = [player["name"] for player in self.reply["state"]["players"]]
        for _ in range(_MAX_PASSES):
            pending = self.reply["pending"]
            able = [
                name
                for name in seats
                if name in pending
                and pending[name]["prompt"] in _PASSING_PROMPTS
                and {"do": "pass"} in pending[name]["options"]
            ]
            if not able:
                return
            self._request({"by": able[0], "do": "pass"})
        raise Mismatch("passing never ends")

    def _options(self, name: str) -> set[str]:
        """Returns all decisions that a player may take now."""
        return _as_set(self.reply["pending"].get(name, {"options": []})["options"])

    def _check(self, expected: Mapping[str, Any]) -> None:
        """Compares the parts that the scenario names; the others may have any value."""
        state: dict[str, Any] = self.reply["state"]
        players = {player["name"]: player for player in state["players"]}
        for key, wanted in expected.items():
            match key:
                case "players":
                    for name, facts in wanted.items():
                        for fact, value in facts.items():
                            is_multiset = fact in _MULTISETS
                            found = players[name].get(fact, [] if is_multiset else None)
                            _same(f"{name}'s {fact}", found, value, is_multiset=is_multiset)
                case "pending":
                    prompts = {name: asked["prompt"] for name, asked in self.reply["pending"].items()}
                    _same("pending", prompts, wanted)
                case "winner":
                    winner = self.reply["winner"]
                    _same("the winner", winner and sorted(winner), wanted and sorted(wanted))
                case "deck_size":
                    _same("the size of the deck", len(state["deck"]), wanted)
                case "tokens":
                    for token, place in wanted.items():
                        lying: dict[str, Any] = state.get("tokens") or {}
                        found = _comparable(token, lying.get(token))
                        _same(f"the {token} token", found, _comparable(token, place))
                case _:
                    is_multiset = key in _MULTISETS
                    _same(
                        key,
                        state.get(key) or [] if is_multiset else state.get(key),
                        wanted,
                        is_multiset=is_multiset,
                    )


def _check_form(reply: Mapping[str, Any], before: Mapping[str, Any]) -> None:
    """Raises Mismatch if a reply that shows the game contradicts itself, or its question the reply before."""
    question, open_before = reply["question"], before.get("pending", {})
    is_asked_anew = any(
        name not in open_before or asked["prompt"] != open_before[name]["prompt"]
        for name, asked in reply["pending"].items()
    )
    least = before.get("question", -1) + is_asked_anew
    if type(question) is not int or question < least:
        raise Mismatch(f"the number of the question is {_quote(question)}, but must be at least {least}")
    for name, asked in reply["pending"].items():
        if not (asked["options"] and asked["default"] in range(len(asked["options"]))):
            raise Mismatch(f"the default of {name} is none of its options")
    if (reply["winner"] is None) != bool(reply["pending"]):
        raise Mismatch("either somebody is pending or somebody has won")


def _as_set(moves: Sequence[Mapping[str, Any]]) -> set[str]:
    """Returns decisions in a form that compares in any order."""
    return {json.dumps(move, sort_keys=True) for move in moves}


def _comparable(token: str, place: Any) -> object:
    """Returns a token in a form to compare: None, [] and missing are equal; allies may be in any order."""
    if not place:
        return None
    return sorted(place) if token == "treaty" else place  # noqa: S105 - a token of the game


def _same(what: str, found: Any, wanted: Any, *, is_multiset: bool = False) -> None:
    """Compares one fact."""
    if is_multiset:
        _expect(what, sorted(found, key=json.dumps), sorted(wanted, key=json.dumps))
    else:
        _expect(what, found, wanted)


def _expect(what: str, found: object, wanted: object) -> None:
    if found != wanted:
        raise Mismatch(f"{what}: {_quote(found)} instead of {_quote(wanted)}")


def _quote(value: object) -> str:
    if isinstance(value, set | frozenset):
        several: set[Any] = set(value)  # pyright: ignore[reportUnknownArgumentType] - texts of moves
        text = ", ".join(sorted(map(str, several))) or "none"
    elif isinstance(value, str):
        text = value
    else:
        text = json.dumps(value, default=sorted)
    return text if len(text) <= _QUOTED_CHARACTERS else text[:_QUOTED_CHARACTERS] + "…"
