"""Names and descriptions in the menu of commands, and their translations, sent to Discord with the commands."""

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.render.words import HOME, locales, words


def described(word: str) -> locale_str:
    """Returns the English text of id `word`, marked so that `Translator` can find its translations."""
    return locale_str(words()(word), word=word)


class Translator(app_commands.Translator):
    """Translates names and descriptions of commands; everything else is looked up in the member's language."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Returns the text in one of Discord's locales, or None where there is no translation."""
        word = string.extras.get("word")
        language = locale.value.split("-")[0]
        spoken = {locale.value, language} & set(locales())
        if word is None or not spoken or language == HOME:
            return None
        return words(locale.value)(word)
