"""Private questions appear in the hand panels that members have already."""

import re
from typing import Any

import pytest

from bot.tables.transitions.game import decide
from bot.tables.transitions.moderation import pause_or_close, resume
from tests.cogs.positions import player, set_up
from tests.harness.discord import NAMES, SimGuild, controls, labels, shown, thread_of
from tests.harness.simulated_discord import delaying_edit, during_next_response
from tests.harness.tables import TAX, change, game_of


def requests(guild: SimGuild) -> int:
    """How many requests the bot has made."""
    return len(guild.env.http_requests)


def private(guild: SimGuild, name: str) -> list[Any]:
    """The messages in the channel that a member alone sees."""
    return [each for each in guild.channel.history(viewer=guild[name]) if each.flags.ephemeral]


async def challenged(guild: SimGuild) -> None:
    """Ben challenges Ana's tax."""
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")


async def conceded(guild: SimGuild) -> None:
    """Ben challenges Ana's tax, and Ana concedes: which card she loses is a private question."""
    await challenged(guild)
    await guild.click("Ana", "Concede · Ana")


async def test_a_private_question_is_answered_in_the_panel_that_its_player_has(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("contessa", "captain")), player("Ben"), player("Cleo")])
    hand = await guild.click("Ana", "My hand")
    others = await guild.click("Cleo", "My hand")
    await conceded(guild)
    assert "You lose a card. Which one?" in shown(hand.response)
    assert "Which one?" not in shown(others.response)
    await guild.click("Ana", "Lose Captain", hand.response)
    assert "**Ana** loses Captain" in shown(guild.live_message)


async def test_a_challenge_is_answered_in_the_table_message_and_edits_no_panel(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke", "captain")), player("Ben"), player("Cleo")])
    await guild.show_hands("Ben")
    await guild.select("Ana", guild.live_message, ["tax"])
    assert len(private(guild, "Ana")) == 1
    before = requests(guild)
    await guild.click("Ben", "Challenge")
    assert requests(guild) == before + 1
    await guild.click("Ana", "Show Duke · Ana")
    assert "**Ana** shows the Duke" in shown(guild.live_message)
    assert requests(guild) == before + 3, "both answers, and Ben's panel asks him which card he loses"


async def test_a_panel_whose_question_was_not_answered_in_time_says_that_it_is_over(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    hand = (await guild.click("Ana", "My hand")).response
    await conceded(guild)
    assert "Lose Captain" in labels(hand)
    await guild.env.advance_time(21)
    assert "That question is over. You have Captain." in shown(hand)
    assert not labels(hand)


async def test_a_panel_opened_after_the_question_says_too_that_it_is_over(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "contessa")), player("Ben")])
    await conceded(guild)
    hand = (await guild.click("Ana", "Choose")).response
    assert "Lose Captain" in labels(hand)
    await guild.env.advance_time(21)
    assert "That question is over. You have" in shown(hand)
    assert not labels(hand)


async def test_a_panel_shows_the_longer_time_of_its_player(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo")])
    await guild.select("Ana", guild.live_message, ["tax"])
    hands = {name: (await guild.click(name, "My hand")).response for name in ("Ben", "Cleo")}
    before = requests(guild)
    await guild.click("Ben", "More time")
    (closes,) = re.findall(r"Closes <t:\d+:R>", shown(guild.live_message))
    assert closes in shown(hands["Ben"])
    assert requests(guild) == before + 2, "the table message and one panel"
    assert labels(hands["Ben"]) == ["Challenge", "Allow"]


async def test_more_time_leaves_a_confirmation_as_it_is(guild: SimGuild) -> None:
    hands = (("duke", "captain"), ("contessa",), ("contessa",))
    await set_up(guild, players=[player(name, hand=hand) for name, hand in zip(NAMES, hands, strict=False)])
    await guild.select("Ana", guild.live_message, ["tax"])
    asked = (await guild.click("Ben", "Challenge")).response
    before = shown(asked), labels(asked)
    assert "Last card! If **Ana** shows Duke, you lose it." in before[0]
    assert before[1] == ["Challenge with my last card", "Back"]
    await guild.click("Ben", "More time")
    assert (shown(asked), labels(asked)) == before
    await guild.env.advance_time(41)
    assert "That question is over." in shown(asked)


async def test_hands_go_when_the_game_ends(guild: SimGuild) -> None:
    table = await set_up(
        guild, orders=True, players=[player("Ana", hand=("captain", "contessa")), player("Ben"), player("Cleo")]
    )
    await challenged(guild)
    await guild.env.advance_time(5)
    await guild.click("Ana", "Concede · Ana")
    await guild.click("Ana", "Choose")
    await guild.click("Cleo", "My hand")
    panels = {name: private(guild, name) for name in ("Ana", "Cleo")}
    assert "Lose Captain" in labels(panels["Ana"][-1])
    assert controls(panels["Cleo"][-1]), "orders"
    await guild.bot.tables.end(table)
    await guild.env.settle()
    assert not any(private(guild, name) for name in panels)


async def test_a_panel_that_names_the_last_card_says_that_its_player_is_out(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke",)), player("Ben", hand=("contessa",)), player("Cleo")])
    await guild.select("Ana", guild.live_message, ["tax"])
    sure = (await guild.click("Ben", "Challenge")).response
    await guild.click("Ben", "Challenge with my last card", sure)
    assert "You have Contessa." in shown(sure)
    await guild.slash("Ana", "coup answer", answer="Show Duke")
    assert shown(sure).strip().startswith("You are out. Wrong challenge: **Ana** had the Duke.")


async def test_a_panel_that_comes_too_late_says_so(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo")])

    async def answer() -> None:
        await guild.bot.tables.run(table, decide, guild["Ana"].id, TAX, game_of(table).question)

    during_next_response(monkeypatch, answer)
    hand = (await guild.click("Ana", "My hand")).response
    await guild.env.settle()
    assert "That question is over. You have Captain and Duke." in shown(hand)
    assert not controls(hand)
    during_next_response(monkeypatch, lambda: guild.bot.tables.end(table))
    await guild.click("Ben", "What can I do?")
    await guild.env.settle()
    assert not private(guild, "Ben"), "the game has ended"


async def test_an_edit_that_comes_late_hides_no_question(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "contessa")), player("Ben")])
    hand = (await guild.click("Ana", "My hand")).response
    await guild.select("Ana", guild.live_message, ["tax"])
    with delaying_edit(guild, monkeypatch):
        await guild.click("Ben", "Challenge")
        await guild.env.advance_time(21)  # the time to show or concede runs out
    await guild.env.settle()
    assert "Lose Captain" in labels(hand)


async def test_a_pause_does_not_end_the_question_of_a_panel(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana", hand=("contessa", "captain")), player("Ben")])
    await conceded(guild)
    hand = (await guild.click("Ana", "Choose")).response
    await guild.bot.tables.run(table, pause_or_close)
    await guild.env.settle()
    assert "That question is over." not in shown(hand)
    await guild.bot.tables.run(table, resume)
    await guild.env.settle()
    await guild.click("Ana", "Lose Captain", hand)
    assert "**Ana** loses Captain" in shown(guild.live_message)


async def test_a_panel_whose_question_was_answered_by_direct_message_says_so(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    ana = guild.users["Ana"]
    await guild.switch("Ana", "Turn direct messages on")
    hand = (await guild.click("Ana", "My hand")).response
    await challenged(guild)
    await ana.click(ana.dm_channel.history()[-1], label="Concede: you lose a card")
    assert "Lose Captain" in labels(hand)
    await ana.click(ana.dm_channel.history()[-1], label="Lose Captain")
    await guild.env.settle()
    assert "That question is over. You have Captain." in shown(hand)
    assert not labels(hand)


async def test_a_panel_says_that_its_question_was_answered_on_the_table_message(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke", "captain")), player("Ben"), player("Cleo")])
    hand = (await guild.click("Ana", "My hand")).response
    assert controls(hand)
    await guild.select("Ana", guild.live_message, ["tax"])
    assert "That question is over. You have Captain and Duke." in shown(hand)
    assert not controls(hand)
    opened = [(await guild.click("Ben", label)).response for label in ("My hand", "What can I do?")]
    await guild.click("Ben", "Allow")
    assert labels(opened[-1])[:2] == ["Challenge", "Allow"], "Cleo must still answer"
    await guild.click("Cleo", "Allow")
    assert "That question is over." in shown(opened[-1])
    assert not controls(opened[-1])
    before = requests(guild)
    await guild.select("Ben", guild.live_message, ["income"])
    assert requests(guild) == before + 1, "it stays as it is"


async def test_a_first_answer_brings_the_hand_without_the_table_messages_question(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana"), player("Ben"), player("Cleo")])
    await guild.slash("Ana", "coup act", action="foreign_aid")
    await guild.click("Cleo", "Block as Duke")
    await guild.env.advance_time(5)
    hand = (await guild.click("Ben", "Allow")).response
    assert "**Cleo** blocks the foreign aid as Duke. Challenge?" in shown(guild.live_message)
    assert "You chose: Allow." in shown(hand)
    assert not controls(hand)


async def test_a_first_answer_brings_the_hand_with_a_private_question_that_follows(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 3), player("Ben"), player("Cleo")])
    await guild.slash("Ana", "coup act", action="assassinate", target="Ben")
    await guild.click("Cleo", "Allow")
    await guild.env.advance_time(5)
    assert labels((await guild.click("Ben", "Allow")).response) == ["Lose Captain", "Lose Duke"]


async def test_in_a_thread_the_hand_and_its_questions_are_in_the_thread(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", "Cleo", style="thread", pace="slow")
    while game_of(table).turn != table.state.seat_of(guild["Ana"].id):
        await guild.env.advance_time(181)
    thread = thread_of(guild, table)
    live = thread.history()[-1]
    first: Any = (await guild["Ana"].select(live, ["tax"], custom_id=controls(live)[0]["custom_id"])).response
    assert "You have " in shown(first)
    await guild["Ben"].click(thread.history()[-1], label="Challenge")
    await guild["Ana"].click(thread.history()[-1], label="Concede · Ana")
    assert "Which one?" in shown(first)
    assert [each.id for each in thread.history(viewer=guild["Ana"]) if each.flags.ephemeral] == [first.id]


async def test_the_next_question_to_the_same_player_takes_no_request_of_its_own(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    await challenged(guild)
    hand = await guild.click("Ana", "My hand")
    before = requests(guild)
    await guild.click("Ana", "Concede: you lose a card", hand.response)
    assert labels(hand.response)[0] == "Lose Captain"
    assert requests(guild) == before + 2  # the response, and the table message


async def test_a_panel_that_is_too_old_is_left_alone(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana", hand=("contessa", "captain")), player("Ben")])
    change(table, deadline=None)
    hand = await guild.click("Ana", "My hand")
    await guild.env.advance_time(16 * 60)
    await conceded(guild)
    assert "Which one?" not in shown(hand.response)
    panel = (await guild.click("Ana", "Choose")).response
    await guild.click("Ana", "Lose Captain", panel)
    assert "**Ana** loses Captain" in shown(guild.live_message)
