"""The words of command menus: descriptions by id, and their translation when the commands are synced."""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.render.words import HOME, locales, words


def described(word: str) -> locale_str:
    """The text of id `word` as command metadata: English, translated where a language has it."""
    return locale_str(words()(word), word=word)


class Translator(app_commands.Translator):
    """Translates command metadata only; prose is looked up where it is said."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The text in a locale of Discord's, or None where we speak only English."""
        word = string.extras.get("word")
        language = locale.value.split("-")[0]
        spoken = {locale.value, language} & set(locales())
        if word is None or not spoken or language == HOME:
            return None
        return words(locale.value)(word)
