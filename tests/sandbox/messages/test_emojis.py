"""The application's own emojis: created, deleted, refused; their use in messages."""

import base64
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.discord import emojis
from sandbox.driver import DrivenMember, Sandbox
from tests.page.fake_server import PIXEL
from tests.sandbox.conftest import Rest, refusal
from tests.sandbox.demo_bot import DemoBot
from tests.sandbox.messages.bodies import button, layout, row, select, text

IMAGE = "data:image/png;base64," + base64.b64encode(PIXEL).decode()


@pytest.fixture
async def path(sandbox: Sandbox) -> str:
    return f"/applications/{(await sandbox.state())['application_id']}/emojis"


async def test_discord_py_creates_lists_and_deletes_them(bot: DemoBot, sandbox: Sandbox):
    made = await bot.create_application_emoji(name="duke_1a2b", image=PIXEL)
    assert (made.name, made.is_application_owned(), made.animated) == ("duke_1a2b", True, False)
    assert [(emoji.id, emoji.name) for emoji in await bot.fetch_application_emojis()] == [(made.id, "duke_1a2b")]
    await made.delete()
    assert await bot.fetch_application_emojis() == []
    assert await refusal(made.delete()) == 10014
    async with aiohttp.ClientSession() as session:
        for ending in ("png", "webp?size=48"):
            async with session.get(f"{sandbox.page_url}/emojis/{made.id}.{ending}") as picture:
                assert (await picture.read(), picture.content_type) == (PIXEL, "image/png")
        async with session.get(f"{sandbox.page_url}/emojis/1.png") as picture:
            assert picture.status == 404


async def test_an_invalid_emoji_is_refused(rest: Rest, path: str, monkeypatch: pytest.MonkeyPatch):
    await rest.sandbox.clear_limits()
    big = "data:image/png;base64," + base64.b64encode(PIXEL + bytes(emojis.MAX_PICTURE_BYTES)).decode()
    good = {"name": "duke", "image": IMAGE}
    assert (await rest("POST", path, good))[0] == 201
    for form, field, code in [
        (good | {"name": "d"}, "name", "BASE_TYPE_BAD_LENGTH"),
        (good | {"name": "d-uke"}, "name", "STRING_TYPE_REGEX"),
        (good, "name", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"),
        (good | {"name": "other", "image": big}, "image", "BINARY_TYPE_MAX_SIZE"),
        (good | {"name": "other", "image": "data:image/png;base64,eHh4"}, "image", "IMAGE_INVALID"),
        ({"name": "other"}, "image", "BASE_TYPE_REQUIRED"),
    ]:
        status, answer = await rest("POST", path, form)
        assert (status, answer["code"]) == (400, 50035)
        assert answer["errors"][field]["_errors"][0]["code"] == code
    monkeypatch.setattr(emojis, "MAX_EMOJIS", 1)
    status, answer = await rest("POST", path, good | {"name": "other"})
    assert (status, answer["code"]) == (400, 30008)
    assert (await rest("GET", "/applications/1/emojis"))[1]["code"] == 50001


@pytest.mark.parametrize("sandbox", [{"limits": False}], indirect=True)
async def test_a_message_with_an_unknown_emoji_is_refused(bot: DemoBot, rest: Rest, path: str, ana: DrivenMember):
    made = await bot.create_application_emoji(name="duke", image=PIXEL)
    own, gone = {"id": str(made.id), "name": "duke"}, {"id": "7", "name": "spy"}
    channel = f"/channels/{await rest.channel()}/messages"

    async def refused(*parts: dict[str, Any]) -> Any:
        status, answer = await rest("POST", channel, {"content": "x", "components": [row(part) for part in parts]})
        return status == 400 and answer["errors"]["components"]["0"]["components"]["0"]

    invalid = {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}
    option = {"label": "One", "value": "one"}
    assert not await refused(button(emoji=own), button("f", emoji={"name": "🗡️"}))
    assert await refused(button(emoji=gone)) == {"emoji": {"id": invalid}}
    assert await refused(button(emoji={"name": "duke"})) == {"emoji": {"name": invalid}}
    assert await refused(select(options=[option | {"emoji": gone}])) == {
        "options": {"0": {"emoji": {"id": invalid}}}
    }
    view = discord.ui.View().add_item(discord.ui.Button(label="Duke", emoji=made))
    view.add_item(discord.ui.Select(options=[discord.SelectOption(label="Duke", emoji=made)]))
    await bot.get_partial_messageable(int(ana.channels["coup"])).send("Which?", view=view)
    [shown] = (await ana.sees("Which?")).buttons.values()
    [option] = ana.messages()[-1].selects[0]["options"]
    assert shown["emoji"]["id"] == option["emoji"]["id"] == str(made.id), (
        "a text, though the client sends a number"
    )
    body = layout(text(f"**<:duke:{made.id}> Duke** and <:spy:7> Spy"))
    await rest("POST", channel, body)
    await ana.sees(f"**<:duke:{made.id}> Duke** and :spy: Spy")
    await made.delete()
    await rest("POST", channel, body)
    await ana.sees("**:duke: Duke**")
    assert await refused(button(emoji=own)) == {"emoji": {"id": invalid}}
