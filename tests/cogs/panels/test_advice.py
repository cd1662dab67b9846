"""Advice: hints in a lesson, and a review of one's own decisions after a game."""

import asyncio
import os
import signal

import pytest

from bot.render.texts.catalogue import texts_for
from bot.tables.state import Person
from bot.tables.table import Table
from bot.tables.transitions.game import decide
from tests.cogs.positions import player, set_up
from tests.harness.discord import SimGuild, begin_lesson, controls, labels, said, shown, thread_of
from tests.harness.processes.workers import frozen_worker, workers_of
from tests.harness.tables import INCOME, game_of

W = texts_for()
pytestmark = pytest.mark.slow


async def private_lesson(guild: SimGuild, name: str) -> Table:
    """A member's new lesson, which has no thread."""
    learner = Person(guild[name].id, name)
    return await guild.bot.tables.lessons.begin(guild.discord_guild.id, None, learner, "en-GB", 4242)


async def test_a_learner_is_told_what_the_adviser_would_do(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    asked = await guild["Dov"].slash(thread_of(guild, table), "coup hint")
    text = said(asked)
    assert "**Hint:** " in text
    assert "You then win about " in text
    assert W("advice-note") in text
    assert "Your hand" in text
    assert table.state.decisions == 0


async def test_after_its_first_step_a_lesson_has_the_hint_below_its_message(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    thread = thread_of(guild, table)
    assert labels(thread.history()[-1]) == ["My hand"]
    await guild["Dov"].slash(thread, "coup act", action="income")
    while "Hint" not in labels(thread.history()[-1]):  # until Dov is asked again
        await guild.env.advance_time(20)
    assert "**Hint:** " in said(await guild["Dov"].click(thread.history()[-1], label="Hint"))


async def test_a_lesson_without_a_thread_has_the_hint_in_its_panel(guild: SimGuild) -> None:
    await private_lesson(guild, "Ben")
    shown_now = (await guild.slash("Ben", "coup hint")).response
    assert "**Hint:** " in shown(shown_now)
    assert [part.get("label") for part in controls(shown_now)][1:] == ["What can I do?", "End the lesson"]
    hand = (await guild.slash("Ben", "coup learn")).response
    assert [part.get("label") for part in controls(hand)][1:] == ["Hint", "What can I do?", "End the lesson"]
    assert shown((await guild.click("Ben", "Hint", hand)).response) == shown(shown_now)


async def test_a_lesson_without_a_thread_goes_on_in_the_panel_of_a_late_hint(guild: SimGuild) -> None:
    guild.bot.tables.ai_pause_seconds = 10  # or, on a busy machine, the next AI seat plays before the hint comes
    table = await private_lesson(guild, "Ben")
    ending = workers_of(os.getpid(), "bot.runtime.worker")  # those of earlier tests
    asked = asyncio.ensure_future(guild.slash("Ben", "coup hint"))
    worker = await frozen_worker(os.getpid(), "bot.runtime.worker", besides=ending)
    await guild.bot.tables.run(table, decide, guild["Ben"].id, INCOME, game_of(table).question)
    os.kill(worker, signal.SIGCONT)
    panel = (await asked).response
    assert "The hint came too late" in shown(panel)
    before = shown(panel)
    await guild.env.advance_time(60)
    assert shown(panel) != before, "the AI seats play on"


async def test_a_game_that_a_moderator_ended_can_be_reviewed(guild: SimGuild) -> None:
    await set_up(guild, players=[player("Ana", 7, ("duke",)), player("Ben", 7, ("contessa",))])
    await guild.slash("Ana", "coup act", action="income")
    asked = (await guild.slash("Ana", "coup-config end")).response
    await guild.click("Ana", "End the game", asked)
    end = next(message for message in guild.channel.history() if "This game was ended" in shown(message))
    assert [part["label"] for part in controls(end)] == ["Rematch", "Log", "Record", "Coach", "Fair shuffle"]
    database = guild.bot.store.database
    await database.write(lambda connection: connection.driver.execute("ALTER TABLE decisions RENAME TO elsewhere"))
    assert "cannot use its database" in said(await guild["Ana"].click(end, label="Coach"))
    await database.write(lambda connection: connection.driver.execute("ALTER TABLE elsewhere RENAME TO decisions"))
    mine = said(await guild["Ana"].click(end, label="Coach"))
    assert "chose “Income”. Better: **Coup Ben**" in mine
    assert "Contessa" not in mine
    (kept,) = guild.bot.tables.advisers._kept.values()
    assert said(await guild.slash("Ana", "coup coach")) == mine
    assert [*guild.bot.tables.advisers._kept.values()] == [kept], "it is not computed again"
    assert "Ben" in str(kept.result().costly[0].then.view)
    await guild.bot.deletions.ask(guild["Ben"].id)
    assert not guild.bot.tables.advisers._kept


async def test_a_lesson_can_be_reviewed(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    thread = thread_of(guild, table)
    await guild["Dov"].slash(thread, "coup resign", sure=True)
    looked = said(await guild["Dov"].click(thread.history()[-1], label="Coach"))
    assert "### Coach" in looked
    assert said(await guild["Dov"].slash(thread, "coup coach")) == looked
    table = await private_lesson(guild, "Ben")
    hint = (await guild.slash("Ben", "coup hint")).response
    ended = (await guild.click("Ben", "End the lesson", hint)).response
    looked = (await guild.click("Ben", "Coach", ended)).response
    assert "### Coach" in shown(looked)
    assert [part.get("label") for part in controls(looked)] == ["Another lesson"]
    assert said(await guild.slash("Ben", "coup coach")).strip() == shown(looked).strip(), "when it is put away"
    other = guild.discord_guild.create_text_channel("elsewhere")
    assert "### Coach" in said(await guild["Dov"].slash(other, "coup coach"))


async def test_the_coach_reviews_only_the_members_last_game(guild: SimGuild) -> None:
    nothing = W("error-nothing-played")
    assert nothing in said(await guild.slash("Ben", "coup coach"))
    await set_up(guild, players=[player("Ana", 7, ("duke",)), player("Ben", 7, ("contessa",))])
    assert nothing in said(await guild.slash("Ana", "coup coach")), "which goes on"
    await guild.slash("Ana", "coup act", action="income")
    await guild.slash("Ben", "coup act", action="coup", target="0")
    assert "chose “Income”" in said(await guild.slash("Ana", "coup coach"))
    assert nothing in said(await guild.slash("Dov", "coup coach")), "who did not play"
    await guild.env.advance_time(60)
    lesson = await private_lesson(guild, "Ana")
    assert "chose “Income”" in said(await guild.slash("Ana", "coup coach")), "the lesson goes on"
    await guild.bot.tables.lessons.end(lesson)
    assert "You made no choice" in said(await guild.slash("Ana", "coup coach"))
