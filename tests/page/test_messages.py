"""Messages on the page: Markdown, pictures, edits, ephemeral messages, scrolling, unread marks."""

import time

import pytest
from playwright.async_api import Page, Route, expect

from tests.page.fake_server import ANA, BEN, BOT, COUP, DM, QUIET, V2, FakeServer, button, row, select

pytestmark = pytest.mark.asyncio(loop_scope="session")

COUNT_TEXTS = """(node) => {
  const texts = document.createNodeIterator(node, NodeFilter.SHOW_TEXT);
  let count = 0;
  while (texts.nextNode()) count += 1;
  return count;
}"""


async def test_markdown_is_rendered_and_other_marks_stay_text(page: Page, server: FakeServer):
    evil = '<img src=x onerror="document.title=1"> [x](javascript:alert(1)) <script>1</script>'
    server.message(
        content="**bold** *it* __under__ ~~gone~~ `a*b*` snake_case_name ***both***\n"
        "# Head\n-# small\n> quoted\n> > twice\n- one\n- two\n3. third\n4. fourth\n\\*plain\\*\n"
        "<@1> <@777> <#11> <https://example.org/> [words](https://example.net)"
    )
    server.message(content=evil, author={**BEN, "global_name": "<b>Ben</b>"})
    server.message(content=r"x\*\*\_ \<\#1\> \[l\]")
    await page.goto(server.url)
    text, markup, escaped = (page.locator(".content").nth(at) for at in range(3))
    for tag, words in [
        ("strong", "bold"),
        ("em", "it"),
        ("u", "under"),
        ("s", "gone"),
        ("h3", "Head"),
        ("small", "small"),
        ("blockquote p", "quoted"),
        ("blockquote blockquote p", "twice"),
        ("ul > li", "one"),
        ("ol[start='3'] > li", "third"),
        ("strong em", "both"),
    ]:
        await expect(text.locator(tag).first).to_have_text(words)
    await expect(text.locator("code").first).to_have_text("a*b*")
    await expect(text).to_contain_text("snake_case_name")
    await expect(text).to_contain_text("*plain*")
    await expect(text).to_contain_text("@Ana @unknown member #quiet")
    await expect(text.locator('a[href="https://example.net/"]')).to_have_text("words")
    assert await text.locator("ul, ol").count() == 2
    await expect(markup).to_have_text(evil)
    await expect(page.locator(".author").nth(1)).to_have_text("Ben")
    assert await page.locator(".message").nth(1).locator("img, script, a").count() == 0
    await expect(escaped).to_have_text("x**_ <#1> [l]")
    assert await escaped.evaluate(COUNT_TEXTS) == 1, "one text to a screen reader"


async def test_relative_times_are_kept_up_to_date(own_page: Page, server: FakeServer):
    page = own_page
    await page.clock.install(time=1_800_000_000 - 10)
    server.message(content=f"<t:{1_800_000_000 + 90}:R> <t:{1_800_000_000 - 7200}:R> <t:1800000000:t>")
    await page.goto(server.url)
    await page.clock.pause_at(1_800_000_000)
    first, second, third = (page.locator("time.stamp").nth(at) for at in range(3))
    await expect(first).to_have_text("in 2 minutes")
    await expect(second).to_have_text("2 hours ago")
    assert ":" in (await third.text_content() or "")
    await page.clock.run_for(60_000)
    await expect(first).to_have_text("in 30 seconds")
    await page.clock.run_for(45_000)
    await expect(first).to_have_text("15 seconds ago")


async def test_messages_show_authors_times_and_edits_and_are_grouped(page: Page, server: FakeServer):
    server.message(content="one", author=BEN)
    server.message(content="two", author=BEN, edited_timestamp="2026-01-02T12:00:05+00:00")
    server.message(content="three")
    server.message(content="four", timestamp=time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime()))
    await page.goto(server.url)
    assert await page.locator(".message:not(.follows)").count() == 3
    await expect(page.locator(".message").nth(1)).to_contain_text("(edited)")
    await expect(page.locator(".message").nth(2).locator(".tag")).to_have_text("App")
    await expect(page.locator(".day")).to_have_count(2)
    await expect(page.locator(".head .written").last).to_contain_text("Today")


async def test_a_message_shows_its_command_its_files_or_the_message_replied_to(page: Page, server: FakeServer):
    first = server.message(content=f"-# **The** <:duke:7> question for <@{ANA['id']}>")
    server.message(
        content="The answer", message_reference={"type": 0, "message_id": first["id"], "channel_id": COUP}
    )
    server.message(
        content="Your hand", flags=64, interaction={"type": 2, "name": "coup hand", "user": {"id": ANA["id"]}}
    )
    server.message(
        attachments=[
            {"filename": "a.png", "content_type": "image/png", "url": f"{server.url}files/a.png", "size": 70},
            {"filename": "b.txt", "content_type": "text/plain", "url": f"{server.url}files/b.txt", "size": 2048},
            {"filename": "c.png", "content_type": "image/png", "url": "https://example.com/c.png", "size": 70},
        ]
    )
    await page.goto(server.url)
    await expect(page.locator(".message").nth(1).locator(".above")).to_contain_text("The  question for @Ana")
    await expect(page.locator(".message").nth(2).locator(".above")).to_have_text("AAna used /coup hand")
    await expect(page.locator(".attachments img")).to_be_visible()
    await expect(page.locator(".file-card")).to_contain_text("2.0 KB")
    await expect(page.locator(".attachments")).to_contain_text("on another site, not loaded")
    await page.get_by_role("button", name="Answers:").click()
    await expect(page.locator(".message").first).to_be_focused()


async def test_links_to_messages_scroll_to_them(page: Page, server: FakeServer):
    card = server.message(QUIET, content="The card")
    at = f"https://discord.com/channels/5/{QUIET}"
    server.message(
        content=f"[To the card]({at}/{card['id']}) [Gone]({at}/77) [Nowhere](https://discord.com/channels/5/6)"
    )
    await page.goto(server.url)
    await page.get_by_role("link", name="To the card").press("Enter")
    await expect(page.locator("#channel-title")).to_have_text("#quiet")
    await expect(page.locator(".message")).to_be_focused()
    await page.get_by_role("button", name="coup", exact=True).click()
    await page.get_by_role("link", name="Nowhere").click()
    await expect(page.locator("#toasts")).to_contain_text("You cannot see this channel.")
    await page.get_by_role("link", name="Gone").click()
    await expect(page.locator("#toasts")).to_contain_text("This message is not here any more.")


async def test_messages_are_dismissed_and_deleted_and_a_deferred_one_is_replaced(page: Page, server: FakeServer):
    gone = server.message(content="gone soon")
    hand = server.message(content="You have Duke", flags=64)
    await page.goto(server.url)
    await expect(page.locator(".message.own")).to_contain_text("Only you can see this")
    await page.get_by_role("button", name="Dismiss").click()
    assert (await server.received("dismiss"))["message_id"] == hand["id"]
    await expect(page.locator(".message")).to_have_count(1)
    await expect(page.get_by_text("gone soon")).to_be_visible()
    await server.push({"t": "message_delete", "channel_id": COUP, "id": gone["id"]})
    await expect(page.get_by_text("gone soon")).to_have_count(0)
    await expect(page.locator(".day")).to_have_count(0)
    await expect(page.locator(".intro h2")).to_be_visible()
    waiting = await server.say(flags=128)
    await expect(page.get_by_text("Coup is thinking…")).to_be_visible()
    await server.edit(waiting, flags=0, content="Here it is")
    await expect(page.get_by_text("Here it is")).to_be_visible()
    await expect(page.get_by_text("thinking")).to_have_count(0)


async def test_the_page_follows_the_newest_message_unless_scrolled_up(page: Page, server: FakeServer):
    for number in range(60):
        server.message(content=f"line {number}\n" * 2)
    await page.goto(server.url)
    await expect(page.get_by_text("line 59").first).to_be_in_viewport()
    await server.say(content="a fresh word")
    await expect(page.get_by_text("a fresh word")).to_be_in_viewport()
    await page.locator("#scroller").evaluate("(scroller) => { scroller.scrollTop = 0 }")
    await expect(page.get_by_role("button", name="To the newest")).to_be_visible()
    await server.say(content="even newer")
    jump = page.get_by_role("button", name="1 new message")
    await jump.click()
    await expect(page.get_by_text("even newer")).to_be_in_viewport()
    await expect(jump).to_be_hidden()
    await page.locator("#scroller").evaluate("(scroller) => { scroller.scrollTop = 0 }")
    await expect(page.get_by_role("button", name="To the newest")).to_be_visible()
    await server.say(content="the answer to a click", flags=1 << 6)
    await expect(page.get_by_text("the answer to a click")).to_be_in_viewport()


async def test_channels_and_direct_messages_have_unread_marks(page: Page, server: FakeServer):
    await page.goto(server.url)
    await expect(page.locator(".entry.here")).to_contain_text("coup")
    await server.say(QUIET, content="psst")
    await expect(page.locator(".entry.unread")).to_contain_text("quiet")
    await server.say(QUIET, content=f"<@{ANA['id']}> is named, and not mentioned", mentions=[])
    await server.say(QUIET, content=f"<@{ANA['id']}> your turn", mentions=[ANA])
    await expect(page.locator(".entry.unread .count")).to_have_text("1 mention")
    await expect(page).to_have_title("(1) #coup, Ana · sandbox, not Discord")
    await page.get_by_role("button", name="quiet").click()
    await expect(page.locator(".entry.unread")).to_have_count(0)
    await server.push({"t": "state", "state": {"dms": [{"id": DM, "user": BOT}]}})
    await server.say(DM, content="a copy of your hand")
    await page.locator('[data-entry="20"]').click()
    await expect(page.get_by_text("a copy of your hand")).to_be_visible()
    await expect(page.locator("#channel-title")).to_have_text("@Coup")


async def test_after_an_answer_the_table_is_seen_from_its_heading(page: Page, server: FakeServer):
    await page.set_viewport_size({"width": 390, "height": 844})
    server.message(content="line\n" * 60)
    await page.goto(server.url)
    tall = "heading\n" + "seat\n" * 20
    table = await server.say(content=f"old {tall}")
    heading, answered = page.get_by_text("heading"), page.get_by_text("You chose: Allow.")
    await expect(heading).to_be_in_viewport()
    panel = await server.say(content="Sure?\n" * 8, flags=1 << 6, components=[row(button("Allow", "allow"))])
    await expect(page.get_by_role("button", name="Allow")).to_be_in_viewport()
    await server.edit(panel, content="You chose: Allow.", components=[])
    await expect(answered).to_be_attached()
    await server.edit(table, content=f"new {tall}" + "story\n" * 9)
    await expect(page.get_by_text("new heading")).to_be_in_viewport()
    await expect(page.locator("#jump")).to_be_hidden()


async def test_emojis_of_the_application_are_pictures(page: Page, server: FakeServer):
    duke = {"id": "77", "name": "duke_1a"}
    option = {"label": "Duke", "value": "duke", "emoji": duke}
    server.message(
        flags=V2,
        components=[
            {"type": 10, "content": "**<:duke_1a:77> Duke** takes <a:coin_2b:78> 3"},
            row(button("Show Duke", "show", emoji=duke), button("", "bare", emoji=duke)),
            row(select("one", options=[option, {"label": "Spy", "value": "spy"}])),
        ],
    )
    await page.goto(server.url)
    await expect(page.locator(".text").get_by_role("img", name=":duke_1a:")).to_have_attribute(
        "src", "/emojis/77.png"
    )
    await expect(page.locator(".text").get_by_role("img", name=":coin_2b:")).to_be_visible()
    await expect(page.get_by_role("button", name="Show Duke", exact=True).locator("img")).to_be_visible()
    await expect(page.get_by_role("button", name="duke_1a", exact=True).locator("img")).to_be_visible()
    field = page.get_by_role("combobox", name="Choose")
    await field.click()
    await page.get_by_role("option", name="Duke", exact=True).click()
    await expect(field.locator("img")).to_be_visible()
    await expect(field).to_have_text("Duke")
    assert await page.locator("img.custom-emoji").evaluate_all("all => all.every((one) => one.naturalWidth)")


async def test_an_emoji_and_its_word_stay_on_one_line(page: Page, server: FakeServer):
    for length in range(30, 90):  # at some of these lengths, only the emoji fits in the first line
        server.message(content=f"{'x' * length} <:duke_1a:77>\N{NO-BREAK SPACE}Ambassador")
    await page.set_viewport_size({"width": 500, "height": 800})
    await page.goto(server.url)
    await expect(page.locator(".glued")).to_have_count(60)
    assert await page.locator(".glued").evaluate_all(
        "all => all.every((one) => one.getClientRects().length === 1)"
    )


async def test_pictures_have_sizes_and_descriptions_before_they_load(page: Page, server: FakeServer):
    picture = {"url": f"{server.url}files/hand.png", "width": 1040, "height": 400}
    hand = {"filename": "hand.png", "content_type": "image/png", **picture}
    held: list[Route] = []
    # The request gets no response, so the picture is not loaded.
    await page.route("**/files/**", lambda route: held.append(route))
    server.message(
        flags=V2,
        attachments=[hand],
        components=[{"type": 12, "items": [{"media": picture, "description": "Duke and Captain"}]}],
    )
    await page.goto(server.url)
    shown = page.get_by_role("img", name="Duke and Captain")
    await expect(shown).to_have_count(1)
    box = await shown.bounding_box()
    assert box
    assert (box["width"], box["height"]) == (520, 200)
    await expect(page.get_by_role("link", name="Duke and Captain")).to_be_visible()
    for route in held:
        await route.fulfill(status=204)  # otherwise the request would still be open after the test
    await page.unroute_all()
