"""Decisions in the log: one line for each, without sealed answers; and the metric counts every stored one."""

import logging
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.ops.logs import facts_of
from engine import Move
from tests.harness.tables import ANA, BEN, CHALLENGE, CLEO, GUILD, PASS, Harness, game_of


@pytest.fixture
def decided(caplog: pytest.LogCaptureFixture) -> Callable[[], list[dict[str, Any]]]:
    """Returns the facts of the decisions logged since the last call."""
    caplog.set_level(logging.INFO, logger="bot.ops.logs")

    def facts() -> list[dict[str, Any]]:
        found = [facts_of(record) for record in caplog.records if record.name == "bot.ops.logs"]
        caplog.clear()
        return found

    return facts


async def test_decisions_of_ai_seats_and_timeouts_are_logged_too(
    harness: Harness, decided: Callable[[], list[dict[str, Any]]]
) -> None:
    table = await harness.play(ANA, ai=1)
    causes = set[tuple[int, str]]()
    while not table.state.has_ended and len(causes) < 2:
        await harness.ring(table, 600.0 if table.state.owing() == [0] else 3.0)
        causes |= {(line["seat"], line["cause"]) for line in decided()}
    assert causes == {(0, "timeout"), (1, "ai")}


async def test_a_windows_log_lines_do_not_depend_on_its_answers(
    new_harness: Callable[..., Awaitable[Harness]], decided: Callable[[], list[dict[str, Any]]]
) -> None:
    harness = await new_harness(min_window_seconds=1.5)
    told = list[list[tuple[Any, ...]]]()
    for answer in (PASS, CHALLENGE):
        table = await harness.play(ANA, BEN, CLEO, ruleset="classic", options={"challenge_priority": "first"})
        [first] = table.state.owing()
        await harness.answer(table, first, Move.parse("act tax"))
        window = game_of(table).question
        decided()
        # If this seat challenged, the other's answer has no effect, which is known only when the window closes.
        await harness.answer(table, (first + 1) % 3, answer)
        await harness.answer(table, (first + 2) % 3, PASS)
        told.append(
            [
                ((line["seat"] - first) % 3, line["question"] - window, line["cause"], line["guild"], set(line))
                for line in decided()
            ]
        )
        await harness.tables.end(table)
    facts = {"guild", "game", "seat", "question", "cause"}
    assert told == [[(1, 0, "player", GUILD, facts), (2, 0, "player", GUILD, facts)]] * 2


async def test_every_decision_is_counted_once(new_harness: Callable[..., Awaitable[Harness]]) -> None:
    harness = await new_harness(min_window_seconds=1.5)
    table = await harness.play(ANA, BEN, ai=1)
    await harness.play_out(table)
    counted = sum(change.decisions for _, change in harness.changes)
    assert counted == len(await harness.store.games.decisions(table.id)) > 0
