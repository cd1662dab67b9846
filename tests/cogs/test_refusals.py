"""The answer to an error: a sentence or silence, and never an error of its own."""

import logging

import pytest

from bot.ops.logs import ids_of
from bot.tables.refusals import Refusal
from tests.cogs.court import Court, said


class Wordless(Refusal):
    """A refusal whose sentence is missing in the catalogue."""

    word = "error-unheard-of"


APOLOGY = "Something went wrong on our side, and nothing has changed. Please try again."


def _fails(court: Court, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """From now on `/coup new` and `/coup-config show` meet this error."""

    async def settings(_: int) -> None:
        raise error

    monkeypatch.setattr(court.bot.store.guilds, "settings", settings)


@pytest.mark.parametrize("error", [RuntimeError("a fault"), Wordless()])
@pytest.mark.parametrize("command", ["coup new", "coup-config show"])
async def test_a_fault_is_logged_once_and_apologised_for(
    court: Court, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, command: str
) -> None:
    _fails(court, monkeypatch, error)
    assert said(await court.slash("Ana", command)) == APOLOGY
    assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


@pytest.mark.parametrize("status", [400, 403, 404, 500, 503])
async def test_a_refusal_that_cannot_be_said_is_one_line_in_the_log(
    court: Court, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    caplog.set_level(logging.INFO, logger="cogs")
    court.env.inject_error("POST", "/interactions/*/*/callback", status=status, times=None)
    assert not (await court.slash("Ana", "coup join")).acknowledged
    (line,) = [record for record in caplog.records if record.name.startswith("cogs")]
    assert f"could not be said: {status}" in line.getMessage()
    assert line.exc_info is None


async def test_a_refusal_has_the_ids_of_its_interaction_in_the_log(
    court: Court, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fails(court, monkeypatch, RuntimeError("a fault"))
    lines: list[dict[str, object]] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(ids_of(record))
    monkeypatch.setattr(logging.getLogger("cogs.common.answering"), "handlers", [handler])
    await court.slash("Ana", "coup new")
    assert [line["guild"] for line in lines] == [court.guild.id]
    assert all("interaction" in line for line in lines)
