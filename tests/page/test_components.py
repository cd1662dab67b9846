"""Components of messages on the page: buttons, selects and modals, by mouse and by keyboard."""

import pytest
from playwright.async_api import Page, expect

from tests.page.fake_server import COUP, V2, FakeServer, button, labelled, row, select

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_every_kind_of_component_is_drawn(page: Page, server: FakeServer):
    picture = {"url": f"{server.url}files/a.png"}
    server.message(
        flags=V2,
        attachments=[{"filename": "a.png", **picture}],
        components=[
            {
                "type": 17,
                "accent_color": 0xE3B65B,
                "components": [
                    {"type": 10, "content": "## The table"},
                    {"type": 14, "divider": True, "spacing": 2},
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "**Ana**"}],
                        "accessory": {"type": 11, "media": picture, "description": "A card"},
                    },
                    {
                        "type": 9,
                        "components": [{"type": 10, "content": "Beside a button"}],
                        "accessory": button("Look", "look"),
                    },
                    {"type": 12, "items": [{"media": picture, "description": "One"}, {"media": picture}]},
                    row(*(button(f"Style {style}", f"s{style}", style) for style in (1, 2, 3, 4))),
                    row(
                        button("Off", "off", disabled=True),
                        button("", "face", emoji={"id": None, "name": "🗡️"}),
                        {"type": 2, "style": 5, "label": "Out", "url": "https://example.com/"},
                    ),
                    row(select("one", "Income", "Tax")),
                    row({"type": 5, "custom_id": "who", "placeholder": "A member"}),
                    row({"type": 6, "custom_id": "role", "placeholder": "A role"}),
                    row({"type": 7, "custom_id": "any", "placeholder": "Anybody"}),
                    row({"type": 8, "custom_id": "where", "placeholder": "A channel"}),
                ],
            }
        ],
    )
    await page.goto(server.url)
    card = page.locator(".container")
    await expect(card.get_by_role("heading", name="The table")).to_be_visible()
    await expect(card.locator(".thumbnail img")).to_have_attribute("alt", "A card")
    await expect(card.locator(".tile")).to_have_count(2)
    await expect(page.locator(".attachments")).to_have_count(0)
    await expect(card.locator("hr.wide")).to_have_count(1)
    for style in ("primary", "secondary", "success", "danger", "link"):
        await expect(card.locator(f".button.{style}").first).to_be_visible()
    await expect(card.get_by_role("button", name="Off")).to_be_disabled()
    await expect(card.get_by_role("button", name="🗡️")).to_be_enabled()
    await expect(card.get_by_role("link", name="Out")).to_have_attribute("rel", "noopener noreferrer")
    await expect(card.get_by_role("combobox")).to_have_count(5)
    accent = await card.evaluate("(card) => getComputedStyle(card).borderLeftColor")
    assert accent == "rgb(227, 182, 91)"


async def test_a_click_is_sent_blocks_others_meanwhile_and_is_refused_inline(page: Page, server: FakeServer):
    message = server.message(components=[row(button("Allow", "coup:allow", 4), button("Block", "block"))])
    server.replies["click"] = lambda _: []
    await page.goto(server.url)
    allow, block = (page.get_by_role("button", name=name) for name in ("Allow", "Block"))
    await allow.click()
    first = await server.received("click")
    assert first["message_id"] == message["id"]
    assert first["channel_id"] == COUP
    assert first["custom_id"] == "coup:allow"
    assert "values" not in first
    await expect(allow).to_have_attribute("aria-busy", "true")
    await block.click()
    await server.push({"t": "ack", "nonce": first["nonce"], "ok": True})
    await expect(allow).not_to_have_attribute("aria-busy", "true")
    server.replies["click"] = lambda frame: [
        {"t": "ack", "nonce": frame["nonce"], "ok": False, "error": "This interaction failed"}
    ]
    await block.click()
    assert (await server.received("click"))["custom_id"] == "block"
    await expect(page.locator(".message .failure")).to_have_text("This interaction failed")


async def test_one_choice_can_be_made_by_keyboard(page: Page, server: FakeServer):
    roles = "Captain", "Crime Boss", "Contessa", "Coup", "Crime Lord", "Tax"
    server.message(components=[row(select("act", *roles))])
    await page.goto(server.url)
    field, active = page.get_by_role("combobox", name="Choose"), page.locator(".option.active")
    await field.press("ArrowDown")
    await page.keyboard.type("crime l")
    await expect(active).to_have_text("Crime Lord")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await field.press("ArrowDown")
    await page.keyboard.type("ccc")
    await expect(active).to_have_text("Coup")
    await page.keyboard.press("Escape")
    await field.press("ArrowDown")
    await expect(field).to_have_attribute("aria-expanded", "true")
    await page.keyboard.press("t")
    await expect(active).to_have_text("Tax")
    await page.keyboard.press("Enter")
    assert (await server.received("click"))["values"] == ["tax"]
    await expect(field).to_have_text("Tax")


async def test_several_choices_are_sent_together_if_they_are_enough(page: Page, server: FakeServer):
    keep = select("keep", "Duke", "Captain", "Contessa", min_values=2, max_values=2)
    server.message(components=[row(keep), row({"type": 5, "custom_id": "target", "placeholder": "Whom"})])
    await page.goto(server.url)
    field = page.get_by_role("combobox", name="Choose")
    await field.click()
    await page.locator(".option", has_text="Duke").click()
    await page.get_by_role("button", name="Done").click()
    await expect(page.locator(".message .failure")).to_have_text("Choose 2.")
    await expect(field).to_have_text("Choose")
    await field.click()
    for name in ("Duke", "Contessa"):
        await page.get_by_role("option", name=name).click()
    await expect(page.locator(".option", has_text="Captain")).to_have_attribute("aria-disabled", "true")
    await page.get_by_role("button", name="Done").click()
    frame = await server.received("click")
    assert frame["values"] == ["duke", "contessa"]
    await page.get_by_role("combobox", name="Whom").click()
    await page.locator(".option", has_text="Cleo").click()
    frame = await server.received("click")
    assert frame["values"] == ["3"]


async def test_edits_keep_the_focus_and_the_open_list_and_the_last_is_shown(page: Page, server: FakeServer):
    parts = [row(select("act", "Income", "Tax")), row(button("Allow", "allow"))]
    message = server.message(content="before", components=parts)
    await page.goto(server.url)
    await page.get_by_role("button", name="Allow").focus()
    changed = [row(select("act", "Income", "Tax", "Steal")), row(button("Allow", "allow"), button("No", "no"))]
    await server.edit(message, content="after", components=changed)
    await expect(page.get_by_text("after")).to_be_visible()
    await expect(page.get_by_role("button", name="Allow")).to_be_focused()
    await page.get_by_role("combobox", name="Choose").click()
    await server.edit(message, content="later", components=[*changed, row(button("More", "more"))])
    await expect(page.get_by_role("button", name="More")).to_be_visible()
    await page.locator(".option", has_text="Steal").click()
    assert (await server.received("click"))["values"] == ["steal"]
    for number in range(1, 201):
        await server.edit(message, content=f"edit {number}")
    await expect(page.get_by_text("edit 200")).to_be_visible()


async def test_a_modal_can_be_filled_in_and_submitted(page: Page, server: FakeServer):
    server.message(components=[row(button("Settings", "settings"))])
    modal = {
        "interaction": "77",
        "title": "Settings of this table",
        "components": [
            {"type": 10, "content": "How to **play**"},
            labelled("Ruleset", select("ruleset", "Classic", "Short"), description="What to play by"),
            labelled("Name", {"type": 4, "style": 1, "custom_id": "name", "min_length": 3}),
            labelled("Notes", {"type": 4, "style": 2, "custom_id": "notes", "required": False}),
        ],
    }
    server.replies["click"] = lambda frame: [{"t": "ack", "nonce": frame["nonce"], "ok": True, "modal": modal}]
    await page.goto(server.url)
    await page.get_by_role("button", name="Settings").click()
    form = page.get_by_role("dialog", name="Settings of this table")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.locator(".modal-part .failure").first).to_have_text("This is required.")
    await expect(form.get_by_role("combobox", name="Ruleset")).to_be_focused()
    await expect(form.get_by_role("combobox")).to_have_accessible_description("What to play by This is required.")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await form.get_by_label("Name").fill("It")
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_text("At least 3 characters.")).to_be_visible()
    await form.get_by_label("Name").fill("My table")
    await page.keyboard.press("Enter")
    frame = await server.received("modal")
    assert frame["modal"] == "77"
    assert frame["components"] == [
        {"custom_id": "ruleset", "values": ["short"]},
        {"custom_id": "name", "value": "My table"},
        {"custom_id": "notes", "value": ""},
    ]
    await expect(form).to_have_count(0)


async def test_a_modal_keeps_the_focus_closes_on_escape_and_fits_a_phone(page: Page, server: FakeServer):
    server.message(components=[row(button("Settings", "settings"))])
    await page.goto(server.url)
    opener = page.get_by_role("button", name="Settings")
    await opener.focus()
    name = labelled("Name", {"type": 4, "style": 1, "custom_id": "name"})
    modal = {"interaction": "7", "title": "A form", "components": [name]}
    await server.push({"t": "ack", "ok": True, "modal": modal})
    await expect(page.get_by_label("Name")).to_be_focused()
    for _ in range(12):
        await page.keyboard.press("Tab")
        inside = await page.evaluate(
            "document.activeElement === document.body || !!document.activeElement.closest('dialog')"
        )
        assert inside
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(opener).to_be_focused()
    await page.set_viewport_size({"width": 390, "height": 844})
    label = "Normal (60 seconds a turn, 20 an answer), as long as choices may be"
    pace = select("pace", options=[{"label": label, "value": "a", "default": True}])
    modal = {"interaction": "8", "title": "Settings", "components": [labelled("Pace", pace)]}
    await server.push({"t": "ack", "ok": True, "modal": modal})
    dialog = page.get_by_role("dialog")
    await expect(dialog.get_by_role("combobox")).to_be_visible()
    assert await dialog.evaluate("form => form.scrollWidth <= form.clientWidth")
