"""Pictures that members get: always together with the text, and only for the right member."""

import os
import re
import signal
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from sandbox.driver import Message, Sandbox
from sandbox.driver.member import DrivenMember, Reply
from sandbox.json_helpers import Json
from tests.harness.begun_games import begun, get_direct_messages, started_in_thread
from tests.harness.processes.bot import Bot, serving

pytestmark = pytest.mark.slow


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox without rate limits, because there are many emojis to upload."""
    async with Sandbox.start(limits=False) as started:
        yield started


@asynccontextmanager
async def drawing(sandbox: Sandbox, folder: Path) -> AsyncGenerator[Bot]:
    """Runs a bot with pictures, which waits as long for a chart as a busy machine needs."""
    constants = {"bot.pictures.source.CHART_SECONDS": 60.0}
    async with serving(sandbox, folder / "coup.sqlite3", constants=constants, COUP_PICTURES="on") as bot:
        yield bot
        assert "Traceback" not in bot.log, bot.log


@pytest.fixture
async def bot(sandbox: Sandbox, tmp_path: Path, pictures: Path) -> AsyncIterator[Bot]:
    """A bot that has uploaded its emojis."""
    (tmp_path / "pictures").symlink_to(pictures)
    async with drawing(sandbox, tmp_path) as bot:
        await bot.says("emojis were uploaded")
        yield bot


def worker_of(bot: Bot) -> int:
    """The id of the process that draws a bot's charts."""
    (worker,) = Path(f"/proc/{bot.process.pid}/task/{bot.process.pid}/children").read_text().split()
    return int(worker)


def gallery(message: Message) -> list[Json]:
    """The pictures in a message."""
    return [item for part in message.parts if part["type"] == 12 for item in part["items"]]


def shown(reply: Reply) -> Message:
    """The message that is the response to a member's action."""
    assert reply.message is not None
    return reply.message


def spoken(message: Message) -> str:
    """The text of a message without emojis."""
    return re.sub(r"<:\w+:\d+>\s", "", message.text).replace("\N{NO-BREAK SPACE}", " ")


async def png(item: Json) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(item["media"]["url"]) as answer:
        return await answer.read()


def alts(message: Message) -> list[str]:
    """The alt texts of the pictures in a message."""
    return [item["description"] for item in gallery(message)]


@pytest.mark.usefixtures("bot")
async def test_hands_and_roles_come_with_pictures_for_members_who_want_them(sandbox: Sandbox) -> None:
    ana, ben, _ = await begun(sandbox, "Ana", "Ben", "Cleo")
    hand = shown(await ana.slash("coup hand"))
    held = gallery(hand)
    assert [(await png(picture))[:4] for picture in held] == [b"\x89PNG"] * 2
    assert all(picture["media"]["url"].startswith(f"{sandbox.page_url}/emojis/") for picture in held)
    assert not hand.raw["attachments"], "the emojis' addresses are enough"
    assert all(card in spoken(hand) for card in alts(hand)), "as the alt texts say"
    (card,) = gallery(shown(await ana.slash("coup role", role="duke")))
    assert (await png(card)).startswith(b"\x89PNG")
    assert card["description"] == "The card Duke (Court)."

    panel = shown(await ana.slash("coup act", action="steal"))  # asks for the target
    assert gallery(panel) == []
    back = shown(await ana.click("Back", message=panel))
    assert alts(back) == alts(hand)
    assert not any(gallery(message) for message in ana.messages("coup") if not message.ephemeral)

    await get_direct_messages(ana)
    await ana.until(lambda: ana.dms()[1:], what="a copy of the hand")
    _, copy = ana.dms()
    assert alts(copy) == alts(hand)

    told = spoken(hand)
    panel = await ana.slash("coup settings")
    await ana.click("Turn pictures off", message=panel.message)
    switched_off = shown(await ana.slash("coup hand"))
    assert gallery(switched_off) == []
    assert spoken(switched_off) == told
    assert "<:" not in str(switched_off.raw)

    panel = await ben.slash("coup settings")
    await ben.click("Turn pictures off", message=panel.message)
    await get_direct_messages(ben)
    await ben.until(lambda: ben.dms()[1:], what="a copy of the hand")
    _, copy = ben.dms()
    assert gallery(copy) == []
    assert "<:" not in str(copy.raw)
    assert "Your hand" in copy.text


async def test_cards_without_emojis_are_attached_files(sandbox: Sandbox, tmp_path: Path, pictures: Path) -> None:
    (tmp_path / "pictures").symlink_to(pictures)
    await sandbox.fault("POST /applications/*/emojis", status=403, times=1_000)
    async with drawing(sandbox, tmp_path) as bot:
        await bot.says("emojis are missing")
        ana, *_ = await begun(sandbox, "Ana", "Ben", "Cleo")
        hand = shown(await ana.slash("coup hand"))
        assert [(await png(picture))[:4] for picture in gallery(hand)] == [b"\x89PNG"] * 2
        assert [file["filename"] for file in hand.raw["attachments"]] == ["picture-0.png", "picture-1.png"]
        panel = shown(await ana.slash("coup act", action="steal"))
        assert not panel.raw["attachments"]
        assert alts(shown(await ana.click("Back", message=panel))) == alts(hand)
        await sandbox.fault("POST /interactions/*/*/callback", status=413, code=40005)
        in_words = [shown(await ana.slash("coup hand"))]
        await sandbox.deny("coup", "attach_files")
        in_words.append(shown(await ana.slash("coup hand")))
        for message in in_words:
            assert (gallery(message), message.raw["attachments"]) == ([], [])
            assert spoken(message) == spoken(hand)

        ana, ben = await begun(sandbox, "Ana", "Ben", channel="end")
        await sandbox.fault("POST /channels/*/messages", status=500)
        await ana.slash("coup resign", sure=True)
        end = await ben.sees(" wins", channel="end")
        assert gallery(end) == []
        assert "bars: cards" not in end.text


async def test_a_hand_never_waits_for_a_drawing(sandbox: Sandbox, tmp_path: Path) -> None:
    (tmp_path / "pictures").write_text("In place of the folder: as if it could not be written.")
    async with drawing(sandbox, tmp_path) as bot:
        await bot.says("pictures are missing in")
        ana, *_ = await begun(sandbox, "Ana", "Ben")
        hand = await ana.slash("coup hand")
        assert gallery(shown(hand)) == []
        assert "Your hand" in shown(hand).text
        assert gallery(shown(await ana.slash("coup role", role="duke"))) == []


async def posted_end(member: DrivenMember, channel: str) -> Message:
    """The message posted at the end of a game; while its chart is drawn, an edit may show the end before."""

    def unedited_end() -> Message | None:
        last = member.messages(channel)[-1]
        return last if " wins" in last.text and last.raw["edited_timestamp"] is None else None

    return await member.until(unedited_end, what="a new message with the end")


@pytest.mark.usefixtures("bot")
async def test_the_end_shows_a_chart_where_files_are_allowed_and_wanted(sandbox: Sandbox) -> None:
    await in_new_messages(sandbox)
    await in_place_of_the_last_turn(sandbox)
    await on_the_lobby_of_a_thread(sandbox)

    moderator = await sandbox.first_member()
    assert "Off" in (await moderator.slash("coup-config pictures", switch="off")).text
    assert "set pictures at new tables: Off" in (await moderator.slash("coup-config audit")).text
    ana, ben = await begun(sandbox, "Ana", "Ben", channel="words")
    hand = shown(await ana.slash("coup hand"))
    assert gallery(hand) == []
    assert "<:" not in str([hand.raw, *(message.raw for message in ben.messages("words"))])
    assert gallery(shown(await ana.slash("coup role", role="duke"))) == []


async def in_new_messages(sandbox: Sandbox) -> None:
    """Ends two games, the second where the bot may not attach files."""
    seen: list[Message] = []
    for number, denied in enumerate(((), ("attach_files",))):
        members = await begun(sandbox, "Ana", "Ben", channel=f"coup{number}")
        await sandbox.deny(f"coup{number}", *denied)
        await members[0].slash("coup resign", sure=True)
        await members[0].slash("coup act", action="income")
        await members[1].sees("**Ana**: ", channel=f"coup{number}")
        seen.append(await posted_end(members[1], f"coup{number}"))
    with_chart, without = seen
    (chart,) = gallery(with_chart)
    assert (await png(chart)).startswith(b"\x89PNG")
    assert "won, at most" in chart["description"]
    assert "bars: cards" in with_chart.text
    assert "a lie" not in with_chart.text, "nobody lied"
    assert gallery(without) == []
    assert "bars: cards" not in without.text
    counts = await sandbox.requests()
    assert counts.get("POST /channels/{channel_id}/messages 403", 0) == 1


async def in_place_of_the_last_turn(sandbox: Sandbox) -> None:
    """Ends a game by a click: its message shows the end, and gets the chart later."""
    ana, ben = await begun(sandbox, "Ana", "Ben", channel="in-place")
    (last,) = ben.messages("in-place")
    await ana.click("My hand", message=last)  # otherwise her first press is answered with her hand
    await ben.slash("coup resign", sure=True)
    await ana.select(None, "Income", message=last)
    end = await ben.sees(" wins", channel="in-place")
    assert end.id == last.id
    await ben.until(lambda: gallery(ben.messages("in-place")[-1]), what="the chart")


async def on_the_lobby_of_a_thread(sandbox: Sandbox) -> None:
    """Ends two games in threads, the second where the bot may not attach files."""
    for channel, denied in (("coup", ()), ("quiet", ("attach_files",))):
        ana, ben, thread = await started_in_thread(sandbox, channel)
        await sandbox.deny(channel, *denied)
        for member in (ana, ben):  # the game ends when the player resigns whose turn it is
            member.channel = next(name for name, place in member.channels.items() if place == thread)
            await member.slash("coup resign", sure=True)
        await ben.sees("Played in", channel=channel)
        if denied:
            assert gallery(ben.seen[thread]) == []
        else:
            await ben.until(lambda ben=ben, thread=thread: gallery(ben.seen[thread]), what="the chart")


async def test_an_end_whose_chart_is_drawn_slowly_is_shown_at_once_and_posted_with_the_chart(
    sandbox: Sandbox, tmp_path: Path, pictures: Path
) -> None:
    (tmp_path / "pictures").symlink_to(pictures)
    async with drawing(sandbox, tmp_path) as bot:
        await bot.says("emojis were uploaded")
        ana, ben = await begun(sandbox, "Ana", "Ben")
        await ana.slash("coup act", action="income")  # so that the chart differs from that of the next game
        await ben.slash("coup resign", sure=True)
        await ben.sees(" wins")
        worker = worker_of(bot)
        ana, ben = await begun(sandbox, "Ana", "Ben", channel="slow")
        (last,) = ben.messages("slow")
        os.kill(worker, signal.SIGSTOP)
        try:
            await ana.slash("coup resign", sure=True)
            shown_at_once = await ben.sees(" wins", channel="slow")
            assert (shown_at_once.id, gallery(shown_at_once)) == (last.id, [])
        finally:
            os.kill(worker, signal.SIGCONT)
        await ben.until(lambda: gallery(ben.messages("slow")[-1]), what="the chart")
        assert ben.messages("slow")[-1].id != last.id
