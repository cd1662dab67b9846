"""Responses to failed interactions: a refusal or an apology is sent, and sending it never raises."""

import logging
from itertools import product

import pytest

from bot.delivery.table_message.live_message import LiveMessage
from bot.ops.logs import facts_of
from bot.refusals import Refusal
from bot.render.texts.catalogue import texts_for
from bot.store.engines.database import CommitUnknown, SaveFailed
from cogs.common.refusal_texts import sentence
from engine import Refused
from engine.errors import BadRequest
from tests.harness.discord import SimGuild, said


class Wordless(Refusal):
    """A refusal whose text is missing in the catalogue."""

    usual_code = "unheard-of"


APOLOGY = "Something went wrong on our side, and nothing has changed. Please try again."


def _fails(guild: SimGuild, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    """Makes `/coup new` and `/coup-config show` raise this error."""

    async def settings(_: int) -> None:
        raise error

    monkeypatch.setattr(guild.bot.store.guilds, "settings", settings)


async def test_an_internal_error_is_logged_once_and_apologised_for(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for error, command in product((RuntimeError("a fault"), Wordless()), ("coup new", "coup-config show")):
        caplog.clear()
        _fails(guild, monkeypatch, error)
        assert said(await guild.slash("Ana", command)) == APOLOGY
        assert len([record for record in caplog.records if record.levelno >= logging.WARNING]) == 1


async def test_an_unknown_outcome_is_never_no_change(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    _fails(guild, monkeypatch, CommitUnknown("The disk failed."))
    for command in ("coup new", "coup-config show"):
        text = said(await guild.slash("Ana", command))
        assert "may have worked or not" in text, command
        assert "nothing has changed" not in text, command


async def test_a_saved_change_is_confirmed_though_the_audit_log_is_full(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fails(*_: object) -> None:
        raise SaveFailed("The disk is full.")

    monkeypatch.setattr(guild.bot.store.audit, "add", fails)
    assert "Slow" in said(await guild.slash("Ana", "coup-config pace", pace="slow"))
    assert "missing in the audit log" in caplog.text
    assert (await guild.bot.store.guilds.settings(guild.discord_guild.id)).pace == "slow"


async def test_an_unsent_refusal_is_one_log_line(guild: SimGuild, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="cogs")
    for status in (400, 403, 404, 500, 503):
        caplog.clear()
        guild.env.backend.faults.clear()
        guild.env.inject_error("POST", "/interactions/*/*/callback", status=status, times=None)
        assert not (await guild.slash("Ana", "coup join")).acknowledged
        (line,) = [record for record in caplog.records if record.name.startswith("cogs")]
        assert f"could not be sent: {status}" in line.getMessage()
        assert line.exc_info is None


async def test_an_apology_after_a_public_response_is_private(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise RuntimeError("a fault")

    monkeypatch.setattr(LiveMessage, "note_response", fails)
    result = await guild.slash("Ana", "coup new")
    assert result.response is not None
    assert not result.response.ephemeral
    assert [(note.content, note.ephemeral) for note in result.followups] == [(APOLOGY, True)]


async def test_a_refusal_has_the_facts_of_its_interaction_in_the_log(
    guild: SimGuild, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    _fails(guild, monkeypatch, RuntimeError("a fault"))
    lines: list[dict[str, object]] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(facts_of(record))
    monkeypatch.setattr(logging.getLogger("cogs.common.context"), "handlers", [handler])
    await guild.slash("Ana", "coup new")
    assert [line["guild"] for line in lines] == [guild.discord_guild.id]
    assert all("interaction" in line for line in lines)


@pytest.mark.parametrize(
    ("refusal", "reason"),
    [
        (
            BadRequest("unknown_ruleset", given="chess" * 30, known=("classic",)),
            f"There is no ruleset “{('chess' * 30)[:59]}…”.",
        ),
        (BadRequest("unknown_option", given="colour"), "There is no option “colour”."),
        (
            BadRequest("bad_choice", option="examine", given="dealer", choices=("random", "owner")),
            "“dealer” does not work here. Choose Inquisitor",
        ),
        (BadRequest("teams_need_players", players=(4, 6)), "Teams of two need 4 or 6 players."),
        (
            BadRequest("role_not_in_game", role="x" * 4_000, ruleset="g54"),
            f"There is no role “{'x' * 59}…” in Rebellion G54.",
        ),
        (BadRequest("pool_given_twice"), "These settings do not work together."),
    ],
)
def test_refusals_of_the_engine_use_the_names_that_members_know(refusal: Refused, reason: str) -> None:
    said_to_members = sentence(Refusal("bad-setup", reason=refusal), texts_for())
    assert said_to_members is not None
    assert said_to_members.startswith(reason)


async def test_members_who_have_not_confirmed_are_named(guild: SimGuild) -> None:
    names = ("Ana", "[x](https://x.example)", "@everyone")
    text = sentence(Refusal("unconfirmed", names=names), texts_for())
    assert text is not None
    assert "https://" not in text
    assert "@everyone" not in text
