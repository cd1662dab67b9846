"""Fixtures: a browser, the fake server, and a page; an error in the page fails the test."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright

from tests.page.fake_server import FakeServer

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
async def server() -> AsyncIterator[FakeServer]:
    async with FakeServer() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page; its test fails if an error occurs in it, or if it requests anything from another host."""
    context = await browser.new_context(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
    opened = await context.new_page()
    opened.set_default_timeout(8000)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(_text(message)) if message.type == "error" else None)
    opened.on(
        "request",
        lambda request: None if request.url.startswith("http://127.0.0.1:") else errors.append(request.url),
    )
    yield opened
    await context.close()
    assert [error for error in errors if "/client" not in error] == []


def _text(message: ConsoleMessage) -> str:
    return f"{message.text} ({message.location.get('url')})"
