"""Private questions appear in the hand panels that members have already."""

from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, labels, shown
from tests.harness.tables import change


def requests(guild: SimGuild) -> int:
    """How many requests the bot has made."""
    return len(guild.env.http_requests)


async def test_a_private_question_is_answered_in_the_panel_that_its_player_has(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke", "captain")), player("Ben"), player("Cleo")])
    hand = await guild.click("Ana", "My hand")
    others = await guild.click("Cleo", "My hand")
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    assert "challenges your Duke. Show it or concede?" in shown(hand.response)
    assert "challenges" not in shown(others.response)
    await guild.click("Ana", "Show Duke: Ben loses a card", hand.response)
    assert "**Ana** shows the Duke" in shown(guild.live_message)


async def test_a_panel_whose_question_was_not_answered_in_time_says_that_it_is_over(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    hand = (await guild.click("Ana", "My hand")).response
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    await guild.env.advance_time(21)
    assert "Lose Captain" in labels(hand), "the time to show or concede has run out"
    await guild.env.advance_time(21)
    assert "This question is over.\nYou have Captain." in shown(hand)
    assert not labels(hand)


async def test_a_panel_opened_after_the_question_says_too_that_it_is_over(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "contessa")), player("Ben")])
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    hand = (await guild.click("Ana", "Choose")).response
    await guild.click("Ana", "Concede: you lose a card", hand)
    assert "Lose Captain" in labels(hand)
    await guild.env.advance_time(21)
    assert "This question is over.\nYou have" in shown(hand)
    assert not labels(hand)


async def test_a_panel_whose_question_ended_with_the_game_says_so(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana", hand=("captain", "contessa")), player("Ben")])
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    hand = (await guild.click("Ana", "Choose")).response
    await guild.bot.tables.end(table)
    await guild.env.settle()
    assert "This question is over." in shown(hand)
    assert not labels(hand)


async def test_a_panel_whose_question_was_answered_by_direct_message_says_so(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    ana = guild.users["Ana"]
    await guild.switch("Ana", "Turn direct messages on")
    hand = (await guild.click("Ana", "My hand")).response
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    for label in ("Concede: you lose a card", "Lose Captain"):
        assert label in labels(hand)
        await ana.click(ana.dm_channel.history()[-1], label=label)
    await guild.env.settle()
    assert "This question is over.\nYou have Captain." in shown(hand)
    assert not labels(hand)


async def test_the_next_question_to_the_same_player_takes_no_request_of_its_own(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain", "captain")), player("Ben")])
    hand = await guild.click("Ana", "My hand")
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    before = requests(guild)
    await guild.click("Ana", "Concede: you lose a card", hand.response)
    assert labels(hand.response)[0] == "Lose Captain"
    assert requests(guild) == before + 2  # the response, and the table message


async def test_a_panel_that_is_too_old_is_left_alone(guild: SimGuild) -> None:
    table = await set_up(guild, players=[player("Ana", hand=("duke", "captain")), player("Ben")])
    change(table, deadline=None)
    hand = await guild.click("Ana", "My hand")
    await guild.env.advance_time(16 * 60)
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    assert "challenges" not in shown(hand.response)
    panel = (await guild.click("Ana", "Choose")).response
    await guild.click("Ana", "Show Duke: Ben loses a card", panel)
    assert "**Ana** shows the Duke" in shown(guild.live_message)


async def test_a_choice_in_another_panel_replaces_the_one_that_asked(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke", "captain")), player("Ben")])
    hand = await guild.click("Ana", "My hand")
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    panel = (await guild.click("Ana", "Choose")).response
    assert hand.response is None
    assert labels(panel)[0] == "Show Duke: Ben loses a card"
