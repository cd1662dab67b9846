"""The page of a finished game: one HTML file that replays the game and checks its shuffle, without a network.

A step is a decision that caused an event; the answers before it that changed nothing belong to it. What each step
shows comes from the engine: the public view, and the state of the game for facts that only a card's owner sees.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from itertools import groupby
from typing import Any, Final, NamedTuple

from bot.pictures.art import UNITS, art_name, emblem
from bot.render.messages.seats import cards_aside, middle_lines, token_words, tokens_of
from bot.render.messages.story import event_lines
from bot.render.texts.catalogue import Texts
from bot.render.texts.phrases import Phrases
from data import ROOT
from engine import Event, Game
from engine.views.claim_truth import is_claim_true, makes_claim

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


class Line(NamedTuple):
    """A sentence about what happened, and the seats that may read it in the game; None: everybody."""

    text: str
    to: tuple[int, ...] | None = None


class SeatShown(NamedTuple):
    """The public facts of a seat: coins and tokens in words, face-down cards, cards lost, cards put aside."""

    coins: str
    cards: int
    lost: tuple[str, ...]
    aside: int
    tokens: tuple[str, ...]
    is_out: bool


class SeatHeld(NamedTuple):
    """The facts that a seat alone sees: its hand, and its cards put aside or drawn."""

    hand: tuple[str, ...]
    aside: tuple[str, ...]
    drawn: tuple[str, ...]


class Step(NamedTuple):
    """A step: its turn in words, its lines, and all seats, the table and the open question after it."""

    title: str
    lines: tuple[Line, ...]
    shown: tuple[SeatShown, ...]
    held: tuple[SeatHeld, ...]
    table: str
    next: str


class _MarkedPhrases(Phrases):
    """Phrases with a mark in place of each name, which the page replaces: names may be long, and occur often."""

    def name(self, seat: int | None) -> str:
        """Returns the mark of a seat; an empty text for None."""
        return "" if seat is None else chr(_FIRST_MARK + seat)

    def title(self, seat: int) -> str:
        """Returns the mark of a seat."""
        return self.name(seat)


def record_page(file: Mapping[str, Any], game_id: int, texts: Texts, teams: Sequence[int] = ()) -> str:
    """Returns the page of a game as an HTML document, by the file of its record (see `record_file`).

    `teams` are the teams of the seats. Raises engine.Refused if the rules of now cannot replay the record.
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


def steps_of(record: Mapping[str, Any], phrases: Phrases) -> list[Step]:
    """Returns the steps of a game, the deal first. Raises engine.Refused for a record that cannot be played."""
    game = Game.begin(record)
    steps = [_step(game, phrases.texts("log-start"), _lines(game, phrases, game.table.events), phrases)]
    title = _title(phrases, 1, game.turn)
    turn = 1
    for decision in record["decisions"]:
        hands = [*game.table.hands]
        events = list(game.decide_json(decision))
        lines = _lines(game, phrases, events, hands, decision.get("card"))
        if lines:
            steps.append(_step(game, title, lines, phrases))
        if any(event["type"] == "turn" for event in events):
            turn += 1
            title = _title(phrases, turn, game.turn)
    if game.winners is None:
        steps[-1] = steps[-1]._replace(lines=(*steps[-1].lines, Line(phrases.texts("record-ended"))))
    return steps


def _title(phrases: Phrases, turn: int, seat: int) -> str:
    return phrases.texts("log-turn", turn=turn, name=phrases.title(seat))


def _lines(
    game: Game,
    phrases: Phrases,
    events: Sequence[Event],
    hands: Sequence[tuple[str, ...]] = (),
    card: str | None = None,
) -> tuple[Line, ...]:
    """Returns the lines of the events of a decision; `hands` are those before it, `card` the one it named."""
    lines: list[Line] = []
    for is_secret, group in groupby(events, lambda event: "to" in event):
        told = list(group)
        if is_secret:
            lines += (_secret(phrases, event) for event in told if event.get("cards") != ())
        else:
            lines += (Line(text) for text in event_lines(phrases, game.table.edition.ruleset, told))
            lines += _truths(phrases, told, hands, card)
    if game.winners is not None:
        names = phrases.names(game.winners)
        lines.append(Line(phrases.texts("record-won", count=len(game.winners), names=names)))
    return tuple(lines)


def _secret(phrases: Phrases, event: Event) -> Line:
    """Returns the line of an event that not everybody may know."""
    facts = {key: phrases.name(event[key]) for key in ("by", "target", "recipient") if key in event}
    cards = event["cards"] if "cards" in event else (event["card"],)
    return Line(phrases.texts(f"record-{event['type']}", cards=phrases.cards(cards), **facts), event["to"])


def _truths(
    phrases: Phrases, events: Sequence[Event], hands: Sequence[tuple[str, ...]], card: str | None
) -> Iterator[Line]:
    """Yields for each claim whether it was true, which the claimant knew."""
    for event in events:
        if makes_claim(event):
            seat: int = event["by"]
            word = "record-true" if is_claim_true(event, hands[seat], card) else "record-bluff"
            word, role = (f"{word}-denied", event["denied"]) if "denied" in event else (word, event["role"])
            yield Line(phrases.texts(word, by=phrases.name(seat), role=phrases.role(role)), (seat,))


def _step(game: Game, title: str, lines: tuple[Line, ...], phrases: Phrases) -> Step:
    public, state = game.public(), game.state()
    drawn, cards = state.get("drawn", {}), phrases.count(public.view["deck_size"])
    return Step(
        title,
        lines,
        tuple(_shown(public.view, seat, phrases) for seat in range(len(game.names))),
        tuple(
            SeatHeld(tuple(player["hand"]), tuple(player["aside"]), tuple(drawn.get(player["name"], ())))
            for player in state["players"]
        ),
        " ".join((phrases.texts("record-deck", cards=cards), *middle_lines(public.view, phrases))),
        phrases.texts("record-next", names=phrases.names(public.asked)) if public.asked else "",
    )


def _shown(view: Mapping[str, Any], seat: int, phrases: Phrases) -> SeatShown:
    player = view["players"][seat]
    tokens = tuple(token_words(phrases, art, fact) for art, fact in tokens_of(view, seat))
    coins = phrases.coins(player["coins"])
    lost = tuple(player["lost"])
    return SeatShown(coins, player["cards"], lost, cards_aside(player), tokens, not player["alive"])
