"""The application's own emojis: their names and pictures, and the texts that use them."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from sandbox.discord.checks.errors import ApiError
from sandbox.discord.checks.form import REQUIRED, Form
from sandbox.discord.model import User
from sandbox.json_helpers import Json

MAX_EMOJIS = 2_000
"""How many emojis an application may have."""
MAX_PICTURE_BYTES = 256 * 1024
NAME = re.compile(r"\w{2,32}", re.ASCII)
IN_TEXT = re.compile(r"<a?:(\w{2,32}):(\d{1,20})>", re.ASCII)
"""An emoji in a text."""
DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
SIGNATURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
"""The type of a picture by its first bytes; the signatures of WebP and AVIF begin a few bytes later."""


@dataclass(slots=True)
class ApplicationEmoji:
    """An emoji with its picture; only the name can change."""

    id: int
    name: str
    kind: str
    picture: bytes
    user: User

    def payload(self) -> Json:
        """Discord's emoji object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "user": self.user.payload(),
            "require_colons": True,
            "managed": False,
            "animated": self.kind == "image/gif",
            "available": True,
        }


class ApplicationEmojis:
    """All emojis of the application, and the pictures of deleted ones, which Discord's CDN keeps."""

    def __init__(self, owner: User, new_id: Callable[[], int]) -> None:
        self.owner = owner
        self.pictures: dict[int, ApplicationEmoji] = {}
        """Every emoji that was ever created, by id."""
        self._known: dict[int, ApplicationEmoji] = {}
        self._new_id = new_id

    def __contains__(self, emoji_id: object) -> bool:
        return emoji_id in self._known

    def __iter__(self) -> Iterator[ApplicationEmoji]:
        return iter(self._known.values())

    def find(self, emoji_id: int) -> ApplicationEmoji:
        """An emoji. Raises `ApiError` 10014 if there is none."""
        if emoji_id not in self._known:
            raise ApiError(10014)
        return self._known[emoji_id]

    def create(self, given: Json) -> ApplicationEmoji:
        """Creates an emoji by its name and the data URI of its picture. Raises `ApiError` 30008 or 50035."""
        form = Form(given)
        self._check_name(form, None)
        kind, picture = _picture(form)
        form.raise_if_any()
        if len(self._known) >= MAX_EMOJIS:
            raise ApiError(30008)
        emoji = ApplicationEmoji(self._new_id(), given["name"], kind, picture, self.owner)
        self._known[emoji.id] = self.pictures[emoji.id] = emoji
        return emoji

    def rename(self, emoji_id: int, given: Json) -> ApplicationEmoji:
        """Changes an emoji's name; nothing else can be changed. Raises `ApiError` 10014 or 50035."""
        emoji = self.find(emoji_id)
        if "name" in given:
            form = Form(given)
            self._check_name(form, emoji)
            form.raise_if_any()
            emoji.name = given["name"]
        return emoji

    def delete(self, emoji_id: int) -> None:
        """Deletes an emoji; its picture can still be loaded. Raises `ApiError` 10014."""
        self.find(emoji_id)
        del self._known[emoji_id]

    def replace_unknown(self, text: str) -> str:
        """The text with `:name:` in place of each emoji that does not exist, as Discord keeps it."""
        return IN_TEXT.sub(lambda found: found[0] if int(found[2]) in self._known else f":{found[1]}:", text)

    def _check_name(self, form: Form, own: ApplicationEmoji | None) -> None:
        if not form.text("name", low=2, high=32, required=True):
            return
        name = form.get("name")
        if not NAME.fullmatch(name):
            form.add("STRING_TYPE_REGEX", "String value did not match validation regex.", "name")
        if any(emoji.name == name and emoji is not own for emoji in self):
            code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
            form.add(code, "This name is already taken by another emoji of the application", "name")


def _picture(form: Form) -> tuple[str, bytes]:
    """The type and the bytes of the picture in a form's data URI."""
    uri = form.get("image")
    if uri is None:
        form.add(*REQUIRED, "image")
        return "", b""
    found = DATA_URI.fullmatch(uri) if isinstance(uri, str) else None
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    known = next((kind for start, kind in SIGNATURES.items() if data.startswith(start)), None)
    if data[8:12] == b"WEBP" or data[4:12] == b"ftypavif":
        known = f"image/{data[8:12].decode().lower()}"
    if known is None:
        form.add("IMAGE_INVALID", "Invalid image data", "image")
    elif len(data) > MAX_PICTURE_BYTES:
        message = f"File cannot be larger than {MAX_PICTURE_BYTES / 1024} kb."
        form.add("BINARY_TYPE_MAX_SIZE", message, "image")
    return known or "", data
