"""Commands with their descriptions and translations. Discord shows these in its menu of commands."""

import inspect
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.render.texts.catalogue import HOME, locales, texts_for
from bot.store.rows import Style
from engine import RULESETS
from engine.ai import LEVELS


def described(word: str) -> locale_str:
    """Returns the English text of id `word`, marked so that `Translator` can find its translations."""
    return locale_str(texts_for()(word), word=word)


Method: TypeAlias = Callable[..., Coroutine[Any, Any, None]]


def command(
    path: str, group: app_commands.Group | None = None, **texts: str
) -> Callable[[Method], app_commands.Command[Any, ..., None]]:
    """Returns a decorator of a cog's method, which becomes the command with this path, such as `coup new`.

    The text `command-coup-new` describes it, and `parameter-<name>` each of its parameters, unless `texts` has the
    id of another.
    """
    *_, name = path.split()
    about = described(f"command-{path.replace(' ', '-')}")

    def decorate(method: Method) -> app_commands.Command[Any, ..., None]:
        _, _, *names = inspect.signature(method).parameters
        about_parameters = {each: described(texts.get(each, f"parameter-{each}")) for each in names}
        app_commands.describe(**about_parameters)(method)
        made = app_commands.command if group is None else group.command
        return made(name=name, description=about)(method)

    return decorate


SWITCH: Final = [Choice(name=described(f"choice-{value}"), value=value) for value in ("on", "off")]
"""The choices of a switch: on and off."""
RULESET_CHOICES: Final = [Choice(name=described(f"ruleset-{name}"), value=name) for name in RULESETS]
"""The choices of a ruleset."""
STYLES: Final = [Choice(name=described(f"style-{style}-full"), value=style.value) for style in Style]
"""The choices of how a table is shown in its channel."""

AI_KINDS: Final = [Choice(name=described(f"ai-kind-{kind}"), value=kind) for kind in LEVELS]
"""The choices of how an AI seat plays, the weakest first."""


class Translator(app_commands.Translator):
    """Translates names and descriptions of commands; all other texts come from the catalogue."""

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
        return texts_for(locale.value)(word)
