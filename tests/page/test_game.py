"""A newcomer opens the page, starts a table in two clicks and plays it to its end, with the real bot."""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, ViewportSize, expect
from playwright.async_api import TimeoutError as NotThere

from sandbox.driver import Sandbox
from tests.harness.processes.bot import running

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.timeout(180)]
MOST_STEPS = 1000
GONE_MILLISECONDS = 3000
"""After this time a control that was seen is gone: waiting longer would let the player's time run out."""
PHONE = ViewportSize(width=390, height=844)


@pytest_asyncio.fixture(loop_scope="session")
async def address(tmp_path: Path, pictures: Path) -> AsyncIterator[str]:
    """The address of a sandbox with the bot connected; AI seats answer without a pause.

    A test must name this fixture before `page`, so that the page is closed before the server.
    """
    (tmp_path / "pictures").symlink_to(pictures)
    async with (
        Sandbox.start(limits=False) as sandbox,
        running(sandbox, tmp_path / "coup.sqlite3", COUP_PICTURES="on"),
    ):
        yield sandbox.page_url


async def test_a_newcomer_plays_a_game_from_the_first_click_to_its_end(address: str, page: Page):
    await page.goto(address)
    await page.evaluate(COUNT_CHANGES)
    await page.get_by_role("button", name="/coup new").click()
    await page.get_by_role("button", name="Play against 3 AI players").click()
    await expect(page.get_by_text(re.compile("Turn [0-9]+")).first).to_be_visible()
    await page.set_viewport_size(PHONE)
    await play_to_the_end(page)
    jump = page.locator("#jump")
    if await jump.is_visible():  # clicks on older messages may have scrolled up
        await jump.click()
    # The message before the newest one also shows the result, until it is deleted; private panels may be below.
    await page.get_by_role("button", name="Rematch").last.scroll_into_view_if_needed()
    await expect(page.get_by_role("button", name="Rematch").last).to_be_in_viewport()
    size = await page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [PHONE["width"], PHONE["height"]], "nothing but the list of messages scrolls"
    assert await page.locator(".message .failure:visible").count() == 0


async def play_to_the_end(page: Page) -> None:
    """Ana chooses Income until she must choose Coup, challenges if she can, and loses cards when she must."""
    done: set[str] = set()
    for _ in range(MOST_STEPS):
        changes = await page.evaluate("window.changes")
        seen: dict[str, Any] = await page.evaluate(LOOK)
        if seen["over"]:
            return
        if seen["act"] and seen["key"] not in done:
            try:
                await act(page.locator(f'[data-id="{seen["id"]}"]'), seen)
            except NotThere:  # the table has changed meanwhile, and the button is gone
                continue
            done.add(seen["key"])
        else:
            await page.wait_for_function("(known) => window.changes > known", arg=changes)
    raise AssertionError(f"the game did not end within {MOST_STEPS} steps")


async def act(message: Locator, seen: dict[str, Any]) -> None:
    if seen["act"] != "pick":
        await message.get_by_role("button", name=seen["act"], exact=True).click(timeout=GONE_MILLISECONDS)
        return
    await message.get_by_role("combobox").click(timeout=GONE_MILLISECONDS)
    options = message.page.locator(".popup .option")
    income = options.filter(has_text="Income")
    await (income if await income.count() else options).first.click(timeout=GONE_MILLISECONDS)


COUNT_CHANGES = """() => {
  window.changes = 0;
  new MutationObserver(() => { window.changes += 1; }).observe(document, { childList: true, subtree: true });
}"""

LOOK = """() => {
  const asked = /Ana, choose an action|Still to answer: [^.]*Ana|Ana chooses|Ana is challenged/;
  const idle = ["My hand", "What can I do?", "Rules", "Log", "Dismiss", "Back", "Older", "Newer"];
  const words = (message) => {
    const copy = message.cloneNode(true);
    copy.querySelectorAll("time, .above, .select").forEach((part) => part.remove());
    return copy.textContent;
  };
  const messages = [...document.querySelectorAll(".message")].reverse();
  const labels = [...document.querySelectorAll(".message button")].map((button) => button.textContent);
  const over = labels.includes("Rematch");
  for (const message of messages) {
    const text = words(message);
    if (message.querySelector(".waiting")) return { over, act: "" };
    if (!message.classList.contains("own") && !asked.test(text)) continue;
    const key = message.dataset.id + text;
    if (message.querySelector(".select:enabled")) return { over, id: message.dataset.id, key, act: "pick" };
    const buttons = [...message.querySelectorAll("button.button:enabled")].map((button) => button.textContent);
    const offered = buttons.filter((label) => !idle.includes(label));
    const act = ["Challenge", "Choose", "Allow"].find((label) => offered.includes(label)) ?? offered[0];
    if (act) return { over, id: message.dataset.id, key, act };
  }
  return { over, act: "" };
}"""
