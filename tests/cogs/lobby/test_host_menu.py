"""The host of a lobby chooses AI seats, partners, and how many cards two players get."""

from pathlib import Path

import pytest

from bot.render.view_model import TableView
from bot.tables import ai_players
from bot.tables.state import Person
from bot.tables.transitions.lobby import join
from engine.ai.evaluation.network import networks
from tests.harness.discord import SimGuild, controls, host_menu, said, shown
from tests.harness.simulated_discord import delaying_edit, during_next_response


async def test_a_new_menu_shows_a_change_made_meanwhile(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.slash("Ana", "coup new", seats=6)
    ben = Person(guild["Ben"].id, "Ben")
    during_next_response(monkeypatch, lambda: guild.bot.tables.run(guild.table, join, ben))
    menu = await host_menu(guild)
    assert "Remove Mila" not in str(controls(menu)), "Ben has her seat"


async def test_a_menu_is_updated_though_an_edit_failed(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await guild.slash("Ana", "coup new", seats=6)
    await host_menu(guild)
    with delaying_edit(guild, monkeypatch):
        await guild.click("Ben", "Join")
        menu = await host_menu(guild)  # the older one is deleted
    await guild.env.advance_time(2)
    await guild.click("Ben", "Leave")
    await guild.env.advance_time(2)
    assert "Add an AI" in str(controls(menu)), "a seat is free"


async def test_all_texts_say_what_plays_where_strong_seats_cannot(
    guild: SimGuild, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert "New AI players: Strong." in said(await guild.slash("Ana", "coup-config ai", kind="strong"))
    await guild.slash("Ana", "coup new", seats=2)
    assert ", strong AI)" in shown(guild.live_message)
    with monkeypatch.context() as missing:
        missing.setattr(ai_players, "networks", lambda: networks(tmp_path / "strong.json"))
        told = "Its training is missing here, so it plays like Medium."
        assert f"New AI players: Strong. {told}" in said(await guild.slash("Ana", "coup-config show"))
        offered = next(part for part in controls(await host_menu(guild)) if part.get("placeholder") == "Add an AI")
        assert [option["description"] == told for option in offered["options"][:3]] == [False, False, True]
        await guild.click("Ana", "Add strong AI")
        assert ", strong AI)" not in shown(guild.live_message)
        assert shown(guild.live_message).count(", medium AI)") == 2
        await guild.click("Ana", "Start")
        assert said(await guild.click("Ana", "What can I do?")).count(", medium AI)") == 2
    await guild.slash("Ana", "coup table")
    (*_, last) = (TableView.of(guild.table).occupant(seat) for seat in range(3))
    assert ", strong AI)" in last, "whose files are there again plays by them again"
