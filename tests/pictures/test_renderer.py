"""A worker draws the pictures. They have the right sizes, and private ones are cached for their owner only."""

import struct

import pytest

from bot.pictures.art import ART_NAMES
from bot.pictures.renderer import PictureRenderer, PictureUnavailable


def size(png: bytes) -> tuple[int, int]:
    """Width and height of a PNG in pixels."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    return width, height


async def test_every_kind_of_picture_is_drawn() -> None:
    renderer = PictureRenderer()
    try:
        for name in ART_NAMES:
            png = await renderer.emoji(name)
            assert size(png) == (128, 128), name
            assert len(png) < 256 * 1024, name
        two, three = (
            size(await renderer.hand("Ana", ["duke", "duke"])),
            size(await renderer.hand("Ana", ["duke", "duke"], ["duke"])),
        )
        assert three[0] > two[0]
        assert size(await renderer.role("duke"))[0] > two[0], "beside the card are its pictograms"
        assert size(await renderer.icon()) == (512, 512)
        with pytest.raises(PictureUnavailable):
            await renderer.emoji("nothing_of_ours")
    finally:
        await renderer.close()


async def test_a_hand_is_cached_for_its_owner_only() -> None:
    renderer = PictureRenderer()
    try:
        mine = await renderer.hand("Ana", ["duke", "captain"])
        assert await renderer.hand("Ana", ["duke", "captain"]) is mine, "it is cached for its owner"
        other = await renderer.hand("Ben", ["duke", "captain"])
        assert other is not mine
        assert other == mine
    finally:
        await renderer.close()
