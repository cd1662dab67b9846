"""Private panels: what they ask for, which clicks they confirm, and what an outdated one shows."""

from typing import Any

from bot.store.rows import Status
from bot.tables.table import Table
from bot.tables.transitions.moderation import pause_or_close
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import change


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
