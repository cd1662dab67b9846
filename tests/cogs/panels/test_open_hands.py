"""Open hands: eliminated players may privately see all hands, nobody else can, and everybody is told of it."""

from bot.tables.table import Table
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, said, shown
from tests.harness.tables import change

OUT = {"hand": (), "lost": ["assassin", "contessa"]}


async def with_one_out(guild: SimGuild, **position: object) -> None:
    """A game with open hands: Ana and Ben play, Cleo is out."""
    await set_up(
        guild,
        players=[player("Ana"), player("Ben", hand=("ambassador", "contessa")), player("Cleo", 0, **OUT)],
        **position,
    )
    change(guild.table, open_hands=True)


async def test_only_eliminated_players_see_all_hands(guild: SimGuild) -> None:
    await with_one_out(guild)
    panel = said(await guild.click("Cleo", "My hand"))
    assert "**Ana** has Captain and Duke." in panel
    assert "**Ben** has Ambassador and Contessa." in panel
    for name in ("Ana", "Ben"):
        assert "** has " not in said(await guild.click(name, "My hand"))
    assert "You are not in this game" in said(await guild.click("Dov", "My hand"))
    await guild.slash("Ana", "coup act", action="income")
    assert not [message for message in guild.channel.history() if "Contessa." in shown(message)]


async def test_without_the_option_eliminated_players_see_no_hands(guild: SimGuild) -> None:
    await with_one_out(guild)
    change(guild.table, open_hands=False)
    panel = said(await guild.click("Cleo", "My hand"))
    assert "You are out." in panel
    assert "** has " not in panel
    await guild.slash("Ana", "coup act", action="income")
    assert "Open hands" not in shown(guild.live_message)


async def test_a_player_who_resigned_sees_them_once_the_turn_is_over(guild: SimGuild, table: Table) -> None:
    change(table, open_hands=True)
    await guild.slash("Ana", "coup act", action="tax")
    await guild.slash("Cleo", "coup resign", sure=True)
    assert "** has " not in said(await guild.slash("Cleo", "coup hand"))
    await guild.slash("Ben", "coup answer", answer="pass")
    assert "**Ana** has" in said(await guild.slash("Cleo", "coup hand"))


async def test_direct_messages_show_what_the_panel_shows(guild: SimGuild) -> None:
    await with_one_out(guild)
    for name in ("Ana", "Cleo"):
        await guild.switch(name, "Turn direct messages on")
    await guild.slash("Ana", "coup act", action="tax")
    await guild.click("Ben", "Challenge")  # Ana is asked to prove, also by direct message
    copies = {name: [shown(copy) for copy in guild.users[name].dm_channel.history()] for name in ("Ana", "Cleo")}
    assert len(copies["Ana"]) == 3
    assert not [copy for copy in copies["Ana"] if "** has " in copy]
    assert "**Ana** has Captain and Duke." in copies["Cleo"][1]
