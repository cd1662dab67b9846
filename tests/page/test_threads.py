"""Threads on the page: listed under their channel, opened by mouse and keyboard, and their system messages."""

import pytest
from playwright.async_api import Page, expect

from tests.page.fake_server import ANA, BEN, COUP, FakeServer, thread

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_threads_are_listed_and_a_new_one_has_its_messages(page: Page, server: FakeServer):
    server.channels += [
        thread("30", "Old game", archived=True, locked=True),
        thread("31", "A game"),
        thread("32", "Lesson", 12),
    ]
    server.message("31", content="inside")
    await page.goto(server.url)
    listed = page.get_by_role("list", name="Threads of #coup").get_by_role("button")
    await expect(listed).to_have_text(["↳Lesson, private", "↳A game", "↳Old game, archived, locked"])
    await page.get_by_role("button", name="coup", exact=True).focus()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.locator("#channel-title")).to_have_text("#coup / A game")
    await expect(page.get_by_text("inside")).to_be_visible()
    await page.reload()
    await expect(page.locator("#channel-title")).to_have_text("#coup / A game")
    await page.locator("textarea").fill("hello")
    await page.keyboard.press("Enter")
    assert (await server.received("say"))["channel_id"] == "31"
    await server.push({"t": "channel", "channel": thread("31", "A game", archived=True)})
    await expect(page.locator("#channel-state")).to_have_text("archived")
    await server.push({"t": "channel_delete", "channel": thread("31", "A game")})
    await expect(page.locator("#channel-title")).to_have_text("#coup")
    history = [server.unsent("33", content="The first step"), server.unsent("33", content="Come", mentions=[ANA])]
    await server.push({"t": "channel", "channel": thread("33", "New lesson", 12), "messages": history})
    lesson = page.get_by_role("button", name="New lesson")
    await expect(lesson).to_contain_text("1 mention")
    await lesson.click()
    await expect(page.get_by_text("The first step")).to_be_visible()


async def test_system_messages_about_threads_are_shown(page: Page, server: FakeServer):
    server.channels += [thread("31", "A game")]
    lobby = server.message(content="The lobby", id="31", thread=thread("31", "A game"))
    at = {"type": 0, "channel_id": "31"}
    server.message(type=18, content="A game", author=BEN, message_reference=at)
    server.message(
        "31", type=21, message_reference=at | {"channel_id": COUP, "message_id": "31"}, referenced_message=lobby
    )
    server.message("31", type=1, mentions=[BEN])
    server.message("31", type=4, content="Our game")
    await page.goto(server.url)
    await expect(page.locator(".thread-link")).to_have_text("Thread: A game")
    await expect(page.locator(".notice")).to_contain_text("Ben started a thread: A game")
    await page.locator(".notice").get_by_role("button", name="A game").click()
    lines = page.locator(".notice")
    await expect(lines.nth(0)).to_contain_text("Coup's message began this thread: The lobby in coup")
    await expect(lines.nth(1)).to_contain_text("Coup added Ben to the thread.")
    await expect(lines.nth(2)).to_contain_text("Coup changed the name to Our game.")
    await lines.nth(0).get_by_role("button", name="coup").click()
    await expect(page.locator("#channel-title")).to_have_text("#coup")
