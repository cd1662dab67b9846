"""Clicks on messages from before a backup was restored; afterwards the bot gives some numbers a second time."""

import re
from typing import Any

from bot.render.custom_id import ANSWERING, CUSTOM_ID_PATTERN, CustomId
from bot.tables.table import Table
from tests.harness.discord import SimGuild, controls, host_menu, said, shown
from tests.harness.tables import change

PASSED = "That moment has passed."


def custom_ids(message: Any) -> list[CustomId]:
    """Returns the parsed custom ids of a message's enabled controls."""
    return [
        CustomId.of(match)
        for part in controls(message)
        if (match := CUSTOM_ID_PATTERN.fullmatch(part["custom_id"]))
    ]


def others(custom_id: str) -> list[str]:
    """Returns the custom id with another tag, as a question or table of the same number has, and without a tag."""
    match = re.fullmatch(r"(coup:1:[a-z]+:\d+:\d+)\.(\d+)(.*)", custom_id)
    assert match is not None, custom_id
    return [f"{match[1]}.{int(match[2]) ^ 1}{match[3]}", f"{match[1]}{match[3]}"]


async def stale(guild: SimGuild, name: str, message: Any, op: str, *values: str) -> None:
    """Checks that a message's control with another tag is refused and changes nothing."""
    before = guild.table.state.decisions
    custom_id = next(part["custom_id"] for part in controls(message) if part["custom_id"].split(":")[2] == op)
    for other in others(custom_id):
        assert PASSED in said(await guild.forge_click(name, other, *values, message=message)), other
    assert guild.table.state.decisions == before


async def test_controls_are_refused_for_another_question_of_the_same_number(guild: SimGuild, table: Table) -> None:
    await stale(guild, "Ana", guild.live_message, "act", "tax")
    panel = (await guild.slash("Ana", "coup act", action="steal")).response
    await stale(guild, "Ana", panel, "pick")
    await guild.slash("Ana", "coup act", action="tax")
    await stale(guild, "Ben", guild.live_message, "answer")
    hand = (await guild.slash("Ben", "coup hand")).response
    await stale(guild, "Ben", hand, "answer")
    await guild.click("Ben", "Challenge", hand)
    await stale(guild, "Ana", guild.live_message, "answer")
    await guild.click("Ana", "Show Duke · Ana")
    await stale(guild, "Ben", guild.live_message, "choose")
    panel = (await guild.click("Ben", "Choose")).response
    await stale(guild, "Ben", panel, "answer")
    assert "**Ana** shows the Duke" in shown(guild.live_message)


async def test_a_confirmation_is_refused_for_another_question_of_its_number(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    asked = (await guild.click("Cleo", "Challenge")).response
    (own,) = [str(custom_id) for custom_id in custom_ids(asked) if custom_id.op == "sure"]
    await stale(guild, "Cleo", asked, "sure")
    await guild.forge_click("Cleo", own)
    assert table.state.open_question.answered == {2}


async def test_a_choice_of_cards_to_keep_counts_for_one_question_only(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="exchange")
    await guild.click("Ben", "Allow")
    await guild.click("Cleo", "Allow")
    panel = (await guild.click("Ana", "Choose")).response
    await stale(guild, "Ana", panel, "keep")


async def test_a_question_asked_before_the_update_accepts_its_old_controls(guild: SimGuild, table: Table) -> None:
    (numbered,) = [str(custom_id) for custom_id in custom_ids(guild.live_message) if custom_id.op == "act"]
    change(table, question_id=None)
    assert PASSED in said(await guild.forge_click("Ana", numbered, "income"))
    assert table.state.decisions == 0
    await guild.forge_click("Ana", others(numbered)[1], "income")
    assert table.state.decisions == 1
    (numbered,) = [str(custom_id) for custom_id in custom_ids(guild.live_message) if custom_id.op == "act"]
    assert PASSED in said(await guild.forge_click("Ben", others(numbered)[1], "income"))
    assert table.state.decisions == 1


async def test_controls_of_another_lobby_with_the_same_number_are_refused(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await guild.click("Ben", "Join")
    own = {custom_id.op: others(str(custom_id)) for custom_id in custom_ids(guild.live_message)}
    assert own.keys() >= {"join", "leave", "ai", "start", "host", "rules"}
    seats = guild.table.state.seats
    for op, (other, _) in own.items():
        assert PASSED in said(await guild.forge_click("Ana", other)), op
    assert (guild.table.state.seats, guild.table.state.game) == (seats, None)
    for op, (_, unnumbered) in own.items():
        answer = await guild.forge_click("Ana", unnumbered)
        assert PASSED not in said(answer), f"{op} of a lobby from before the update goes on"


async def test_a_panel_of_one_table_is_refused_at_another(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new")
    await guild.click("Ben", "Join")
    menu = await host_menu(guild)
    for custom_id in custom_ids(menu):
        other = others(str(custom_id))[0]
        assert PASSED in said(await guild.forge_click("Ana", other, "easy", message=menu)), custom_id
    await guild.click("Ana", "Start")
    (resign,) = [
        str(custom_id)
        for custom_id in custom_ids((await guild.slash("Ben", "coup resign")).response)
        if custom_id.op == "resign"
    ]
    assert PASSED in said(await guild.forge_click("Ben", others(resign)[0]))
    assert guild.table.state.decisions == 0


async def test_all_controls_of_a_table_carry_a_tag(guild: SimGuild, table: Table) -> None:
    messages: list[Any] = [guild.live_message, (await guild.slash("Ana", "coup hand")).response]
    messages.append((await guild.slash("Ana", "coup help")).response)
    messages.append((await guild.click("Ben", "What can I do?")).response)
    messages.append((await guild.slash("Ben", "coup log")).response)
    for custom_id in (custom_id for message in messages for custom_id in custom_ids(message)):
        assert custom_id.tag is not None, custom_id
        assert (custom_id.tag == table.state.question_id) is (custom_id.op in ANSWERING), custom_id
