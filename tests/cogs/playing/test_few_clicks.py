"""How few clicks a choice takes: one for each decision, and one more where the last card is at stake."""

from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, labels, said, shown


async def test_a_bluffer_with_one_card_claims_and_concedes_with_one_click_each(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("captain",)), player("Ben"), player("Cleo")])
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    assert "You do not have the Duke: you can only concede." in said(await guild.click("Ana", "Show Duke · Ana"))
    await guild.click("Ana", "Concede · Ana")
    assert "Turn 2" in shown(guild.live_message)


async def test_a_challenged_player_shows_the_card_with_one_click_and_confirms_to_concede_the_last(
    guild: SimGuild,
) -> None:
    table = await set_up(guild, players=[player("Ana", hand=("duke",)), player("Ben"), player("Cleo")])
    await guild.select("Ana", guild.live_message, ["tax"])
    await guild.click("Ben", "Challenge")
    assert labels(guild.live_message)[:2] == ["Show Duke · Ana", "Concede · Ana"]
    for label in labels(guild.live_message)[:2]:
        assert "Only Ana can answer now." in said(await guild.click("Cleo", label))
    asked = (await guild.click("Ana", "Concede · Ana")).response
    assert "Last card! If you concede, you lose it." in shown(asked)
    assert table.state.decisions == 2
    await guild.click("Ana", "Show Duke · Ana")
    assert "**Ana** shows the Duke" in shown(guild.live_message)


async def test_a_ransom_is_paid_in_the_table_message(guild: SimGuild) -> None:
    crime = ("crime_boss",)
    pool = ["crime_boss", "banker", "writer", "peacekeeper", "politician"]
    await set_up(guild, ruleset="g54", pool=pool, players=[player("Ana", 5, crime), player("Ben", 3, crime)])
    await guild.slash("Ana", "coup act", action="crime_boss", target="Ben")
    await guild.click("Ben", "Allow")
    assert "**Ben**, pay **Ana**" in shown(guild.live_message)
    await guild.click("Ben", next(label for label in labels(guild.live_message) if label.startswith("Pay")))
    assert "Turn 2" in shown(guild.live_message)


async def test_who_asks_what_to_do_can_answer_at_once(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", hand=("duke",)), player("Ben"), player("Cleo")])
    panel = (await guild.click("Ana", "What can I do?")).response
    told = await guild.select("Ana", panel, ["tax"])
    assert "You chose: Tax" in shown(told)
    panel = (await guild.click("Ben", "What can I do?")).response
    assert labels(panel) == ["Challenge", "Allow", "Rules"]
    await guild.click("Ben", "Challenge", panel)
    assert "**Ben** challenges you" in shown(guild.live_message)
    panel = (await guild.click("Ana", "What can I do?")).response
    assert labels(panel) == ["Show Duke: Ben loses a card", "Concede: you lose your last card", "Rules"]
    assert labels((await guild.click("Cleo", "What can I do?")).response) == ["Rules"], "she is not asked"


async def test_each_of_many_drawn_cards_can_be_kept_with_one_click(guild: SimGuild) -> None:
    pool = ["writer", "banker", "guerrilla", "peacekeeper", "politician"]
    await set_up(
        guild,
        ruleset="g54",
        pool=pool,
        players=[player("Ana", 9, ("writer", "banker")), player("Ben", hand=("banker", "banker"))],
        deck=["guerrilla", "peacekeeper", "politician", "writer", "guerrilla"],
        options={"shuffle": False},
    )
    await guild.slash("Ana", "coup act", action="writer")
    await guild.click("Ben", "Allow")
    panel = (await guild.click("Ana", "Choose")).response
    for _ in range(4):
        panel = (await guild.click("Ana", "Draw another (1 coin)", panel)).response
    panel = (
        (await guild.click("Ana", "Stop drawing", panel)).response if "Stop drawing" in labels(panel) else panel
    )
    assert len([label for label in labels(panel) if label.startswith("Keep ")]) > 10
    await guild.click("Ana", "Keep Peacekeeper and Politician", panel)
    assert "Peacekeeper and Politician · " in said(await guild.slash("Ana", "coup hand"))
