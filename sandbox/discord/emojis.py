"""The application's own emojis: their names and pictures, and the texts that use them."""

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass

from pydantic import Field

from sandbox.discord.checks.errors import ApiError, Body, check, invalid
from sandbox.discord.model import User
from sandbox.json_helpers import Json

MAX_EMOJIS = 2_000
"""How many emojis an application may have."""
MAX_PICTURE_BYTES = 256 * 1024
IN_TEXT = re.compile(r"<a?:(\w{2,32}):(\d{1,20})>", re.ASCII)
"""An emoji in a text."""
DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)", re.DOTALL)
SIGNATURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg", b"GIF8": "image/gif"}
"""The type of a picture by its first bytes; the signatures of WebP and AVIF begin a few bytes later."""


class _NewEmoji(Body):
    name: str = Field(min_length=2, max_length=32, pattern=r"^[A-Za-z0-9_]*$")
    image: str


@dataclass(slots=True)
class ApplicationEmoji:
    """An emoji with its picture."""

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


class ApplicationEmojis(dict[int, ApplicationEmoji]):
    """All emojis of the application by id, and the pictures of deleted ones, which Discord's CDN keeps."""

    def __init__(self, owner: User, new_id: Callable[[], int]) -> None:
        super().__init__()
        self.owner = owner
        self.pictures: dict[int, ApplicationEmoji] = {}
        """Every emoji that was ever created, by id."""
        self._new_id = new_id

    def create(self, given: Json) -> ApplicationEmoji:
        """Creates an emoji by its name and the data URI of its picture. Raises `ApiError` 30008 or 50035."""
        check(_NewEmoji, given)
        if any(emoji.name == given["name"] for emoji in self.values()):
            code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
            raise invalid(("name",), code, "This name is already taken by another emoji of the application")
        kind, picture = _picture(given["image"])
        if len(self) >= MAX_EMOJIS:
            raise ApiError(30008)
        emoji = ApplicationEmoji(self._new_id(), given["name"], kind, picture, self.owner)
        self[emoji.id] = self.pictures[emoji.id] = emoji
        return emoji

    def delete(self, emoji_id: int) -> None:
        """Deletes an emoji; its picture can still be loaded. Raises `ApiError` 10014."""
        if self.pop(emoji_id, None) is None:
            raise ApiError(10014)

    def replace_unknown(self, text: str) -> str:
        """The text with `:name:` in place of each emoji that does not exist, as Discord keeps it."""
        return IN_TEXT.sub(lambda found: found[0] if int(found[2]) in self else f":{found[1]}:", text)


def _picture(uri: str) -> tuple[str, bytes]:
    """The type and the bytes of the picture in a data URI."""
    found = DATA_URI.fullmatch(uri)
    try:
        data = base64.b64decode(found[2], validate=True) if found else b""
    except binascii.Error:
        data = b""
    kind = next((kind for start, kind in SIGNATURES.items() if data.startswith(start)), None)
    if data[8:12] == b"WEBP" or data[4:12] == b"ftypavif":
        kind = f"image/{data[8:12].decode().lower()}"
    if kind is None:
        raise invalid(("image",), "IMAGE_INVALID", "Invalid image data")
    if len(data) > MAX_PICTURE_BYTES:
        message = f"File cannot be larger than {MAX_PICTURE_BYTES / 1024} kb."
        raise invalid(("image",), "BINARY_TYPE_MAX_SIZE", message)
    return kind, data
