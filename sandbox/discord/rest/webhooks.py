"""Responses to interactions, and messages that are posted and edited by an interaction's token."""

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.interactions.interaction import Interaction
from sandbox.discord.model import StoredMessage
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
OTHER = WEBHOOK + "/messages/{message_id}"


@routes.on("POST", "/interactions/{interaction_id}/{interaction_token}/callback", open=True)
def respond_to_interaction(discord: Discord, call: Call) -> Json | None:
    """The bot's response to an interaction."""
    callback = discord.interactions.respond(
        call.id("interaction_id"), call.params["interaction_token"], call.form, call.files
    )
    return callback if call.query.get("with_response") in ("1", "true") else None


def _interaction(discord: Discord, call: Call) -> Interaction:
    if call.id("webhook_id") != discord.world.application_id:
        raise ApiError(10015)
    return discord.interactions.find(call.params["webhook_token"])


@routes.on("POST", WEBHOOK, open=True)
def follow_up(discord: Discord, call: Call) -> Json:
    """Posts a follow-up message."""
    return discord.interactions.follow_up(_interaction(discord, call), call.form, call.files).body


@routes.on("GET", OTHER, open=True)
@routes.on("GET", ORIGINAL, open=True)
def get_response_message(discord: Discord, call: Call) -> Json:
    """The message of the response, or a follow-up."""
    return _message(discord, call).body


@routes.on("PATCH", OTHER, open=True)
@routes.on("PATCH", ORIGINAL, open=True)
def edit_response_message(discord: Discord, call: Call) -> Json:
    """Edits the message of the response, or a follow-up."""
    return discord.interactions.edit(_message(discord, call), call.form, call.files).body


@routes.on("DELETE", OTHER, open=True)
@routes.on("DELETE", ORIGINAL, open=True)
def delete_response_message(discord: Discord, call: Call) -> None:
    """Deletes the message of the response, or a follow-up."""
    discord.world.delete_message(_message(discord, call))


def _message(discord: Discord, call: Call) -> StoredMessage:
    interaction = _interaction(discord, call)
    if "message_id" not in call.params:
        return discord.interactions.existing(interaction.original)
    message = discord.world.find_message(call.id("message_id"), interaction.channel.id)
    if message.body.get("webhook_id") != str(discord.world.application_id):
        raise ApiError(10008)
    return message
