"""Private panels: what they ask for, which clicks they confirm, and what an outdated one shows."""

from typing import Any

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import change, game_of

PRODUCER = ("producer", "banker", "guerrilla", "peacekeeper", "politician")


async def test_a_panel_asks_for_what_a_command_leaves_out(guild: SimGuild, table: Table) -> None:
    bare = (await guild.slash("Ana", "coup act")).response
    assert "Steal from Ben (Captain)" in [option["label"] for option in controls(bare)[0]["options"]]
    asked = (await guild.slash("Ana", "coup act", action="steal")).response
    assert "from whom?" in shown(asked)
    assert labels(asked) == ["Ben, 8 coins, 2 cards", "Cleo, 1 coin, 1 card", "Back"]
    await guild.click("Ana", "Ben, 8 coins, 2 cards", asked)
    bare = (await guild.slash("Ben", "coup answer")).response
    assert "Block as Captain" in labels(bare)
    await guild.click("Ben", "Block as Captain", bare)
    assert table.state.open_question.answered == {1}


async def test_a_role_left_out_is_chosen_from_those_in_play(guild: SimGuild) -> None:
    everything = (await guild.slash("Ana", "coup role")).response
    assert "Take 3 coins" in shown(await guild.select("Ana", everything, ["banker"], "Rebellion"))
    await guild.slash("Ana", "coup new")
    here = (await guild.slash("Ana", "coup role")).response
    (roles,) = controls(here)
    assert [role["value"] for role in roles["options"]] == [
        "ambassador", "assassin", "captain", "contessa", "duke",
    ]  # fmt: skip
    assert "### Duke" in shown(await guild.select("Ana", here, ["duke"]))


async def test_target_completions_show_each_players_coins_and_cards(guild: SimGuild, table: Table) -> None:
    offered = await guild["Ana"].autocomplete(guild.channel, "coup act", "target", "", action="steal")
    assert [choice["name"] for choice in offered] == ["Ben, 8 coins, 2 cards", "Cleo, 1 coin, 1 card"]
    await guild.slash("Ana", "coup act", action="steal", target=offered[0]["value"])
    assert "to steal from **Ben**" in shown(guild.live_message)


async def test_an_outdated_panel_shows_the_current_state_and_says_why(guild: SimGuild, table: Table) -> None:
    old: Any = (await guild.click("Ana", "My hand")).response
    (actions,) = controls(old)

    async def click_again(custom_id: str = actions["custom_id"]) -> str:
        return said(await guild.forge_click("Ana", custom_id, "income", message=old))

    asked = await click_again(actions["custom_id"].replace(":0.", ":7."))
    assert asked.startswith("That moment has passed.\nYour turn.")
    await guild.select("Ana", guild.live_message, ["tax"])
    told = await click_again()
    assert told.startswith("That moment has passed. Waiting for **Ben** and **Cleo**.\n")
    assert shown(old).strip() == told, "nothing else is said"
    assert not controls(old)
    await guild.bot.tables.run(table, pause_or_close)
    assert (await click_again()).count("This table is paused.") == 1
    change(table, game=None, status=Status.SET_ASIDE)
    for op in ("act", "hand", "what"):
        assert await click_again(f"coup:1:{op}:{table.id}:0") == "No game is running at this table."


async def test_panels_that_outlive_the_game_say_that_it_is_over(guild: SimGuild, table: Table) -> None:
    hand: Any = (await guild.click("Ana", "My hand")).response
    (actions,) = controls(hand)
    change(table, deadline=None)
    await guild.env.advance_time(16 * 60)
    for name in ("Cleo", "Ben"):
        await guild.slash(name, "coup resign", sure=True)
    helped = (await guild.slash("Dov", "coup help")).response
    await guild.slash("Ana", "coup act", action="income")
    late = said(await guild.forge_click("Ana", actions["custom_id"], "income", message=hand))
    assert late == "This game is over.\n### Your hand\nCaptain and Duke · 3 coins"
    assert said(await guild.click("Dov", "What can I do?", helped)) == "No game is running at this table."


async def test_a_panel_links_to_the_table_message(guild: SimGuild, table: Table) -> None:
    link = f"](https://discord.com/channels/{guild.discord_guild.id}/{guild.channel.id}/{guild.live_message.id})"
    assert link in said(await guild.click("Ana", "My hand"))
    assert link in said(await guild.slash("Ana", "coup act", action="steal"))


async def test_typed_answers_that_may_cost_the_last_life_are_confirmed_too(guild: SimGuild, table: Table) -> None:
    await guild.slash("Ana", "coup act", action="tax")
    question = (await guild.slash("Cleo", "coup answer", answer="challenge")).response
    assert "Last card!" in shown(question)
    assert not table.state.open_question.answered
    await guild.click("Cleo", "Challenge with my last card", question)
    assert table.state.open_question.answered == {2}


async def test_exchanging_two_cards_takes_one_click_in_the_panel(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 2, ("ambassador", "contessa")), player("Ben")])
    await guild.slash("Ana", "coup act", action="exchange")
    await guild.click("Ben", "Allow")
    panel = (await guild.click("Ana", "Choose")).response
    kept = labels(panel)
    assert "Keep Ambassador and Contessa" in kept
    assert all(label.startswith("Keep ") for label in kept)
    assert not [part["custom_id"] for part in controls(panel) if "contessa" in part["custom_id"]]
    await guild.click("Ana", "Keep Ambassador and Contessa", panel)
    assert "Ambassador and Contessa · 2 coins" in said(await guild.slash("Ana", "coup hand"))
    assert "Turn 2" in shown(guild.live_message)


async def test_the_producer_sees_whose_each_card_is_and_where_it_goes(guild: SimGuild) -> None:
    await set_up(
        guild,
        ruleset="g54",
        pool=list(PRODUCER),
        players=[
            player("Ana", 2, ("banker", "politician")),
            player("Ben", 2, ("guerrilla", "guerrilla")),
            player("Cleo", 2, ("banker", "politician")),
        ],
        deck=["peacekeeper", "producer", "producer", "producer"],
        options={"shuffle": False},
    )
    await guild.slash("Ana", "coup act", action="producer", target="Ben")
    for name in ("Ben", "Cleo"):
        await guild.click(name, "Allow")
    await guild.click("Ben", "Give Guerrilla", (await guild.click("Ben", "Choose")).response)
    panel = (await guild.click("Ana", "Choose")).response
    text = shown(panel)
    assert "You drew " in text
    assert "**Ben** gave you Guerrilla." in text
    assert "one goes to **Ben** and one to the deck" in text
    step = (await guild.click("Ana", "Keep Banker and Politician", panel)).response
    assert "Give Guerrilla back" in labels(step)
    await guild.click("Ana", "Give Guerrilla back", step)
    assert game_of(guild.table).table.hands[1] == ("guerrilla", "guerrilla")


async def test_the_producer_is_not_asked_which_of_two_equal_cards_goes_to_the_other(guild: SimGuild) -> None:
    players = [player("Ana", hand=("banker", "politician")), player("Ben", hand=("guerrilla", "guerrilla"))]
    deck = ["politician", "politician", "producer"]
    await set_up(guild, ruleset="g54", pool=list(PRODUCER), players=players, deck=deck, options={"shuffle": False})
    await guild.slash("Ana", "coup act", action="producer", target="Ben")
    await guild.click("Ben", "Allow")
    await guild.click("Ben", "Give Guerrilla", (await guild.click("Ben", "Choose")).response)
    await guild.click("Ana", "Keep Banker and Guerrilla", (await guild.click("Ana", "Choose")).response)
    assert game_of(guild.table).table.hands[1] == ("guerrilla", "politician")
