"""Learn: a lesson in the member's own private thread, or in messages that only the learner sees."""

from typing import Any

import discord
import pytest

from bot.render.texts.catalogue import texts_for
from bot.tables.table import Table
from tests.harness.discord import SimGuild, begin_lesson, controls, lesson_of, said, shown, thread_of

W = texts_for()


def labels(message: Any) -> list[str]:
    """The labels of the buttons and the placeholders of the selects of a message."""
    return [part.get("label") or part["placeholder"] for part in controls(message)]


def is_archived(guild: SimGuild, lesson: Table) -> bool:
    """Whether the thread of a lesson is archived."""
    meta = guild.env.backend.get_channel(lesson.state.channel_id).thread_metadata
    assert meta is not None
    return meta.archived


async def test_a_lesson_has_a_private_thread_of_its_own(guild: SimGuild) -> None:
    table, answer = await begin_lesson(guild, "Dov", guild.channel)
    assert f"Your lesson begins in <#{table.state.channel_id}>" in said(answer)
    thread = thread_of(guild, table)
    assert guild.env.backend.get_channel(thread.id).type == discord.ChannelType.private_thread.value
    [card] = thread.history()
    assert W("lesson-hand") in shown(card)
    assert labels(card) == [W("button-hand")]
    assert await guild.bot.tables.at(guild.channel.id) is None

    assert W("lesson-goes-on", thread=thread.mention) in said(await guild.slash("Dov", "coup learn"))
    await guild["Dov"].slash(thread, "coup act", action="income")
    await guild.env.advance_time(20)
    assert table.state.story[1:]
    assert "took 1 coin" in shown(thread.history()[0]) or "income" in shown(thread.history()[0])
    # Which question is open now depends on the deal; some have nothing new to teach.
    assert any("**Lesson:** " in shown(message) for message in thread.history())


async def test_the_end_of_a_lesson_says_what_comes_next(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    thread = thread_of(guild, table)
    await guild["Dov"].slash(thread, "coup resign", sure=True)
    end = thread.history()[-1]
    assert "You are out. The lesson is over." in shown(end)
    assert not any(W("story-unplayed") in shown(message) for message in thread.history())
    assert labels(end) == ["Another lesson", "Coach"]
    assert "No game has been played" in said(await guild["Dov"].slash(thread, "coup rematch"))
    await guild["Dov"].click(end, label="Another lesson")
    again = await lesson_of(guild, "Dov")
    assert again is not None
    assert again.state.channel_id == table.state.channel_id
    assert W("lesson-hand") in shown(thread.history()[-1])
    await guild["Dov"].slash(thread, "coup resign", sure=True)
    assert is_archived(guild, table)
    assert await guild.bot.store.games.last_over(guild.channel.id) is None


async def test_a_new_lesson_works_after_its_thread_was_deleted(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    guild.env.backend.delete_channel(table.state.channel_id)
    again, answer = await begin_lesson(guild, "Dov", guild.channel)
    assert "Your lesson begins" in said(answer)
    assert again.state.channel_id != table.state.channel_id
    assert table.state.has_ended


async def test_a_member_who_cannot_join_threads_learns_in_private_messages(guild: SimGuild) -> None:
    guild.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50013)
    table, answer = await begin_lesson(guild, "Dov", guild.channel)
    assert table.state.is_private
    assert "Your lesson begins in" not in said(answer)
    assert W("lesson-hand-private") in said(answer)
    assert not guild.channel.threads, "nobody could have seen it"
    panel = next(each for each in guild.channel.history(viewer=guild["Dov"]) if controls(each))
    chosen = shown(await guild.select("Dov", panel, ["income"], "Choose an action"))
    await guild.env.advance_time(20)
    [now] = [each for each in guild.channel.history(viewer=guild["Dov"]) if each.id == panel.id]
    assert shown(now) != chosen, "the AI seats play on, and the message shows it without a click"
    for command in ("hint", "learn"):
        newest = (await guild.slash("Dov", f"coup {command}")).response
        await guild.env.settle()
        assert newest is not None
        left = [each.id for each in guild.channel.history(viewer=guild["Dov"]) if controls(each)]
        assert left == [newest.id], "one panel, the newest"


async def test_a_help_panel_becomes_the_lesson_where_no_thread_can_be_made(guild: SimGuild) -> None:
    guild.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50013)
    panel = (await guild.slash("Dov", "coup help")).response
    assert panel is not None
    await guild["Dov"].click(panel, label="Learn")
    assert W("lesson-hand-private") in shown(panel)
    chosen = shown(await guild.select("Dov", panel, ["income"], "Choose an action"))
    await guild.env.advance_time(20)
    assert shown(panel) != chosen, "the AI seats play on"
    rules = (await guild.slash("Dov", "coup rules")).response
    await guild.env.settle()
    assert rules is not None
    left = [each.id for each in guild.channel.history(viewer=guild["Dov"]) if controls(each)]
    assert left == [panel.id, rules.id], "the lesson stays beside the rules"


async def test_a_thread_left_by_a_kill_is_used_next(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    def killed(*_: object) -> None:
        raise SystemError

    with monkeypatch.context() as kill:
        kill.setattr(guild.bot.tables.lessons, "begin", killed)
        await guild["Dov"].slash(guild.channel, "coup learn")
    [left] = guild.channel.threads
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    assert table.state.channel_id == left.id
    other, _ = await begin_lesson(guild, "Cleo", guild.channel)
    assert other.state.channel_id != left.id


async def test_a_lesson_left_for_half_an_hour_has_its_thread_archived(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    await guild.env.advance_time(1801)
    assert table.state.has_ended
    assert is_archived(guild, table)
    again, _ = await begin_lesson(guild, "Dov", guild.channel)
    assert again.state.channel_id == table.state.channel_id
    assert not is_archived(guild, table)


async def test_a_host_of_many_threads_gets_no_other(guild: SimGuild, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.delivery.table_message.message_requests.MAX_THREADS_OF_MEMBER", 1)
    first = await guild.play("Ana", "Ben", style="thread")
    assert first.state.in_thread
    second = await guild.play("Ana", "Ben", style="thread")
    assert not second.state.in_thread
    assert "as many games in threads as this server allows" in shown(guild.channel.history()[-1])
    await guild.bot.tables.end(second)
    third = await guild.play("Ben", "Cleo", style="thread")
    assert third.state.in_thread


async def test_a_lesson_whose_end_cannot_be_shown_has_its_thread_archived(guild: SimGuild) -> None:
    table, _ = await begin_lesson(guild, "Dov", guild.channel)
    thread = thread_of(guild, table)
    guild.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013)
    await guild["Dov"].slash(thread, "coup resign", sure=True)
    assert table.state.has_ended
    assert is_archived(guild, table)


async def test_a_learner_may_dismiss_the_panel_at_once(guild: SimGuild, caplog: pytest.LogCaptureFixture) -> None:
    panel = (await guild.slash("Dov", "coup help")).response
    assert panel is not None
    guild.env.inject_error("PATCH", "/webhooks/*/*/messages/@original", status=404, code=10008)
    answer = await guild["Dov"].click(panel, label="Learn")
    assert await lesson_of(guild, "Dov") is not None
    assert "The reply did not reach you." in said(answer)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
