"""Files of messages: stored for the CDN, listed as attachments, and shown where components name them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import quote

from sandbox.discord.components import walk
from sandbox.json_helpers import Json, children

MAX_STORED_FILES = 2_000
"""How many files the CDN keeps; the oldest are dropped first."""
REFERENCE = "attachment://"
"""Start of the address by which a component names a file of its own message."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a request; entries of `attachments` refer to it by `number`, the n of its part `files[n]`."""

    number: int
    name: str
    kind: str
    data: bytes


class Files(dict[int, Upload]):
    """The files that can be loaded from the CDN, by attachment id."""

    def add(self, own: int, upload: Upload) -> None:
        """Stores a file."""
        self[own] = upload
        while len(self) > MAX_STORED_FILES:
            del self[next(iter(self))]

    def drop(self, attachments: Iterable[Json]) -> None:
        """Forgets the files of deleted attachments."""
        for attachment in attachments:
            self.pop(int(attachment["id"]), None)


def entries_by_id(form: Json) -> dict[str, Json]:
    """The entries of a form's `attachments` by id: the id of an attachment, or the number of an uploaded file."""
    return {str(entry.get("id")): entry for entry in children(form, "attachments")}


def remaining_attachments(form: Json, before: list[Json]) -> list[Json]:
    """The attachments that stay after an edit, with new descriptions: all, unless the form lists those to keep."""
    if form.get("attachments") is None:
        return before
    entries = entries_by_id(form)
    return [
        attachment | ({"description": text} if (text := entries[attachment["id"]].get("description")) else {})
        for attachment in before
        if attachment["id"] in entries
    ]


def name_of(upload: Upload, form: Json) -> str:
    """An uploaded file's name: the one in the form, or its own."""
    return entries_by_id(form).get(str(upload.number), {}).get("filename") or upload.name


def attachment_payload(own: int, upload: Upload, form: Json, address: str) -> Json:
    """Discord's attachment object of a new file; `address` is where the files of its channel can be loaded."""
    entry = entries_by_id(form).get(str(upload.number), {})
    name = name_of(upload, form)
    url = f"{address}/{own}/{quote(name)}"
    return {
        "id": str(own),
        "filename": name,
        "size": len(upload.data),
        "url": url,
        "proxy_url": url,
        "content_type": upload.kind,
        **_dimensions(upload.data),
        **({"description": entry["description"]} if entry.get("description") else {}),
    }


def resolve_addresses(components: list[Json], attachments: list[Json], new_id: Callable[[], int]) -> None:
    """Replaces the address of each picture in components by Discord's media object, in place."""
    for part in walk(components):
        if "items" in part:
            part["items"] = [
                {
                    "description": None,
                    "spoiler": False,
                    **item,
                    "media": _media(item["media"], attachments, new_id),
                }
                for item in children(part, "items")
            ]
        elif "media" in part:
            part["media"] = _media(part["media"], attachments, new_id)


def _media(media: Json, attachments: list[Json], new_id: Callable[[], int]) -> Json:
    """Discord's media object of a picture, which is an attachment of the message or at another address."""
    url = media["url"]
    nothing: Json = {}
    found = next((one for one in attachments if url in (one["url"], REFERENCE + one["filename"])), nothing)
    return {
        "id": found.get("id") or str(new_id()),
        "url": found.get("url") or url,
        "proxy_url": found.get("proxy_url") or url,
        "width": found.get("width"),
        "height": found.get("height"),
        "content_type": found.get("content_type"),
        "placeholder": "",
        "loading_state": 2,
        **({"attachment_id": found["id"]} if found else {}),
    }


def _dimensions(data: bytes) -> Json:
    """Width and height in pixels, of a PNG."""
    if data[:8] != b"\x89PNG\r\n\x1a\n" or len(data) < 24:
        return {}
    return {"width": int.from_bytes(data[16:20]), "height": int.from_bytes(data[20:24])}
