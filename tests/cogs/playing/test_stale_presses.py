"""Presses on messages of another life of the database: numbers are given again after a backup is restored."""

import re
from typing import Any

import pytest

from bot.render.ids import ANSWERING, TEMPLATE, Press
from bot.tables.session import TableSession
from tests.cogs.court import Court, controls, host_menu, said, shown

PASSED = "That moment has passed."


def presses(message: Any) -> list[Press]:
    """What the enabled controls of a message mean."""
    return [Press.of(match) for part in controls(message) if (match := TEMPLATE.fullmatch(part["custom_id"]))]


def others(custom_id: str) -> list[str]:
    """A custom id as another question or table of its number has it, and as the last version had it."""
    match = re.fullmatch(r"(coup:1:[a-z]+:\d+:\d+)\.(\d+)(.*)", custom_id)
    assert match is not None, custom_id
    return [f"{match[1]}.{int(match[2]) ^ 1}{match[3]}", f"{match[1]}{match[3]}"]


async def stale(court: Court, name: str, message: Any, op: str, *values: str) -> None:
    """Sees that a control of a message, with any other number than its own, is refused and changes nothing."""
    before = court.table.decisions
    custom_id = next(part["custom_id"] for part in controls(message) if part["custom_id"].split(":")[2] == op)
    for other in others(custom_id):
        assert PASSED in said(await court.forge_press(name, other, *values, message=message)), other
    assert court.table.decisions == before


async def test_every_control_of_a_question_is_refused_for_another_of_its_number(
    court: Court, table: TableSession
) -> None:
    await stale(court, "Ana", court.card, "act", "tax")
    panel = await court.select("Ana", court.card, ["steal"])
    await stale(court, "Ana", panel, "pick")
    await court.slash("Ana", "coup act", action="tax")
    await stale(court, "Ben", court.card, "answer")
    hand = (await court.slash("Ben", "coup hand")).response
    await stale(court, "Ben", hand, "answer")
    await court.click("Ben", "Challenge", hand)
    await stale(court, "Ana", court.card, "choose")
    panel = (await court.click("Ana", "Choose")).response
    await stale(court, "Ana", panel, "answer")
    await court.click("Ana", "Show Duke: Ben loses a card", panel)
    assert "**Ana** showed Duke" in shown(court.card)


async def test_a_confirmation_is_refused_for_another_question_of_its_number(
    court: Court, table: TableSession
) -> None:
    await court.slash("Ana", "coup act", action="income")
    panel = await court.select("Ben", court.card, ["coup"])
    asked = (await court.click("Ben", "Ana, 3 coins, 2 cards", panel)).response
    (own,) = [str(press) for press in presses(asked) if press.op == "sure"]
    await stale(court, "Ben", asked, "sure")
    await court.forge_press("Ben", own)
    assert "**Ben** launched a coup against **Ana**" in shown(court.card)


async def test_cards_to_keep_are_chosen_for_this_question_alone(court: Court, table: TableSession) -> None:
    await court.slash("Ana", "coup act", action="exchange")
    await court.click("Ben", "Allow")
    await court.click("Cleo", "Allow")
    panel = (await court.click("Ana", "Choose")).response
    await stale(court, "Ana", panel, "keep")


async def test_a_question_from_before_the_update_takes_the_controls_it_was_shown_with(
    court: Court, table: TableSession
) -> None:
    (numbered,) = [str(press) for press in presses(court.card) if press.op == "act"]
    table.question_id = None
    assert PASSED in said(await court.forge_press("Ana", numbered, "income"))
    assert table.decisions == 0
    await court.forge_press("Ana", others(numbered)[1], "income")
    assert table.decisions == 1
    (numbered,) = [str(press) for press in presses(court.card) if press.op == "act"]
    assert PASSED in said(await court.forge_press("Ben", others(numbered)[1], "income"))
    assert table.decisions == 1


@pytest.mark.parametrize("op", ["join", "leave", "ai", "start", "host", "rules"])
async def test_a_control_of_another_lobby_that_had_its_number_is_refused(court: Court, op: str) -> None:
    await court.slash("Ana", "coup new")
    await court.click("Ben", "Join")
    (custom_id,) = [str(press) for press in presses(court.card) if press.op == op]
    seats = list(court.table.seats)
    other, unnumbered = others(custom_id)
    assert PASSED in said(await court.forge_press("Ana", other))
    assert (court.table.seats, court.table.game) == (seats, None)
    assert PASSED not in said(await court.forge_press("Ana", unnumbered)), "a lobby from before the update goes on"


async def test_panels_of_a_table_are_refused_at_another(court: Court) -> None:
    await court.slash("Ana", "coup new")
    await court.click("Ben", "Join")
    menu = await host_menu(court)
    for press in presses(menu):
        assert PASSED in said(await court.forge_press("Ana", others(str(press))[0], "easy", message=menu)), press
    await court.click("Ana", "Start")
    (resign,) = [
        str(press) for press in presses((await court.slash("Ben", "coup resign")).response) if press.op == "resign"
    ]
    assert PASSED in said(await court.forge_press("Ben", others(resign)[0]))
    assert court.table.decisions == 0


async def test_all_controls_of_a_table_carry_a_number(court: Court, table: TableSession) -> None:
    messages: list[Any] = [court.card, (await court.slash("Ana", "coup hand")).response]
    messages.append((await court.slash("Ana", "coup help")).response)
    messages.append((await court.click("Ben", "What can I do?")).response)
    messages.append((await court.slash("Ben", "coup log")).response)
    for press in (press for message in messages for press in presses(message)):
        assert press.tag is not None, press
        assert (press.tag == table.question_id) is (press.op in ANSWERING), press
