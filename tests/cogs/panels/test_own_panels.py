"""A member's private panels: which clicks bring the own hand, and that one panel is left, and none in memory."""

import gc
from typing import Any

import pytest
from discord import ui

from bot.store.rows import Style
from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import ask_of, change, change_seat, game_of


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


async def test_a_panel_whose_token_has_expired_stays(guild: SimGuild, table: Table) -> None:
    old = (await guild.click("Ben", "My hand")).response
    await guild.env.advance_time(16 * 60)
    new = (await guild.click("Ben", "My hand")).response
    assert old is not None
    assert new is not None
    assert {old.id, new.id} <= {panel.id for panel in panels(guild, "Ben")}


async def test_the_member_who_presses_start_gets_the_own_hand(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup new", ruleset="classic")
    await guild.click("Ben", "Join")
    answer = (await guild.click("Ana", "Start")).response
    assert answer is not None
    assert answer.ephemeral
    assert "### Your hand" in shown(answer)
    assert "Your turn" not in shown(answer)
    assert not controls(answer), "it would still offer them when the action is taken on the table message"
    assert "Turn 1" in shown(guild.live_message)
    assert not panels(guild, "Ben")
    starter = guild.table.state.names[game_of(guild.table).turn]
    assert "Your turn." in said(await guild.click(starter, "My hand")), "who asks for the hand may act in it"


async def test_the_first_answer_of_other_members_brings_their_hand(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    first = (await guild.click("Ben", "Allow")).response
    assert first is not None
    assert first.ephemeral
    assert "You chose: Allow. You have Assassin and Contessa." in shown(first)
    assert "Still to answer: **Cleo**" in shown(guild.live_message)
    assert "coins" not in said(await guild.click("Ana", "Challenge")), "a refusal comes without the hand"
    await guild.slash("Cleo", "coup answer", answer="allow")
    assert "Turn 2" in shown(guild.live_message)
    second = await guild.select("Ben", guild.live_message, ["income"])
    assert second is None or not second.ephemeral, "Ben has seen his hand"


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


async def test_a_hint_goes_when_the_game_ends(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana", 7), player("Ben", hand=("duke",), lost=["duke"])])
    change_seat(table, 1, user_id=None, ai="easy")
    guild.bot.dispatcher.message_of(table).show()
    await guild.env.settle()
    assert "**Hint:**" in said(await guild.click("Ana", "Hint"))
    await guild.select("Ana", guild.live_message, ["coup"])
    assert table.state.has_ended
    await guild.env.advance_time(2)
    assert not [panel for panel in panels(guild, "Ana") if "### Your hand" in shown(panel)]


async def test_panels_of_earlier_questions_do_not_pile_up_below_the_table(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 0), player("Ben", hand=("duke",)), player("Cleo")])
    for _ in range(3):
        await guild.slash("Ana", "coup act", action="tax")
        asked = (await guild.click("Ben", "Challenge")).response
        for name in ("Ben", "Cleo"):
            await guild.click(name, "Allow")
        for name in ("Ben", "Cleo"):
            await guild.select(name, guild.live_message, ["income"])
        await only_left(guild, "Ben", asked)


async def test_commands_and_buttons_leave_one_hand(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 2), player("Ben", 2), player("Cleo", 2)])
    await guild.click("Ana", "My hand")
    for options in ({}, {"action": "steal"}, {"action": "steal", "target": "Ben"}):
        await only_left(guild, "Ana", (await guild.slash("Ana", "coup act", **options)).response)
    for command in ("coup answer", "coup hand"):
        await only_left(guild, "Ben", (await guild.slash("Ben", command)).response)
    await guild.click("Cleo", "Challenge")
    await guild.click("Ben", "Allow")
    await guild.click("Ana", "Concede · Ana")
    await guild.env.settle()
    assert "You lose a card." in shown(panels(guild, "Ana")[0]), "the hand shows the question to its player"


async def test_commands_and_buttons_of_moderators_leave_one_panel(guild: SimGuild) -> None:
    await guild.slash("Ana", "coup-config show")
    await guild.slash("Ana", "coup-config unban")
    last = (await guild.slash("Ana", "coup-config audit")).response
    read = (await guild.slash("Ana", "coup rules")).response
    await only_left(guild, "Ana", last, read)


async def test_the_chosen_roles_of_a_pool_stay_when_a_moderator_opens_another_panel(guild: SimGuild) -> None:
    panel = (await guild.slash("Ana", "coup-config pool create", name="Hard times")).response
    chosen = await guild.select("Ana", panel, ["farmer"], "Finance")
    await guild.slash("Ana", "coup-config show")
    await guild.slash("Ana", "coup-config pool create", name="Another")
    await guild.env.settle()
    assert "Chosen: Farmer and Writer" in shown(await guild.select("Ana", chosen, ["writer"], "Communications"))


async def test_the_settings_that_have_become_a_pool_stay_when_they_are_opened_again(guild: SimGuild) -> None:
    settings = (await guild.slash("Ana", "coup-config show")).response
    form = await guild.click("Ana", "Create a pool", settings)
    assert form.modal is not None
    [field] = [part["component"]["custom_id"] for part in form.modal["components"]]
    await guild["Ana"].submit_modal(form, {field: "Hard times"})
    await guild.slash("Ana", "coup-config show")
    await guild.env.settle()
    assert "Chosen: Farmer" in shown(await guild.select("Ana", settings, ["farmer"], "Finance"))


async def test_commands_and_buttons_leave_one_panel_to_read(guild: SimGuild, table: Table) -> None:
    opened = (await guild.slash("Ben", "coup settings")).response
    await guild.click("Ben", "Turn pings off", opened)
    for command in ("coup help", "coup call", "coup rules", "coup log", "coup settings", "coup-stats history", ""):
        read = await (guild.slash("Ben", command) if command else guild.click("Ben", "Log"))
        await only_left(guild, "Ben", read.response)


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


async def test_the_hand_opened_from_help_stays_beside_the_log(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 2, ("captain", "contessa")), player("Ben"), player("Cleo")])
    help_panel = (await guild.slash("Ana", "coup help")).response
    hand = (await guild.click("Ana", "My hand", help_panel)).response
    await only_left(guild, "Ana", hand, (await guild.click("Ana", "Log")).response)


@pytest.mark.parametrize(
    ("name", "label", "sentence"),
    [("Cleo", "Block as Captain", "Only Ben can block"), ("Dov", "Challenge", "You are out of this game.")],
)
async def test_one_refusal_stays_of_wrong_answers(guild: SimGuild, name: str, label: str, sentence: str) -> None:
    out = player("Dov", hand=(), lost=["contessa", "contessa"])
    await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo"), out])
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    for _ in range(2):
        refusal = (await guild.click(name, label)).response
        await only_left(guild, name, refusal)
        assert sentence in shown(refusal)


async def test_a_spectator_is_refused_once_below_each_message(guild: SimGuild, table: Table) -> None:
    change(table, style=Style.CHRONICLE)
    refusals: list[Any] = []
    for name, first in (("Ana", "Challenge"), ("Ben", "My hand")):
        await guild.slash(name, "coup act", action="tax")
        refusals.append((await guild.click("Dov", first)).response)
        assert "You are not in this game" in shown(refusals[-1])
        for label in ("Allow", "Challenge", "My hand", "More time"):
            again = await guild.click("Dov", label)
            assert again.acknowledged
            await only_left(guild, "Dov", *refusals)
        for other in {"Ana", "Ben", "Cleo"} - {name}:
            await guild.click(other, "Allow")
    assert "You are not in this game" in said(await guild.slash("Dov", "coup hand"))


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


async def test_one_refusal_stays_until_a_press_counts(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    hand = (await guild.click("Ben", "My hand")).response
    assert "### Your hand" not in said(await guild.click("Ben", "Allow")), "he has seen it"
    for _ in range(3):
        late = (await guild.click("Ben", "Challenge")).response
        await only_left(guild, "Ben", hand, late)
        assert "You already answered." in shown(late)
    await guild.click("Cleo", "Allow")
    await guild.select("Ben", guild.live_message, ["income"])
    await only_left(guild, "Ben", hand)


async def test_a_refusal_goes_when_the_first_answer_brings_the_hand(guild: SimGuild, table: Table) -> None:
    await guild.select("Ben", guild.live_message, ["income"])
    (refusal,) = panels(guild, "Ben")
    assert "It is not your turn" in shown(refusal)
    await guild.slash("Ana", "coup act", action="tax")
    await only_left(guild, "Ben", (await guild.click("Ben", "Allow")).response)


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
