"""Random games of every edition, played by slash commands only, or by buttons only."""

import random
from typing import Any

import pytest

from bot.render.ids import TEMPLATE, Press
from bot.store.rows import Status
from bot.tables.table import Table
from tests.cogs.court import NAMES, Court, controls, said, shown

EDITIONS: list[tuple[int, dict[str, Any]]] = [
    (2, {"ruleset": "classic"}),
    (4, {"ruleset": "classic", "options": "teams inquisitor examine=owner"}),
    (3, {"ruleset": "short"}),
    (4, {"ruleset": "mcguire"}),
    (4, {"pool": "capitalist, producer, general, missionary, lawyer"}),
    (4, {"pool": "speculator, writer, crime_boss, communist, protestor"}),
    (3, {"pool": "spy, newscaster, mercenary, customs_officer, foreign_consular"}),
    (3, {"pool": "farmer, reporter, judge, intellectual, priest"}),
]
MOST = 100
"""Decisions after which a random game is stopped, as it may go on for long."""


@pytest.mark.parametrize(("players", "settings"), EDITIONS)
async def test_a_game_by_slash_commands_alone(court: Court, players: int, settings: dict[str, Any]) -> None:
    chance = random.Random(players)
    table = await _begin_by_commands(court, players, settings)
    while table.state.status is Status.PLAYING and table.state.decisions < MOST:
        assert table.state.game is not None
        assert table.state.game.ask is not None
        before = _moment(table)
        seat = chance.choice(table.state.owing())
        name = table.state.seats[seat].name
        if table.state.game.ask.prompt == "act":
            result = await court.slash(name, "coup act", **await _declared(court, name, chance))
        else:
            offered = await court[name].autocomplete(court.channel, "coup answer", "answer", "")
            result = await court.slash(name, "coup answer", answer=chance.choice(offered)["value"], sure=True)
        assert _moment(table) != before, said(result)
    await _check_end(court, table)


@pytest.mark.parametrize(("players", "settings"), EDITIONS)
async def test_a_game_by_buttons_alone(court: Court, players: int, settings: dict[str, Any]) -> None:
    chance = random.Random(players)
    table = await court.play(*NAMES[:players], **settings)
    while table.state.status is Status.PLAYING and table.state.decisions < MOST:
        seat = chance.choice(table.state.owing())
        await _press_until_answered(court, table, seat, chance)
    await _check_end(court, table)


async def _begin_by_commands(court: Court, players: int, settings: dict[str, Any]) -> Table:
    await court.slash("Ana", "coup new", **settings)
    for name in NAMES[1:players]:
        await court.slash(name, "coup join")
    await court.slash("Ana", "coup start")
    return court.table


async def _declared(court: Court, name: str, chance: random.Random) -> dict[str, str]:
    filled: dict[str, str] = {}
    for field in ("action", "target", "recipient", "role"):
        offered = await court[name].autocomplete(court.channel, "coup act", field, "", **filled)
        if offered:
            filled[field] = chance.choice(offered)["value"]
    return filled


async def _press_until_answered(court: Court, table: Table, seat: int, chance: random.Random) -> None:
    assert table.state.game is not None
    assert table.state.game.ask is not None
    member = court[table.state.seats[seat].name]
    message: Any = court.card
    ask = table.state.game.ask
    wanted = {"answer"} if ask.window else {"act"} if ask.prompt == "act" else {"choose"}
    before = _moment(table)
    while _moment(table) == before:
        parts = [part for part in controls(message) if _press(part).op in wanted]
        if ask.window:
            parts = [part for part in parts if _open_to(table, seat, part)]
        part = chance.choice(parts)
        if part["type"] == 3:
            values = chance.sample([option["value"] for option in part["options"]], part["max_values"])
            result = await member.select(message, values, custom_id=part["custom_id"])
        else:
            result = await member.click(message, custom_id=part["custom_id"])
        assert result.acknowledged
        message = result.response
        wanted = {"answer", "pick", "sure", "keep", "gift"}


def _moment(table: Table) -> tuple[int, int]:
    """Returns a value that changes with every answer, even one without effect after a sealed challenge."""
    assert table.state.game is not None
    return table.state.game.question, len(table.state.answered)


def _open_to(table: Table, seat: int, part: dict[str, Any]) -> bool:
    assert table.state.game is not None
    assert table.state.game.ask is not None
    do, _, role = _press(part).arg.partition(".r")
    return any(move.do == do and (move.role or "") == role for move in table.state.game.ask.options[seat])


def _press(part: dict[str, Any]) -> Press:
    match = TEMPLATE.fullmatch(part["custom_id"])
    assert match is not None
    return Press.of(match)


async def _check_end(court: Court, table: Table) -> None:
    live = [message for message in court.channel.history() if controls(message)]
    assert [message.id for message in live] == [table.posted.message_id]
    if table.state.status is Status.OVER:
        assert "All cards:" in shown(live[0])
        assert table.state.server_seed.hex() in shown(live[0])
