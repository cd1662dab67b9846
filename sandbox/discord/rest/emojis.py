"""The application's own emojis."""

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.emojis import ApplicationEmojis
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()
ALL = "/applications/{application_id}/emojis"


def _emojis(discord: Discord, call: Call) -> ApplicationEmojis:
    if call.id("application_id") != discord.world.application_id:
        raise ApiError(50001)
    return discord.world.emojis


@routes.on("GET", ALL)
def get_emojis(discord: Discord, call: Call) -> Json:
    """All emojis."""
    return {"items": [emoji.payload() for emoji in _emojis(discord, call)]}


@routes.on("POST", ALL, status=201)
def create_emoji(discord: Discord, call: Call) -> Json:
    """Creates an emoji."""
    return _emojis(discord, call).create(call.form).payload()


@routes.on("DELETE", ALL + "/{emoji_id}")
def delete_emoji(discord: Discord, call: Call) -> None:
    """Deletes an emoji."""
    _emojis(discord, call).delete(call.id("emoji_id"))
