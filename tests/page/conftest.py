"""Fixtures: a browser, the fake server, and a page; an error in the page fails the test."""

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    ViewportSize,
    async_playwright,
    expect,
)

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
async def context(browser: Browser, port: int) -> BrowserContext:
    """The profile of all pages. One page stays open, so that a new page needs no new process of the browser."""
    opened = await browser.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    async with FakeServer(port) as server:
        await (await opened.new_page()).goto(f"{server.url}files/any.png")
    return opened


@pytest_asyncio.fixture(loop_scope="session")
async def page(context: BrowserContext) -> AsyncIterator[Page]:
    """A page; its test fails if an error occurs in it, or if it requests anything from another host."""
    async with _watched(context) as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="session")
async def page_with_clock(browser: Browser) -> AsyncIterator[Page]:
    """A page whose clock can be set, which changes the clock of its whole profile."""
    async with await browser.new_context(viewport=VIEWPORT) as context, _watched(context) as opened:
        yield opened


@asynccontextmanager
async def _watched(context: BrowserContext) -> AsyncIterator[Page]:
    before = context.pages
    opened = await context.new_page()
    opened.set_default_timeout(MILLISECONDS)
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))
    opened.on("console", lambda message: errors.append(_text(message)) if message.type == "error" else None)
    opened.on(
        "request",
        lambda request: None if request.url.startswith("http://127.0.0.1:") else errors.append(request.url),
    )
    yield opened
    for each in context.pages:
        if each not in before:
            await each.close()
    # The connection of the page may be lost, and a message may be deleted while its pictures are loaded.
    assert [error for error in errors if not any(path in error for path in ("/client", "/attachments/"))] == []


def _text(message: ConsoleMessage) -> str:
    return f"{message.text} ({message.location.get('url')})"
