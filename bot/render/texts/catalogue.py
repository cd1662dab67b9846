"""The catalogue: every text that members read, by id, from the Fluent files of `data/locales`.

A text that a language lacks is shown in English. Numbers of the rules come from the engine (`rule_figures`).
"""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

from bot.render.texts.rule_figures import FIGURES
from data import ROOT

HOME: Final = "en"
"""The language that has every text; others may lack some."""

_REMEMBERED: Final = 4096
"""Filled-in texts kept for each locale."""

_FOLDER: Final = ROOT / "locales"


class UnknownWord(LookupError):
    """No language holds a text of this id: a mistake of ours, not of a member."""


class IncompleteText(ValueError):
    """A text needs an argument that it was not called with."""


class Texts:
    """The texts of one locale; call it with an id and the text's arguments."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._cached = lru_cache(_REMEMBERED)(self._format)
        self._known: dict[str, bool] = {}
        self._bundles = tuple(_bundle(language) for language in _languages(locale))

    def __call__(self, word: str, /, **facts: str | int) -> str:
        """The text of id `word`, its arguments filled in. Raises UnknownWord, IncompleteText."""
        # Cached: a card repeats the same few dozen texts with every click.
        return self._cached(word, *facts.items())

    def _format(self, word: str, *facts: tuple[str, str | int]) -> str:
        for bundle in self._bundles:
            if bundle.has_message(word):
                pattern = bundle.get_message(word).value
                if pattern is None:
                    break
                text, errors = bundle.format_pattern(pattern, {**FIGURES, **dict(facts)})
                if errors:
                    raise IncompleteText(f"{word}: {errors[0]}")
                return str(text)
        raise UnknownWord(word)

    def has(self, word: str) -> bool:
        """Whether there is a text of this id, in this locale or in English."""
        known = self._known.get(word)
        if known is None:
            known = self._known[word] = any(bundle.has_message(word) for bundle in self._bundles)
        return known

    def first(self, *found: str) -> str:
        """The first of these ids that there is a text of. Raises UnknownWord if there is none."""
        for word in found:
            if self.has(word):
                return word
        raise UnknownWord(", ".join(found))

    def join(self, parts: Sequence[str], last: str = "and") -> str:
        """The parts as a list in words: "A, B and C"; `last` "or" for alternatives."""
        if len(parts) < 2:
            return "".join(parts)
        return self(f"list-{last}", most=", ".join(parts[:-1]), last=parts[-1])


@cache
def texts_for(locale: str = HOME) -> Texts:
    """The texts for a locale as Discord names it, e.g. `en-GB` or `pt-BR`."""
    return Texts(locale)


@cache
def locales() -> tuple[str, ...]:
    """The languages that there are texts in."""
    return tuple(sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir()))


def _languages(locale: str) -> list[str]:
    known = locales()
    wanted = (locale, locale.split("-", maxsplit=1)[0], HOME)
    return [language for language in dict.fromkeys(wanted) if language in known]


@cache
def _bundle(language: str) -> FluentBundle:
    # Isolating marks are invisible characters that searches, tests and narrow screens stumble over.
    bundle = FluentBundle([language], use_isolating=False)
    for path in sorted((_FOLDER / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle
