"""Every word a member reads, looked up by id in the Fluent files of `data/locales`, English where one lacks it."""

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Final

from fluent.runtime import FluentBundle, FluentResource

from data import ROOT

HOME: Final = "en"
"""The language that holds every word; others may lack some."""

_REMEMBERED: Final = 4096
_FOLDER: Final = ROOT / "locales"


class UnknownWord(LookupError):
    """No language holds a text of this id: a mistake of ours, not of a member."""


class IncompleteText(ValueError):
    """A text could not be filled in: it asks for an argument that was not given."""


class Words:
    """The texts of one locale; call it with an id and the text's arguments."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._said = lru_cache(_REMEMBERED)(self._say)
        self._bundles = tuple(_bundle(language) for language in _languages(locale))

    def __call__(self, word: str, /, **facts: str | int) -> str:
        """The text of id `word`, its arguments filled in. Raises UnknownWord, IncompleteText."""
        # A card says the same few dozen things again with every click.
        return self._said(word, *facts.items())

    def _say(self, word: str, *facts: tuple[str, str | int]) -> str:
        for bundle in self._bundles:
            if bundle.has_message(word):
                pattern = bundle.get_message(word).value
                if pattern is None:
                    break
                text, errors = bundle.format_pattern(pattern, dict(facts))
                if errors:
                    raise IncompleteText(f"{word}: {errors[0]}")
                return str(text)
        raise UnknownWord(word)

    def has(self, word: str) -> bool:
        """Whether any language in reach holds a text of this id."""
        return any(bundle.has_message(word) for bundle in self._bundles)

    def join(self, parts: Sequence[str], last: str = "and") -> str:
        """The parts as a list in words: "A, B and C"; `last` "or" for alternatives."""
        if len(parts) < 2:
            return "".join(parts)
        return self(f"list-{last}", most=", ".join(parts[:-1]), last=parts[-1])


@cache
def words(locale: str = HOME) -> Words:
    """The texts for a locale as Discord names it, e.g. `en-GB` or `pt-BR`."""
    return Words(locale)


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
