"""Logs: every line has the ids of its context, and none contains a secret."""

import json
import logging
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.ops.logs import JsonLines, TextLines, about, configure


def test_log_lines_have_the_ids_of_their_context() -> None:
    record = logging.LogRecord("bot", logging.INFO, __file__, 1, "said %s", ("so",), None)
    record.game = 7
    with about(guild=3, interaction=None):
        assert TextLines().format(record).endswith("said so [guild=3 game=7]")
        facts = json.loads(JsonLines().format(record))
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
