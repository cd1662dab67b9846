"""Message bodies: made from what a bot sends, with mentions, component ids and files resolved."""

import re
import time
from typing import Any

from sandbox.discord import permissions
from sandbox.discord.components import TEXT, numbered, walk
from sandbox.discord.model import COMPONENTS_V2, EPHEMERAL, LOADING, SUPPRESS_EMBEDS, Message
from sandbox.discord.snowflakes import iso
from sandbox.discord.world import World
from sandbox.wire import Json, children

MENTION = re.compile(r"<@!?(\d+)>")
MAY_CREATE = EPHEMERAL | SUPPRESS_EMBEDS | COMPONENTS_V2 | 1 << 12
"""Flags that a bot may ask for; 1 << 12 is a silent message."""

Upload = tuple[str, str, bytes]
"""A file: name, content type, bytes."""


def filled(world: World, message: Message, form: Json, files: list[Upload]) -> Json:
    """The message's body with the fields of the form; fields that it leaves out stay as they were."""
    body = dict(message.body)
    uploads = _attachments(world, message, body, form, files)
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
        _resolve_media(world, body["components"], uploads)
    body["flags"] = (form.get("flags") or 0) & MAY_CREATE | body["flags"] & ~LOADING
    if "content" in form or "components" in form:
        # An edit rebuilds the mentions by its own `allowed_mentions`; without it, whoever is named is highlighted.
        body["mentions"] = _mentions(world, body, form.get("allowed_mentions"))
    return body


def edited(world: World, message: Message, form: Json, files: list[Upload]) -> Json:
    """The body after an edit by its author."""
    was_loading = message.flags & LOADING
    body = filled(world, message, form, files)
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


def _attachments(world: World, message: Message, body: Json, form: Json, files: list[Upload]) -> dict[str, Json]:
    """Stores the files, updates the body's attachments, and returns all attachments by file name."""
    kept: list[Json] = body["attachments"]
    described: dict[Any, Json] = {}
    if form.get("attachments") is not None:
        described = {str(entry.get("id")): entry for entry in form["attachments"]}
        kept = [attachment for attachment in kept if attachment["id"] in described]
    fresh: list[Json] = []
    for index, (name, kind, data) in enumerate(files):
        entry = described.get(str(index), {})
        name = entry.get("filename") or name
        own = world.snowflakes()
        world.files[own] = (name, kind, data)
        url = f"{world.page_url}/attachments/{message.channel_id}/{own}/{name}"
        fresh.append(
            {
                "id": str(own),
                "filename": name,
                "size": len(data),
                "url": url,
                "proxy_url": url,
                "content_type": kind,
                **_size(data),
                **({"description": entry["description"]} if entry.get("description") else {}),
            }
        )
    body["attachments"] = [*kept, *fresh]
    return {attachment["filename"]: attachment for attachment in body["attachments"]}


def _resolve_media(world: World, components: list[Json], uploads: dict[str, Json]) -> None:
    """Replaces the address of each picture and file by Discord's media object."""
    for component in walk(components):
        if "items" in component:
            component["items"] = [
                {"description": None, "spoiler": False, **item, "media": _media(world, item["media"], uploads)}
                for item in children(component, "items")
            ]
        elif "media" in component:
            component["media"] = _media(world, component["media"], uploads)
        elif "file" in component:
            media = component["file"] = _media(world, component["file"], uploads)
            upload = uploads.get(media["url"].rsplit("/", 1)[-1], {})
            component |= {"name": upload.get("filename", ""), "size": upload.get("size", 0)}


def _media(world: World, media: Json, uploads: dict[str, Json]) -> Json:
    url = media["url"]
    upload = uploads.get(url.removeprefix("attachment://"), {"url": url, "proxy_url": url})
    return {
        "id": upload.get("id") or str(world.snowflakes()),
        "url": upload["url"],
        "proxy_url": upload["proxy_url"],
        "width": upload.get("width"),
        "height": upload.get("height"),
        "content_type": upload.get("content_type"),
        "placeholder": "",
        "loading_state": 2,
        **({"attachment_id": upload["id"]} if "id" in upload else {}),
    }


def _size(data: bytes) -> Json:
    """Width and height in pixels, of a PNG."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return {}
    return {"width": int.from_bytes(data[16:20]), "height": int.from_bytes(data[20:24])}
