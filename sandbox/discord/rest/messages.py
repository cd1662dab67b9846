"""Messages in channels and in response to interactions: post, read, edit, delete."""

from sandbox.discord import message_body, permissions, threads
from sandbox.discord.checks.errors import ApiError
from sandbox.discord.checks.messages import flags_of
from sandbox.discord.interactions.interaction import Interaction
from sandbox.discord.model import EPHEMERAL, MEMBER_ADDED, RENAMED, THREAD_STARTER, StoredMessage
from sandbox.discord.rest.channels import visible_channel, visible_message
from sandbox.discord.rest.routes import Call, Routes
from sandbox.discord.subsystems import Discord
from sandbox.json_helpers import Json

routes = Routes()
WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
ORIGINAL = WEBHOOK + "/messages/@original"
OTHER = WEBHOOK + "/messages/{message_id}"
OLD_MESSAGE_SECONDS, MAX_OLD_EDITS = 3600.0, 30
"""Age from which a message is old, and how many edits of old messages a channel allows in that time."""
NONCE_SECONDS = 180.0
"""Time for which a nonce is remembered; Discord's documentation says "the past few minutes"."""


@routes.on("POST", "/channels/{channel_id}/messages")
def post_message(discord: Discord, call: Call) -> Json:
    """Posts a message; with `enforce_nonce` and the nonce of a recent message, returns that one instead."""
    channel = visible_channel(discord, call)
    discord.world.require(discord.world.bot.id, channel, channel.writing_permission)
    if channel.recipient and channel.recipient.dms_closed:
        raise ApiError(50007)
    form = call.form
    flags = flags_of(form) & ~EPHEMERAL
    discord.interactions.check(channel.id, form, call.files, flags)
    nonce = form.get("nonce")
    if nonce is not None and form.get("enforce_nonce"):
        earlier, posted = channel.nonces.get(str(nonce), (0, 0.0))
        if earlier in channel.messages and discord.world.now() - posted < NONCE_SECONDS:
            return channel.messages[earlier].body | {"nonce": nonce}
    threads.reopen(discord.world, channel, discord.world.bot.id)
    message = message_body.empty_message(discord.world, channel, discord.world.bot.id)
    message.body = message_body.build_body(discord.world, message, form | {"flags": flags}, call.files)
    if nonce is not None:
        channel.nonces[str(nonce)] = (message.id, message.posted)
    discord.world.add_message(message)
    return message.body | ({"nonce": nonce} if nonce is not None else {})


@routes.on("GET", "/channels/{channel_id}/messages")
def get_messages(discord: Discord, call: Call) -> list[Json]:
    """Up to `limit` messages of a channel, newest first: the last, or those before or after an id.

    None without the permission to read the history, as Discord's documentation says.
    """
    channel = visible_channel(discord, call)
    readable = discord.world.permissions_in(channel, discord.world.bot.id) & permissions.READ_MESSAGE_HISTORY
    limit = call.number("limit", low=1, high=100, default=50)
    found = list(channel.messages.values()) if readable else []
    if "before" in call.query:
        before = call.query_id("before")
        found = [message for message in found if message.id < before][-limit:]
    elif "after" in call.query:
        after = call.query_id("after")
        found = [message for message in found if message.id > after][:limit]
    else:
        found = found[-limit:]
    return [message.body for message in reversed(found)]


@routes.on("GET", "/channels/{channel_id}/messages/{message_id}")
def get_message(discord: Discord, call: Call) -> Json:
    """One message; ephemeral ones are not found here."""
    message = visible_message(discord, call)
    channel = discord.world.channels[message.channel_id]
    discord.world.require(discord.world.bot.id, channel, permissions.READ_MESSAGE_HISTORY)
    return message.body


@routes.on("PATCH", "/channels/{channel_id}/messages/{message_id}")
def edit_message(discord: Discord, call: Call) -> Json:
    """Edits a message that the bot posted."""
    message = visible_message(discord, call)
    if message.author_id != discord.world.bot.id:
        raise ApiError(50005)
    _check_not_system(message)
    _count_old_edit(discord, message)
    return discord.interactions.edit(message, call.form, call.files).body


@routes.on("DELETE", "/channels/{channel_id}/messages/{message_id}")
def delete_message(discord: Discord, call: Call) -> None:
    """Deletes a message."""
    message = visible_message(discord, call)
    if message.author_id != discord.world.bot.id:
        channel = discord.world.channels[message.channel_id]
        discord.world.require(discord.world.bot.id, channel, permissions.MANAGE_MESSAGES)
    _check_not_system(message)
    discord.world.delete_message(message)


def _check_not_system(message: StoredMessage) -> None:
    """Raises `ApiError` 50021 for a system message that nobody may edit or delete."""
    if message.body["type"] in (MEMBER_ADDED, RENAMED, THREAD_STARTER):
        raise ApiError(50021)


def _count_old_edit(discord: Discord, message: StoredMessage) -> None:
    """Counts an edit of an old message. Raises `ApiError` 30046 after too many in its channel."""
    now = discord.world.now()
    if now - message.posted < OLD_MESSAGE_SECONDS:
        return
    edits = discord.world.channels[message.channel_id].old_edits
    edits[:] = [moment for moment in edits if now - moment < OLD_MESSAGE_SECONDS]
    if len(edits) >= MAX_OLD_EDITS:
        raise ApiError(30046)
    edits.append(now)


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
