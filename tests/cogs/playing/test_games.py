"""Random games of every edition, played by slash commands only, or by buttons only."""

import random
from typing import Any

import pytest

from bot.store.rows import Status
from bot.tables.table import Table
from tests.harness.discord import NAMES, SimGuild, controls, said, shown
from tests.harness.tables import ask_of, game_of

pytestmark = pytest.mark.slow

EDITIONS: list[tuple[int, dict[str, Any]]] = [
    (4, {"ruleset": "classic", "options": "teams inquisitor examine=owner"}),
    (4, {"ruleset": "mcguire"}),
    (4, {"pool": "speculator, writer, crime_boss, communist, protestor"}),
    (3, {"pool": "spy, newscaster, mercenary, customs_officer, foreign_consular"}),
    (4, {"ruleset": "reformation", "options": "inquisitor"}),
    (4, {"ruleset": "anarchy", "pool": "financier, director, anarchist, arms_dealer, socialist, social_media"}),
]
MOST = 10
"""Decisions after which a random game is stopped, since it could take very long."""


@pytest.mark.parametrize(("players", "settings"), EDITIONS)
async def test_a_game_can_be_played_by_commands(guild: SimGuild, players: int, settings: dict[str, Any]) -> None:
    chance = random.Random(players)
    table = await _begin_by_commands(guild, players, settings)
    while table.state.status is Status.PLAYING and table.state.decisions < MOST:
        before = _moment(table)
        seat = chance.choice(await _still_to_answer(guild, table))
        name = table.state.seats[seat].name
        if ask_of(table).prompt == "act":
            result = await guild.slash(name, "coup act", **await _declared(guild, name, chance))
        else:
            offered = await guild[name].autocomplete(guild.channel, "coup answer", "answer", "")
            result = await guild.slash(name, "coup answer", answer=chance.choice(offered)["value"], sure=True)
        assert _moment(table) != before, said(result)
    await _check_end(guild, table)


async def _begin_by_commands(guild: SimGuild, players: int, settings: dict[str, Any]) -> Table:
    await guild.slash("Ana", "coup new", **settings)
    for name in NAMES[1:players]:
        await guild.slash(name, "coup join")
    await guild.slash("Ana", "coup start")
    return guild.table


async def _declared(guild: SimGuild, name: str, chance: random.Random) -> dict[str, str]:
    filled: dict[str, str] = {}
    for field in ("action", "target", "recipient", "role"):
        offered = await guild[name].autocomplete(guild.channel, "coup act", field, "", **filled)
        if offered:
            filled[field] = chance.choice(offered)["value"]
    return filled


def _moment(table: Table) -> tuple[int, int]:
    """Returns a value that changes with every answer, even with one that a sealed challenge makes ineffective."""
    return game_of(table).question, len(table.state.open_question.answered) + len(table.state.early_answers)


async def _still_to_answer(guild: SimGuild, table: Table) -> list[int]:
    """Returns the seats that must still answer; lets the quiet time of a window pass once all have answered."""
    while not (seats := [seat for seat in table.state.owing() if not table.state.has_answered(seat)]):
        await guild.env.advance_time(seconds=5)
    return seats


async def _check_end(guild: SimGuild, table: Table) -> None:
    live = [message for message in guild.channel.history() if controls(message)]
    assert [message.id for message in live] == [table.posted.message_id]
    if table.state.status is Status.OVER:
        assert "All cards:" in shown(live[0])
        seed = table.state.server_seed.hex()
        assert seed not in shown(live[0])
        assert seed in said(await guild.click("Dov", "Fair shuffle", live[0]))
