"""An emoji for everything that has art; the fixture `emojis` renders messages with them."""

import discord

from bot.pictures.art import ART_NAMES
from bot.render.icons import Icons

ALL = Icons(
    {
        name: discord.PartialEmoji(name=f"{name}_lamela", id=1_234_567_890_123_456_789 + number)
        for number, name in enumerate(ART_NAMES)
    }
)
"""The emojis, of the greatest length."""
