"""Answers to interactions, and the messages that are posted and edited by interaction tokens."""

from typing import TYPE_CHECKING

from sandbox.discord.checks.refusal import Refusal
from sandbox.discord.interactions.interaction import Interaction
from sandbox.discord.model import Message
from sandbox.discord.rest.routes import Call, Routes
from sandbox.json_helpers import Json

if TYPE_CHECKING:
    from sandbox.discord.rest.api import Api

routes = Routes()
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
OTHER = WEBHOOK + "/messages/{message_id}"


@routes.on("POST", "/interactions/{interaction_id}/{interaction_token}/callback", open=True)
def answer_interaction(api: "Api", call: Call) -> Json | None:
    """The bot's answer to an interaction."""
    callback = api.interactions.answer(
        call.id("interaction_id"), call.params["interaction_token"], call.form, call.files
    )
    return callback if call.query.get("with_response") in ("1", "true") else None


def _interaction(api: "Api", call: Call) -> Interaction:
    if call.id("webhook_id") != api.world.application_id:
        raise Refusal(10015)
    return api.interactions.by_token(call.params["webhook_token"])


@routes.on("POST", WEBHOOK, open=True)
def follow_up(api: "Api", call: Call) -> Json:
    """Posts a follow-up message."""
    return api.interactions.follow_up(_interaction(api, call), call.form, call.files).body


@routes.on("GET", ORIGINAL, open=True)
@routes.on("GET", OTHER, open=True)
def get_answer(api: "Api", call: Call) -> Json:
    """The message of the answer, or a follow-up."""
    return _message(api, call).body


@routes.on("PATCH", ORIGINAL, open=True)
@routes.on("PATCH", OTHER, open=True)
def edit_answer(api: "Api", call: Call) -> Json:
    """Edits the message of the answer, or a follow-up."""
    return api.interactions.edit(_message(api, call), call.form, call.files).body


@routes.on("DELETE", ORIGINAL, open=True)
@routes.on("DELETE", OTHER, open=True)
def delete_answer(api: "Api", call: Call) -> None:
    """Deletes the message of the answer, or a follow-up."""
    api.world.delete_message(_message(api, call))


def _message(api: "Api", call: Call) -> Message:
    interaction = _interaction(api, call)
    if "message_id" not in call.params:
        return api.interactions.original(interaction)
    message = api.world.find_message(call.id("message_id"), interaction.channel.id)
    if message.body.get("webhook_id") != str(api.world.application_id):
        raise Refusal(10008)
    return message
