"""A member's private panels: which clicks bring the own hand, and that one panel is left, and none in memory."""

import gc
from typing import Any

import pytest
from discord import ui

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, SimulatedClock, labels, shown
from tests.harness.tables import ask_of, game_of


def panels(guild: SimGuild, name: str) -> list[Any]:
    """The private messages that a member has in the channel."""
    return [each for each in guild.channel.history(viewer=guild[name]) if each.flags.ephemeral]


async def only_left(guild: SimGuild, name: str, *left: Any) -> None:
    """Checks that a member has these private messages in the channel, oldest first, and no others."""
    await guild.env.settle()
    assert [panel.id for panel in panels(guild, name)] == [message.id for message in left]


@pytest.mark.parametrize("label", ["My hand", "What can I do?", "Log"])
async def test_a_button_pressed_again_leaves_one_panel(guild: SimGuild, table: Table, label: str) -> None:
    first = (await guild.click("Ben", label)).response
    again: Any = (await guild.click("Ben", label)).response
    await only_left(guild, "Ben", again)
    assert first is not None
    assert again.id != first.id, "the newer panel is at the bottom, where the member looks"
    await guild.click("Cleo", label)
    assert len(panels(guild, "Ben")) == 1, "another member's panel is left alone"


async def test_choose_pressed_again_leaves_one_panel_that_answers(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 2, ("captain", "contessa")), player("Ben"), player("Cleo")])
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    await guild.click("Ana", "Concede · Ana")
    before = len(panels(guild, "Ana"))
    await guild.click("Ana", "Choose")
    panel = (await guild.click("Ana", "Choose")).response
    await guild.env.settle()
    assert len(panels(guild, "Ana")) == before, (
        "each replaces the one before, first the hand that showed the question"
    )
    await guild.click("Ana", "Lose Captain", panel)
    assert "**Ana** loses Captain" in shown(guild.live_message)


async def test_a_machine_whose_clock_is_an_hour_ahead_leaves_one_panel_too(guild: SimGuild) -> None:
    assert isinstance(guild.bot.clock, SimulatedClock)
    guild.bot.clock.ahead = 3600
    await guild.play("Ana", "Ben")
    for _ in range(2):
        await guild.click("Ben", "My hand")
    await guild.env.settle()
    assert len(panels(guild, "Ben")) == 1


async def test_a_hint_leaves_the_clock_alone_and_goes_with_its_question(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic", seats=2)
    await guild.slash("Ana", "coup start")
    table = guild.table
    while 0 not in table.state.owing():
        await guild.env.advance_time(5)
    await guild.env.settle()
    deadline = table.state.deadline
    hint = (await guild.click("Ana", "Hint")).response
    assert "**Hint:**" in shown(hint)
    assert table.state.deadline == deadline
    question = game_of(table).question
    if ask_of(table).prompt == "act":
        await guild.select("Ana", guild.live_message, ["income"])
    else:
        await guild.click("Ana", "Allow")
    while game_of(table).question == question:
        await guild.env.advance_time(5)
    now = next(each for each in panels(guild, "Ana") if each.id == getattr(hint, "id", 0))
    assert "Hint" not in shown(now)
    assert "That question is over." in shown(now)


async def test_a_private_question_stays_beside_rules_and_log(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 2, ("captain", "contessa")), player("Ben"), player("Cleo")])
    await guild.click("Ana", "My hand")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    what = (await guild.click("Ana", "What can I do?")).response
    await guild.click("Ana", "Rules", what)
    await only_left(guild, "Ana", what, (await guild.click("Ana", "Log")).response)
    (asked, _) = panels(guild, "Ana")
    next_question = (await guild.click("Ana", "Concede: you lose a card", asked)).response
    assert "Lose Captain" in labels(next_question)


async def test_a_panel_without_a_question_says_which_cards_are_left(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "contessa")), player("Ben"), player("Cleo")])
    hand = (await guild.click("Ana", "My hand")).response
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    await guild.click("Ana", "Concede · Ana")
    assert "You have" not in shown(hand)
    await guild.click("Ana", "Lose Captain", hand)
    await only_left(guild, "Ana", hand)
    assert "You chose: Lose Captain. You have Contessa." in shown(hand)


def in_memory() -> int:
    """The number of messages and panels in memory, among them those of the tables as they are now."""
    gc.collect()
    return sum(isinstance(kept, ui.LayoutView) for kept in gc.get_objects())


@pytest.mark.usefixtures("quick_collection")
async def test_no_message_or_panel_is_kept_in_memory_once_sent(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben")
    before = in_memory()
    for name in ("Ana", "Ben"):
        await guild.click(name, "My hand")
        await guild.slash(name, "coup rules")
    await guild.slash("Ana", "coup-config show")
    assert in_memory() == before
