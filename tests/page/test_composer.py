"""The composer: plain messages, and slash commands with their options and completions."""

import pytest
from playwright.async_api import Page, expect

from tests.page.fake_server import BEN, COUP, FakeServer, Json

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def typing(page: Page, server: FakeServer, text: str) -> None:
    await page.goto(server.url)
    await page.locator("textarea").click()
    await page.keyboard.type(text)


async def test_a_text_typed_before_the_first_frame_stays_and_is_sent(page: Page, server: FakeServer):
    server.greets.clear()
    await typing(page, server, "Good evening")
    server.greets.set()
    await expect(page.get_by_text("Coup is online")).to_be_visible()
    await expect(page.locator("textarea")).to_have_value("Good evening")
    await page.keyboard.press("Shift+Enter")
    await page.keyboard.type("everyone")
    await page.keyboard.press("Enter")
    frame = await server.received("say")
    assert (frame["channel_id"], frame["content"]) == (COUP, "Good evening\neveryone")
    await expect(page.locator("textarea")).to_have_value("")


async def test_a_command_can_be_sent_by_keyboard_only(page: Page, server: FakeServer):
    await typing(page, server, "/")
    await expect(page.locator(".option")).to_have_count(3)
    await page.keyboard.type("ne")
    await expect(page.locator(".option")).to_have_count(1)
    await expect(page.locator(".option")).to_contain_text("Open a table in this channel")
    await page.keyboard.press("Tab")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await page.keyboard.type("reb")
    await page.keyboard.press("Enter")
    await page.keyboard.type("te")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await page.keyboard.type("seats")
    await page.keyboard.press("Enter")
    await page.keyboard.type("9")
    await page.keyboard.press("Enter")
    await expect(page.locator(".pill-error:visible")).to_have_text("At most 6.")
    await page.keyboard.press("Backspace")
    await page.keyboard.type("4")
    await page.keyboard.press("Enter")
    frame = await server.received("slash")
    assert (frame["name"], frame["channel_id"]) == ("coup", COUP)
    assert frame["options"] == [
        {
            "type": 1,
            "name": "new",
            "options": [
                {"type": 3, "name": "ruleset", "value": "g54"},
                {"type": 5, "name": "teams", "value": True},
                {"type": 4, "name": "seats", "value": 4},
            ],
        }
    ]
    await expect(page.locator("textarea")).to_be_focused()


async def test_typed_and_pasted_options_become_options_of_the_command(page: Page, server: FakeServer):
    await typing(page, server, "")
    for write in (page.keyboard.type, page.locator("textarea").fill):
        await write("/coup new ruleset:g54 seats:9 teams:true")
        await expect(page.locator(".pill")).to_have_count(3)
        await page.keyboard.press("Enter")
        await page.keyboard.press("Enter")
        await expect(page.locator(".pill-error:visible")).to_have_text("At most 6.")
        await page.get_by_label("seats: ").fill("4")
        await page.keyboard.press("Enter")
        frame = await server.received("slash")
        assert frame["options"][0]["options"] == [
            {"type": 3, "name": "ruleset", "value": "g54"},
            {"type": 4, "name": "seats", "value": 4},
            {"type": 5, "name": "teams", "value": True},
        ]
        await expect(page.locator("textarea")).to_be_focused()


async def test_a_command_that_is_wrong_or_gets_no_response_is_named(page: Page, server: FakeServer):
    server.replies["slash"] = lambda frame: [
        {"t": "ack", "nonce": frame["nonce"], "ok": False, "error": "This interaction failed"}
    ]
    await typing(page, server, "/nonsense")
    await expect(page.locator(".suggest-head")).to_contain_text("No command is called so.")
    await page.keyboard.press("Enter")
    await expect(page.locator("#note")).to_contain_text("No command is called so.")
    await page.locator("textarea").clear()
    await page.keyboard.type("/coup new players:4")
    await page.keyboard.press("Enter")
    await expect(page.locator(".suggest-head")).to_contain_text(
        "“players:4” is no option of this command. It has ruleset: seats: teams:"
    )
    await page.keyboard.press("ControlOrMeta+A")
    await page.keyboard.press("Backspace")
    await page.keyboard.press("Enter")
    frame = await server.received("slash")
    assert frame["options"] == [{"type": 1, "name": "new", "options": []}]
    notice = page.locator(".message.own")
    await expect(notice).to_contain_text("The application did not respond")
    await notice.get_by_role("button", name="Dismiss").click()
    await expect(notice).to_have_count(0)


async def test_stale_completions_are_dropped_and_a_missing_option_is_marked(page: Page, server: FakeServer):
    asked: list[Json] = []

    def complete(frame: Json) -> list[Json]:
        asked.append(frame)
        return []

    server.replies["autocomplete"] = complete
    await typing(page, server, "/coup act ")
    first = await server.received("autocomplete")
    await page.keyboard.type("t")
    second = await server.received("autocomplete")
    assert second["options"][0]["options"] == [{"type": 3, "name": "action", "value": "t", "focused": True}]
    right = {"t": "ack", "ok": True, "nonce": second["nonce"], "choices": [{"name": "Tax", "value": "tax"}]}
    await server.push(right)
    await expect(page.locator(".option", has_text="Tax")).to_be_visible()
    await server.push(
        {"t": "ack", "ok": True, "nonce": first["nonce"], "choices": [{"name": "Old", "value": "old"}]}
    )
    await server.say(content="after the stale answer")
    await expect(page.get_by_text("after the stale answer")).to_be_visible()
    await expect(page.locator(".option", has_text="Old")).to_have_count(0)
    assert len(asked) == 2
    await page.keyboard.press("Enter")
    await page.keyboard.type("tar")
    await page.keyboard.press("Enter")
    await page.keyboard.type("@be")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    frame = await server.received("slash")
    assert frame["options"][0]["options"] == [
        {"type": 3, "name": "action", "value": "tax"},
        {"type": 6, "name": "target", "value": BEN["id"]},
    ]
    server.replies["autocomplete"] = lambda frame: [
        {"t": "ack", "ok": True, "nonce": frame["nonce"], "choices": []}
    ]
    await page.keyboard.type("/coup act ")
    await expect(page.locator(".suggest-head")).to_contain_text("Nothing fits.")
    await page.keyboard.press("Enter")
    await expect(page.locator(".pill-error:visible")).to_have_text("This is required.")
    await expect(page.get_by_label("action: What you do")).to_be_focused()


async def test_escape_and_backspace_leave_the_command(page: Page, server: FakeServer):
    await typing(page, server, "/coup new ")
    await page.keyboard.press("Tab")
    await expect(page.locator(".pill")).to_have_count(1)
    await page.keyboard.press("Backspace")
    await expect(page.locator(".pill")).to_have_count(0)
    await page.keyboard.press("Backspace")
    await expect(page.locator("textarea")).to_have_value("/coup new")
    await page.keyboard.press("Escape")
    await expect(page.locator("#suggestions")).to_be_hidden()
    await page.keyboard.type(" ")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Escape")
    await expect(page.locator("textarea")).to_have_value("")


async def test_an_empty_channel_is_not_discords_and_suggests_what_to_do(page: Page, server: FakeServer):
    await page.goto(server.url)
    await expect(page.locator(".intro")).to_contain_text("It is not Discord")
    await expect(page.locator(".bar")).to_contain_text("Stand-in, not Discord")
    new = page.get_by_role("button", name="/coup new")
    await new.click()
    frame = await server.received("slash")
    assert frame["options"] == [{"type": 1, "name": "new", "options": []}]
    await page.locator("#scroller").focus()
    await page.keyboard.press("/")
    await expect(page.locator("textarea")).to_be_focused()
    await expect(page.locator(".option")).to_have_count(3)
    fresh = {"id": "501", "type": 1, "name": "rules", "description": "Read the rules", "options": []}
    await server.push({"t": "state", "state": {"commands": [fresh]}})
    await expect(page.get_by_role("button", name="/rules")).to_be_visible()
    await expect(new).to_have_count(0)


async def test_a_file_is_chosen_and_sent(page: Page, server: FakeServer):
    record: Json = {"type": 11, "name": "record", "description": "The file of a game"}
    verify: Json = {"type": 1, "name": "verify", "description": "Check a game", "options": [record]}
    server.commands = [{**server.commands[0], "options": [verify]}]
    await typing(page, server, "/coup verify")
    await page.keyboard.press("Enter")
    await page.keyboard.type("record")
    await page.keyboard.press("Tab")
    async with page.expect_file_chooser() as chooser:
        await page.get_by_role("option", name="Choose a file").click()
    await (await chooser.value).set_files({"name": "a b.json", "mimeType": "application/json", "buffer": b"{}"})
    await expect(page.get_by_label("record: The file of a game")).to_have_value("a b.json")
    await page.keyboard.press("Enter")
    frame = await server.received("slash")
    (sent,) = frame["options"][0]["options"]
    assert (sent["type"], sent["value"]) == (11, "data:application/json;name=a%20b.json;base64,e30=")
