"""/coup help: the next step for a member in each situation, and buttons for it."""

import discord
from simcord.results import ResponseMessage

from bot.render.texts.catalogue import texts_for
from bot.tables.ai_players import SUBSTITUTE_KIND
from bot.tables.transitions.moderation import pause_or_close
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, controls, labels, said, shown
from tests.harness.tables import change_seat, in_turn


async def helped(guild: SimGuild, name: str) -> tuple[str, list[str], ResponseMessage]:
    """Returns what help says to a member, the labels of its buttons, and the message."""
    message = (await guild.slash(name, "coup help")).response
    assert message is not None
    assert message.ephemeral
    return shown(message), [part["label"] for part in controls(message)], message


async def test_the_buttons_of_help_lead_to_a_running_game(guild: SimGuild) -> None:
    text, labels, message = await helped(guild, "Ana")
    assert "**Next:** Open a table" in text
    assert "Catch the liars" in text
    assert "/coup hand" not in text, "there is no game"
    assert "Rules" in labels
    await guild["Ana"].click(message, label="Open a table")
    assert guild.table.state.host_id == guild["Ana"].id

    text, labels, message = await helped(guild, "Ana")
    assert "play against AI now" in text
    assert "Play against 3 AI players" in labels
    text, _, message = await helped(guild, "Ben")
    assert "Take a seat" in text
    await guild["Ben"].click(message, label="Join")
    text, labels, _ = await helped(guild, "Ben")
    assert "starts the game" in text
    assert "Start" not in labels
    text, _, message = await helped(guild, "Ana")
    assert "Start the game when everyone is here" in text
    await guild["Ana"].click(message, label="Start")
    assert guild.table.state.is_running

    turn = in_turn(guild.table)[0]
    other = "Ben" if turn == "Ana" else "Ana"
    text, labels, message = await helped(guild, turn)
    assert "Your turn!" in text
    assert "Catch the liars" not in text
    assert "`/coup hand` your cards" in text
    assert labels[:2] == ["My hand", "What can I do?"]
    assert "Your hand" in said(await guild[turn].click(message, label="My hand"))
    assert f"Waiting for **{turn}**" in (await helped(guild, other))[0]
    text, labels, message = await helped(guild, "Dov")
    assert "You can watch this game" in text
    assert "What can I do?" in labels


async def test_help_after_a_game_leads_its_players_to_a_rematch(guild: SimGuild) -> None:
    loser = in_turn(await guild.play("Ana", "Ben"))[0]
    await guild.slash(loser, "coup resign", sure=True)
    text, labels, message = await helped(guild, "Ana")
    assert "**Rematch** opens a table" in text
    assert "/coup hand" not in text, "the game is over"
    assert labels == ["Rematch", "Rules"]
    assert "**Next:** Open a table" in (await helped(guild, "Dov"))[0], "Dov did not play"
    await guild["Ana"].click(message, label="Rematch")
    assert "A rematch is waiting for you" in (await helped(guild, "Ben"))[0]


async def test_help_beside_a_thread_leads_to_the_game_there_and_to_a_table_here(guild: SimGuild) -> None:
    table = await guild.play("Ana", "Ben", style="thread")
    text, labels, message = await helped(guild, "Dov")
    assert f"You can watch the game in <#{table.state.channel_id}>, or open another table here." in text
    assert "What can I do?" in labels
    await guild["Dov"].click(message, label="Open a table")
    assert guild.table.state.host_id == guild["Dov"].id


async def test_help_fits_players_who_are_asked_out_away_or_paused(guild: SimGuild) -> None:
    gone = {**player("Cleo", 0), "hand": [], "lost": ["contessa", "contessa"]}
    table = await set_up(guild, players=[player("Ana"), player("Ben"), gone])
    assert "You are out." in (await helped(guild, "Cleo"))[0]
    await guild.slash("Ana", "coup act", action="steal", target="Ben")
    assert "waits for your answer" in (await helped(guild, "Ben"))[0]
    change_seat(table, 1, away=True)
    text, _, message = await helped(guild, "Ben")
    assert f"A {SUBSTITUTE_KIND} AI plays for you" in text
    await guild["Ben"].click(message, label="I am back")
    assert not table.state.seats[1].away
    await guild.bot.tables.run(table, pause_or_close)
    text, labels, _ = await helped(guild, "Ben")
    assert "or a moderator can resume it" in text
    assert "Resume" not in labels
    assert "or a moderator can resume it" in said(await guild.click("Ben", "Resume"))
    assert table.state.deadline is None, "its clock is still stopped"
    await guild["Ana"].click((await helped(guild, "Ana"))[2], label="Resume")
    assert table.state.deadline is not None


async def test_help_names_the_permission_that_is_missing(guild: SimGuild) -> None:
    silent = guild.discord_guild.create_text_channel(
        "silent", overwrites={guild.discord_guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    message = (await guild["Dov"].slash(silent, "coup help")).response
    assert message is not None
    assert "Ask a moderator to give me Send Messages in this channel" in shown(message)
    assert "Open a table" not in labels(message)


async def test_the_rules_are_available_without_a_table(guild: SimGuild) -> None:
    _, _, message = await helped(guild, "Dov")
    assert texts_for()("rules-overview") in said(await guild["Dov"].click(message, label="Rules"))
