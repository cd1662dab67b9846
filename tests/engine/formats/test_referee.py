"""The referee: every request of referee.md, and lines of any other text."""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.referee import Referee

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
POSITION = {
    "ruleset": "classic",
    "options": {"shuffle": False},
    "turn": "Ada",
    "players": [{"name": "Ada", "hand": ["captain", "duke"]}, {"name": "Ben", "hand": ["assassin", "contessa"]}],
}
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(("Ada", "Ben", "act", "income", "pass", "duke", "coup", "classic")),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.sampled_from(("do", "by", "at")), inner),
    max_leaves=12,
)
words = st.sampled_from(
    [
        *("by", "do", "at", "action", "target", "card", "cards", "role", "name", "hand", "coins", "tokens", "mat"),
        *("new", "position", "replay", "view", "perft", "state", "record", "decisions", "result"),
        *("ruleset", "players", "options", "pool", "turn", "seed"),
    ]
)


@pytest.fixture
def referee() -> Referee:
    """A game that waits for Ada."""
    started = Referee()
    assert ask(started, {"position": POSITION})["ok"]
    return started


def ask(referee: Referee, request: object) -> dict[str, Any]:
    """Returns the reply to a request, after a round trip through JSON text."""
    return json.loads(json.dumps(referee.answer(json.dumps(request))))


def test_without_a_game_only_a_start_is_accepted() -> None:
    referee = Referee()
    for request in ({"state": True}, {"record": True}, {"view": None}, {"perft": 1}, {"do": "timeout"}):
        assert ask(referee, request)["error"] == "no_game"
    assert ask(referee, {"new": {"ruleset": "classic", "players": ["Ada", "Ben"]}})["ok"]


def test_a_reply_has_its_documented_shape(referee: Referee) -> None:
    reply = ask(referee, {"by": "Ada", "do": "act", "action": "tax", "at": 0})
    assert list(reply) == ["ok", "seq", "question", "events", "pending", "state", "winner"]
    assert (reply["seq"], reply["question"], reply["winner"]) == (1, 1, None)
    assert reply["events"][0] == {"type": "action", "by": "Ada", "action": "tax", "role": "duke"}
    assert reply["pending"] == {
        "Ben": {"prompt": "respond", "options": [{"do": "pass"}, {"do": "challenge"}], "default": 0}
    }


def test_state_view_record_and_perft_change_nothing(referee: Referee) -> None:
    before = ask(referee, {"state": True})
    assert ask(referee, {"view": "Ben"})["view"]["you"] == "Ben"
    assert "you" not in ask(referee, {"view": None})["view"]
    assert ask(referee, {"record": True})["record"] == {"position": POSITION, "decisions": [], "result": None}
    assert ask(referee, {"perft": 0})["perft"] == 1
    assert ask(referee, {"perft": 1})["perft"] == len(before["pending"]["Ada"]["options"])
    assert ask(referee, {"state": True}) == before


def test_private_events_name_who_may_see_them(referee: Referee) -> None:
    ask(referee, {"by": "Ada", "do": "act", "action": "exchange"})
    events = ask(referee, {"by": "Ben", "do": "pass"})["events"]
    drawn = next(event for event in events if event["type"] == "drew")
    assert drawn["to"] == ["Ada"]
    assert len(drawn["cards"]) == 2


def test_a_record_is_replayed_to_the_same_state(referee: Referee) -> None:
    for request in ({"by": "Ada", "do": "act", "action": "tax"}, {"do": "timeout"}, {"by": "Ben", "do": "resign"}):
        assert ask(referee, request)["ok"]
    record = ask(referee, {"record": True})["record"]
    assert record["result"] == ["Ada"]
    assert record["decisions"][-1] == {"by": "Ben", "do": "resign"}
    end = ask(referee, {"state": True})
    replayed = ask(Referee(), {"replay": record})
    assert (replayed["state"], replayed["winner"], replayed["seq"]) == (end["state"], ["Ada"], 3)
    assert ask(referee, {"replay": {**record, "result": ["Ben"]}})["error"] == "bad_request"
    assert ask(referee, {"state": True}) == end


def test_refusals_have_the_documented_code(referee: Referee) -> None:
    expected = {
        "not_pending": {"by": "Ben", "do": "pass"},
        "illegal_decision": {"by": "Ada", "do": "pass"},
        "unknown_player": {"by": "Zoe", "do": "pass"},
        "stale": {"by": "Ada", "do": "act", "action": "income", "at": 9},
        "bad_request": {"by": "Ada", "do": "dance"},
    }
    for error, request in expected.items():
        assert ask(referee, request)["error"] == error
    ask(referee, {"by": "Ben", "do": "resign"})
    ask(referee, {"by": "Ada", "do": "act", "action": "income"})
    assert ask(referee, {"by": "Ada", "do": "act", "action": "income"})["error"] == "game_over"


def check_nothing_happens(line: str | bytes) -> None:
    referee = Referee()
    ask(referee, {"position": POSITION})
    before = ask(referee, {"state": True})
    reply = referee.answer(line)
    json.dumps(reply)
    if not reply["ok"]:
        assert isinstance(reply["error"], str)
        assert 0 < len(reply["message"]) < 500
        assert ask(referee, {"state": True}) == before


@settings(max_examples=20)
@given(request=json_values | st.dictionaries(words, json_values, max_size=5))
def test_any_json_gets_a_reply(request: object) -> None:
    check_nothing_happens(json.dumps(request))


@settings(max_examples=25)
@given(kind=st.sampled_from(("new", "position", "replay")), value=st.dictionaries(words, json_values, max_size=8))
def test_any_start_of_a_game_gets_a_reply(kind: str, value: object) -> None:
    check_nothing_happens(json.dumps({kind: value}))


@settings(max_examples=40)
@given(line=st.binary(max_size=40))
def test_any_bytes_get_a_reply(line: bytes) -> None:
    check_nothing_happens(line)


@pytest.mark.parametrize(
    "shape", ["%s", '{"by":%s,"do":"pass"}', '{"by":"Ada","do":"act","action":%s}', '{"view":%s}']
)
def test_deeply_nested_lines_are_refused(shape: str) -> None:
    for depth in [100, 900, 975, 981, 985, 990, 995, 1000, 5000, 100_000]:
        check_nothing_happens(shape % ("[" * depth + "]" * depth))
        check_nothing_happens(shape % ('{"a":' * depth + "1" + "}" * depth))


def test_a_line_that_is_too_long_is_refused() -> None:
    check_nothing_happens(json.dumps({"by": "Ada", "do": "act", "action": "x" * 1_000_000}))
    check_nothing_happens('{"perft":' + "9" * 10_000 + "}")


def test_over_standard_input_each_line_gets_one_line() -> None:
    lines = [json.dumps({"position": POSITION}).encode(), b"", b"\xff\xfe", b"{}", b'{"state": true}\r']
    done = subprocess.run(
        [sys.executable, "-m", "engine.referee"],
        input=b"\n".join(lines) + b"\n",
        capture_output=True,
        cwd=ROOT,
        check=True,
    )
    replies = [json.loads(line) for line in done.stdout.splitlines()]
    assert [reply["ok"] for reply in replies] == [True, False, False, False, True]


def test_ctrl_c_ends_it_without_a_traceback() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "engine.referee"], stdin=pipe, stdout=pipe, stderr=pipe, cwd=ROOT
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        assert process.stdout.readline(), "it runs"
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == b""


def test_it_ends_without_a_traceback_when_nobody_reads_its_replies() -> None:
    words = f"yes | {sys.executable} -m engine.referee | head -1"
    done = subprocess.run(["sh", "-c", words], capture_output=True, cwd=ROOT, check=True)
    assert json.loads(done.stdout)["error"] == "bad_request"
    assert b"Traceback" not in done.stderr
