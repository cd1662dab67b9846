"""Keeps the emojis of the bot's application up to date with the art, and reads which of them exist.

Discord's own list decides: an emoji is named `<art>_<fingerprint>`, after its art and a hash of that. Discord
never changes the picture of an emoji, so changed art becomes a new emoji. The old one stays for a week, for
messages that show it and for processes that do not know the new one.
"""

import asyncio
import logging
import re
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

import discord
from discord.utils import utcnow

from bot.delivery.requests import UNKNOWN_EMOJI
from bot.pictures.art import ART_NAMES, CONSONANTS, VOWELS, art_name, fingerprint
from bot.pictures.source import PictureSource, PictureUnavailable
from bot.render.icons import OUTDATED, Icons, current_icons, set_icons
from bot.runtime.network_errors import REQUEST_ERRORS, reason_of
from bot.store.engines.database import Database, SaveFailed
from engine import RULESETS

log = logging.getLogger(__name__)

MAX_EMOJIS: Final = 2000
"""Emojis that Discord lets an application have."""

UPLOADING: Final = "emojis"
"""Name of the lock for uploading and deleting emojis."""

_NAME: Final = re.compile(
    rf"(?P<art>\w+)_(?:(?:[{CONSONANTS}][{VOWELS}]){{3}}|[a-z2-7]{{4}}|[0-9a-f]{{10}})"
)  # earlier versions made fingerprints of four or ten characters
_KEEP_TIME: Final = timedelta(days=7)
_CHECK_SECONDS: Final = 30.0  # between two checks whether Discord has refused an emoji
_CHECKS_PER_READ: Final = 120  # the list is read again after this number of checks, in an hour
_CHECKS_WHILE_MISSING: Final = 10  # and so soon, in five minutes, if Discord has limited the uploads
_LIST_SECONDS: Final = 5.0  # the start waits at most this long for the list
_UPLOAD_SECONDS: Final = 15.0  # after this time other processes may use what was uploaded
_ONE_UPLOAD_SECONDS: Final = 30.0
"""Time that one upload may wait for Discord's rate limit; the database releases the lock after a minute."""
_FIRST: Final = (
    "coin",
    "card",
    *(art_name(role, form) for form in ("", "_card") for role in RULESETS["classic"].roles),
)
"""The emojis that are uploaded first."""
_PICTURES: Final = ("_card", "_lost")
"""The ends of the names of pictures of whole cards, which are uploaded last."""

FAILURES: Final = (*REQUEST_ERRORS, SaveFailed)
"""The errors that may prevent reading or changing emojis. Messages then use words instead."""


class Changes(NamedTuple):
    """How many emojis were uploaded, deleted, and are still missing."""

    uploaded: int
    deleted: int
    missing: int


class Emojis:
    """The emojis of a client's application."""

    def __init__(self, client: discord.Client, picture_source: PictureSource, database: Database) -> None:
        self._client = client
        self._picture_source = picture_source
        self._exclusive = database.exclusive

    async def begin(self) -> None:
        """Reads the list, if Discord answers in time, so that the first messages have emojis."""
        try:
            async with asyncio.timeout(_LIST_SECONDS):
                await self.read()
        except FAILURES as error:  # TimeoutError is an OSError
            log.warning("The emojis could not be listed: %s; messages show words alone", reason_of(error))

    async def sync_repeatedly(self) -> None:
        """Keeps the emojis up to date until it is cancelled."""
        while True:
            checks = _CHECKS_WHILE_MISSING
            try:
                changes = await self.sync()
                if changes.missing:
                    log.warning("%s emojis are missing; messages show words instead", changes.missing)
                else:
                    checks = _CHECKS_PER_READ
            except FAILURES as error:
                log.warning("The emojis could not be updated: %s", reason_of(error))
            for _ in range(checks):
                await asyncio.sleep(_CHECK_SECONDS)  # messages only set the flags that are read here
                if current_icons() is OUTDATED or self._picture_source.is_damaged:
                    break

    async def sync(self) -> Changes:
        """Uploads what is missing and deletes what is old, one process at a time. Raises one of `FAILURES`.

        Before that, it draws the pictures that are missing. Returns how many emojis it has changed.
        """
        await self._picture_source.draw_missing()
        uploaded = deleted = 0
        listed = await self.read()
        while _missing(listed) or _outdated(listed):
            async with self._exclusive(UPLOADING):
                listed = await self.read()  # another process may have uploaded them meanwhile
                gone = await self._delete(_outdated(listed))
                done = await self._upload(listed)
            listed = await self.read()
            uploaded, deleted = uploaded + done, deleted + gone
            if not done:
                break
        if uploaded or deleted:
            log.info("%s emojis were uploaded, %s old ones deleted", uploaded, deleted)
        return Changes(uploaded, deleted, len(_missing(listed)))

    async def read(self) -> Sequence[discord.Emoji]:
        """Reads and returns the list; messages use its emojis from now on. Raises discord.HTTPException."""
        listed = await self._client.fetch_application_emojis()
        set_icons(Icons(_emojis_to_show(listed)))
        return listed

    async def _upload(self, listed: Sequence[discord.Emoji]) -> int:
        """Uploads missing emojis until one fails or _UPLOAD_SECONDS have passed. Returns how many were uploaded.

        Messages use each from then on, so that the first game after the first start soon looks right.
        """
        known, end = [*listed], asyncio.get_running_loop().time() + _UPLOAD_SECONDS
        for art in _missing(listed):
            if asyncio.get_running_loop().time() > end:
                break
            try:
                async with asyncio.timeout(_ONE_UPLOAD_SECONDS):
                    image = await self._picture_source.read(art)
                    emoji = await self._client.create_application_emoji(name=name_of(art), image=image)
            except PictureUnavailable:
                continue  # `draw_missing` has logged why
            except FAILURES as error:
                log.warning("The emoji %s was not uploaded: %s", art, reason_of(error))
                break
            known.append(emoji)
            set_icons(Icons(_emojis_to_show(known)))
        return len(known) - len(listed)

    async def _delete(self, emojis: Iterable[discord.Emoji]) -> int:
        done = 0
        for emoji in emojis:
            try:
                await emoji.delete()
            except discord.NotFound as error:
                if error.code != UNKNOWN_EMOJI:
                    raise
            done += 1
        return done


def name_of(art: str) -> str:
    """Returns the name of the emoji for a name in `art.ART_NAMES`, with the fingerprint of its present art."""
    return f"{art}_{fingerprint(art)}"


def missing_emojis(names: Iterable[str]) -> list[str]:
    """Returns the names in `art.ART_NAMES` whose present art is not among the emojis of these names."""
    known = set(names)
    missing = (art for art in ART_NAMES if name_of(art) not in known)
    return sorted(missing, key=lambda art: (art not in _FIRST, art.endswith(_PICTURES)))


def _missing(listed: Sequence[discord.Emoji]) -> list[str]:
    return missing_emojis(emoji.name for emoji in listed)


def _emojis_to_show(listed: Iterable[discord.Emoji]) -> dict[str, discord.PartialEmoji]:
    """Returns the emoji to show by art name: that of the present art, otherwise the newest earlier one."""
    best: dict[str, discord.Emoji] = {}
    for emoji in sorted(listed, key=lambda emoji: (emoji.name == _current_name(emoji), emoji.id)):
        art = _art_of(emoji)
        if art is not None:
            best[art] = emoji
    return {art: discord.PartialEmoji(name=emoji.name, id=emoji.id) for art, emoji in best.items()}


def _outdated(listed: Sequence[discord.Emoji]) -> list[discord.Emoji]:
    """Returns the emojis whose successor was created more than a week ago."""
    made = {emoji.name: emoji.created_at for emoji in listed}
    limit = utcnow() - _KEEP_TIME
    return [
        emoji
        for emoji in listed
        if (current := _current_name(emoji)) not in (None, emoji.name) and made.get(current or "", limit) < limit
    ]


def _art_of(emoji: discord.Emoji) -> str | None:
    """Returns the art name of an emoji, None if it does not show the bot's art."""
    found = _NAME.fullmatch(emoji.name)
    return found["art"] if found is not None and found["art"] in ART_NAMES else None


def _current_name(emoji: discord.Emoji) -> str | None:
    """Returns the name that this emoji would have with its present art, None if it does not show the bot's art."""
    art = _art_of(emoji)
    return None if art is None else name_of(art)
