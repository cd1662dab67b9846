"""The views around the messages: channels, threads, members, connection status, several windows, phones."""

from datetime import datetime, timedelta

import pytest
from playwright.async_api import Page, ViewportSize, expect

from tests.page.fake_server import ANA, BEN, BOT, COUP, DM, QUIET, V2, FakeServer, button, row, select, thread

pytestmark = pytest.mark.asyncio(loop_scope="session")

PHONE = ViewportSize(width=390, height=844)


async def test_switching_the_member_keeps_the_channel_and_each_can_have_a_window(page: Page, server: FakeServer):
    await page.goto(server.url)
    await page.get_by_label("Take no direct messages").check()
    assert (await server.received("settings"))["dms_closed"] is True
    await page.get_by_role("button", name="quiet").click()
    await page.get_by_label("You play as").select_option("Ben")
    await expect(page.locator(".person", has_text="You")).to_contain_text("Ben")
    await expect(page.locator("#channel-title")).to_have_text("#quiet")
    assert server.connected_as == [ANA["id"], BEN["id"]]
    assert "member=2" in page.url
    await page.reload()
    await expect(page.get_by_label("You play as")).to_have_value(BEN["id"])
    await expect(page.locator("#channel-title")).to_have_text("#quiet")
    async with page.context.expect_page() as opening:
        await page.get_by_role("link", name="Open another member").click()
    other = await opening.value
    await expect(other.get_by_label("You play as")).to_have_value(ANA["id"])


async def test_the_menu_of_a_member_is_used_by_keyboard(page: Page, server: FakeServer):
    await page.goto(server.url)
    menu = page.get_by_label("Apps for Ben")
    await expect(page.locator(".person", has_text="Ben")).to_be_visible()
    await expect(menu).to_have_count(0)
    await server.push(
        {"t": "state", "state": {"commands": [{"id": "7", "type": 2, "name": "Coup stats", "description": ""}]}}
    )
    await menu.press("Enter")
    await page.keyboard.press("Tab")
    entry = page.get_by_role("button", name="Coup stats")
    await expect(entry).to_be_focused()
    await server.say(QUIET, content="meanwhile")
    await expect(page.locator(".entry.unread")).to_be_visible()
    await page.keyboard.press("Enter")
    used = await server.received("menu")
    assert (used["name"], used["target_id"], used["channel_id"]) == ("Coup stats", BEN["id"], COUP)
    await expect(entry).to_be_hidden()


async def test_the_page_shows_when_the_bot_connects_and_which_channels_there_are(page: Page, server: FakeServer):
    server.online = False
    await page.goto(server.url)
    await expect(page.locator("#bot")).to_have_text("Coup is offline")
    await expect(page.locator(".intro")).to_contain_text("No bot is connected yet")
    await server.push({"t": "state", "state": {"online": True}})
    await expect(page.locator("#bot")).to_have_text("Coup is online")
    await expect(page.get_by_role("button", name="/coup new")).to_be_visible()
    await server.push({"t": "channel", "channel": {"id": "12", "name": "garden", "type": 0, "position": 9}})
    await expect(page.get_by_role("button", name="garden")).to_be_visible()
    await server.push({"t": "channel_delete", "channel": {"id": COUP}})
    await expect(page.locator("#channel-title")).not_to_have_text("#coup")


async def test_the_guilds_of_a_member_name_their_shards(page: Page, server: FakeServer):
    court = {"id": "5", "name": "The Court", "shard": 0, "online": True}
    harbour = {"id": "6", "name": "The Harbour", "shard": 1, "online": False}
    server.guilds = [court, harbour]
    await page.goto(server.url)
    await expect(page.get_by_role("button", name="The Court")).to_contain_text("Shard 0")
    other = page.get_by_role("button", name="The Harbour")
    await expect(other).to_contain_text("Shard 1, offline")
    await server.push({"t": "state", "state": {"guilds": [court, harbour | {"online": True}]}})
    await expect(other).not_to_contain_text("offline")
    await other.click()
    await expect(page.locator("#line")).to_be_hidden()
    assert (server.guild_ids, server.connected_as) == (["", "6"], [ANA["id"]] * 2)
    assert "guild=6" in page.url


async def test_a_lost_connection_is_restored(own_page: Page, server: FakeServer):
    page = own_page
    await page.clock.install()
    await page.goto(server.url)
    await expect(page.locator("#line")).to_be_hidden()
    await server.stop()
    await expect(page.locator("#line")).to_contain_text("The connection to the sandbox is lost.")
    await page.clock.pause_at(datetime.now() + timedelta(hours=1))  # from now on the page cannot retry by itself
    again = page.get_by_role("button", name="Try now")
    await expect(again).to_be_visible()  # the new time made the page try once more, without success
    server.message(content="said meanwhile")
    await server.start()
    await again.click()
    await expect(page.get_by_text("said meanwhile")).to_be_visible()
    await expect(page.locator("#line")).to_be_hidden()


async def test_an_unknown_member_is_replaced_by_the_default(page: Page, server: FakeServer):
    server.unknown_members.add("77")
    await page.goto(f"{server.url}?member=77")
    await expect(page.get_by_label("You play as")).to_have_value(ANA["id"])


async def test_a_phone_has_a_drawer_and_no_horizontal_scrolling(page: Page, server: FakeServer):
    long = "Averyveryverylongwordwithoutanyspaces" * 5
    server.message(content=f"{long}\n`{long}`")
    options = [{"label": long[:100], "value": "x", "description": long[:100]}]
    parts = [
        {"type": 10, "content": long},
        row(*(button(long[:80], f"b{at}", 1) for at in range(5))),
        row(select("s", options=options, placeholder=long[:150])),
    ]
    server.message(flags=V2, components=[{"type": 17, "components": parts}])
    name = "W" * 32
    user = {"id": "90", "username": name}
    game = thread("31", long[:100])
    server.channels.append(game)
    used = {"type": 2, "name": "coup new", "user": user}
    server.message(content=f"<:coin_2b:78>\N{NO-BREAK SPACE}{name}", interaction=used, id="31", thread=game)
    server.message(DM, content="hello", author=BOT)
    await page.set_viewport_size(PHONE)
    await page.goto(server.url)
    await expect(page.locator(".container")).to_be_visible()
    for width in (390, 320):
        await page.set_viewport_size(ViewportSize(width=width, height=800))
        wide = await page.evaluate(
            "[...document.querySelectorAll('html, body, #scroller, .message, .container')]"
            ".filter((box) => box.scrollWidth > box.clientWidth + 1).map((box) => box.className || box.tagName)"
        )
        assert wide == []
        beyond = "all => all.filter((part) => part.getBoundingClientRect().right > innerWidth).length"
        assert await page.locator(".message *:not(.popup *)").evaluate_all(beyond) == 0
    opener = page.get_by_role("button", name="Open the channel list")
    await opener.click()
    await expect(page.get_by_role("button", name="Close the channel list")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(opener).to_be_focused()
    await opener.click()
    await page.get_by_role("button", name="quiet").click()
    await expect(page.locator("#channel-title")).to_have_text("#quiet")
    await expect(page.locator("#drawer")).not_to_be_in_viewport()


async def test_texts_have_enough_contrast(page: Page, server: FakeServer):
    """Every text on the page has a contrast of at least 4.5 : 1 to its background (WCAG AA)."""
    server.message(
        content=f"<@{ANA['id']}> <#11> `code` <t:1800000000:R>\n-# small\nhttps://example.com",
        mentions=[ANA],
        edited_timestamp="2026-01-02T12:00:00+00:00",
        components=[
            row(*(button(f"Style {style}", f"s{style}", style) for style in (1, 2, 3, 4))),
            row(select("x")),
        ],
    )
    server.message(content="Yours", flags=64)
    old = thread("30", "Old", archived=True, locked=True)
    server.channels.append(old)
    server.message(type=18, content="Old", message_reference={"type": 0, "channel_id": "30"})
    server.message(content="The lobby", id="30", thread=old)
    await page.goto(f"{server.url}?channel={COUP}")
    await expect(page.get_by_text("Only you can see this")).to_be_visible()
    await page.locator("textarea").click()
    await page.keyboard.type("/")
    await expect(page.locator(".option").first).to_be_visible()
    assert await page.evaluate(CONTRAST) == []


CONTRAST = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const ground = (element) => {
    if (!element) return [0, 0, 0, 1];
    const own = rgba(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(element.parentElement));
  };
  const light = (color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const faint = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility({ checkOpacity: true })) continue;
    if (element.closest(":disabled, .spoken, noscript")) continue;
    const below = ground(element);
    const [a, b] = [light(over(rgba(getComputedStyle(element).color), below)), light(below)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) faint.push(`${walker.currentNode.data.trim()} (${ratio.toFixed(2)})`);
  }
  return faint;
}"""


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
