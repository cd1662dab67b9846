"""Tables do what scenarios.txt says: windows, standing orders, quiet times, more time, members who are away."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions import game, moderation
from bot.tables.transitions.orders import EVERYTHING, drop_orders, give_order
from engine import Game, Move
from engine.moves import PASS
from tests.harness.tables import (
    ANA,
    BEN,
    CLEO,
    DOV,
    SALT,
    Harness,
    ManualClock,
    ask_of,
    change,
    change_seat,
    game_of,
    go_on,
    refused,
    told,
    until_away,
)

PEOPLE = (ANA, BEN, CLEO, DOV)
ANA_BEGINS = (8171).to_bytes(32)
"""A server seed by which Ana begins at every table."""
MOST_EVENTS = 200
"""Events at a table, after which what a scenario waits for no longer comes."""


def scenarios() -> Iterator[Any]:
    """Yields the steps of each scenario, with its title as the name of the test."""
    for block in Path(__file__).with_name("scenarios.txt").read_text("utf-8").split("\n\n")[1:]:
        title, *lines = block.strip().splitlines()
        yield pytest.param(" ".join(map(str.strip, lines)).split(", "), id=title)


class Play:
    """A table at which a scenario is played.

    Each method is a step or a check of scenarios.txt; those that begin with `a_` are steps of a seat.
    """

    def __init__(self, harness: Harness, table: Table) -> None:
        self.harness = harness
        self.table = table
        self.stored_before = 0

    async def take(self, step: str) -> None:
        """Takes a step, and checks its refusal if it names one."""
        step, _, refusal = step.partition(" ! ")
        subject, *words = step.split()
        if subject in self.table.state.names:
            seat = self.table.state.names.index(subject)
            own = getattr(self, f"a_{words[0].replace('-', '_')}", None)
            work = self.a_decides(seat, *words) if own is None else own(seat, *words[1:])
        else:
            work = getattr(self, subject)(*words)
        if refusal:
            assert await refused(work) == refusal
        else:
            await work

    def names(self, seats: Any) -> str:
        return " ".join(self.table.state.names[seat] for seat in sorted(seats))

    def user(self, seat: int) -> int:
        return self.table.state.seats[seat].user_id or 0

    async def run(self, transition: Any, *arguments: Any) -> None:
        await self.harness.tables.run(self.table, transition, *arguments)

    # Steps of a seat

    async def a_decides(self, seat: int, what: str, whom: str = "") -> None:
        target = self.table.state.names.index(whom) if whom else None
        offered = ask_of(self.table).options.get(seat, (PASS,))
        named = {"default": offered[ask_of(self.table).default(seat)]} if what == "default" else {}
        do = what if what in ("pass", "challenge", "prove", "concede") else "act"
        move = named.get(what) or (Move("act", what, target) if do == "act" else Move(do))
        if self.user(seat):
            await self.harness.answer(self.table, seat, move)
        else:
            await self.a_is_played(seat, move)

    async def a_is_played(self, seat: int, move: Move = PASS) -> None:
        """An AI decides for the seat."""
        question = game_of(self.table).question
        await self.harness.tables.run(self.table, game.decide_for_ai, seat, move, question, failed=False)

    async def a_orders(self, seat: int, given: str = EVERYTHING) -> None:
        await self.run(give_order, self.user(seat), given)

    async def a_drops(self, seat: int) -> None:
        await self.run(drop_orders, self.user(seat))

    async def a_until_turn(self, seat: int) -> None:
        await self.run(
            game.allow_until_turn, self.user(seat), game_of(self.table).question, self.table.state.question_id
        )

    async def a_more_time(self, seat: int) -> None:
        await self.run(game.more_time, self.user(seat))

    async def a_resigns(self, seat: int) -> None:
        await self.run(game.resign, self.user(seat))

    async def a_returns(self, seat: int) -> None:
        await self.run(game.come_back, self.user(seat))

    async def a_is_away(self, seat: int) -> None:
        change_seat(self.table, seat, away=True, missed=3)

    async def a_runs_out(self, seat: int, *others: str) -> None:
        await until_away(self.harness, self.table, seat, *map(self.table.state.names.index, others))

    async def a_is_asked(self, seat: int) -> None:
        """The others decide the default until it is the seat's turn."""
        for _ in range(MOST_EVENTS):
            if (ask_of(self.table).prompt, game_of(self.table).turn) == ("act", seat):
                return
            present = [other for other in self.table.state.owing() if not self.table.state.seats[other].away]
            await (self.harness.answer(self.table, present[0]) if present else go_on(self.harness, self.table))

    # Other steps

    async def hands(self, *hands: str) -> None:
        """Ana has 7 coins, the others 2."""
        players = [
            {"name": name, "coins": 2 if number else 7, "hand": [card for card in hand.split("+") if card]}
            for number, (name, hand) in enumerate(zip(self.table.state.names, hands, strict=True))
        ]
        position = {"ruleset": "classic", "turn": "Ana", "players": players, "options": self.table.state.options}
        change(self.table, game=Game.from_position(position))

    async def wait(self, seconds: str) -> None:
        await self.harness.ring(self.table, float(seconds))

    async def quiet(self) -> None:
        until = self.table.state.open_question.quiet_until
        assert until is not None
        await self.harness.ring(self.table, until - self.harness.clock.now())

    async def next(self) -> None:
        await go_on(self.harness, self.table)

    async def stops(self) -> None:
        for _ in range(MOST_EVENTS):
            if self.table.state.status is not Status.PLAYING:
                break
            await go_on(self.harness, self.table)

    async def desert(self) -> None:
        await self.stops()
        assert (self.table.state.status, self.table.state.paused_for) == (Status.PAUSED, "away")

    async def pause(self) -> None:
        await self.run(moderation.pause_or_close)

    async def resume(self) -> None:
        await self.run(moderation.resume)

    async def restart(self) -> None:
        """Nothing that is stored may change."""
        before = self.table.state
        self.table = await self.harness.restarted(before.id)
        after = self.table.state
        for part in ("seats", "story", "absences", "status", "paused_for", "result"):
            assert getattr(after, part) == getattr(before, part), part

    async def unload(self) -> None:
        self.harness.tables.cache.release(lambda _: True)
        self.table = await self.harness.loaded(self.table.id)

    # Checks

    async def asked(self, *names: str) -> None:
        assert self.names(self.table.state.owing()) == " ".join(names)

    async def told(self, kind: str, *names: str) -> None:
        assert " ".join(self.table.state.names[seat] for seat in told(self.table, kind)) == " ".join(names)

    async def ordering(self, *names: str) -> None:
        seats = self.table.state.seats
        assert self.names(seat for seat in range(len(seats)) if seats[seat].orders) == " ".join(names)

    async def orders(self, name: str, *orders: str) -> None:
        assert self.table.state.seats[self.table.state.names.index(name)].orders == orders

    async def away(self, *names: str) -> None:
        seats = self.table.state.seats
        assert self.names(seat for seat in range(len(seats)) if seats[seat].away) == " ".join(names)

    async def turn(self, name: str) -> None:
        assert self.table.state.names[game_of(self.table).turn] == name

    async def deadline(self, seconds: str) -> None:
        assert self.table.state.deadline == self.harness.clock.now() + float(seconds)

    async def stored(self, *words: str) -> None:
        decisions = await self.harness.store.games.decisions(self.table.id)
        found = [(self.table.state.names[each.seat], each.move, each.cause) for each in decisions]
        new, self.stored_before = found[self.stored_before :], len(found)
        wanted = " ".join(words).split(" + ") if words else []
        assert [f"{name} {move.removeprefix('act ')}" + ("" if cause == "player" else f" ({cause})")
                for name, move, cause in new] == wanted  # fmt: skip

    async def published(self, *kinds: str) -> None:
        assert [each.kind.name.lower() for _, each in self.harness.changes] == [*kinds]
        self.harness.changes.clear()

    async def won(self, *names: str) -> None:
        assert self.names(game_of(self.table).winners or ()) == " ".join(names)

    async def status(self, status: str) -> None:
        assert self.table.state.status == status

    async def pending(self, is_pending: str) -> None:
        assert (self.table.state.open_question.pending is not None) is (is_pending == "yes")

    async def silent(self, is_quiet: str) -> None:
        assert self.table.state.is_quiet is (is_quiet == "yes")


@pytest.fixture
async def play(
    request: pytest.FixtureRequest, tmp_path: Path, clock: ManualClock, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Play]:
    """The table that the first step of the scenario describes, or one of four members."""
    steps: list[str] = request.getfixturevalue("steps")
    monkeypatch.setattr("bot.tables.ai_seats.SUBSTITUTE_KIND", "honest")  # it allows what may be true
    monkeypatch.setattr("bot.tables.transitions.lobby.draw_server_seed", lambda: ANA_BEGINS)
    monkeypatch.setattr("bot.tables.games.draw_salt", lambda: SALT)
    words = steps.pop(0).split()[1:] if steps[0].startswith("table ") else ["4"]
    facts: dict[str, Any] = dict(word.split("=") for word in words[1:])
    settings = {"min_window_seconds": float(facts.pop("min_window_seconds", 0))}
    options = {name: facts.pop(name) for name in ("challenge_priority", "blockers") if name in facts}
    for name in ("orders", "resigns"):
        if name in facts:
            facts[name] = facts[name] == "yes"
    async with Harness(tmp_path / "coup.sqlite3", clock, **settings) as harness:
        harness.tables.chance.seed(1)  # the temperaments of AI seats
        table = await harness.play(*PEOPLE[: int(words[0])], ai=int(facts.pop("ai", 0)), options=options, **facts)
        harness.changes.clear()
        yield Play(harness, table)


@pytest.mark.parametrize("steps", list(scenarios()))
async def test_a_table_does_what_a_scenario_says(steps: list[str], play: Play) -> None:
    for number, step in enumerate(steps):
        try:
            await play.take(step)
        except AssertionError as error:
            error.add_note(f"in step {number + 1}: {step}")
            raise
