"""Fixtures: a browser, the fake server, and a page; an error in the page fails the test."""

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, ConsoleMessage, Page, Request, ViewportSize, async_playwright, expect

from tests.harness.waiting import TIMEOUT_SECONDS
from tests.page.fake_server import FakeServer

CHROMIUM = Path("/usr/bin/chromium")
MISSING = not CHROMIUM.exists()
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
VIEWPORT = ViewportSize(width=1280, height=800)
MILLISECONDS = 1000 * TIMEOUT_SECONDS
expect.set_options(timeout=MILLISECONDS)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    if MISSING:
        pytest.skip(f"Chromium is missing: the page's tests need {CHROMIUM} (Debian's package `chromium`).")
    async with async_playwright() as playwright:
        opened = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield opened
        await opened.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def port() -> AsyncIterator[int]:
    """The port of every fake server: the same, so that the browser keeps the page's files."""
    with socket.socket() as reserved:  # so that no other server gets the port while this one is not listening
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind(("127.0.0.1", 0))
        yield reserved.getsockname()[1]


@pytest_asyncio.fixture(loop_scope="session")
async def server(port: int) -> AsyncIterator[FakeServer]:
    async with FakeServer(port) as opened:
        yield opened


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def tab(browser: Browser) -> Page:
    """The page that most tests share: a new one for each test would take as much time as the test."""
    return await (await browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")).new_page()


@pytest_asyncio.fixture(loop_scope="session")
async def page(tab: Page) -> AsyncIterator[Page]:
    """A page; its test fails if an error occurs in it, or if it requests anything from another host."""
    await tab.set_viewport_size(VIEWPORT)
    async with watched(tab, lambda request: request.url.startswith("http://127.0.0.1:")):
        yield tab


@pytest_asyncio.fixture(loop_scope="session")
async def own_page(browser: Browser) -> AsyncIterator[Page]:
    """A page in a profile of its own, for a test that sets its clock."""
    async with await browser.new_context(viewport=VIEWPORT) as context:
        opened = await context.new_page()
        async with watched(opened, lambda request: request.url.startswith("http://127.0.0.1:")):
            yield opened


@asynccontextmanager
async def watched(page: Page, is_allowed: Callable[[Request], bool]) -> AsyncIterator[None]:
    """Fails if an error occurs in a page, or if it sends a request that is not allowed. Leaves it empty."""
    page.set_default_timeout(MILLISECONDS)
    errors: list[str] = []
    watches: dict[Any, Callable[[Any], None]] = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(_text(message)) if message.type == "error" else None,
        "request": lambda request: None if is_allowed(request) else errors.append(request.url),
    }
    for event, watch in watches.items():
        page.on(event, watch)
    yield
    for event, watch in watches.items():
        page.remove_listener(event, watch)
    await page.evaluate("() => { try { sessionStorage.clear(); } catch { /* no page was opened */ } }")
    await page.goto("about:blank")
    for other in page.context.pages:
        if other is not page:
            await other.close()
    # The connection of the page may be lost, and a message may be deleted while its pictures are loaded.
    assert [error for error in errors if not any(path in error for path in ("/client", "/attachments/"))] == []


def _text(message: ConsoleMessage) -> str:
    return f"{message.text} ({message.location.get('url')})"
