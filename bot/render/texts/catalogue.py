"""The catalogue: every text that members read, by id, from the Fluent files of `data/locales`.

Texts that a language lacks are shown in English. Numbers of the rules come from the engine (`rule_figures`).
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

from bot.render.texts.rule_figures import FIGURES
from data import ROOT

HOME: Final = "en"
"""The language with every text; others may lack some."""

_CACHED_TEXTS: Final = 4096
"""Formatted texts that are kept for each locale."""

_FOLDER: Final = ROOT / "locales"


class UnknownText(LookupError):
    """No language has a text of this id: a bug."""


class IncompleteText(ValueError):
    """A text was called without an argument that it needs: a bug."""


class Texts:
    """The texts of one locale. Call it with the id of a text and the text's arguments."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._cached = lru_cache(_CACHED_TEXTS)(self._format)
        self._known: dict[str, bool] = {}
        self._bundles = tuple(_bundle(language) for language in _languages(locale))

    def __call__(self, text_id: str, /, **facts: str | int) -> str:
        """Returns the text of an id, with its arguments. Raises UnknownText, IncompleteText."""
        # Cached, because a message repeats the same few dozen texts with every click.
        return self._cached(text_id, *facts.items())

    def _format(self, text_id: str, *facts: tuple[str, str | int]) -> str:
        for bundle in self._bundles:
            if bundle.has_message(text_id):
                pattern = bundle.get_message(text_id).value
                if pattern is None:
                    break
                text, errors = bundle.format_pattern(pattern, {**FIGURES, **dict(facts)})
                if errors:
                    raise IncompleteText(f"{text_id}: {errors[0]}")
                return str(text)
        raise UnknownText(text_id)

    def has(self, text_id: str) -> bool:
        """Returns whether there is a text of this id, in this locale or in English."""
        known = self._known.get(text_id)
        if known is None:
            known = self._known[text_id] = any(bundle.has_message(text_id) for bundle in self._bundles)
        return known

    def first(self, *ids: str) -> str:
        """Returns the first of these ids that has a text. Raises UnknownText if none has."""
        for text_id in ids:
            if self.has(text_id):
                return text_id
        raise UnknownText(", ".join(ids))

    def join(self, parts: Sequence[str], last: str = "and") -> str:
        """Returns the parts as a list in words: "A, B and C", or "A, B or C" if `last` is "or"."""
        if len(parts) < 2:
            return "".join(parts)
        return self(f"list-{last}", most=", ".join(parts[:-1]), last=parts[-1])


@cache
def texts_for(locale: str = HOME) -> Texts:
    """Returns the texts for a locale as Discord names it, e.g. `en-GB` or `pt-BR`."""
    return Texts(locale)


@cache
def locales() -> tuple[str, ...]:
    """Returns the languages of the catalogue."""
    return tuple(sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir()))


def _languages(locale: str) -> list[str]:
    known = locales()
    wanted = (locale, locale.split("-", maxsplit=1)[0], HOME)
    return [language for language in dict.fromkeys(wanted) if language in known]


@cache
def _bundle(language: str) -> FluentBundle:
    # Fluent's isolating marks are off: these invisible characters disturb searches, tests and narrow screens.
    bundle = FluentBundle([language], use_isolating=False)
    for path in sorted((_FOLDER / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
