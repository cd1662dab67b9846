"""Composes the page of a finished game from its steps, its proof, the texts and the art of the roles in play."""

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html import escape
from typing import Any, Final

from bot.pictures.art import UNITS, art_name, emblem
from bot.render.record_page.steps import Step, steps_of
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from data import ROOT

MAX_PAGE_BYTES: Final = 150_000
"""The size of the largest page that is sent."""

_TEXTS: Final = (
    "record-title", "record-about", "record-no-script", "record-view", "record-view-all", "record-view-seat",
    "record-turns", "record-steps", "record-first", "record-back", "record-play", "record-pause",
    "record-forward", "record-last", "record-position", "record-keys", "record-earlier", "record-table",
    "record-hidden", "record-lost", "record-drawn", "record-aside", "record-out-of-game", "record-check",
    "record-check-text", "record-passed", "record-failed", "record-unknown", "record-check-commitment-passed",
    "record-check-commitment-failed", "record-check-seed-passed", "record-check-seed-failed",
    "record-check-seed-unknown", "record-check-deal-passed", "record-check-deal-failed",
    "record-number-commitment", "record-number-server_seed", "record-number-interaction", "record-number-seats",
    "record-number-seed",
)  # fmt: skip
"""The texts of the page, which knows them without `record-`."""

_FOLDER: Final = ROOT / "record_page"
_HOLE: Final = re.compile(r"\{\{([\w-]+)\}\}")
_MODULE_SYNTAX: Final = re.compile(r"^(?:import .*\n|export )", re.MULTILINE)
"""Matches the imports and exports of the scripts, which are one script in the page."""


_FIRST_MARK: Final = 0xE000
"""The character for the name of the first seat in the page's sentences; it is of Unicode's private use area."""


class _MarkedPhrases(Phrases):
    """Phrases with a mark in place of each name, which the page replaces: names may be long, and occur often."""

    def name(self, seat: int | None) -> str:
        """Returns the mark of a seat; an empty text for None."""
        return "" if seat is None else chr(_FIRST_MARK + seat)

    def title(self, seat: int) -> str:
        """Returns the mark of a seat."""
        return self.name(seat)


def record_page(file: Mapping[str, Any], game_id: int, texts: Texts, teams: Sequence[int] = ()) -> str:
    """Returns the page of a game as an HTML document that needs no other file.

    `file` is the file of its record (see `record_file`), `teams` the team of each seat. Raises engine.Refused if
    the rules of now cannot replay the record.
    """
    record, deal = file["record"], file["deal"]
    names: list[str] = record["new"]["players"]
    phrases = _MarkedPhrases(texts, names, inquisitor="inquisitor" in deal["deck"], teams=teams)
    cards = sorted(set(deal["deck"]))
    players = [phrases.sign(seat) + phrases.label(seat) for seat in range(len(names))]
    facts: dict[str, str | int] = {
        "game": str(game_id),
        "ruleset": texts(f"ruleset-{record['new']['ruleset']}"),
        "names": texts.join(players),
        "button": texts("button-fair"),
        "name": "",
    }
    words = {text.removeprefix("record-"): texts(text, **facts) for text in _TEXTS}
    words |= {f"view-seat-{seat}": texts("record-view-seat", name=name) for seat, name in enumerate(players)}
    proof = {key: file[key] for key in ("commitment", "server_seed", "interaction", "seats")}
    game = _packed(steps_of(record, phrases)) | {
        "players": players,
        "cards": {card: phrases.role(card) for card in cards},
        "art": {card: art_name(card) for card in cards},
        "over": record["result"] is not None,
        "words": words,
        "proof": proof | {"seed": record["new"]["seed"]} | deal,
    }
    parts = {word: escape(text) for word, text in words.items()} | {
        "lang": escape(texts.locale),
        "style": _asset("page.css"),
        "script": "\n".join(_MODULE_SYNTAX.sub("", _asset(name)) for name in ("check.js", "page.js")),
        "art": "".join(
            f'<symbol id="art-{name}" viewBox="0 0 {UNITS} {UNITS}">{emblem(name)}</symbol>'
            for name in ("card", *map(art_name, cards))
        ),
        # Inside a script only "<" could end it.
        "game": json.dumps(game, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c"),
    }
    return _HOLE.sub(lambda hole: parts[hole[1]], _asset("page.html"))


def _packed(steps: Sequence[Step]) -> dict[str, Any]:
    """Returns steps as the page reads them (data/record_page/page.js): what is equal is listed once."""
    texts: dict[str, int] = {}
    shown: dict[Any, int] = {}
    held: dict[Any, int] = {}

    def number(value: Any, known: dict[Any, int]) -> int:
        return known.setdefault(value, len(known))

    packed = [
        [
            number(step.title, texts),
            [number(text, texts) if to is None else [number(text, texts), to] for text, to in step.lines],
            [number(seat, shown) for seat in step.shown],
            [number(seat, held) for seat in step.held],
            number(step.table, texts),
            number(step.next, texts),
        ]
        for step in steps
    ]
    return {"texts": [*texts], "shown": [*shown], "held": [*held], "steps": packed}


@cache
def _asset(name: str) -> str:
    return (_FOLDER / name).read_text(encoding="utf-8")
