"""Names, descriptions and choices of commands, with translations; and what Discord offers while a member types."""

import inspect
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from functools import wraps
from typing import Any, Final, TypeAlias

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from bot.delivery.private_panels import READING, REFUSAL
from bot.refusals import Refusal
from bot.render.controls import OPTION_LABEL_CHARACTERS
from bot.render.texts.catalogue import HOME, locales, texts_for
from bot.render.texts.sanitize import clean
from bot.store.rows import Style
from cogs.common.context import Context, Interaction
from engine import RULESETS
from engine.ai import LEVELS

log = logging.getLogger(__name__)

MAX_CHOICES: Final = 25
"""Choices that Discord shows at once."""

Labelled: TypeAlias = Iterable[tuple[str, str]]
"""Choices as pairs of the value that a command gets and the label that a member reads."""
Completion: TypeAlias = Callable[[Interaction, str], Coroutine[Any, Any, list[Choice[str]]]]
Method: TypeAlias = Callable[..., Coroutine[Any, Any, None]]


def described(word: str) -> locale_str:
    """Returns the English text of id `word`, marked so that `Translator` can find its translations."""
    return locale_str(texts_for()(word), word=word)


def command(
    path: str, panel_kind: str = READING, group: app_commands.Group | None = None, **texts: str
) -> Callable[[Method], app_commands.Command[Any, ..., None]]:
    """Returns a decorator of a cog's method, which becomes the command with this path, such as `coup new`.

    The method gets a `Context` of this `panel_kind`, then the command's parameters. The text `command-coup-new`
    describes it, and `parameter-<name>` each of its parameters, unless `texts` has the id of another.
    """
    *_, name = path.split()
    about = described(f"command-{path.replace(' ', '-')}")

    def decorate(method: Method) -> app_commands.Command[Any, ..., None]:
        _, _, *names = inspect.signature(method).parameters
        about_parameters = {each: described(texts.get(each, f"parameter-{each}")) for each in names}
        app_commands.describe(**about_parameters)(method)

        @wraps(method)
        async def callback(cog: object, interaction: Interaction, **given: Any) -> None:
            await method(cog, Context(interaction, panel_kind), **given)
            interaction.client.dispatcher.panels.delete(0, interaction, REFUSAL)

        made = app_commands.command if group is None else group.command
        return made(name=name, description=about)(callback)

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
        self, string: locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Returns the text in one of Discord's locales, or None where there is no translation."""
        word = string.extras.get("word")
        language = locale.value.split("-")[0]
        spoken = {locale.value, language} & set(locales())
        if word is None or not spoken or language == HOME:
            return None
        return texts_for(locale.value)(word)


def completion(choices: Callable[[Context, str], Awaitable[Labelled]]) -> Completion:
    """Decorates a function that returns labelled choices, given the context and the text typed so far.

    The autocomplete offers the first 25 choices, Discord's limit; none if the function raises a Refusal.
    """

    async def complete(interaction: Interaction, typed: str) -> list[Choice[str]]:
        try:
            labelled = await choices(Context(interaction), typed)
        except Refusal:
            return []
        except Exception:  # discord.py would log it without ids, and send no response
            log.exception("An autocomplete failed", extra={"interaction": interaction.id})
            return []
        found = [(value, label) for value, label in labelled if len(value) <= OPTION_LABEL_CHARACTERS]
        return [
            Choice(name=clean(label, OPTION_LABEL_CHARACTERS), value=value) for value, label in found[:MAX_CHOICES]
        ]

    return complete


def matching(labelled: Labelled, typed: str) -> list[tuple[str, str]]:
    """Returns the choices whose label contains what was typed, whatever the case."""
    return [(value, label) for value, label in labelled if typed.casefold() in label.casefold()]


def named(typed: str, labelled: Labelled) -> str | None:
    """Returns the value that was typed, or whose label was typed, whatever the case; None if there is none."""
    given = typed.strip().casefold()
    return next((value for value, label in labelled if given in (value.casefold(), label.casefold())), None)


@completion
async def pool_names(context: Context, typed: str) -> Labelled:
    """Autocompletes the name of a pool of the server."""
    return matching([(name, name) for name in await context.pools()], typed)
