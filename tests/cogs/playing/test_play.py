"""Clicks and commands in a running game: their effects, and the line that each decision has in the log."""

import json
import logging
from typing import Any

import pytest

from bot.ops.logs import JsonLines
from bot.store.rows import Status
from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, said, shown

pytestmark = pytest.mark.slow


async def test_action_completions_are_for_the_player_whose_turn_it_is(guild: SimGuild, table: Table) -> None:
    async def offered(name: str) -> list[str]:
        found = await guild[name].autocomplete(guild.channel, "coup act", "action", "")
        return [choice["value"] for choice in found]

    assert "income" in await offered("Ana")
    assert await offered("Ben") == []
    await guild.slash("Ana", "coup act", action="tax")
    assert await offered("Ben") == []  # Ben is asked for an answer, not for an action


async def test_an_answer_never_shows_before_the_window_closes(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    labels = [part.get("label") for part in controls(guild.live_message)]
    assert labels == [
        "Challenge", "Allow", "Block as Captain · Ben", "Block as Ambassador · Ben",
        "My hand", "What can I do?", "Log", "More time",
    ]  # fmt: skip
    await guild.click("Ben", "Block as Captain")
    assert "Still to answer: **Cleo**." in shown(guild.live_message)
    assert "claims Captain to block" not in shown(guild.live_message)
    await guild.click("Cleo", "Allow")
    assert "**Ben** blocks the theft as Captain" in shown(guild.live_message)


async def test_a_coup_must_be_confirmed_and_can_be_cancelled(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="income")
    asked = await guild.select("Ben", guild.live_message, ["coup.0"])
    assert "Coup **Ana** for 7 coins? You cannot take it back." in shown(asked)
    back = (await guild.click("Ben", "Back", asked)).response
    assert back is not None
    assert "Your turn" in shown(back)
    asked = await guild.select("Ben", back, ["coup.0"])
    await guild.click("Ben", "Coup Ana", asked)
    assert "**Ben** launched a coup against **Ana**" in shown(guild.live_message)


async def test_private_choices_are_made_in_a_panel(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    assert "show the Duke or concede" in shown(guild.live_message)
    panel: Any = (await guild.click("Ana", "My hand")).response
    assert panel.ephemeral
    assert "**Ben** challenges your Duke. Show it or concede?" in shown(panel)
    assert [part.get("label") for part in controls(panel)] == [
        "Show Duke: Ben loses a card",
        "Concede: you lose a card",
    ]
    done = (await guild.click("Ana", "Show Duke: Ben loses a card", panel)).response
    assert done is not None
    assert "You chose: Show Duke." in shown(done)
    assert "**Ana** shows the Duke" in shown(guild.live_message)
    assert "Only Ben can answer now." in said(await guild.click("Cleo", "Choose"))
    panel = (await guild.click("Ben", "Choose")).response
    assert [part["custom_id"].split(":")[-1] for part in controls(panel)] == ["lose.c0", "lose.c1"]
    await guild.click("Ben", "Lose Contessa", panel)
    assert "lost Contessa" in shown(guild.live_message)


async def test_the_hand_panel_shows_cards_and_possible_actions(guild: SimGuild, table: Table) -> None:
    text = said(await guild.slash("Ben", "coup hand"))
    assert "Assassin and Contessa · 8 coins" in text
    assert "Waiting for" not in text, "it would soon be out of date"
    await guild.slash("Ana", "coup act", action="tax")
    assert "**Ana** claims Duke to take 3 coins. Challenge?" in said(await guild.click("Ben", "My hand"))


async def test_possible_actions_are_explained_to_players_and_onlookers(guild: SimGuild, table: Table) -> None:
    result = await guild.click("Ana", "What can I do?")
    assert "You are not asked now" not in said(result)
    assert "**Steal (Captain)**" in said(result)
    assert "You have Captain and Duke, and 2 coins." in said(result)
    assert "choose an action" not in said(await guild.click("Ben", "What can I do?")), "it says what Ana can do"
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    told = {name: said(await guild.click(name, "What can I do?")) for name in ("Ana", "Ben", "Dov")}
    assert "You are not asked now. What **Ben** and **Cleo** can do:" in told["Ana"]
    assert "You are not in this game, but you can watch." in told["Dov"]
    assert "What **Ben** and **Cleo** can do now:" in told["Dov"]
    assert "You are not in this game, but you can watch." in said(await guild.click("Dov", "My hand"))
    for name in ("Ana", "Dov"):
        assert "Chance that **Ben** has the Captain or Ambassador: " in told[name]
    assert "You have" not in told["Dov"]
    assert "**Block as Captain**: A bluff. " in told["Ben"], "he holds neither"


async def test_resigning_must_be_confirmed(guild: SimGuild, table: Table) -> None:
    result = await guild.slash("Cleo", "coup resign")
    kept = (await guild.click("Cleo", "Back", result.response)).response
    assert kept is not None
    assert "You play on." in shown(kept)
    await guild.slash("Cleo", "coup resign", sure=True)
    assert "**Cleo** resigned" in shown(guild.live_message)
    assert "You resigned" in said(await guild.slash("Cleo", "coup hand"))
    assert table.state.status is Status.PLAYING
    await guild.slash("Ana", "coup act", action="income")
    assert said(await guild.slash("Cleo", "coup resign")) == "You are out of this game."
    asked: Any = (await guild.slash("Ben", "coup resign")).response
    await guild.slash("Ana", "coup resign", sure=True)
    await guild.slash("Ben", "coup act", action="income")
    late = (await guild.click("Ben", "Resign", asked)).response
    assert late is not None
    assert "This game is over." in shown(late)
    assert not controls(late), "the panel that asked says it"


async def test_the_end_reveals_everything_and_offers_a_rematch(guild: SimGuild, table: Table) -> None:
    await guild.slash("Cleo", "coup resign", sure=True)
    await guild.slash("Ben", "coup resign", sure=True)
    await guild.slash("Ana", "coup act", action="income")
    end = next(message for message in guild.channel.history() if "wins" in shown(message))
    assert "Ana wins" in shown(end)
    assert table.state.commitment not in shown(end)
    assert [part.get("label") for part in controls(end)] == ["Rematch", "Log", "Record", "Coach", "Fair shuffle"]
    assert "Turn 1: Ana" in said(await guild["Ben"].click(end, label="Log"))
    bystander = said(await guild["Dov"].click(end, label="Rematch"))
    assert bystander == "You did not play in this game. Start your own with `/coup new`."
    await guild["Ben"].click(end, label="Rematch")
    assert "must press **Join**" in shown(guild.live_message)
    assert "The game begins when all have joined." in shown(guild.live_message)
    assert "Not joined yet" in said(await guild.slash("Ben", "coup start"))
    assert said(await guild.slash("Ana", "coup rematch")) == "You joined the table."
    assert "already have a seat at this table" in said(await guild["Ana"].click(end, label="Rematch"))
    last = said(await guild["Cleo"].click(end, label="Rematch"))
    assert "The game has started." in last
    assert "### Your hand" in last
    assert "Turn 1" in shown(guild.live_message)


async def _win_and_open_rematch(guild: SimGuild) -> None:
    """Lets Ana win, because the others resign, and press Rematch."""
    for name in ("Cleo", "Ben"):
        await guild.slash(name, "coup resign", sure=True)
    await guild.slash("Ana", "coup act", action="income")
    await guild.slash("Ana", "coup rematch")


async def test_whoever_joins_a_rematch_last_by_its_button_starts_it(guild: SimGuild, table: Table) -> None:
    await _win_and_open_rematch(guild)
    start = [part["label"] for part in controls(guild.live_message) if part["label"].startswith("Start")]
    assert not start, "Ana cannot play alone"
    assert "without them" not in said(await guild.slash("Ana", "coup help"))
    await guild.click("Ben", "Join")
    assert "without them" in said(await guild.slash("Ana", "coup help"))
    assert "Only Ana (host) can do that." in said(await guild.click("Ben", "Start without Cleo"))
    assert "### Your hand" in said(await guild.click("Cleo", "Join"))
    assert "Turn 1" in shown(guild.live_message)


async def test_the_host_starts_a_rematch_without_a_member_in_one_press(guild: SimGuild, table: Table) -> None:
    await _win_and_open_rematch(guild)
    await guild.click("Ben", "Join")
    assert "### Your hand" in said(await guild.click("Ana", "Start without Cleo"))
    assert guild.table.state.names == ("Ana", "Ben")


async def test_after_timeouts_an_ai_plays_until_the_player_is_back(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo")])
    for _ in range(3):
        await guild.slash("Ana", "coup act", action="income")
        await guild.env.advance_time(61)  # Ben's time runs out
        await guild.slash("Cleo", "coup act", action="income")
    await guild.slash("Ana", "coup act", action="income")
    assert "**Ben** · 5 coins · 2 cards · away" in shown(guild.live_message)
    await guild.click("Ben", "I am back · Ben")
    assert not table.state.seats[1].away
    assert "already in your seat" in said(await guild.forge_click("Ben", f"coup:1:back:{table.id}:0"))


async def test_a_decision_is_one_log_line(guild: SimGuild, table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="bot.ops.logs")
    caplog.handler.setFormatter(JsonLines())
    acted = await guild.slash("Ana", "coup act", action="steal", target="Ben")
    blocked = await guild.click("Ben", "Block as Captain")
    lines = [json.loads(line) for line in caplog.text.splitlines() if "Decided" in line]
    assert [line.pop("interaction") for line in lines] == [acted._interaction.id, blocked._interaction.id]
    assert all(0 < line.pop("ms") < 10_000 and line.pop("at") for line in lines)
    same = {
        "level": "INFO",
        "logger": "bot.ops.logs",
        "message": "Decided",
        "guild": guild.discord_guild.id,
        "game": table.id,
        "cause": "player",
    }
    assert lines == [same | {"seat": 0, "question": 0}, same | {"seat": 1, "question": 1}]
