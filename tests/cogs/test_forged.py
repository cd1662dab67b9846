"""Forged interactions with huge texts, unknown ids or wrong types. Each is refused, without an error."""

import logging
import re
from typing import Any

import pytest

from bot.render.texts.sanitize import TYPED_CHARACTERS
from tests.harness.discord import SimGuild, said, shown
from tests.harness.tables import game_of, in_turn

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _no_faults(caplog: pytest.LogCaptureFixture) -> Any:
    """Fails a test in which the bot logs an error or a traceback."""
    yield
    bad = [record for record in caplog.records if record.levelno >= logging.ERROR or record.exc_info]
    assert not bad, [record.getMessage() for record in bad]


def option(name: str, value: Any, kind: int = 3, **facts: Any) -> dict[str, Any]:
    return {"type": kind, "name": name, "value": value, **facts}


FORM = {"ruleset": ["classic"], "options": [], "pool": ["random"], "pace": ["normal"], "style": ["live"]}
"""What the settings form submits."""


def _quoted(answer: str) -> str:
    """Returns the typed text that a refusal quotes, without the escapes of Markdown."""
    return re.sub(r"\\(?=.)", "", answer.partition("“")[2].partition("”")[0])


async def test_a_refusal_quotes_a_long_text_shortened(guild: SimGuild) -> None:
    huge = [(text * length)[:length] for text in ("x", "x ", "é\n", "<@1>") for length in (61, 6_000)]

    async def check(command: str, name: str, *before: dict[str, Any]) -> None:
        for text in huge:
            answer = said(await guild.forge_command("Ana", command, *before, option(name, text)))
            assert "“" in answer, command
            assert len(_quoted(answer)) <= TYPED_CHARACTERS

    for name in ("options", "pool"):
        await check("coup new", name, option("ruleset", "g54"))
    await guild.slash("Ana", "coup new", ruleset="g54")
    for command, name in (
        ("coup role", "role"), ("coup rules", "topic"), ("coup-config pace", "pace"),
        ("coup-config pool edit", "name"), ("coup-config pool delete", "name"),
        ("coup-config pool default", "name"),
    ):  # fmt: skip
        await check(command, name)
    for text in huge:
        created = await guild.forge_command("Ana", "coup-config pool create", option("name", text))
        assert "'s name has 1 to 40" in said(created)


async def test_an_unknown_answer_is_refused(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    mover = in_turn(guild.table)[0]
    for text in ("1" * 4_300, "1" * 6_000, "1" * 4_301 + " pass", "٣ pass", "-1 pass", "\0"):
        answer = said(await guild.forge_command(mover, "coup answer", option("answer", text)))
        assert answer == "It is your turn: choose an action with `/coup act`."
        action = said(await guild.forge_command(mover, "coup act", option("action", text)))
        assert "is not a choice now" in action
        target = await guild.forge_command(mover, "coup act", option("action", "coup"), option("target", text))
        assert "is not a choice now" in said(target)


async def test_ids_of_no_existing_game_are_refused(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    mover = in_turn(table)[0]
    operations = (
        "join", "leave", "start", "solo", "ai", "unai", "set", "close", "rematch", "act", "pick", "answer", "sure",
        "keep", "gift", "choose", "hand", "panel", "hint", "coach", "log", "record", "rules", "fair", "topic",
        "back", "resume", "resign",
    )  # fmt: skip
    for number in ("9223372036854775807", "9223372036854775808", "9999999999999999999", "9" * 30):
        for op in operations:
            answer = said(await guild.forge_click("Ana", f"coup:1:{op}:{number}:1:honest"))
            assert answer in (
                "There is no table in this channel. `/coup new` opens one.",
                "That moment has passed.",
            ), op
        answer = said(await guild.forge_click("Ana", f"coup:1:answer:{table.id}:{number}:pass"))
        assert answer == "That moment has passed."
        answer = said(await guild.forge_command(mover, "coup answer", option("answer", f"{number} pass")))
        assert answer == "It is your turn: choose an action with `/coup act`."


async def test_ids_that_the_store_cannot_hold_are_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    for huge in ("9223372036854775808", "9" * 30, "9" * 5_000):
        for operation in ("avoid:0:0", "unban:0:0", "audituser:0:0:0.all.", "config:0:0:channels"):
            answer = said(await guild.forge_click("Ana", f"coup:1:{operation}", huge))
            assert answer == "You cannot choose that.", (operation, huge)
        member = {"type": 5, "id": 2, "custom_id": "member", "values": [huge]}
        data = {"custom_id": "coup:1:banform:0:0", "components": [{"type": 18, "id": 1, "component": member}]}
        assert said(await guild.forge("Ana", 5, data, guild.live_message)) == "You cannot choose that."


async def test_a_clock_that_nobody_has_is_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await guild.forge_click("Ana", "coup:1:callme:0:0:on")
    for value in ("--5", "-", "1", "24", "9" * 5_000):
        for setting in ("offset", "from", "to"):
            answer = await guild.forge_click("Ana", f"coup:1:callclock:0:0:{setting}", value)
            is_hour = setting != "offset" and value == "1"
            assert (said(answer) == "You cannot choose that.") is not is_hour, (setting, value)


async def test_ids_that_the_bot_never_made_are_refused(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    for custom_id in (
        "coup",
        "coup:",
        "coup:1",
        "coup:1:join",
        "coup:2:join:1:0",
        "coup:1:dance:1:0",
        "x" * 100,
        "",
        "coup:1:join:-1:0",
    ):
        assert said(await guild.forge_click("Ana", custom_id)) == "That moment has passed.", custom_id


async def test_arguments_and_values_never_offered_are_refused(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    mover = in_turn(table)[0]
    before = f"{table.id}:{game_of(table).question}.{table.state.question_id}"
    for op, arg, values in (
        ("act", "", ()), ("act", "", ("",)), ("act", "", ("fly",)), ("act", "", ("x" * 4_000,)),
        ("act", "", ("income", "tax")), ("pick", "", ()), ("pick", ".", ()), ("pick", "tax.99", ()),
        ("pick", "tax." + "9" * 50, ()), ("pick", "x" * 60, ()), ("answer", "", ()), ("answer", "lose.c9", ()),
        ("sure", "coup", ()), ("keep", "", ()), ("keep", "", ("9" * 5_000,)), ("keep", "", ("0", "0")),
        ("keep", "", ("²",)), ("gift", "", ()), ("gift", "g", ()), ("gift", "0.0.g0", ()), ("gift", "²", ()),
    ):  # fmt: skip
        answer = said(
            await guild.forge_click(mover, f"coup:1:{op}:{before}" + (f":{arg}" if arg else ""), *values)
        )
        assert answer == "You cannot choose that.", (op, arg, values)
    assert table.state.decisions == 0


async def test_an_unknown_page_topic_preference_or_ai_kind_is_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    lobby = guild.table
    for kinds in (("honest",), ("medium", "wary")):
        assert "cannot choose" in said(await guild.forge_click("Ana", f"coup:1:addai:{lobby.id}:0", *kinds))
    assert "cannot choose" in said(await guild.forge_click("Ana", "coup:1:topic:0:0", "cheating"))
    assert "cannot choose" in said(await guild.forge_click("Ana", "coup:1:topic:0:0"))
    for control in (
        "prefer:0:0:colour.on", "prefer:0:0:pictures.maybe", "callme:0:0:perhaps", "configpage:0:0:secrets",
        "poolpick:0:0:burn", "poolturn:0:0:burn.0", "poolturn:0:0:edit.x", "audit:0:0:0.all", "audit:0:0:0.theft.",
        "audit:0:0:x.all.", "audit:0:0:0.all.x", "audit:0:0:1", "audit:0:0:..",
    ):  # fmt: skip
        assert said(await guild.forge_click("Ana", f"coup:1:{control}")) == "You cannot choose that.", control
    assert "cannot choose" in said(await guild.forge_click("Ana", "coup:1:avoid:0:0", *map(str, range(100))))
    await guild.click("Ben", "Join")
    await guild.click("Ana", "Start")
    assert "not over yet" in said(await guild.forge_click("Ana", f"coup:1:record:{lobby.id}:0"))
    for control in ("again", "unlearn"):  # those of lessons
        assert "no seat" in said(await guild.forge_click("Ana", f"coup:1:{control}:{lobby.id}:0")), control
    assert not lobby.state.has_ended
    for page in ("9" * 64, "0", "²", "last"):
        result = await guild.forge_click("Ana", f"coup:1:log:{lobby.id}:0:{page}")
        assert "### Log" in said(result)


async def test_a_form_with_a_choice_it_does_not_offer_is_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    before = shown(guild.live_message)
    for fields in (
        {},
        {"ruleset": [], "pool": [], "pace": [], "style": []},
        FORM | {"ruleset": ["chess"]},
        FORM | {"ruleset": ["x" * 4_000]},
        FORM | {"options": ["x" * 4_000]},
        FORM | {"ruleset": ["g54"], "pool": ["x" * 4_000]},
        FORM | {"ruleset": ["g54"], "pool": ["a,b,c"]},
        FORM | {"pace": ["x" * 4_000]},
        FORM | {"style": ["loud"]},
        FORM | {"ruleset": ["classic", "short"]},
    ):
        components = [
            {"type": 18, "id": 1, "component": {"type": 3, "id": 2, "custom_id": name, "values": values}}
            for name, values in fields.items()
        ]
        data = {"custom_id": f"coup:1:form:{guild.table.id}:0", "components": components}
        answer = said(await guild.forge("Ana", 5, data, guild.live_message))
        assert answer, fields
        assert len(answer) < 200, fields
        assert "went wrong" not in answer, fields
        assert shown(guild.live_message) == before, fields


async def test_a_malformed_form_is_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    text = {"type": 1, "components": [{"type": 4, "custom_id": "ruleset", "value": "x" * 4_000}]}
    for components in ([], [text], [{"type": 18}]):
        data = {"custom_id": f"coup:1:form:{guild.table.id}:0", "components": components}
        assert "You cannot choose that" in said(await guild.forge("Ana", 5, data, guild.live_message))
    data = {"custom_id": "somebody-elses-form", "components": [text]}
    assert "moment has passed" in said(await guild.forge("Ana", 5, data, guild.live_message))


async def test_options_of_a_wrong_type_missing_or_unknown_are_refused(guild: SimGuild) -> None:
    for command, options in (
        ("coup new", [option("seats", "five", 4)]),
        ("coup new", [option("seats", "5", 3)]),
        ("coup new", [option("seats", 2**63, 4)]),
        ("coup new", [option("seats", -1, 4)]),
        ("coup new", [option("seats", True, 4)]),
        ("coup new", [option("seats", 2.5, 10)]),
        ("coup new", [option("options", 5, 4)]),
        ("coup new", [option("options", 5)]),
        ("coup new", [option("options", None)]),
        ("coup new", [option("options", ["teams"])]),
        ("coup-config channels", [option("allow", "general", 7)]),
        ("coup-config moderator-role", [option("role", "moderators", 8)]),
        ("coup-stats verify", [option("record", "record.json", 11)]),
        ("coup new", [option("ruleset", "chess")]),
        ("coup new", [option("pace", "x" * 4_000)]),
        ("coup new", [{"type": 3, "name": "options"}]),
        ("coup new", [option("stakes", "high")]),
        ("coup new", [option("seats", "1", 6)]),
        ("coup answer", [option("answer", 1, 4)]),
        ("coup resign", [option("sure", "yes", 5)]),
        ("coup resign", [option("sure", 1, 5)]),
        ("coup-config pictures", [option("switch", "maybe")]),
        ("coup settings", [option("switch", "on")]),
        ("coup", []),
        ("coup dance", []),
        ("coup new deeper", []),
        ("coup-config pool", []),
        ("coup-config show", [option("all", True, 5)]),
        ("chess", []),
    ):
        answer = said(await guild.forge_command("Ana", command, *options))
        assert answer == "This command has changed since you typed it. Please type it again.", (command, options)
    assert await guild.bot.tables.at(guild.channel.id) is None


async def test_completing_an_unknown_field_returns_nothing(guild: SimGuild) -> None:
    for command, options in (
        ("coup new", [option("options", "x" * 6_000, focused=True)]),
        ("coup new", [option("options", "t", focused=True), option("ruleset", "chess")]),
        ("coup new", [option("options", 5, 4, focused=True)]),
        ("coup new", [option("pool", "x," * 3_000, focused=True)]),
        ("coup new", [option("seats", 1, 4, focused=True)]),
        ("coup new", [option("stakes", "h", focused=True)]),
        ("coup new", [option("options", "t")]),
        ("coup new", []),
        ("coup act", [option("action", "x", focused=True), option("target", "1" * 6_000)]),
        ("coup answer", [option("answer", "1" * 4_301, focused=True)]),
        ("coup role", [option("role", "\0", focused=True)]),
        ("coup rules", [option("topic", None, focused=True)]),
        ("coup-config pace", [option("pace", "x" * 6_000, focused=True)]),
        ("coup-config pool edit", [option("name", "x" * 6_000, focused=True)]),
        ("coup", []),
        ("chess", [option("piece", "king", focused=True)]),
    ):
        result = await guild.forge_command("Ana", command, *options, typing=True)
        assert result.acknowledged, (command, options)
        assert result.autocomplete_choices is not None, (command, options)


async def test_pool_controls_that_were_never_offered_are_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    refusals = ("You cannot choose that.", "not complete", "'s name has 1 to 40", "choose another")
    for arg in (
        "", "free", "free.", "free-g54", "free-g54..", "strict-g54.force", "free-g54..a/b",
        "free-g54.." + "x" * 50, "free-g54.Random", "free-g54. ", "free-g54.beginners",
    ):  # fmt: skip
        for op in ("pool", "poolsave"):
            custom_id = f"coup:1:{op}:0:0" + (f":{arg}" if arg else "")
            answer = said(await guild.forge_click("Ana", custom_id, message=guild.live_message))
            assert any(refusal in answer for refusal in refusals), (custom_id, answer)
    assert "cannot choose" in said(
        await guild.forge_click("Ana", "coup:1:pool:0:0:free-g54.force.Mine", "general", "chess")
    )
    assert "Only a moderator" in said(await guild.forge_click("Ben", "coup:1:poolsave:0:0:free-g54.Mine"))
    assert await guild.bot.store.guilds.pools(guild.discord_guild.id) == {}


async def test_clicking_a_message_that_is_being_deleted_gets_a_response(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic")
    guild.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, message="Unknown Message")
    answer = await guild.click("Ben", "Join")
    assert said(answer) == "You joined the table."
    assert "**Ben**" in shown(guild.live_message)
    await guild.click("Ana", "Start")
    mover = in_turn(guild.table)[0]
    other = "Ben" if mover == "Ana" else "Ana"
    await guild.slash(mover, "coup act", action="tax")
    await guild.show_hands(other)
    guild.env.inject_error("POST", "/interactions/*/*/callback", status=404, code=10008, message="Unknown Message")
    answer = await guild.click(other, "Allow")
    assert "You chose: Allow." in said(answer)
    assert answer.response is not None
    assert answer.response.ephemeral


async def test_a_control_of_another_server_reaches_no_table(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    elsewhere = SimGuild(guild.env, guild.bot)
    await elsewhere.slash("Cleo", "coup new")
    before = table.state.decisions
    for op in ("hand", "log", "resign", "rules", "choose", "record", "close"):
        custom_id = f"coup:1:{op}:{table.id}:0"
        assert "no table" in said(
            await elsewhere.forge_click("Cleo", custom_id, message=elsewhere.live_message)
        ), op
    assert table.state.decisions == before
