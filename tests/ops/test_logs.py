"""Logs: lines have the ids of their context and no secret; decisions have a line each, and are counted once."""

import json
import logging
from collections.abc import Awaitable, Callable
from contextvars import copy_context
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ops.logs import JsonLines, TextLines, begin, configure, facts_of
from engine import Move
from tests.harness.tables import ANA, BEN, CHALLENGE, CLEO, GUILD, PASS, Harness, game_of


def test_log_lines_have_the_ids_of_their_context() -> None:
    record = logging.LogRecord("bot", logging.INFO, __file__, 1, "said %s", ("so",), None)
    record.game = 7
    context = copy_context()
    context.run(begin, guild=3, interaction=None)
    assert context.run(TextLines().format, record).endswith("said so [guild=3 game=7]")
    facts = json.loads(context.run(JsonLines().format, record))
    assert (facts["message"], facts["guild"], facts["game"]) == ("said so", 3, 7)
    assert "interaction" not in facts


def test_libraries_never_log_bodies_or_parameters_even_at_debug() -> None:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        configure("DEBUG", "json")
        assert logging.getLogger("bot").isEnabledFor(logging.DEBUG)
        for name in ("discord.http", "discord.gateway", "aiosqlite", "aiohttp.client"):
            assert not logging.getLogger(name).isEnabledFor(logging.DEBUG)
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)


@pytest.mark.parametrize("is_cause", [False, True])
@pytest.mark.parametrize("form", [TextLines, JsonLines])
def test_what_discord_says_about_a_request_is_not_logged(form: type[logging.Formatter], *, is_cause: bool) -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    problem = {"code": "X", "message": "“You have a Duke” is too long"}
    refused = {"code": 50035, "message": "Invalid", "errors": {"content": {"_errors": [problem]}}}
    failed: Exception = discord.HTTPException(response, refused)
    if is_cause:
        failed, cause = RuntimeError(f"A handler failed: {failed}"), failed
        failed.__cause__ = cause
    with pytest.raises(type(failed)) as found:
        raise failed
    error = (found.type, found.value, found.tb)
    line = form().format(logging.LogRecord("bot", logging.ERROR, __file__, 1, "It failed", (), error))
    assert "Duke" not in line
    assert "400, 50035" in line
    assert "test_logs.py" in line, "the traceback says which request it was"


@pytest.fixture
def decided(caplog: pytest.LogCaptureFixture) -> Callable[[], list[dict[str, Any]]]:
    """Returns the facts of the decisions logged since the last call."""
    caplog.set_level(logging.INFO, logger="bot.ops.logs")

    def facts() -> list[dict[str, Any]]:
        found = [facts_of(record) for record in caplog.records if record.name == "bot.ops.logs"]
        caplog.clear()
        return found

    return facts


async def test_ai_and_timeouts_are_logged(harness: Harness, decided: Callable[[], list[dict[str, Any]]]) -> None:
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
