"""The catalogue: every text that members read, by id, from the Fluent files of `data/locales`.

Texts that a language lacks are shown in English.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final

from babel import core, localedata
from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax import ast

from bot.render.texts.sanitize import clean, distinct_names, escape
from data import ROOT
from engine.catalogue import START_COINS
from engine.editions import ACTIONS, EDITIONS
from engine.editions.g54.finance import HIGHEST_STAKE
from engine.editions.g54.reactions import COMPENSATION
from engine.editions.mcguire import LEGACY
from engine.rules.claims import RIOT_SHARE
from engine.rules.general_actions import MUST_COUP_COINS

FIGURES: Final[Mapping[str, int]] = {
    **{f"price_{name}": action.price for name, action in ACTIONS.items() if action.price},
    **{f"dearest_{name}": action.price + action.surcharge for name, action in ACTIONS.items() if action.surcharge},
    **{f"need_{name}": action.need for name, action in ACTIONS.items() if action.need},
    **{f"ransom_{name}": action.ransom for name, action in ACTIONS.items() if action.ransom},
    **{f"life_price_{name}": edition.life_price for name, edition in EDITIONS.items() if edition.life_price},
    "compensation": COMPENSATION,
    "legacy": LEGACY,
    "must_coup": MUST_COUP_COINS,
    "riot_share": RIOT_SHARE,
    "stake": HIGHEST_STAKE,
    "start_coins": START_COINS,
}
"""Numbers of the rules, which every text may name."""
HOME: Final = "en"
"""The language with every text; others may lack some."""

_CACHED_TEXTS: Final = 4096
"""Formatted texts that are kept for each locale."""

_FOLDER: Final = ROOT / "locales"
_ENTRY: Final = re.compile(r"^(?=-?[A-Za-z][\w-]* *=)", re.ASCII | re.MULTILINE)
"""Where a text or a term begins in a Fluent file."""
_GROUPED_FROM: Final = 1000
"""Numbers from here on have separators between their groups of digits."""
_FIGURE: Final = re.compile(rf"{{ \$({'|'.join(FIGURES)}) }}")
_NEEDED_DATA: Final = {
    "plural_form",
    "ordinal_form",
    "default_numbering_system",
    "number_symbols",
    "decimal_formats",
}
"""The data of a language that Fluent needs to insert numbers."""
_NAME: Final = re.compile(r"-?[A-Za-z][\w-]*", re.ASCII)


class UnknownText(LookupError):
    """No language has a text of this id: a bug."""


class IncompleteText(ValueError):
    """A text was called without an argument that it needs: a bug."""


class Texts:
    """The texts of one locale. Call it with the id of a text and the text's arguments."""

    def __init__(self, locale: str) -> None:
        self.locale = locale
        self._cached = lru_cache(_CACHED_TEXTS)(self._format)
        self.has = cache(self._has)
        wanted = dict.fromkeys((locale, locale.split("-", maxsplit=1)[0], HOME))
        self._languages = [_language(name) for name in wanted if name in locales()]

    def __call__(self, text_id: str, /, **facts: str | int) -> str:
        """Returns the text of an id, with its arguments. Raises UnknownText, IncompleteText."""
        # Cached, because a message repeats the same few dozen texts with every click.
        return self._cached(text_id, *facts.items())

    def _format(self, text_id: str, *facts: tuple[str, str | int]) -> str:
        for language in self._languages:
            if language.has(text_id):
                return language.format(text_id, dict(facts))
        raise UnknownText(text_id)

    def forget(self) -> None:
        """Forgets the formatted texts."""
        self._cached.cache_clear()

    def _has(self, text_id: str) -> bool:
        """Returns whether there is a text of this id, in this locale or in English."""
        return any(language.has(text_id) for language in self._languages)

    def first(self, *ids: str) -> str:
        """Returns the first of these ids that has a text. Raises UnknownText if none has."""
        for text_id in ids:
            if self.has(text_id):
                return text_id
        raise UnknownText(", ".join(ids))

    def join(self, parts: Sequence[str], last: str = "and") -> str:
        """Returns the parts as a list in words: "A, B and C"; `last` may be "or" or "comma" instead."""
        if len(parts) < 2:
            return "".join(parts)
        most = parts[0]
        for part in parts[1:-1]:
            most = self("list-comma", most=most, last=part)
        return self(f"list-{last}", most=most, last=parts[-1])


_TEXTS: Final[dict[str, Texts]] = {}


def texts_for(locale: str = HOME) -> Texts:
    """Returns the texts for a locale as Discord names it, e.g. `en-GB` or `pt-BR`."""
    texts = _TEXTS.get(locale)
    if texts is None:
        texts = _TEXTS[locale] = Texts(locale)
    return texts


def forget_kept_texts(_user_id: int) -> None:
    """Forgets the texts that are kept in memory, because any may name a member whose data was deleted."""
    for texts in _TEXTS.values():
        texts.forget()
    for kept in (clean, escape, distinct_names):
        kept.cache_clear()


@cache
def locales() -> tuple[str, ...]:
    """Returns the languages of the catalogue."""
    return tuple(sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir()))


class _Language:
    """The texts of one language, each parsed when it is first used, because parsing all delays the start."""

    def __init__(self, name: str) -> None:
        # Fluent's isolating marks are off: these invisible characters disturb searches, tests and narrow screens.
        self._bundle = FluentBundle([name], use_isolating=False)
        _forget_unused_data(name)
        self._unparsed: dict[str, str] = {}
        self._templates: dict[str, str | None] = {}  # by the id of a text
        for path in sorted((_FOLDER / name).glob("*.ftl")):
            for entry in _ENTRY.split(path.read_text(encoding="utf-8")):
                if found := _NAME.match(entry):
                    self._unparsed[found[0]] = entry

    def has(self, text_id: str) -> bool:
        """Returns whether the language has a text of this id that can be parsed."""
        self._parse(text_id)
        return text_id in self._templates

    def format(self, text_id: str, facts: dict[str, str | int]) -> str:
        """Returns a text that the language has. Raises IncompleteText."""
        template = self._templates[text_id]
        if template is not None and all(map(_is_plain, facts.values())):
            try:
                return template.format_map(facts)
            except KeyError:
                pass  # Fluent reports missing arguments
        pattern = self._bundle.get_message(text_id).value
        if pattern is None:
            raise UnknownText(text_id)
        text, errors = self._bundle.format_pattern(pattern, facts)
        if errors:
            raise IncompleteText(f"{text_id}: {errors[0]}")
        return str(text)

    def _parse(self, entry_id: str) -> None:
        source = self._unparsed.pop(entry_id, None)
        if source is not None:
            parsed = FluentResource(_FIGURE.sub(lambda name: str(FIGURES[name[1]]), source))
            self._bundle.add_resource(parsed)
            for entry in parsed.body:
                if isinstance(entry, ast.Message) and entry.value is not None:
                    self._templates[entry_id] = _template(entry.value)
            for name in _NAME.findall(source):  # the names include the texts and terms that this text refers to
                self._parse(name)


def _is_plain(fact: str | int) -> bool:
    """Whether an argument looks the same in every language; longer numbers are grouped in different ways."""
    return isinstance(fact, str) or abs(fact) < _GROUPED_FROM


@cache
def _language(name: str) -> _Language:
    return _Language(name)


def _forget_unused_data(language: str) -> None:
    """Forgets what Babel has loaded for a language, 4 MiB, except plurals and numbers: no text needs the rest."""
    for name in (str(core.Locale.parse(language, sep="-")), "root"):  # Babel writes `zh-CN` as zh_Hans_CN
        data = localedata.load(name)
        for key in data.keys() - _NEEDED_DATA:
            del data[key]
    # Facts about all languages, 2 MiB. Babel reads them again when it needs them.
    core._global_data = None  # pyright: ignore[reportPrivateUsage] - Babel has no public function for it


def _template(pattern: ast.Pattern) -> str | None:
    """Returns a pattern that consists of text and arguments alone as a template of `str.format_map`.

    Such a template is filled ten times as fast as Fluent formats the pattern. Returns None for other patterns.
    """
    template = ""
    for element in pattern.elements:
        if isinstance(element, ast.TextElement):
            template += element.value.replace("{", "{{").replace("}", "}}")
        elif isinstance(element.expression, ast.VariableReference):
            template += f"{{{element.expression.id.name}}}"
        else:
            return None
    return template


_language(HOME)  # read now, so that the modules imported later take the place of what is forgotten
