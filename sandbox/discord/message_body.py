"""Bodies of messages, built from what a bot sends: mentions, component ids and files are resolved."""

import re
import time

from sandbox.discord import files
from sandbox.discord.components import TEXT, number_components, walk
from sandbox.discord.files import Upload
from sandbox.discord.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    Channel,
    StoredMessage,
    creation_time,
    iso_time,
)
from sandbox.discord.world import World
from sandbox.json_helpers import Json

MENTION = re.compile(r"<@!?(\d+)>")
POSTABLE_FLAGS = EPHEMERAL | SUPPRESS_EMBEDS | COMPONENTS_V2 | 1 << 12
"""Flags that a bot may set on a new message; 1 << 12 makes it silent."""


def empty_message(
    world: World, channel: Channel, author_id: int, *, kind: int = 0, flags: int = 0
) -> StoredMessage:
    """A message without content that is not in its channel yet."""
    own = world.snowflakes()
    body: Json = {
        "id": str(own),
        "channel_id": str(channel.id),
        "type": kind,
        "author": world.users[author_id].payload(),
        "content": "",
        "timestamp": creation_time(own),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": flags,
    }
    return StoredMessage(own, channel.id, author_id, body, posted=world.now())


def reference(channel_id: int, guild_id: int | None, message_id: int | None = None) -> Json:
    """Discord's reference to a channel, or to a message in it."""
    ids = {"channel_id": channel_id, "guild_id": guild_id, "message_id": message_id}
    return {"type": 0} | {name: str(own) for name, own in ids.items() if own is not None}


def build_body(world: World, message: StoredMessage, form: Json, uploads: list[Upload]) -> Json:
    """The message's body with the fields of the form; other fields stay as they were."""
    body = dict(message.body)
    body["attachments"] = _update_attachments(world, message, form, uploads)
    if "content" in form:
        body["content"] = world.emojis.replace_unknown((form["content"] or "").strip())
    if "components" in form:
        body["components"] = number_components(form["components"] or [])
        for part in walk(body["components"]):
            if part["type"] == TEXT:
                part["content"] = world.emojis.replace_unknown(part["content"])
        files.resolve_addresses(body["components"], body["attachments"], world.snowflakes)
    body["flags"] = (form.get("flags") or 0) & POSTABLE_FLAGS | body["flags"] & ~LOADING
    if "content" in form or "components" in form:
        # An edit rebuilds the mentions by its own `allowed_mentions`; without it, everyone named is mentioned.
        body["mentions"] = _mentions(world, body, form.get("allowed_mentions"))
    return body


def edit_body(world: World, message: StoredMessage, form: Json, uploads: list[Upload]) -> Json:
    """The body of a message after an edit by its author."""
    was_loading = message.flags & LOADING
    body = build_body(world, message, form, uploads)
    # An edit may change only these flags, and it cannot turn a layout back into an ordinary message.
    changed = SUPPRESS_EMBEDS | COMPONENTS_V2
    kept = message.flags & ~LOADING & ~(SUPPRESS_EMBEDS if "flags" in form else 0)
    body["flags"] = kept | (form.get("flags") or 0) & changed
    if not was_loading:
        body["edited_timestamp"] = iso_time(time.time())
    return body


def _update_attachments(world: World, message: StoredMessage, form: Json, uploads: list[Upload]) -> list[Json]:
    """The message's attachments after a request; stores its files and deletes those that it drops."""
    before = message.body["attachments"]
    left = files.remaining_attachments(form, before)
    known = {attachment["id"] for attachment in left}
    world.files.drop(attachment for attachment in before if attachment["id"] not in known)
    for upload in uploads:
        own = world.snowflakes()
        address = f"{world.page_url}/attachments/{message.channel_id}"
        left = [*left, files.attachment_payload(own, upload, form, address)]
        world.files.add(own, upload)
    return left


def _mentions(world: World, body: Json, allowed: Json | None) -> list[Json]:
    texts = [body["content"], *(part["content"] for part in walk(body["components"]) if part["type"] == TEXT)]
    named = dict.fromkeys(int(found) for found in MENTION.findall("\n".join(texts)))
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        ids: list[str] = allowed.get("users") or []
        listed = {int(user_id) for user_id in ids}
        named = {user_id: None for user_id in named if user_id in listed}
    return [world.users[user].payload() for user in named if user in world.users]
