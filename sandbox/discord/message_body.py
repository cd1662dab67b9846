"""Message bodies: made from what a bot sends, with mentions, component ids and files resolved."""

import re
import time

from sandbox.discord import files, permissions
from sandbox.discord.components import TEXT, numbered, walk
from sandbox.discord.files import Upload
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING, SUPPRESS_EMBEDS, Channel, Message
from sandbox.discord.snowflakes import iso, moment
from sandbox.discord.world import World
from sandbox.json_helpers import Json, children

MENTION = re.compile(r"<@!?(\d+)>")
MAY_CREATE = EPHEMERAL | SUPPRESS_EMBEDS | COMPONENTS_V2 | 1 << 12
"""Flags that a bot may ask for; 1 << 12 is a silent message."""


def empty_message(world: World, channel: Channel, author_id: int, *, kind: int = 0, flags: int = 0) -> Message:
    """A new message without content, which is not yet in its channel."""
    own = world.snowflakes()
    body: Json = {
        "id": str(own),
        "channel_id": str(channel.id),
        "type": kind,
        "author": world.users[author_id].payload(),
        "content": "",
        "timestamp": moment(own),
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
    return Message(own, channel.id, author_id, body, posted=world.now())


def filled(world: World, message: Message, form: Json, uploads: list[Upload]) -> Json:
    """The message's body with the fields of the form; fields that it leaves out stay as they were."""
    body = dict(message.body)
    body["attachments"] = _attached(world, message, form, uploads)
    if "content" in form:
        body["content"] = world.emojis.shown((form["content"] or "").strip())
    if "embeds" in form:
        channel = world.channels.get(message.channel_id)
        may = channel and world.permissions_in(channel, message.author_id) & permissions.EMBED_LINKS
        # Without the permission to embed links, Discord drops embeds and reports no error.
        embeds = children(form, "embeds") if may else []
        body["embeds"] = [{"type": "rich", **_embed(world, embed)} for embed in embeds]
    if "components" in form:
        body["components"] = numbered(form["components"] or [])
        for part in walk(body["components"]):
            if part["type"] == TEXT:
                part["content"] = world.emojis.shown(part["content"])
    fresh: dict[str, list[Json]] = {part: body[part] for part in ("components", "embeds") if part in form}
    attached = body["attachments"]
    files.resolve(fresh.get("components", []), fresh.get("embeds", []), attached, world.snowflakes)
    body["flags"] = (form.get("flags") or 0) & MAY_CREATE | body["flags"] & ~LOADING
    if "content" in form or "components" in form:
        # An edit rebuilds the mentions by its own `allowed_mentions`; without it, whoever is named is highlighted.
        body["mentions"] = _mentions(world, body, form.get("allowed_mentions"))
    return body


def edited(world: World, message: Message, form: Json, uploads: list[Upload]) -> Json:
    """The body after an edit by its author."""
    was_loading = message.flags & LOADING
    body = filled(world, message, form, uploads)
    # Only these flags may change in an edit, and a layout stays one.
    changed = SUPPRESS_EMBEDS | COMPONENTS_V2
    kept = message.flags & ~LOADING & ~(SUPPRESS_EMBEDS if "flags" in form else 0)
    body["flags"] = kept | (form.get("flags") or 0) & changed
    if not was_loading:
        body["edited_timestamp"] = iso(time.time())
    return body


def texts(body: Json) -> list[str]:
    """Every text of a message in which a mention counts."""
    return [body["content"], *(part["content"] for part in walk(body["components"]) if part["type"] == TEXT)]


def _attached(world: World, message: Message, form: Json, uploads: list[Upload]) -> list[Json]:
    """The message's attachments after a request, whose files are stored; those that it drops are forgotten."""
    before = message.body["attachments"]
    left = files.kept(form, before)
    known = {attachment["id"] for attachment in left}
    world.files.drop(attachment for attachment in before if attachment["id"] not in known)
    for upload in uploads:
        own = world.snowflakes()
        address = f"{world.page_url}/attachments/{message.channel_id}"
        left = [*left, files.attachment(own, upload, form, address)]
        world.files.add(own, upload)
    return left


def _embed(world: World, embed: Json) -> Json:
    """An embed whose texts name only emojis that exist."""
    shown = {key: world.emojis.shown(embed[key]) for key in ("title", "description") if embed.get(key)}
    fields = [field | {"value": world.emojis.shown(field["value"])} for field in children(embed, "fields")]
    return embed | shown | ({"fields": fields} if fields else {})


def _mentions(world: World, body: Json, allowed: Json | None) -> list[Json]:
    named = dict.fromkeys(int(found) for found in MENTION.findall("\n".join(texts(body))))
    if allowed is not None and "users" not in (allowed.get("parse") or ()):
        ids: list[str] = allowed.get("users") or []
        listed = {int(user_id) for user_id in ids}
        named = {user_id: None for user_id in named if user_id in listed}
    return [world.users[user].payload() for user in named if user in world.users]
