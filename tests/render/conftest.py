"""Fixtures of the tests of rendering."""

from collections.abc import Iterator

import pytest

from bot.render.icons import NO_ICONS, set_icons
from tests.render.emojis import ALL


@pytest.fixture
def emojis() -> Iterator[None]:
    """Discord has all emojis."""
    set_icons(ALL)
    yield
    set_icons(NO_ICONS)
