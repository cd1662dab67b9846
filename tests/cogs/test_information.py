"""Commands that only show something: the log and its pages, the rules, a role."""

from bot.render.texts.catalogue import texts_for
from tests.harness.discord import SimGuild, said, shown
from tests.harness.tables import change, in_turn

TEXTS = texts_for()


async def test_the_rules_are_shown_by_topic_or_for_the_table(guild: SimGuild) -> None:
    assert TEXTS("rules-overview") in said(await guild.slash("Dov", "coup rules"))
    result = await guild.slash("Dov", "coup rules", topic="tokens")
    assert "Peacekeeping" in said(result)
    assert "Inheritance" in shown(await guild.select("Dov", result.response, ["mcguire"]))
    await guild.slash("Ana", "coup new", pool="beginners")
    assert "**Politician**: " + TEXTS("hint-politician") in said(await guild.click("Dov", "Rules"))
    offered = await guild["Dov"].autocomplete(guild.channel, "coup rules", "topic", "fair")
    assert [choice["value"] for choice in offered] == ["fairness"]
    assert "There is no topic called “dragons”" in said(await guild.slash("Dov", "coup rules", topic="dragons"))


async def test_roles_are_found_by_id_or_name(guild: SimGuild) -> None:
    for role, text in (
        ("duke", TEXTS("help-duke")),
        ("Crime Boss", TEXTS("help-crime_boss")),
        ("contessa*", "Contessa (Treaty)"),
        ("Social media", "there are no cards of it\nDraw 1 card, return any 1."),
        ("Pope", "There is no role called “Pope”"),
    ):
        assert text in said(await guild.slash("Dov", "coup role", role=role)), role


async def test_a_long_log_can_be_paged_through(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben")
    for _ in range(3):
        await guild.slash(in_turn(table)[0], "coup act", action="income")
    text = said(await guild.slash("Dov", "coup log"))
    assert text.count("1 coin as income") == 3
    assert "Page" not in text
    change(table, story=table.state.story[:1] * 80)
    result = await guild.slash("Dov", "coup log")
    assert "**Turn 80:**" in shown(result.response)
    assert "Page 2 of 2" in shown(result.response)
    turned = await guild.click("Dov", "Older", result.response)
    assert "**Turn 1:**" in shown(turned.response)
    assert "Page 1 of 2" in shown(turned.response)


async def test_who_plays_in_a_thread_is_sent_there_from_a_table_of_others(guild: SimGuild) -> None:
    first = await guild.play("Ana", "Ben", style="thread")
    await guild.play("Cleo", "Dov", style="thread")
    where = f"The game is in <#{first.state.channel_id}>: use the command there."
    assert said(await guild.slash("Ana", "coup hand")).startswith(where), "not to the newer game of others"
    await guild.slash("Cleo", "coup new")
    for command in ("hand", "act", "answer", "resign"):
        told = said(await guild.slash("Ana", f"coup {command}"))
        assert told == f"Your game is in <#{first.state.channel_id}>: use the command there.", command
    assert said(await guild.slash("Ana", "coup join")) == "You joined the table."
    assert "The game has not started yet" in said(await guild.slash("Ana", "coup hand"))


async def test_a_game_in_a_thread_is_known_in_its_lobbys_channel(guild: SimGuild) -> None:
    await guild.play("Ana", "Ben", style="thread")
    assert guild.table.state.channel_id != guild.channel.id
    thread = f"<#{guild.table.state.channel_id}>"
    settings = (await guild.slash("Ana", "coup-config show")).response
    page = (await guild.click("Ana", "Moderation", settings)).response
    assert f"In a thread of this channel, {thread}: Classic, " in shown(page)
    await guild.bot.tables.end(guild.table)
    told = said(await guild.slash("Cleo", "coup log"))
    assert "Nothing has happened" in told, "the last game here, though nobody won it"
    await guild.play("Ana", "Ben")
    await guild.slash(in_turn(guild.table)[0], "coup act", action="income")
    await guild.bot.tables.end(guild.table)
    assert "took 1 coin" in said(await guild.slash("Cleo", "coup log")), "now another was the last"
