"""The page of a finished game, opened from a file: it steps through the game and checks the shuffle by itself."""

import random
import re
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, Request, ViewportSize, expect

from bot.render.record_page import record_page
from bot.render.texts.catalogue import texts_for
from tests.harness.record_files import file_of, played_game
from tests.page.conftest import watched

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = ViewportSize(width=390, height=844)
NAMES = ("Ada", "Ben<script>", "Cleo")

Write: TypeAlias = Callable[[str], Path]


@pytest_asyncio.fixture(loop_scope="session")
async def replay(tab: Page) -> AsyncIterator[Page]:
    """A page on a phone; its test fails if an error occurs in it, or if it requests more than its own file."""
    await tab.set_viewport_size(PHONE)
    async with watched(tab, Request.is_navigation_request):
        yield tab


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_page(html: str) -> Path:
        path = tmp_path / "coup-12.html"
        path.write_text(html, encoding="utf-8")
        return path

    return write_page


def page_of(file: dict[str, Any]) -> str:
    return record_page(file, 12, texts_for())


def new_file(ruleset: str = "classic", **options: Any) -> dict[str, Any]:
    return file_of(played_game(ruleset, NAMES, random.Random(4), **options))


def cards(page: Page, name: str) -> Locator:
    """The cards of a player on the page."""
    heading = page.get_by_role("heading", name=name, exact=True)
    return page.locator("#seats > li").filter(has=heading).get_by_role("listitem")


async def test_the_browser_finds_the_shuffle_fair(replay: Page, write: Write) -> None:
    for ruleset in ("classic", "mcguire", "g54", "reformation", "anarchy"):
        await replay.goto(write(page_of(new_file(ruleset))).as_uri())
        await expect(replay.locator("#checks li")).to_have_text([re.compile("✓ Passed")] * 3)


async def test_changed_numbers_of_a_record_fail_the_check(replay: Page, write: Write) -> None:
    changes: tuple[tuple[dict[str, Any], list[int]], ...] = (
        ({"commitment": "0" * 64}, [0]),
        ({"interaction": "8"}, [1]),
        ({"seats": ["1", "2", "4"]}, [1]),
        ({"server_seed": "11" * 32}, [0, 1]),
    )
    for change, failed in changes:
        await replay.goto(write(page_of(new_file() | change)).as_uri())
        results = await replay.locator("#checks li").all_inner_texts()
        assert [number for number, text in enumerate(results) if text.startswith("✗ Failed")] == failed, change


async def test_other_first_cards_than_the_shuffle_dealt_fail_the_check(replay: Page, write: Write) -> None:
    file = new_file()
    hands = file["deal"]["hands"]
    hands[0], hands[1] = hands[1], hands[0]
    await replay.goto(write(page_of(file)).as_uri())
    assert "✗ Failed" in await replay.locator("#checks li").nth(2).inner_text()


async def test_a_deleted_player_leaves_a_seed_that_cannot_be_checked(replay: Page, write: Write) -> None:
    file = new_file()
    file["seats"][1] = None
    await replay.goto(write(page_of(file)).as_uri())
    results = await replay.locator("#checks li").all_inner_texts()
    assert [text.split(".")[0] for text in results] == ["✓ Passed", "? Cannot be checked", "✓ Passed"]


async def test_a_seats_view_hides_the_other_hands_until_the_end(replay: Page, write: Write) -> None:
    file = new_file()
    await replay.goto(write(page_of(file)).as_uri())
    names = {card: texts_for()(f"role-{card}") for card in file["deal"]["deck"]}
    for name, hand in zip(NAMES, file["deal"]["hands"], strict=True):
        await expect(cards(replay, name)).to_have_text([names[card] for card in hand])
    await replay.get_by_label("Show").select_option("what Ada saw")
    await expect(cards(replay, "Ada")).to_have_text([names[card] for card in file["deal"]["hands"][0]])
    await expect(cards(replay, "Cleo")).to_have_text(["hidden", "hidden"])
    shown = await replay.locator("main section").nth(1).inner_text()
    assert "Ada drew" in shown
    assert "Cleo drew" not in shown
    await replay.get_by_role("button", name="Last").click()
    await expect(replay.get_by_text("hidden", exact=True)).to_have_count(0)


async def test_the_page_is_used_by_keyboard_alone(replay: Page, write: Write) -> None:
    await replay.goto(write(page_of(new_file())).as_uri())
    order: list[str] = []
    for _ in range(8):
        await replay.keyboard.press("Tab")
        order.append(await replay.evaluate("document.activeElement.id"))
    assert order == ["view", "turns", "first", "back", "play", "forward", "last", "position"]
    await replay.locator("#forward").focus()
    now = replay.get_by_role("status")
    before = await now.inner_text()
    await replay.keyboard.press("Enter")
    await expect(now).not_to_have_text(before)
    await replay.keyboard.press("ArrowLeft")
    await expect(now).to_contain_text("Before the first turn")
    await replay.keyboard.press("End")
    await expect(now).to_contain_text("wins.")
    await replay.keyboard.press("Home")
    await expect(replay.locator("#back")).to_have_attribute("aria-disabled", "true")
    await replay.locator("#position").focus()
    await replay.keyboard.press("ArrowRight")
    await expect(replay.locator("#count")).to_contain_text("2 / ")


async def test_the_page_fits_a_phone_at_every_step(replay: Page, write: Write) -> None:
    names = ("W" * 32, "Ben<script>", "Cleo", "Dov", "Eve", "Fay")
    file = file_of(played_game("g54", names, random.Random(2), advanced=True))
    await replay.goto(write(page_of(file)).as_uri())
    steps = await replay.evaluate("steps.length")
    widths = await replay.evaluate(
        "steps.map((_, at) => { go(at); return document.documentElement.scrollWidth; })"
    )
    assert widths == [PHONE["width"]] * steps
    assert await replay.locator("script").count() == 2, "a name is text, never markup"


async def test_a_turn_can_be_chosen_and_the_game_plays_by_itself(replay: Page, write: Write) -> None:
    await replay.goto(write(page_of(new_file())).as_uri())
    await replay.evaluate("() => { setInterval = (next) => { window.tick = next; return 1; }; }")
    await replay.get_by_label("Turn", exact=True).select_option(index=3)
    await expect(replay.get_by_role("status")).to_contain_text("Turn 3: ")
    count = replay.locator("#count")
    before = int((await count.inner_text()).split(" ")[0])
    await replay.get_by_role("button", name="Play").click()
    await replay.evaluate("tick()")
    await expect(count).to_contain_text(f"{before + 1} / ")
    await replay.get_by_role("button", name="Pause").click()
    await expect(replay.get_by_role("button", name="Play")).to_be_visible()
