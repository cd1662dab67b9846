"""The application's own emojis."""

from typing import TYPE_CHECKING

from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.emojis import Emojis
from sandbox.discord.rest.routes import Call, Routes
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()
ALL = "/applications/{application_id}/emojis"
ONE = ALL + "/{emoji_id}"


def _emojis(api: "Api", call: Call) -> Emojis:
    if call.id("application_id") != api.world.application_id:
        raise Refusal(50001)
    return api.world.emojis


@routes.on("GET", ALL)
def get_emojis(api: "Api", call: Call) -> Json:
    """All emojis."""
    return {"items": [emoji.payload() for emoji in _emojis(api, call)]}


@routes.on("POST", ALL, status=201)
def create_emoji(api: "Api", call: Call) -> Json:
    """Creates an emoji."""
    return _emojis(api, call).create(call.form).payload()


@routes.on("GET", ONE)
def get_emoji(api: "Api", call: Call) -> Json:
    """One emoji."""
    return _emojis(api, call).find(call.id("emoji_id")).payload()


@routes.on("PATCH", ONE)
def rename_emoji(api: "Api", call: Call) -> Json:
    """Changes an emoji's name."""
    return _emojis(api, call).rename(call.id("emoji_id"), call.form).payload()


@routes.on("DELETE", ONE)
def delete_emoji(api: "Api", call: Call) -> None:
    """Deletes an emoji."""
    _emojis(api, call).delete(call.id("emoji_id"))
