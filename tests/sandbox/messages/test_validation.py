"""Bodies that Discord refuses."""

import random
from collections.abc import AsyncIterator

import aiohttp
import pytest

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.checks.messages import check_choices, check_modal
from sandbox.driver import Sandbox
from tests.harness.api_description import needs_description, request_body
from tests.sandbox.conftest import Rest
from tests.sandbox.messages.bodies import (
    BAD,
    BAD_COMMANDS,
    BAD_FORMS,
    GOOD,
    GOOD_FORM,
    command,
    label,
    layout,
    option,
    spoiled,
    text,
)

pytestmark = pytest.mark.slow


@pytest.fixture
async def rest() -> AsyncIterator[Rest]:
    async with Sandbox.start(limits=False) as sandbox, aiohttp.ClientSession() as session:
        yield Rest(sandbox, session)


async def test_a_valid_message_is_accepted(rest: Rest) -> None:
    for body in GOOD.values():
        status, answer = await rest("POST", f"/channels/{await rest.channel()}/messages", body)
        assert status == 200, answer


async def test_an_invalid_message_is_refused_and_its_field_named(rest: Rest) -> None:
    channel = await rest.channel()
    for name, (body, path) in BAD.items():
        status, answer = await rest("POST", f"/channels/{channel}/messages", body)
        assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body"), name
        node = answer["errors"]
        for step in path.split("."):
            assert step in node, (path, answer)
            node = node[step]
        assert node["_errors"][0].keys() == {"code", "message"}, name
        assert await rest("GET", f"/channels/{channel}/messages") == (200, []), name


async def test_an_empty_message_is_refused(rest: Rest) -> None:
    for body in ({}, {"content": "  "}, {"content": None, "embeds": []}, {"components": []}):
        status, answer = await rest("POST", f"/channels/{await rest.channel()}/messages", body)
        assert (status, answer["code"]) == (400, 50006), body


async def test_invalid_json_is_refused(rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    status, answer = await rest("POST", path, data=b"{", headers={"Authorization": "Bot x"})
    assert (status, answer["code"]) == (400, 50109)
    status, answer = await rest("POST", path, ["a list"])
    assert (status, answer["code"]) == (400, 50035)


async def test_an_edit_is_checked_like_a_message(rest: Rest):
    path = f"/channels/{await rest.channel()}/messages"
    _, plain = await rest("POST", path, {"content": "x"})
    status, answer = await rest("PATCH", f"{path}/{plain['id']}", {"content": "x" * 2001})
    assert (status, answer["code"]) == (400, 50035)
    status, answer = await rest("PATCH", f"{path}/{plain['id']}", {"content": ""})
    assert (status, answer["code"]) == (400, 50006)
    _, made = await rest("POST", path, layout(text()))
    status, answer = await rest("PATCH", f"{path}/{made['id']}", {"content": "a layout stays one"})
    assert (status, list(answer["errors"])) == (400, ["content"])
    status, answer = await rest("PATCH", f"{path}/{made['id']}", {"components": [text("new")]})
    assert (status, answer["components"][0]["content"]) == (200, "new")


async def test_an_invalid_command_is_refused(rest: Rest) -> None:
    application = (await rest.sandbox.state())["application_id"]
    for name, (body, path) in BAD_COMMANDS.items():
        status, answer = await rest("PUT", f"/applications/{application}/commands", [body])
        assert (status, answer["code"]) == (400, 50035), name
        node = answer["errors"]
        for step in path.split("."):
            assert step in node, (path, answer)
            node = node[step]
        assert await rest("GET", f"/applications/{application}/commands") == (200, []), name


async def test_commands_keep_their_ids_when_they_are_replaced(rest: Rest):
    application = (await rest.sandbox.state())["application_id"]
    path = f"/applications/{application}/commands"
    _, first = await rest("PUT", path, [command(), command(name="other")])
    _, second = await rest("PUT", path, [command(description="Another")])
    assert [entry["id"] for entry in second] == [first[0]["id"]]
    assert [entry["description"] for entry in (await rest("GET", path))[1]] == ["Another"]


def test_a_completion_without_visible_words_is_refused() -> None:
    check_choices({"choices": [{"name": "x", "value": "x"}]}, 3)
    with pytest.raises(ApiError):
        check_choices({"choices": [{"name": " ", "value": "x"}]}, 3)


def test_an_invalid_form_is_refused() -> None:
    check_modal({"custom_id": "f", "title": "A form", "components": GOOD_FORM}, ())
    for name, part in BAD_FORMS.items():
        with pytest.raises(ApiError) as refused:
            check_modal({"custom_id": "f", "title": "A form", "components": [label(part)]}, ())
        assert (refused.value.errors or {}).keys() == {"data"}, name


@needs_description
async def test_random_bodies_are_refused_if_discord_does_not_describe_them(rest: Rest) -> None:
    chance = random.Random(4)
    application = (await rest.sandbox.state())["application_id"]
    channel = f"/channels/{await rest.channel()}/messages"
    _, kept = await rest("POST", channel, {"content": "x"})
    messages, edits, commands = (
        request_body("post", "/channels/{channel_id}/messages"),
        request_body("patch", "/channels/{channel_id}/messages/{message_id}"),
        request_body("put", "/applications/{application_id}/commands"),
    )
    good = [body for body, _ in BAD_COMMANDS.values()] + [
        command(options=[option(choices=[{"name": "n", "value": "v"}])])
    ]
    for _ in range(400):
        body = spoiled(chance, chance.choice(list(GOOD.values()) + [body for body, _ in BAD.values()]))
        for method, path, schema, form in (
            ("POST", channel, messages, body),
            ("PATCH", f"{channel}/{kept['id']}", edits, body),
            ("PUT", f"/applications/{application}/commands", commands, [spoiled(chance, chance.choice(good))]),
        ):
            status, answer = await rest(method, path, form)
            is_described = form is None or schema.is_valid(form)
            assert status in ((200, 400) if is_described else (400,)), (form, answer)
