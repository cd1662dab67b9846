"""Standing orders on Discord: given and dropped in My hand, and what their owner reads of them."""

from tests.cogs.playing.orders import dealt, give, orders_of
from tests.harness.discord import SimGuild, controls, shown


async def test_a_private_question_and_the_own_turn_offer_their_answers_alone(guild: SimGuild) -> None:
    await dealt(guild)
    await give(guild, "Ben")
    hand = (await guild.click("Ana", "My hand")).response
    assert [part["placeholder"] for part in controls(hand)] == ["Choose an action"]
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")
    await guild.env.advance_time(5)
    asked = (await guild.click("Ana", "My hand")).response
    offers = [part.get("label") for part in controls(asked)]
    assert offers == ["Show Duke: Ben loses a card", "Concede: you lose a card"]
    await guild.click("Ana", "Show Duke: Ben loses a card", asked)
    asked = (await guild.click("Ben", "My hand")).response
    assert orders_of(guild.table, guild, "Ben")
    assert "You lose a card. Which one?" in shown(asked)
    assert "Until your next turn" not in shown(asked)
