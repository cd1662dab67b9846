"""/coup help: the next step from where a member stands, and buttons that take it."""

import discord
from simcord.results import ResponseMessage

from bot.tables.games.ai_decisions import STAND_IN
from bot.tables.transitions.moderation import pause_or_close
from tests.cogs.court import Court, controls, said, shown
from tests.cogs.playing.positions import player, set_up
from tests.house import change_seat


async def helped(court: Court, name: str) -> tuple[str, list[str], ResponseMessage]:
    """What help says to a member, the labels of its buttons, and the message."""
    message = (await court.slash(name, "coup help")).response
    assert message is not None
    assert message.ephemeral
    return shown(message), [part["label"] for part in controls(message)], message


async def test_from_no_table_to_a_running_game_by_the_buttons_of_help_alone(court: Court) -> None:
    text, labels, message = await helped(court, "Ana")
    assert "**Next:** open a table" in text
    assert "Rules" in labels
    await court["Ana"].click(message, label="Open a table")
    assert court.table.state.host_id == court["Ana"].id

    text, labels, message = await helped(court, "Ana")
    assert "play against AI right away" in text
    assert "Play against 3 AI" in labels
    text, _, message = await helped(court, "Ben")
    assert "take a seat" in text
    await court["Ben"].click(message, label="Join")
    text, labels, _ = await helped(court, "Ben")
    assert "The host starts the game" in text
    assert "Start" not in labels
    text, _, message = await helped(court, "Ana")
    assert "start the game when everybody is here" in text
    await court["Ana"].click(message, label="Start")
    assert court.table.state.running

    assert court.table.state.game is not None
    turn = court.table.state.seats[court.table.state.game.turn].name
    other = "Ben" if turn == "Ana" else "Ana"
    text, labels, message = await helped(court, turn)
    assert "it is your turn" in text
    assert labels[:2] == ["My hand", "What can I do?"]
    assert "You hold" in said(await court[turn].click(message, label="My hand"))
    assert f"the table waits for **{turn}**" in (await helped(court, other))[0]
    text, labels, message = await helped(court, "Dov")
    assert "you may watch it" in text
    assert "What can I do?" in labels


async def test_help_for_who_is_asked_is_out_is_away_or_waits_for_the_pause_to_end(court: Court) -> None:
    gone = {**player("Cleo", 0), "hand": [], "lost": ["contessa", "contessa"]}
    table = await set_up(court, players=[player("Ana"), player("Ben"), gone])
    assert "you are out of this game" in (await helped(court, "Cleo"))[0]
    await court.slash("Ana", "coup act", action="steal", target="Ben")
    assert "waits for your answer" in (await helped(court, "Ben"))[0]
    change_seat(table, 1, away=True)
    text, _, message = await helped(court, "Ben")
    assert f"a {STAND_IN} AI plays your seat" in text
    await court["Ben"].click(message, label="I am back")
    assert not table.state.seats[1].away
    await court.bot.tables.run(table, pause_or_close, "moderator")
    text, labels, _ = await helped(court, "Ben")
    assert "or a moderator lets it go on" in text
    assert "Resume" not in labels
    await court["Ana"].click((await helped(court, "Ana"))[2], label="Resume")
    assert table.state.running
    assert table.state.deadline is not None


async def test_help_names_the_permission_that_is_missing(court: Court) -> None:
    silent = court.guild.create_text_channel(
        "silent", overwrites={court.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    )
    message = (await court["Dov"].slash(silent, "coup help")).response
    assert message is not None
    assert "a moderator gives me Send Messages in this channel" in shown(message)
    assert "Open a table" not in [part["label"] for part in controls(message)]


async def test_the_rules_are_there_without_a_table(court: Court) -> None:
    _, _, message = await helped(court, "Dov")
    assert "Whoever has no face-down card left is out" in said(await court["Dov"].click(message, label="Rules"))
