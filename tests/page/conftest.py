"""A browser for the page's tests, and a page in it that must stay free of errors."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

from tests.page.stage import Stage

CHROMIUM = Path("/usr/bin/chromium")
MISSING = not CHROMIUM.exists()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if MISSING:
        pytest.skip(f"Chromium is missing: the page's tests need {CHROMIUM} (Debian's package `chromium`).")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(loop_scope="session")
async def stage() -> AsyncIterator[Stage]:
    async with Stage() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page that fails its test at the end if anything went wrong in it, or was fetched from elsewhere."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = await context.new_page()
    opened.set_default_timeout(8000)
    wrong: list[str] = []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda message: wrong.append(_words(message)) if message.type == "error" else None)
    opened.on(
        "request",
        lambda request: None if request.url.startswith("http://127.0.0.1:") else wrong.append(request.url),
    )
    yield opened
    await context.close()
    assert [words for words in wrong if "/client" not in words] == []


def _words(message: ConsoleMessage) -> str:
    return f"{message.text} ({message.location.get('url')})"
