"""Pictures on the page: emojis in texts and controls; sizes and descriptions of galleries."""

import pytest
from playwright.async_api import Page, Route, expect

from tests.page.fake_server import V2, FakeServer, button, row, select

pytestmark = pytest.mark.asyncio(loop_scope="session")


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
