"""Information states: they have perfect recall, and nothing in them that the seat does not know."""

import random
import re
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from data import ROOT
from engine import RULESETS, Edition, Game, Move
from engine.catalogue import pool_roles
from engine.events import TYPES, WORDS, visible_to
from lab.errors import LabError
from lab.tensors.decisions import Decisions, action_columns
from lab.tensors.information_state import ROW_TYPES, InformationState, layout
from tests.harness.random_games import random_new_game, redeal_hidden_from

SEATS = ("by", "target", "recipient", "against", "of", "on")
ROLES = ("role", "denied", "taxed_role", "named_role")
NUMBERS = ("amount", "coins", "returned", "estate", "share", "off", "question", "direction")


def decoded(edition: Edition, viewer: int, row: Sequence[int]) -> dict[str, Any]:
    """The facts that a row tells, by the documented layout alone."""
    cards, facts = sorted(set(edition.deck)), dict[str, Any]()
    actions = [edition.roles[each] if isinstance(each, int) else each for each in action_columns(edition)]
    shown = [0] * edition.seats
    held: list[str] = []
    for name, value in zip(layout(edition), row, strict=True):
        if name.startswith("seat "):
            shown[(int(name[5:]) + viewer) % edition.seats] = value
        elif name.startswith("card ") and value:
            held.append(cards[value - 1])
        elif value == -1:
            facts[name] = None
        elif value and name in SEATS:
            facts[name] = (value - 1 + viewer) % edition.seats
        elif value and name in ROLES:
            facts[name] = edition.roles[value - 1]
        elif value and name in NUMBERS:
            facts[name] = value - 1
        elif value:
            among: Mapping[str, Sequence[Any]] = {"type": ROW_TYPES, "card": cards, "action": actions, **WORDS}
            facts[name] = among[name][value - 1] if name in among else value
    return facts | ({"cards": held} if held else {}) | ({"seats": shown} if any(shown) else {})


def told(event: Mapping[str, Any], seats: int) -> dict[str, Any]:
    """An event in the form of `decoded`."""
    facts = {name: value for name, value in event.items() if name not in ("to", "winners", "shared", "cards")}
    listed = event.get("winners", event.get("shared", ()))
    shown = {"seats": [int(seat in listed) for seat in range(seats)]} if listed else {}
    return facts | ({"cards": list(event["cards"])} if event.get("cards") else {}) | shown


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("number", range(3))
def test_every_event_and_every_own_decision_can_be_read_back(ruleset: str, number: int) -> None:
    game, chance = random_new_game(ruleset, number)
    edition, seats = game.table.edition, range(len(game.names))
    states = [InformationState(edition, seat) for seat in seats]
    known: list[list[Any]] = [[] for _ in seats]
    events = game.table.events
    while game.seq < 250:
        for seat in seats:
            for event in events:
                if visible_to(event, seat):
                    states[seat].observe(event)
                    known[seat].append(told(event, len(seats)))
        if game.ask is None:
            break
        asked = chance.choice(sorted(game.ask.options))
        move = chance.choice(game.ask.options[asked])
        states[asked].decide(game.view(asked), move)
        pending = [int(seat in game.ask.options) for seat in seats]
        known[asked].append((move, game.question, pending))
        events = game.decide(asked, move)
    decisions = Decisions(edition)
    for seat in seats:
        view = game.view(seat)
        rows = [decoded(edition, seat, row) for row in states[seat].rows(view)]
        for row, fact in zip(rows, known[seat], strict=False):
            if isinstance(fact, dict):
                assert row == fact
            else:
                move, question, pending = fact
                assert (row["type"], row["question"], row["seats"]) == ("decision", question, pending)
                assert row["decision"] == decisions.numbers(edition, (move,), seat)[0] + 1
        now = rows[len(known[seat]) :]
        assert [row["coins"] for row in now if row["type"] == "player"] == list(game.table.coins)
        names = [*pool_roles(ruleset), *RULESETS[ruleset].joining.values()]
        assert [names[row["pool"] - 1] for row in now if row["type"] == "pool"] == view.get("pool", [])
        assert (now[-1]["type"], now[-1]["question"]) == ("question", game.question)


def play(game: Game, viewer: int, moves: Sequence[tuple[int, Move]]) -> tuple[list[Any], list[list[int]]]:
    """Plays moves as far as they are allowed. Returns all that the viewer knows, and its information state."""
    state, known = InformationState(game.table.edition, viewer), list[Any]()
    for seat, move in moves:
        if game.ask is None or move not in game.ask.options.get(seat, ()):
            break
        if seat == viewer:
            known.append((game.view(seat), move))
            state.decide(game.view(seat), move)
        for event in game.decide(seat, move):
            if visible_to(event, viewer):
                known.append({name: value for name, value in event.items() if name != "to"})
                state.observe(event)
    return [*known, game.view(viewer)], state.rows(game.view(viewer))


@pytest.mark.parametrize("ruleset", list(RULESETS))
@pytest.mark.parametrize("number", range(6))
def test_states_are_equal_exactly_if_the_seat_cannot_tell_the_games_apart(ruleset: str, number: int) -> None:
    game, chance = random_new_game(ruleset, number)
    viewer, moves = chance.randrange(len(game.names)), list[tuple[int, Move]]()
    played = game.clone()
    while played.ask is not None and len(moves) < 60:
        seat = chance.choice(sorted(played.ask.options))
        moves.append((seat, chance.choice(played.ask.options[seat])))
        played.decide(*moves[-1])
    found: list[tuple[list[Any], list[list[int]]]] = []
    for length in (5, 15, 60):
        for world in range(4):
            other = game.clone()
            if world:
                redeal_hidden_from(other, viewer, random.Random(world))
            found.append(play(other, viewer, moves[:length]))
    found.append(play(game.clone(), viewer, moves[1:]))
    assert all((one == another) == (rows == more) for one, rows in found for another, more in found)
    assert any(one == another for at, (one, _) in enumerate(found) for another, _ in found[:at])


def test_the_engine_names_every_event_that_the_referee_prints() -> None:
    page = (ROOT.parent / "docs" / "referee.md").read_text(encoding="utf-8")
    table = page.split("\n## Events\n")[1].split("\n## ")[0]
    named = [re.findall(r"`(\w+)`", line.split("|")[1]) for line in table.splitlines() if line.startswith("| `")]
    assert [name for several in named for name in several] == list(TYPES)


def test_a_tensor_that_is_too_short_is_refused() -> None:
    game, _ = random_new_game("classic", 1)
    state = InformationState(game.table.edition, 0)
    rows = state.tensor(game.view(0), 50)
    assert len(rows) == 50
    assert not any(rows[-1])
    with pytest.raises(LabError, match=r"has \d rows, and only 2 were asked for"):
        state.tensor(game.view(0), 2)
