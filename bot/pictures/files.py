"""The pictures that are kept as files: all emojis, which show cards too, and a larger card of each role.

A file's name has hashes of the art and of its content, so that changed art and damaged files are drawn again.
"""

import hashlib
import os
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Final

from bot.pictures.art import ART_NAMES, RENDERER_VERSION, art_name, svg
from bot.pictures.rasterizer import draw
from bot.pictures.role_card import role_card
from engine.catalogue import CARDS

_NAME: Final = re.compile(r"[0-9a-f]{16}-[0-9a-f]{16}\.png")
_LOWEST_PRIORITY: Final = 19


def role_card_name(card: str) -> str:
    """Returns the name of the larger picture of a role or a special copy, with pictograms of what it does."""
    return f"role_{art_name(card)}"


_ROLE_CARDS: Final = {role_card_name(card): card for card in CARDS}
NAMES: Final = (*ART_NAMES, *_ROLE_CARDS)
"""The names of all pictures that are kept."""


class PictureFiles:
    """A folder with a PNG for each of `NAMES`. Processes may share it, because all draw the same."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, name: str) -> bytes | None:
        """Returns a picture, or None if it is missing or damaged."""
        if name not in self._hashes:
            return None
        return next(filter(None, map(_read, self._files(self._hashes[name]))), None)

    def missing(self) -> list[str]:
        """Returns the names of the pictures that are missing or damaged."""
        intact = {_art_hash(path) for path in self._files() if _read(path) is not None}
        return [name for name in NAMES if self._hashes.get(name) not in intact]

    def draw_missing(self) -> None:
        """Deletes files that show earlier art, and draws the pictures that are missing or damaged.

        A picture whose art is invalid stays missing. Raises OSError if one cannot be written, after all others.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        current = set(self._hashes.values())
        for path in self._files():
            if _art_hash(path) not in current:
                path.unlink(missing_ok=True)
        missing, failure = set(self.missing()), None
        for name, art in self._hashes.items():
            if name in missing:
                try:
                    with suppress(ValueError):
                        png = draw(_document(name))
                        _write(self.folder / f"{art}-{_hash(png)}.png", png)
                except OSError as error:
                    failure = error
        if failure is not None:
            raise failure

    @cached_property
    def _hashes(self) -> Mapping[str, str]:
        """The hash of each picture's art by name; without pictures whose art is invalid."""
        hashes: dict[str, str] = {}
        for name in NAMES:
            with suppress(KeyError, OSError, ValueError):
                hashes[name] = _hash(f"{RENDERER_VERSION} {_document(name)}".encode())
        return hashes

    def _files(self, start: str = "") -> list[Path]:
        """Returns the pictures whose file name begins with `start`, also damaged ones and those of earlier art."""
        try:
            with os.scandir(self.folder) as entries:
                names = [entry.name for entry in entries if entry.name.startswith(start) and entry.is_file()]
        except OSError:
            return []
        return [self.folder / name for name in names if _NAME.fullmatch(name)]


def draw_missing(folder: str) -> str:
    """Draws the missing pictures of a folder (see `PictureFiles`) at the lowest priority.

    Returns why a file could not be written, otherwise an empty text.
    """
    os.nice(_LOWEST_PRIORITY)
    try:
        PictureFiles(Path(folder)).draw_missing()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


def _document(name: str) -> str:
    """Returns a picture as an SVG document. Raises KeyError, OSError or ValueError for invalid art."""
    return role_card(_ROLE_CARDS[name]) if name in _ROLE_CARDS else svg(name)


def _write(path: Path, png: bytes) -> None:
    """Writes a file, which other processes never see unfinished. Raises OSError."""
    part = path.with_suffix(f".{os.getpid()}")
    try:
        part.write_bytes(png)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    """Returns the content of a file, or None if it cannot be read or does not have the hash in the file's name."""
    try:
        png = path.read_bytes()
    except OSError:
        return None
    return png if path.stem.endswith(_hash(png)) else None


def _art_hash(path: Path) -> str:
    return path.name.partition("-")[0]


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
