"""Commands that only show something: the log and its pages, the rules, a role."""

import pytest

from tests.cogs.court import Court, said, shown
from tests.house import change


async def test_rules_by_topic_and_of_the_table(court: Court) -> None:
    assert "Whoever has no face-down card left is out" in said(await court.slash("Dov", "coup rules"))
    result = await court.slash("Dov", "coup rules", topic="tokens")
    assert "Peacekeeping" in said(result)
    assert "Inheritance" in shown(await court.select("Dov", result.response, ["mcguire"]))
    await court.slash("Ana", "coup new", pool="beginners")
    assert "**Politician**: Take 2 coins" in said(await court.click("Dov", "Rules"))
    assert "There is no topic called “dragons”" in said(await court.slash("Dov", "coup rules", topic="dragons"))


@pytest.mark.parametrize(
    ("role", "text"),
    [
        ("duke", "Tax: take 3 coins"),
        ("Crime Boss", "you need 5 coins in hand"),
        ("contessa*", "Contessa (Treaty)"),
        ("Pope", "There is no role called “Pope”"),
    ],
)
async def test_roles_by_id_or_name(court: Court, role: str, text: str) -> None:
    assert text in said(await court.slash("Dov", "coup role", role=role))


async def test_roles_of_the_table_are_offered_first(court: Court) -> None:
    await court.slash("Ana", "coup new", pool="beginners")
    offered = await court["Dov"].autocomplete(court.channel, "coup role", "role", "")
    assert [choice["value"] for choice in offered][:5] == [
        "banker", "director", "guerrilla", "peacekeeper", "politician",
    ]  # fmt: skip
    offered = await court["Dov"].autocomplete(court.channel, "coup rules", "topic", "fair")
    assert [choice["value"] for choice in offered] == ["fairness"]


async def test_the_log_tells_the_story_in_pages(court: Court) -> None:
    table = await court.play("Ana", "Ben")
    for _ in range(3):
        assert table.state.game is not None
        await court.slash(table.state.seats[table.state.game.turn].name, "coup act", action="income")
    text = said(await court.slash("Dov", "coup log"))
    assert text.count("1 coin of income") == 3
    assert "Page" not in text


async def test_the_log_of_the_last_game_can_still_be_read(court: Court) -> None:
    await court.play("Ana", "Ben")
    await court.slash("Ana", "coup resign", sure=True)
    assert "**Ana** resigned" in said(await court.slash("Dov", "coup log"))
    await court.slash("Ana", "coup rematch")
    assert "**Ana** resigned" in said(await court.slash("Dov", "coup log")), "the next has not begun"


async def test_a_table_whose_game_has_not_begun_has_no_log_and_is_a_table_all_the_same(court: Court) -> None:
    assert "There is no game in this channel" in said(await court.slash("Dov", "coup log"))
    await court.slash("Ana", "coup new")
    assert "No game is running at this table" in said(await court.slash("Dov", "coup log"))


async def test_a_long_story_turns_its_pages(court: Court) -> None:
    table = await court.play("Ana", "Ben")
    change(table, story=table.state.story * 200)
    result = await court.slash("Dov", "coup log")
    assert "Page" in shown(result.response)
    assert "Page 2 of 2" in shown(result.response)
    turned = await court.click("Dov", "Older", result.response)
    assert "Page 1 of 2" in shown(turned.response)


async def test_a_game_in_a_thread_is_known_where_its_lobby_was(court: Court) -> None:
    await court.play("Ana", "Ben", style="thread")
    assert court.table.state.channel_id != court.channel.id
    thread = f"<#{court.table.state.channel_id}>"
    assert f"In a thread of this channel, {thread}: Classic, " in said(
        await court.slash("Ana", "coup-config show")
    )
    await court.bot.tables.end(court.table)
    told = said(await court.slash("Cleo", "coup log"))
    assert "Turn 1" in told, "the last game here, though nobody won it"
    await court.play("Ana", "Ben")
    await court.slash(court.table.state.seats[court.table.state.owing()[0]].name, "coup act", action="income")
    await court.bot.tables.end(court.table)
    assert "took 1 coin" in said(await court.slash("Cleo", "coup log")), "now another was the last"
