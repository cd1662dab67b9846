"""The studio: pictures come from a worker process, or not at all, and the bot goes on."""

import struct

import pytest

from bot.pictures.art import ART_NAMES
from bot.pictures.renderer import PictureRenderer, PictureUnavailable


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def test_what_is_asked_for_is_drawn() -> None:
    studio = PictureRenderer()
    try:
        for what in ART_NAMES:
            png = await studio.emoji(what)
            assert size(png) == (128, 128), what
            assert len(png) < 256 * 1024, what
        two, three = (
            size(await studio.hand("Ana", ["duke", "duke"])),
            size(await studio.hand("Ana", ["duke", "duke"], ["duke"])),
        )
        assert three[0] > two[0]
        assert size(await studio.role("duke"))[0] > two[0], "beside the card stands what it does"
        assert size(await studio.icon()) == (512, 512)
        with pytest.raises(PictureUnavailable):
            await studio.emoji("nothing_of_ours")
    finally:
        await studio.close()


async def test_a_hand_is_drawn_anew_for_each_owner_so_that_nobody_learns_of_another_like_it() -> None:
    studio = PictureRenderer()
    try:
        mine = await studio.hand("Ana", ["duke", "captain"])
        assert await studio.hand("Ana", ["duke", "captain"]) is mine, "it is kept for its owner"
        other = await studio.hand("Ben", ["duke", "captain"])
        assert other is not mine
        assert other == mine
    finally:
        await studio.close()
