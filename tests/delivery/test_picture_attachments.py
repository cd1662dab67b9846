"""Pictures that members get: always together with the text, and only for the right member."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from sandbox.driver import Message, Sandbox
from sandbox.driver.member import Reply
from sandbox.json_helpers import Json
from tests.harness.begun_games import begun, posted
from tests.harness.processes import running

pytestmark = pytest.mark.slow


@pytest.fixture
async def sandbox(tmp_path: Path) -> AsyncIterator[Sandbox]:
    """A sandbox with a bot that draws; without rate limits, because there are sixty emojis to upload."""
    async with (
        Sandbox.start(limits=False) as started,
        running(started, tmp_path / "coup.sqlite3", COUP_PICTURES="on") as bot,
    ):
        await started.ready("coup")
        yield started
        assert "Traceback" not in bot.log, bot.log


def gallery(message: Message) -> list[Json]:
    """The pictures in a message."""
    return [item for part in message.parts if part["type"] == 12 for item in part["items"]]


def shown(reply: Reply) -> Message:
    """The message that is the response to a member's action."""
    assert reply.message is not None
    return reply.message


def spoken(message: Message) -> str:
    """The text of a message without emojis."""
    return re.sub(r"<:\w+:\d+>\s", "", message.text)


async def png(item: Json) -> bytes:
    async with aiohttp.ClientSession() as session, session.get(item["media"]["url"]) as answer:
        return await answer.read()


async def test_hands_and_roles_come_with_pictures_for_members_who_want_them(sandbox: Sandbox) -> None:
    ana, *_ = await begun(sandbox, "Ana", "Ben", "Cleo")
    hand = shown(await ana.slash("coup hand"))
    (picture,) = gallery(hand)
    assert (await png(picture)).startswith(b"\x89PNG")
    assert picture["description"].removeprefix("Cards in hand: ") in spoken(hand)
    assert [file["filename"] for file in hand.raw["attachments"]] == ["picture.png"]
    (card,) = gallery(shown(await ana.slash("coup role", role="duke")))
    assert card["description"] == "The card Duke, of the category Court."

    panel = shown(
        await ana.select(None, "Steal (Captain)", message=hand)
    )  # the panel that asks for the target replaces the hand
    assert not panel.raw["attachments"]
    assert gallery(panel) == []
    back = shown(await ana.click("Back", message=panel))
    assert [item["description"] for item in gallery(back)] == [picture["description"]]
    assert not any(gallery(message) for message in ana.messages("coup") if not message.ephemeral)

    await ana.slash("coup dm", switch="on")
    await ana.until(ana.dms, what="a copy of the hand")
    (copy,) = ana.dms()
    assert gallery(copy)[0]["description"] == picture["description"]
    panel = shown(await ana.select(None, "Steal (Captain)", message=copy))
    assert (panel.id, gallery(panel)) == (copy.id, [])
    assert gallery(shown(await ana.click("Back", message=panel))) != []

    told = spoken(hand)
    await sandbox.deny("coup", "attach_files")
    denied = shown(await ana.slash("coup hand"))
    await sandbox.deny("coup")
    await ana.slash("coup pictures", switch="off")
    switched_off = shown(await ana.slash("coup hand"))
    for plain in (denied, switched_off):
        assert gallery(plain) == []
        assert plain.raw["attachments"] == []
        assert spoken(plain) == told
    assert "<:" not in str(switched_off.raw)


async def test_the_end_shows_a_chart_where_files_are_allowed_and_wanted(
    sandbox: Sandbox,
) -> None:
    seen: list[Message] = []
    for number, denied in enumerate(((), ("attach_files",))):
        members = await begun(sandbox, "Ana", "Ben", channel=f"coup{number}")
        await sandbox.deny(f"coup{number}", *denied)
        await members[0].slash("coup resign", sure=True)
        await members[0].slash("coup act", action="income")
        await members[1].sees("**Ana**: ", channel=f"coup{number}")
        seen.append(await members[1].sees("The game took", channel=f"coup{number}"))
    with_chart, without = seen
    (chart,) = gallery(with_chart)
    assert (await png(chart)).startswith(b"\x89PNG")
    assert "won, never more than" in chart["description"]
    assert "bars: lives" in with_chart.text
    assert "a lie" not in with_chart.text, "nobody lied"
    assert gallery(without) == []
    assert "bars: lives" not in without.text
    counts = await sandbox.requests()
    assert counts.get("POST /channels/{channel_id}/messages 403", 0) == 1

    moderator = await sandbox.first_member()
    assert "Off" in (await moderator.slash("coup-config pictures", switch="off")).text
    assert "switched pictures of new tables: Off" in (await moderator.slash("coup-config show")).text
    ana, ben = await begun(sandbox, "Ana", "Ben", channel="words")
    hand = shown(await ana.slash("coup hand"))
    assert gallery(hand) == []
    assert "<:" not in str([hand.raw, *(message.raw for message in ben.messages("words"))])
    assert gallery(shown(await ana.slash("coup role", role="duke"))) == []


async def test_an_end_that_a_click_shows_in_place_gets_its_chart_later(sandbox: Sandbox) -> None:
    ana, ben = await begun(sandbox, "Ana", "Ben")
    (last,) = posted(ana)
    await ben.slash("coup resign", sure=True)
    await ana.select(None, "Income", message=last)
    end = await ben.sees("The game took")
    assert end.id == last.id
    await ben.until(lambda: gallery(posted(ben)[-1]), what="the chart")


async def test_hands_and_ends_come_in_words_where_files_are_not_allowed(sandbox: Sandbox) -> None:
    ana, ben = await begun(sandbox, "Ana", "Ben")
    await sandbox.fault("POST /interactions/*/*/callback", status=413, code=40005)
    hand = shown(await ana.slash("coup hand"))
    assert gallery(hand) == []
    assert "You hold" in hand.text
    await sandbox.fault("POST /channels/*/messages", status=500)
    await ana.slash("coup resign", sure=True)
    end = await ben.sees("The game took")
    assert gallery(end) == []
    assert "bars: lives" not in end.text
