"""Files of messages and the application's own emojis: uploaded, used, replaced, deleted, refused."""

import base64
import io
import json
from typing import Any

import aiohttp
import discord
import pytest

from sandbox.discord import emojis
from sandbox.discord import files as stored
from sandbox.discord.rest import api
from sandbox.driver import DrivenMember, Sandbox
from tests.page.fake_server import PIXEL
from tests.sandbox.conftest import Rest, refusal
from tests.sandbox.demo_bot import PNG, DemoBot
from tests.sandbox.messages.bodies import button, layout, row, select, text


def picture(name: str = "hand.png", data: bytes = PNG, **settings: Any) -> discord.File:
    return discord.File(io.BytesIO(data), name, **settings)


def hand(alt: str, name: str = "hand.png") -> discord.ui.LayoutView:
    view = discord.ui.LayoutView()
    view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{name}", description=alt)))
    return view


async def fetched(url: str) -> tuple[int, bytes]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.read()


async def test_an_edit_keeps_drops_and_adds_files(bot: DemoBot, ana: DrivenMember):
    channel = bot.get_partial_messageable(int(ana.channels["coup"]))
    files = [picture("a.png", description="An alt text"), picture("b c.txt", b"words")]
    message = await channel.send("Here", files=files)
    first, second = message.attachments
    assert (first.description, first.width, first.height, first.content_type) == ("An alt text", 2, 3, "image/png")
    assert await fetched(second.url) == (200, b"words")
    assert [kept.id for kept in (await message.edit(content="There")).attachments] == [first.id, second.id]
    edited = await message.edit(attachments=[first, picture("c.png")])
    assert [(kept.filename, kept.description) for kept in edited.attachments] == [
        ("a.png", "An alt text"),
        ("c.png", None),
    ]
    assert (await fetched(second.url))[0] == 404
    await message.delete()
    assert (await fetched(first.url))[0] == 404


async def test_the_pictures_of_a_private_panel_are_replaced(bot: DemoBot, ana: DrivenMember):
    await ana.slash("demo panel")
    interaction = bot.heard[-1]
    panel = await interaction.followup.send(view=hand("Duke"), file=picture(), ephemeral=True, wait=True)
    await ana.until(ana.ephemerals)
    [item] = ana.ephemerals()[-1].parts[0]["items"]
    assert (item["description"], item["media"]["width"], item["media"]["height"]) == ("Duke", 2, 3)
    again = await interaction.followup.edit_message(panel.id, view=hand("Duke, lost"))
    assert again.attachments[0].url == item["media"]["url"], "a file stays unless the edit lists those to keep"
    spy = picture("spy.png", PNG + b"2")
    await interaction.followup.edit_message(panel.id, view=hand("Spy", "spy.png"), attachments=[spy])
    await ana.until(lambda: ana.ephemerals()[-1].pictures == ["Spy"])
    [now] = ana.ephemerals()[-1].parts[0]["items"]
    assert await fetched(now["media"]["url"]) == (200, PNG + b"2")
    assert (await fetched(item["media"]["url"]))[0] == 404


async def test_a_section_finds_its_picture(bot: DemoBot, ana: DrivenMember):
    channel = bot.get_partial_messageable(int(ana.channels["coup"]))
    view = discord.ui.LayoutView()
    card = discord.ui.Thumbnail("attachment://duke.png", description="Duke")
    view.add_item(discord.ui.Section("Duke", accessory=card))
    [section] = (await channel.send(view=view, file=picture("duke.png"))).components
    assert isinstance(section, discord.SectionComponent)
    assert isinstance(section.accessory, discord.ThumbnailComponent)
    assert await fetched(section.accessory.media.url) == (200, PNG)
    assert (await ana.sees("Duke")).pictures == ["Duke"]


@pytest.mark.parametrize("sandbox", [{"limits": False}], indirect=True)
async def test_invalid_files_are_refused(
    bot: DemoBot, rest: Rest, sandbox: Sandbox, ana: DrivenMember, monkeypatch: pytest.MonkeyPatch
):
    path = f"/channels/{await rest.channel()}/messages"

    async def posted(body: dict[str, Any], *names: str, method: str = "POST", at: str = "") -> tuple[int, Any]:
        form = aiohttp.FormData()
        form.add_field("payload_json", json.dumps(body))
        for number, name in enumerate(names):
            form.add_field(f"files[{number}]", PNG, filename=name)
        return await rest(method, path + at, data=form)

    lost = layout({"type": 12, "items": [{"media": {"url": "attachment://spy.png"}}]})
    status, answer = await posted(lost, "duke.png")
    code = answer["errors"]["components"]["0"]["items"]["0"]["media"]["url"]["_errors"][0]["code"]
    assert (status, code) == (400, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND")
    status, answer = await posted({"attachments": [{"id": 1}]}, "duke.png")
    assert answer["errors"]["attachments"]["0"]["id"]["_errors"][0]["code"] == "ATTACHMENT_NOT_FOUND"
    status, answer = await posted({"attachments": [{"id": 0, "description": "x" * 1025}]}, "duke.png")
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await posted({}, *(f"{number}.png" for number in range(11)))
    assert (status, list(answer["errors"])) == (400, ["attachments"])
    status, ten = await posted({}, *(f"{number}.png" for number in range(10)))
    assert (status, len(ten["attachments"])) == (200, 10)
    assert (await posted({}, "more.png", method="PATCH", at=f"/{ten['id']}"))[0] == 400
    monkeypatch.setattr(api, "MAX_FILE_BYTES", len(PNG) - 1)
    status, answer = await posted({}, "large.png")
    assert (status, answer["code"]) == (413, 40005)
    monkeypatch.undo()
    await sandbox.deny("coup", "attach_files")
    status, answer = await posted({}, "duke.png")
    assert (status, answer["code"]) == (403, 50013)
    assert (await rest("POST", path, layout(text())))[0] == 200
    await ana.slash("demo panel")
    assert not bot.heard[-1].app_permissions.attach_files
    assert await refusal(bot.heard[-1].followup.send("x", file=picture())) == 50013
    monkeypatch.setattr(stored, "MAX_STORED_FILES", 1)
    await sandbox.deny("coup")
    urls = [(await posted({}, "duke.png"))[1]["attachments"][0]["url"] for _ in range(2)]
    assert [(await fetched(url))[0] for url in urls] == [404, 200]


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
