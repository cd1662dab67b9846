"""Messages that Discord refuses because of a picture or an emoji are sent again without it."""

from types import SimpleNamespace
from typing import Any

import discord

from bot.delivery.requests import send_with_text_fallback
from bot.render.controls import Layout, has_thumbnails, layout
from bot.render.icons import SymbolText
from bot.render.message_pictures import Illustrated
from tests.render.components import text_of

QUESTION = Illustrated("## Challenge?", "https://cdn.example/emojis/1.png", "Duke")
SEATS = SymbolText("**Ana** <:coin_lamela:1>\N{NO-BREAK SPACE}2", lambda: "**Ana** · 2 coins")


def refusal(field: str) -> discord.HTTPException:
    """Discord's error for an invalid field of the first component."""
    fault = {field: {"_errors": [{"code": "INVALID", "message": "Not valid"}]}}
    answer: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(
        answer, {"code": 50035, "message": "Invalid Form Body", "errors": {"components": {"0": fault}}}
    )


async def test_a_refused_picture_beside_a_text_is_left_out() -> None:
    async def send(message: Layout, files: list[discord.File]) -> Layout:
        if has_thumbnails(message):
            raise refusal("media")
        return message

    sent = await send_with_text_fallback(send, layout(QUESTION, SEATS), [])
    assert text_of(sent) == text_of(layout(QUESTION.text, SEATS))


async def test_words_replace_refused_symbols() -> None:
    async def send(message: Layout, files: list[discord.File]) -> Layout:
        if "<:coin" in text_of(message):
            raise refusal("emoji")
        return message

    sent = await send_with_text_fallback(send, layout(QUESTION, SEATS), [])
    assert text_of(sent).split("\n") == ["## Challenge?", "**Ana** · 2 coins"]
